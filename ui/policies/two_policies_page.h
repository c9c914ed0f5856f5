// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "core/policy/policy.h"
#include "ui/parts/chooser_button.h"

#include <QWidget>

#include <functional>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QLabel;
class QPushButton;
class QTableView;
class QToolButton;
QT_END_NAMESPACE

namespace retryscope::ui {

class ReportRows;

/// Compares any two policies: their numbers, and their verdicts on common statuses and faults. The user
/// chooses both above the table.
class TwoPoliciesPage : public QWidget
{
    Q_OBJECT
public:
    using Reader = std::function<io::Result<Policy>(const QString& key)>;

    /// items: the policies to choose from. read: returns a policy by its key.
    TwoPoliciesPage(const ChooserButton::Items& items, Reader read, QWidget* parent = nullptr);

    /// left, right: keys. A policy that cannot be read leaves the page unchanged.
    void display(const QString& left, const QString& right);
    [[nodiscard]] QString left() const { return m_left->currentId(); }
    [[nodiscard]] QString right() const { return m_right->currentId(); }
    /// Reads both policies and the choices again.
    void reload();

Q_SIGNALS:
    /// The user wants to see the selected policy again.
    void backRequested();

private:
    void layOut();
    void buildTable();
    void fill();

    Reader m_read;
    QPushButton* m_back;
    ChooserButton* m_left;
    ChooserButton* m_right;
    QToolButton* m_swap;
    QLabel* m_count;
    QCheckBox* m_onlyDifferences;
    ReportRows* m_model;
    QTableView* m_table;
};

} // namespace retryscope::ui
