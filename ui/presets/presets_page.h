// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

QT_BEGIN_NAMESPACE
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;
class QTextBrowser;
QT_END_NAMESPACE

namespace retryscope::io {
class Library;
}

namespace retryscope::ui {

class PresetsModel;

/// All presets as a table that sorts and filters, and everything about the selected one.
class PresetsPage : public QDialog
{
    Q_OBJECT
public:
    explicit PresetsPage(const io::Library& library, QWidget* parent = nullptr);

    /// Reads the library again; what was selected stays so.
    void reload();
    /// By its id, or file for the user's own. An unknown one selects nothing else.
    void select(const QString& key);

Q_SIGNALS:
    void presetChosen(const QString& key);

private:
    void layOut();
    void prepareTable();
    void filter(const QString& text);
    void displaySelected();
    void copy();
    void use();
    /// Row of the model, -1 for none.
    [[nodiscard]] int selectedRow() const;

    const io::Library& m_library;
    PresetsModel* m_model;
    QSortFilterProxyModel* m_rows;
    QLineEdit* m_filter;
    QLabel* m_count;
    QTableView* m_table;
    QTextBrowser* m_detail;
    QPushButton* m_copy;
    QPushButton* m_use;
};

} // namespace retryscope::ui
