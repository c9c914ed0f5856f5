// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recipes/change_code.h"

#include <QWidget>

#include <vector>

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

class ChangeRow;

/// Who can make a change, in one or two words.
[[nodiscard]] QString ownerTitle(ChangeOwner owner);
/// A verdict with its sign: `↻ retry`.
[[nodiscard]] QString signedVerdict(Verdict verdict);
/// The style sheet's `mark` value for a verdict.
[[nodiscard]] const char* markOf(Verdict verdict);

/// What would change a decision: one row per change, with who can make it and a button to try it. Shows the
/// smallest change of each kind first and the others on demand. Changes of the client's settings offer code
/// for the real client.
class ChangesList : public QWidget
{
    Q_OBJECT
public:
    explicit ChangesList(QWidget* parent = nullptr);

    /// Shows what reverses the verdict of this situation, which is not a success, and what else it depends
    /// on. If no single change reverses it, shows two that do together, or why there are none.
    void displayFor(const Situation& situation);
    void display(const std::vector<OfferedChange>& changes);
    /// Shows no rows, only the reason why there are none.
    void displayNone(const QString& reason);
    [[nodiscard]] const std::vector<OfferedChange>& changes() const { return m_changes; }
    /// Shows a remark beneath all rows: what else the verdict depends on. Empty: none.
    void setRemark(const QString& remark);
    /// Shows beneath the change tried last its outcome and a button for the next step (no button if action is
    /// empty).
    void showOutcome(const QString& outcome, const QString& action = {});

Q_SIGNALS:
    void tried(const retryscope::Change& change);
    /// The user pressed the button beneath the outcome.
    void followed(const retryscope::Change& change);
    /// Something was copied.
    void noteFound(const QString& note);

private:
    void addRow(std::size_t change);
    void tryRow(std::size_t change);
    void showAll();
    void clear();

    std::vector<OfferedChange> m_given;
    std::vector<OfferedChange> m_changes; ///< the nearest of each sort first
    std::vector<ChangeRow*> m_rows;       ///< one per change
    int m_tried = -1;
    QLabel* m_reason;
    QVBoxLayout* m_layout;
    QPushButton* m_more;
    QLabel* m_remark;
};

} // namespace retryscope::ui
