// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long a frame of the timeline takes while it is panned, readable and zoomed out, and how long a new
// record takes to appear; beside it one frame of the same bars as a stacked bar series of Qt Charts.

#include "tests/bench/measure.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/timeline_chart.h"

#include <QApplication>
#include <QBarSet>
#include <QChart>
#include <QHorizontalStackedBarSeries>
#include <QWheelEvent>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

using namespace retryscope;
using bench::processorTime;

constexpr QSize kSize{1200, 400};
constexpr int kFrames = 120;
constexpr double kBudgetMs = 16.7; ///< a frame at 60 Hz

struct Frames
{
    double median = 0;
    double p99 = 0;
};

template <typename Work>
double millisecondsOf(Work&& work)
{
    const auto begin = processorTime();
    work();
    return std::chrono::duration<double, std::milli>(processorTime() - begin).count();
}

/// change(frame) is part of the frame.
template <typename Change>
Frames framesOf(QWidget& widget, int frames, Change&& change)
{
    QImage image(widget.size(), QImage::Format_RGB32);
    std::vector<double> times;
    for (int frame = 0; frame < frames; ++frame) {
        times.push_back(millisecondsOf([&] {
            change(frame);
            widget.render(&image);
        }));
    }
    std::sort(times.begin(), times.end());
    return {times[times.size() / 2], times[times.size() * 99 / 100]};
}

void turnWheel(QWidget* viewport, QPointF at, int delta, Qt::KeyboardModifiers modifiers)
{
    QWheelEvent event(at, viewport->mapToGlobal(at), {}, {0, delta}, Qt::NoButton, modifiers,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(viewport, &event);
}

void print(const char* what, int attempts, Frames frames)
{
    std::printf("%-34s %8d %10.2f %10.2f %10.1f\n", what, attempts, frames.median, frames.p99, kBudgetMs);
}

void measureTimeline(int attempts)
{
    const RunRecord record = test::manyAttempts(attempts);
    ui::TimelineChart chart;
    chart.resize(kSize);
    chart.show();
    const double opened = millisecondsOf([&] { chart.setRecord(&record); });
    std::printf("%-34s %8d %10.2f\n", "new record", attempts, opened);
    QWidget* viewport = chart.viewport();
    const QPointF middle = chart.plotArea().center();
    print("readable rows, scrolled", attempts, framesOf(chart, kFrames, [&](int frame) {
              turnWheel(viewport, middle, frame % 40 < 20 ? -120 : 120, Qt::ShiftModifier);
          }));
    chart.zoomToFit();
    print("all rows, still", attempts, framesOf(chart, kFrames, [](int) {}));
    print("all rows, zoomed in and out", attempts, framesOf(chart, kFrames, [&](int frame) {
              turnWheel(viewport, middle, frame % 20 < 10 ? 120 : -120, Qt::NoModifier);
          }));
}

/// The yardstick: two bar sets over as many categories, drawn whole.
void measureBarSeries(int attempts)
{
    auto* delays = new QBarSet(QStringLiteral("delay"));
    auto* bars = new QBarSet(QStringLiteral("attempt"));
    for (int attempt = 0; attempt < attempts; ++attempt) {
        *delays << attempt * 100;
        *bars << 30 + attempt % 7;
    }
    auto* series = new QHorizontalStackedBarSeries;
    series->append(delays);
    series->append(bars);
    auto* chart = new QChart;
    chart->addSeries(series);
    QChartView view(chart);
    view.resize(kSize);
    view.show();
    print("QHorizontalStackedBarSeries, still", attempts, framesOf(view, 10, [](int) {}));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
    const QApplication application(argc, argv);
    std::printf("%-34s %8s %10s %10s %10s\n", "frame of 1200 x 400", "attempts", "median ms", "p99 ms",
                "goal ms");
    for (const int attempts : {100, 10'000, 100'000}) {
        measureTimeline(attempts);
    }
    measureBarSeries(10'000);
    return 0;
}
