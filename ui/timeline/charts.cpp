// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/charts.h"

#include "ui/theme/theme.h"

#include <QAbstractAxis>
#include <QAbstractSeries>
#include <QChart>
#include <QChartView>
#include <QLegend>

namespace retryscope::ui {

void showChart(QChartView* view, QChart* chart, QAbstractAxis* across, QAbstractAxis* values)
{
    const Theme& theme = Theme::forPalette(view->palette());
    chart->setBackgroundBrush(theme.card);
    chart->setBackgroundRoundness(0);
    chart->setMargins({});
    chart->legend()->setAlignment(Qt::AlignTop);
    chart->legend()->setLabelColor(theme.text);
    chart->legend()->setFont(view->font());
    for (QAbstractAxis* axis : {across, values}) {
        axis->setLabelsColor(theme.text);
        axis->setLabelsFont(Theme::smallFont(view->font()));
        axis->setTitleBrush(theme.muted);
        axis->setTitleFont(Theme::smallFont(view->font()));
        axis->setGridLineColor(theme.grid);
        axis->setLinePenColor(theme.grid);
    }
    across->setGridLineVisible(false);
    chart->addAxis(across, Qt::AlignBottom);
    chart->addAxis(values, Qt::AlignLeft);
    for (QAbstractSeries* series : chart->series()) {
        series->attachAxis(across);
        series->attachAxis(values);
    }
    QChart* former = view->chart();
    view->setChart(chart);
    delete former;
}

} // namespace retryscope::ui
