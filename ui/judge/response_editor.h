// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_row.h"
#include "core/facts/attempt_facts.h"
#include "ui/judge/pasted_text_places.h"

#include <QWidget>

#include <optional>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
QT_END_NAMESPACE

namespace retryscope::ui {

class LongText;

/// What came back, as a text to paste and edit. The text is the value; status and ending beside it are read
/// from it or change it. What was displayed is judged as it was, to the byte, until the text is edited.
class ResponseEditor : public QWidget
{
    Q_OBJECT
public:
    explicit ResponseEditor(QWidget* parent = nullptr);

    /// What stands here, with all that is needed to bring it back.
    struct Content
    {
        QString text;
        int ending = 0;
        std::optional<AttemptFacts> facts; ///< hold to the byte as long as the text is not edited
    };
    [[nodiscard]] Content content() const;
    /// Replaces what stands here; undo brings it back.
    void display(const Content& content);
    void display(const AttemptFacts& facts);
    /// What the clipboard holds, in place of what stands here.
    void paste();
    /// Of the request that was answered.
    void setMethod(const QString& method);
    [[nodiscard]] const AttemptFacts& facts() const { return m_facts; }
    /// Neither a response nor another ending is there yet.
    [[nodiscard]] bool isBlank() const { return !m_facts.response && !m_facts.fault; }
    /// Marks where this client found the error name, or what stands nearest to where it looked.
    void mark(const ErrorReading& reading, const VerdictRow& row);
    void clearMark();

Q_SIGNALS:
    /// By the user: the facts may be others now.
    void edited();
    /// The text told the method of the request.
    void methodFound(const QString& method);

protected:
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void fillEndings();
    void onTextChanged();
    void changeStatus();
    void changeEnding();
    /// Reads the text unless what was displayed still holds.
    void read();
    [[nodiscard]] bool isAsDisplayed() const;
    void displayReading();
    void displayRemarks();
    [[nodiscard]] std::optional<FaultKind> chosenEnding() const;
    void highlight();

    QComboBox* m_status;
    QComboBox* m_ending;
    LongText* m_text;
    QLabel* m_remarks;
    std::string m_method = "GET";
    AttemptFacts m_facts;
    std::optional<AttemptFacts> m_displayed; ///< holds as long as the text is not edited
    QString m_remarkText;
    bool m_hasProblem = false;
    std::optional<TextMark> m_mark;
};

} // namespace retryscope::ui
