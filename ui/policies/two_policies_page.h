// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QLabel;
class QStandardItemModel;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Two policies beside each other: their numbers, and what each makes of the usual statuses and faults.
class TwoPoliciesPage : public QWidget
{
    Q_OBJECT
public:
    explicit TwoPoliciesPage(QWidget* parent = nullptr);

    void display(const Policy& left, const Policy& right);

private:
    void fill();

    Policy m_left;
    Policy m_right;
    QLabel* m_title;
    QLabel* m_count;
    QCheckBox* m_onlyDifferences;
    QStandardItemModel* m_model;
    QTableView* m_table;
};

} // namespace retryscope::ui
