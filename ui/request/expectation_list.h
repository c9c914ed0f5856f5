// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/expect/expectation.h"

#include <QStringList>
#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QPlainTextEdit;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Edits what a run has to fulfil, one expectation a line, and shows which of them hold for the shown run.
class ExpectationList : public QWidget
{
    Q_OBJECT
public:
    explicit ExpectationList(QWidget* parent = nullptr);

    /// Without blank ones.
    [[nodiscard]] QStringList lines() const;
    void setLines(const QStringList& lines);
    /// Checks the lines that can be read. record: a run that is over; nullptr: there is none.
    void check(const RunRecord* record);
    /// Of the last check.
    [[nodiscard]] const std::vector<io::ExpectationResult>& results() const { return m_results; }

Q_SIGNALS:
    /// Emitted after a change by the user.
    void edited();

private:
    QPlainTextEdit* m_text;
    QLabel* m_state;
    std::vector<io::ExpectationResult> m_results;
};

} // namespace retryscope::ui
