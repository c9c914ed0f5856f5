// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/comparison_report.h"
#include "core/simulate/comparison.h"

#include <QWidget>

#include <utility>
#include <vector>

QT_BEGIN_NAMESPACE
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

class ReportRows;
class ReportView;

/// The results of each policy in numbers, and the differences between the rules of two policies.
class ComparisonDetails : public QWidget
{
    Q_OBJECT
public:
    explicit ComparisonDetails(QWidget* parent = nullptr);

    /// titles: one per record. lane: the one to select. The comparison must live until the next call.
    void display(const Comparison& comparison, const QStringList& titles, int lane);
    void select(int lane);
    /// The selected row if there is exactly one, else -1.
    [[nodiscard]] int selectedLane() const;
    /// `✕ 3 attempts · 998 ms (+948 ms) · 10 tokens · failed: not retryable`
    [[nodiscard]] QString numbersOf(int lane) const;

Q_SIGNALS:
    /// The selection changed, by the user or by select().
    void selectionChanged();
    void pictureRequested();
    void noteFound(const QString& note);

private:
    void copy(const QString& text, const QString& note);
    void buildTable();
    [[nodiscard]] QWidget* buildButtons();
    void onSelectionChanged();
    void displayDifferences();
    [[nodiscard]] const RunHeader& headerOf(int lane) const;
    [[nodiscard]] std::pair<int, int> comparedLanes() const;

    const Comparison* m_comparison = nullptr;
    std::vector<ComparedRun> m_runs;
    ReportRows* m_rows;
    QTableView* m_table;
    ReportView* m_differences;
    bool m_isDisplaying = false;
};

} // namespace retryscope::ui
