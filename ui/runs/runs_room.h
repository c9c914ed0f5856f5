// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"
#include "core/io/files/run_store.h"
#include "ui/runs/run_words.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

QT_BEGIN_NAMESPACE
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QTableView;
class QTimer;
QT_END_NAMESPACE

namespace retryscope::ui {

class ComparisonChart;
class ReportRows;

/// The history of runs: search it, reopen a run, compare two.
class RunsRoom : public QWidget
{
    Q_OBJECT
public:
    /// store: must outlive the room.
    explicit RunsRoom(const io::RunStore& store, QWidget* parent = nullptr);
    ~RunsRoom() override;

    /// Reads the history again and keeps the selection.
    void refresh();
    [[nodiscard]] int count() const;
    /// Restores the runs deleted last; possible for ten seconds, while the room is shown.
    void undo();
    [[nodiscard]] bool canUndo() const { return !m_removed.isEmpty(); }

Q_SIGNALS:
    /// The user wants to open the run with this id in the Send room.
    void openRequested(const QString& id);
    void noteFound(const QString& text);
    void problemFound(const QString& text);
    void undoChanged();

protected:
    void hideEvent(QHideEvent* event) override;

private:
    /// The runs in which all of these words occur; empty: all runs.
    void display(const QString& words);
    /// Of a run that is shown; else -1.
    [[nodiscard]] int rowOf(const QString& id) const;
    [[nodiscard]] QWidget* buildList();
    [[nodiscard]] QWidget* buildDetail();
    void connectParts();
    [[nodiscard]] std::vector<int> selectedRows() const;
    [[nodiscard]] QStringList selectedIds() const;
    void keepingSelection(const std::function<void()>& change);
    void displayCount();
    void displaySelection();
    void displayOne(int row);
    void displayTwo(int newer, int older);
    void open();
    /// The comparison of the two selected runs as Markdown or CSV.
    void askForExport();
    void pin();
    void removeSelected();
    void select(int row);
    void storeRemoval();

    const io::RunStore& m_store;
    TableModel<io::RunSummary>* m_model;
    std::vector<io::RunSummary> m_all;
    QLineEdit* m_search;
    QLabel* m_count;
    QListView* m_list;
    QPushButton* m_open;
    QPushButton* m_pin;
    QPushButton* m_remove;
    QPushButton* m_export;
    QLabel* m_heading;
    QLabel* m_hint;
    ReportRows* m_factRows;
    QTableView* m_facts;
    ReportRows* m_attemptRows;
    QTableView* m_attempts; ///< of two runs, beside each other
    ComparisonChart* m_chart;
    QTimer* m_undoTime;
    QStringList m_removed;            ///< ids of hidden runs, to be deleted when the time for undo is over
    std::vector<RunRecord> m_records; ///< of the runs that are selected
    Report m_comparison;              ///< of two; without attempts if a run is too large to be read
    bool m_isRefreshing = false;
};

} // namespace retryscope::ui
