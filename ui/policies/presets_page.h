// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/policies/preset_columns.h"

#include <QWidget>

QT_BEGIN_NAMESPACE
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

/// All policies in a table that can be sorted and filtered.
class PresetsPage : public QWidget
{
    Q_OBJECT
public:
    explicit PresetsPage(const io::Library& library, QWidget* parent = nullptr);

    /// Reads the library again and keeps the selection.
    void reload();
    /// Selects a policy by id, or by file for a policy of the user's. An unknown key leaves the selection as
    /// it is.
    void select(const QString& key);

Q_SIGNALS:
    /// The user pressed Enter or double-clicked.
    void presetChosen(const QString& key);

private:
    void layOut();
    void buildTable();
    void filter(const QString& text);
    /// Row of the model, -1 for none.
    [[nodiscard]] int selectedRow() const;

    const io::Library& m_library;
    TableModel<PresetRow>* m_model;
    QSortFilterProxyModel* m_rows;
    QLineEdit* m_filter;
    QLabel* m_count;
    QTableView* m_table;
};

} // namespace retryscope::ui
