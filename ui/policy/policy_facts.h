// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <QTableView>

QT_BEGIN_NAMESPACE
class QStandardItemModel;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Read-only table of a policy's numbers: setting, value and source.
class PolicyFacts : public QTableView
{
    Q_OBJECT
public:
    explicit PolicyFacts(QWidget* parent = nullptr);

    void display(const Policy& policy);

private:
    QStandardItemModel* m_model;
};

} // namespace retryscope::ui
