// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/policy_groups.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QLineEdit;
class QTreeWidget;
class QTreeWidgetItem;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Presets to tick, grouped by client, with a field that filters them and buttons that
/// tick those that go together.
class PolicyChecklist : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyChecklist(std::vector<ChoosablePolicy> policies, QWidget* parent = nullptr);

    /// Others to tick; those that are ticked and still there stay so.
    void setPolicies(std::vector<ChoosablePolicy> policies);
    /// What the buttons start from.
    void setCurrent(const Policy& policy);
    /// Ticks what is next to the current policy: before and after 2026 where there is
    /// both, else its client's.
    void checkNeighbours();
    /// Buttons that tick what belongs together, in a row; to be placed where there is room for it.
    [[nodiscard]] QWidget* groupButtons() const { return m_groups; }
    /// Ticks these and no others.
    void check(const QStringList& keys);
    /// In the order of the list; those that a button ticked in the order of its group.
    [[nodiscard]] std::vector<Policy> checkedPolicies() const;

Q_SIGNALS:
    void checkedChanged();

private:
    void layOut();
    void fill();
    void filter(const QString& text);
    void checkGroup(const PolicyGroup& group);
    void onItemChanged(QTreeWidgetItem* item);
    void showFirstChecked();
    void displayCount();

    std::vector<ChoosablePolicy> m_policies;
    Policy m_current;
    QStringList m_checked; ///< keys in the order in which they are compared
    QWidget* m_groups = nullptr;
    QLineEdit* m_filter;
    QTreeWidget* m_tree;
    QLabel* m_note;
};

} // namespace retryscope::ui
