// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/resolve.h"
#include "core/run/run_record.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QFrame;
class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class FindingsList;
class TraceModel;

/// Why something was decided: a caption, one sentence, what settled it with its source, and every finding in
/// order behind a button. All of it scrolls as one.
class ReasonsView : public QWidget
{
    Q_OBJECT
public:
    enum class Look {
        Large,  ///< the sentence in large type, the findings folded
        Compact ///< the sentence in bold type, the findings open
    };

    /// name: begins the object names of the parts. beneath: scrolls with the rest; may be nullptr.
    ReasonsView(const QString& name, Look look, QWidget* beneath, QWidget* parent = nullptr);

    /// shown: the sentence to be read; whole: the one that is copied. wallTime: ours, for dates in responses
    /// without a Date.
    void display(const QString& headline, const QString& shown, const QString& whole,
                 const ResolvedPolicy& policy, const AttemptRecord& attempt,
                 std::optional<WallTime> wallTime = {});
    /// Words only, while there are no findings.
    void displayNothing(const QString& headline, const QString& sentence);
    /// Headline, sentence and findings, for the clipboard.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    /// The button that copies was pressed, and text() is in the clipboard.
    void copied();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeDeciding(const QString& name);
    void connectParts();
    void bringIntoView(int row);
    void displayDeciding(const AttemptRecord& attempt);
    void displayFold();
    void setSentence(const QString& shown, const QString& whole);
    void applyTheme();

    TraceModel* m_model;
    Look m_look;
    QLabel* m_headline;
    QToolButton* m_copy;
    QLabel* m_sentence;
    QString m_wholeSentence; ///< to be copied; the label may hold less
    QFrame* m_deciding = nullptr;
    QFrame* m_bar = nullptr;
    QLabel* m_decidingTitle = nullptr;
    QLabel* m_decidingRule = nullptr;
    QLabel* m_evidence = nullptr;
    QLabel* m_source = nullptr;
    QPushButton* m_fold;
    FindingsList* m_findings;
    QScrollArea* m_scroll;
};

} // namespace retryscope::ui
