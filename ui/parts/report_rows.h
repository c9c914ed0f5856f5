// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/table_model.h"

namespace retryscope::ui {

/// The rows of a report's table in a view of the window, without the columns that no row fills. A row of a
/// single cell has its text in the first column.
class ReportRows : public TableModel<std::vector<Toned>>
{
    Q_OBJECT
public:
    explicit ReportRows(QObject* parent = nullptr);

    void display(ReportTable table);
    /// An empty table without columns.
    void clear() { display({}); }
};

} // namespace retryscope::ui
