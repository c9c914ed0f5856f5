// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/run_store.h"

#include <QWidget>

#include <vector>

QT_BEGIN_NAMESPACE
class QLabel;
class QLineEdit;
class QListView;
class QPushButton;
class QTableWidget;
QT_END_NAMESPACE

namespace retryscope::ui {

class ComparisonChart;
class RunsModel;

/// The history of runs: search it, open one again, hold two against each other.
class RunsRoom : public QWidget
{
    Q_OBJECT
public:
    /// store: outlives the room.
    explicit RunsRoom(const io::RunStore& store, QWidget* parent = nullptr);

    /// Reads the history again; what is selected stays so.
    void refresh();
    [[nodiscard]] int count() const;

Q_SIGNALS:
    /// The run of this id shall be shown in the Send room.
    void openRequested(const QString& id);
    void noteFound(const QString& text);
    void problemFound(const QString& text);

private:
    [[nodiscard]] QWidget* buildList();
    [[nodiscard]] QWidget* buildDetail();
    void connectParts();
    [[nodiscard]] std::vector<int> selectedRows() const;
    void displayCount();
    void displaySelection();
    void displayOne(int row);
    void displayTwo(int newer, int older);
    void open();
    void pin();
    void removeSelected();

    const io::RunStore& m_store;
    RunsModel* m_model;
    QLineEdit* m_search;
    QLabel* m_count;
    QListView* m_list;
    QPushButton* m_open;
    QPushButton* m_pin;
    QPushButton* m_remove;
    QLabel* m_heading;
    QLabel* m_hint;
    QTableWidget* m_facts;
    ComparisonChart* m_chart;
    std::vector<RunRecord> m_records; ///< of the runs that are selected
    bool m_isRefreshing = false;
};

} // namespace retryscope::ui
