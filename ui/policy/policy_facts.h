// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <QTableView>

namespace retryscope::ui {

class ReportRows;

/// Read-only table of a policy's numbers: setting, value and source.
class PolicyFacts : public QTableView
{
    Q_OBJECT
public:
    explicit PolicyFacts(QWidget* parent = nullptr);

    void display(const Policy& policy);

private:
    ReportRows* m_rows;
};

} // namespace retryscope::ui
