// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/verdict_row.h"
#include "core/facts/attempt_facts.h"
#include "core/io/http/pasted_response.h"
#include "ui/judge/pasted_text_places.h"

#include <QWidget>

#include <optional>

QT_BEGIN_NAMESPACE
class QComboBox;
class QLabel;
QT_END_NAMESPACE

namespace retryscope::ui {

class LongText;

/// Shows the response as text to paste into and edit. The text is the value: the status and outcome fields
/// read it and write to it. Until the user edits the text, the page judges the displayed facts byte for byte.
class ResponseEditor : public QWidget
{
    Q_OBJECT
public:
    explicit ResponseEditor(QWidget* parent = nullptr);

    /// The editor's contents, complete enough to restore them.
    struct Content
    {
        QString text;
        int ending = 0;
        std::optional<AttemptFacts> facts; ///< hold to the byte as long as the text is not edited
        /// Of the text, where it has been read already. Reading takes long where the text is.
        std::optional<io::PastedResponse> reading;
    };
    [[nodiscard]] Content content() const;
    /// Replaces the contents; undo restores them.
    void display(const Content& content);
    void display(const AttemptFacts& facts);
    /// Replaces the contents with the clipboard's.
    void paste();
    /// Sets the method of the request that got this response.
    void setMethod(const QString& method);
    [[nodiscard]] const AttemptFacts& facts() const { return m_facts; }
    /// True while there is neither a response nor a fault.
    [[nodiscard]] bool isBlank() const { return !m_facts.response && !m_facts.fault; }
    /// Marks where this client found the error name, or the place nearest to where it looked.
    void mark(const ErrorReading& reading, const VerdictRow& row);
    void clearMark();

Q_SIGNALS:
    /// The user edited the contents; the facts might have changed.
    void edited();
    /// A pasted text replaced the whole response; edited() follows.
    void replaced();
    /// The text names the method of the request.
    void methodFound(const QString& method);

protected:
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void fillEndings();
    void onTextChanged();
    void changeStatus();
    void changeEnding();
    /// Reads the text unless what was displayed still holds. known: its reading without a method.
    void read(std::optional<io::PastedResponse> known = {});
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
