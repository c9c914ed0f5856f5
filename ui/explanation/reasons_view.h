// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/resolve.h"
#include "core/run/run_record.h"
#include "ui/explanation/trace_rows.h"

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

/// The reason for a decision: a caption, one sentence, the deciding finding with its source, and all findings
/// in order behind a button. All parts scroll together.
class ReasonsView : public QWidget
{
    Q_OBJECT
public:
    enum class Look {
        Large,  ///< the sentence in large type, the findings folded
        Compact ///< the sentence in bold type, the findings open
    };

    /// name: prefix of the parts' object names. beneath: a widget below that scrolls with the rest; may be
    /// nullptr.
    ReasonsView(const QString& name, Look look, QWidget* beneath, QWidget* parent = nullptr);

    /// shown: the sentence on screen; whole: the sentence to copy. wallTime: this machine's clock at the
    /// attempt, for responses without a Date header.
    void display(const QString& headline, const QString& shown, const QString& whole,
                 const ResolvedPolicy& policy, const AttemptRecord& attempt,
                 std::optional<WallTime> wallTime = {});
    /// Shows headline and sentence without findings.
    void displayNothing(const QString& headline, const QString& sentence);
    /// Headline, sentence and findings, for the clipboard.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    /// The copy button put text() into the clipboard.
    void copied();

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeDeciding(const QString& name);
    void connectParts();
    void bringIntoView(int row);
    void displayDeciding(const AttemptRecord& attempt);
    void displayFold();
    void displayFoldSign();
    void setSentence(const QString& shown, const QString& whole);
    void applyTheme();

    TableModel<TraceRow>* m_model;
    TraceTable m_trace;
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
