// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/judge/verdict_columns.h"
#include "ui/parts/table.h"

#include <QWidget>

#include <functional>
#include <vector>

QT_BEGIN_NAMESPACE
class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

class VerdictsFilter;

/// The grid of all presets' verdicts, with counts, a filter and copy buttons.
class VerdictsView : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictsView(QWidget* parent = nullptr);

    /// before: how many clients retried before the change being tried; -1: no trial.
    void display(std::vector<VerdictRow> rows, int before = -1);
    void select(int row);
    /// Shows every row: clears the filter, and outliers are not alone any more.
    void showAll();
    /// Number of rows whose verdict is retry, hidden rows included.
    [[nodiscard]] int retried() const;
    /// Index into all rows, also for a row that a filter hides; -1: there are no rows.
    [[nodiscard]] int selectedRow() const;

Q_SIGNALS:
    void selectionChanged();
    void noteFound(const QString& note);

private:
    void layOut();
    void buildTable();
    void displayCount(int before);
    void onCurrentChanged();
    /// Of the chosen rows, or all where at most one is chosen.
    [[nodiscard]] QString copied(CopyForm form) const;
    void copyAll(CopyForm form);
    void keepingSelection(const std::function<void()>& change);

    VerdictsModel* m_model;
    VerdictsFilter* m_rows;
    QLabel* m_count;
    QLineEdit* m_filter;
    QCheckBox* m_onlyDifferences;
    QLabel* m_outliers; ///< what makes a row one, and how many others are hidden
    QTableView* m_table;
    QPushButton* m_copyMarkdown;
    QPushButton* m_copyCsv;
    int m_before = -1;
    bool m_isFiltering = false;
    int m_lastSelected = 0; ///< of the displayed rows, filtered or not
    int m_standIn = -1;     ///< the row that is selected while that one is left out by a filter; -1: none
};

} // namespace retryscope::ui
