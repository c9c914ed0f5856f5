// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/request_rate.h"

#include <QWidget>

#include <vector>

QT_BEGIN_NAMESPACE
class QAbstractSeries;
class QChartView;
class QLabel;
class QRubberBand;
class QSplitter;
class QTableView;
QT_END_NAMESPACE

namespace retryscope::ui {

class ReportRows;

/// Requests per second over the time of a run: first attempts and retries stacked, failures as marks, and the
/// same as a table. The user draws a range with the mouse, or activates a row, to see it in the timeline.
class RequestRateView : public QWidget
{
    Q_OBJECT
public:
    explicit RequestRateView(QWidget* parent = nullptr);

    /// The record must outlive the view. Counts now if the view is visible, else when it is next shown.
    void display(const RunRecord& record);
    [[nodiscard]] const RequestRate& rate() const { return m_rate; }

Q_SIGNALS:
    /// The user wants to see this range of time.
    void rangeChosen(retryscope::Instant begin, retryscope::Instant end);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void count();
    void draw();
    /// Of the stretch below this place of the chart.
    [[nodiscard]] int binAt(int x) const;
    void choose(int first, int last);

    const RunRecord* m_record = nullptr;
    bool m_isStale = false;
    RequestRate m_rate;
    std::vector<int> m_binOfRow;
    QLabel* m_summary;
    QChartView* m_view;
    QAbstractSeries* m_failures = nullptr; ///< of the chart: a mark lies at the number of its stretch
    QRubberBand* m_band;
    int m_pressedAt = -1; ///< pixels in the chart; -1: nothing is drawn
    ReportRows* m_rows;
    QTableView* m_table;
    QSplitter* m_both; ///< chart and table
};

} // namespace retryscope::ui
