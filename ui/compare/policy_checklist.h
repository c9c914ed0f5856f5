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

/// A checklist of policies grouped by client, with a filter field and buttons that tick policies that belong
/// together.
class PolicyChecklist : public QWidget
{
    Q_OBJECT
public:
    explicit PolicyChecklist(std::vector<ChoosablePolicy> policies, QWidget* parent = nullptr);

    /// Replaces the policies; ticks stay on those that still exist.
    void setPolicies(std::vector<ChoosablePolicy> policies);
    /// Sets the current policy, which the buttons refer to.
    void setCurrent(const Policy& policy);
    /// Ticks the neighbours of the current policy: before and after 2026 if both exist, else all of its
    /// client.
    void checkNeighbours();
    /// A row of buttons that tick policies that belong together; the caller places it.
    [[nodiscard]] QWidget* groupButtons() const { return m_groups; }
    /// Ticks exactly these.
    void check(const QStringList& keys);
    /// The ticked policies in list order; those ticked by a button, in the order of its group.
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
