// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long a frame of the timeline takes while it is panned and zoomed, how long a new record takes to
// appear, how much memory it takes beyond the record, and how fast the table is filtered; beside it frames of
// a plain stacked bar series of Qt Charts. The ratio of both, measured in one run, is checked: exit code 1
// when a bar of ours is not 20 times faster than one of the series.

#include "tests/bench/measure.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/request_rate_view.h"
#include "ui/timeline/table/attempt_filter.h"
#include "ui/timeline/table/attempts_model.h"

#include <QApplication>
#include <QBarSet>
#include <QChart>
#include <QHorizontalStackedBarSeries>
#include <QKeyEvent>
#include <QWheelEvent>

#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace {

using namespace retryscope;
using bench::processorTime;

constexpr QSize kSize{1600, 900};
constexpr int kFrames = 200;
constexpr int kBars = 10'000; ///< of the yardstick
constexpr double kTimesFaster = 20;

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

void panByKey(QWidget* chart, bool right)
{
    QKeyEvent event(QEvent::KeyPress, right ? Qt::Key_Right : Qt::Key_Left, Qt::ControlModifier);
    QCoreApplication::sendEvent(chart, &event);
}

/// Bytes that are in use on the heap.
std::size_t heap()
{
    const auto info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

void print(const char* what, int attempts, Frames frames, double goal)
{
    std::printf("%-40s %9d %10.2f %10.2f %10.1f\n", what, attempts, frames.median, frames.p99, goal);
}

void print(const char* what, int attempts, double value, double goal, const char* unit)
{
    std::printf("%-40s %9d %10.2f %10s %10.1f %s\n", what, attempts, value, "", goal, unit);
}

/// Several clients, one call after the other, three attempts each.
RunRecord callsOfThree(int attempts)
{
    constexpr int kClients = 50;
    const RunRecord one = test::threeAttempts();
    CallRecord call = one.calls().front();
    RunHeader header = one.header();
    header.clients = kClients;
    header.callsPerClient = attempts / 3 / kClients + 1;
    const Duration length = call.end - call.start;
    RunRecord record(header);
    for (int number = 0; number < attempts / 3; ++number) {
        CallRecord copy = call;
        copy.client = number % kClients + 1;
        copy.call = number / kClients + 1;
        const Duration offset = length * (number / kClients) + length * (number % kClients) / kClients;
        copy.start += offset;
        copy.end += offset;
        for (AttemptRecord& attempt : copy.attempts) {
            attempt.start += offset;
            attempt.end += offset;
            attempt.decision.trace.clear();
        }
        record.adopt(std::move(copy));
    }
    return record;
}

void measureFrames(ui::TimelineChart& chart, const char* what, int attempts, double goal)
{
    QWidget* viewport = chart.viewport();
    const QPointF middle = chart.plotArea().center();
    std::printf("%s\n", what);
    print("  readable rows, scrolled", attempts,
          framesOf(chart, kFrames,
                   [&](int frame) {
                       turnWheel(viewport, middle, frame % 40 < 20 ? -120 : 120, Qt::ShiftModifier);
                   }),
          goal);
    chart.zoomToFit();
    static_cast<void>(framesOf(chart, 1, [](int) {})); // what is made once is made here
    print("  all rows, zoomed in and out", attempts,
          framesOf(
              chart, kFrames,
              [&](int frame) { turnWheel(viewport, middle, frame % 20 < 10 ? 120 : -120, Qt::NoModifier); }),
          goal);
    chart.zoomToFit();
    turnWheel(viewport, middle, 360, Qt::NoModifier);
    print("  zoomed in, panned", attempts,
          framesOf(chart, kFrames, [&](int frame) { panByKey(&chart, frame % 10 < 5); }), goal);
}

/// Median frame of a chart that shows all bars at once.
double measureTimeline(int attempts)
{
    const RunRecord record = test::manyAttempts(attempts);
    const double goal = attempts > 100'000 ? 16.7 : 8.3;
    ui::TimelineChart chart;
    chart.resize(kSize);
    chart.show();
    const RunRecord another = test::manyAttempts(kBars);
    chart.setRecord(&another);
    chart.zoomToFit();
    chart.grab(); // what a chart of this size needs for any record is there before it is weighed
    const std::size_t before = heap();
    const double opened = millisecondsOf([&] {
        chart.setRecord(&record);
        chart.grab();
    });
    ui::AttemptsModel model;
    model.attach(&record);
    print("new record, first frame", attempts, opened, attempts > 100'000 ? 10'000 : 1000, "ms");
    measureFrames(chart, "one call", attempts, goal);
    print("memory beyond the record", attempts, static_cast<double>(heap() - before) / attempts, 100,
          "bytes an attempt");
    chart.zoomToFit();
    const double median = framesOf(chart, 20, [](int) {}).median;
    ui::AttemptFilter filter(model);
    print("filter, the first word", attempts,
          millisecondsOf([&] { filter.setWords(QStringLiteral("slow")); }), 100, "ms");
    print("filter, another word", attempts,
          millisecondsOf([&] { filter.setWords(QStringLiteral("slowdown 503")); }), 100, "ms");
    return median;
}

void measureCalls(int attempts)
{
    const RunRecord record = callsOfThree(attempts);
    ui::TimelineChart chart;
    chart.resize(kSize);
    chart.show();
    chart.setRecord(&record);
    chart.grab();
    measureFrames(chart, "calls of 50 clients, folded", attempts, attempts > 100'000 ? 16.7 : 8.3);
}

/// Requests per second of a whole run: counted and drawn.
void measureRate(int attempts)
{
    constexpr double kGoal = 100;
    const RunRecord record = callsOfThree(attempts);
    ui::RequestRateView view;
    view.resize(kSize);
    view.show();
    view.grab();
    std::array<double, 5> times{};
    for (double& time : times) {
        time = millisecondsOf([&] {
            view.display(record);
            view.grab();
        });
    }
    std::ranges::sort(times);
    print("requests per second, counted and drawn", attempts, times[2], kGoal, "ms");
}

/// The yardstick: two bar sets over as many categories, drawn whole.
double measureBarSeries(int attempts)
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
    const Frames frames = framesOf(view, 10, [](int) {});
    print("QHorizontalStackedBarSeries, still", attempts, frames, 0);
    return frames.median;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
    QApplication application(argc, argv);
    application.setPalette(ui::Theme::light().palette()); // as the program looks
    application.setStyleSheet(ui::Theme::light().styleSheet(QApplication::font()));
    std::printf("%-40s %9s %10s %10s %10s\n", "frame of 1600 x 900", "attempts", "median ms", "p99 ms",
                "goal ms");
    double frame = 0;
    for (const int attempts : {100, kBars, 100'000, 1'000'000}) {
        const double median = measureTimeline(attempts);
        frame = attempts == kBars ? median : frame;
    }
    measureCalls(100'000);
    measureCalls(1'000'000);
    measureRate(1'000'000);
    const double series = measureBarSeries(kBars);
    const double ratio = series / frame;
    std::printf("%-40s %9d %10.1f %10s %10.1f times\n", "a bar of ours is faster by", kBars, ratio, "",
                kTimesFaster);
    return ratio >= kTimesFaster ? 0 : 1;
}
