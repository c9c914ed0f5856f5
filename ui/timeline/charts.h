// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

QT_BEGIN_NAMESPACE
class QAbstractAxis;
class QChart;
class QChartView;
QT_END_NAMESPACE

namespace retryscope::ui {

/// Shows the chart in place of the view's former one, which it deletes: the series on both axes, in the
/// colours and fonts of the view, with a grid for the values only. The view owns chart and axes.
void showChart(QChartView* view, QChart* chart, QAbstractAxis* across, QAbstractAxis* values);

} // namespace retryscope::ui
