// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long the window takes to open a large record, from "open" to its first frame, and how much memory it
// holds then; which part of it is the thread that reads, and what chart, table, strips and log take. Files
// may be named; without one, a record of 100,700 attempts is simulated and saved first.

#include "core/io/documents/record_json.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/files/file_work.h"
#include "core/io/files/library.h"
#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/wire/wire_transport.h"
#include "core/policy/resolve.h"
#include "core/simulate/simulate.h"
#include "tests/bench/measure.h"
#include "ui/response/run_log.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/strips/strips.h"
#include "ui/timeline/table/attempts_model.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <cstdlib>

namespace {

using namespace retryscope;
using bench::processorTime;

constexpr int kCalls = 90;
constexpr int kClients = 530;

/// Of /proc/self/status, in MiB; 0 elsewhere.
double memoryOf(const char* key)
{
    QFile file(QStringLiteral("/proc/self/status"));
    file.open(QIODevice::ReadOnly);
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (line.startsWith(key)) {
            return line.mid(static_cast<qsizetype>(qstrlen(key))).chopped(2).trimmed().toDouble() / 1024;
        }
    }
    return 0;
}

/// Time on the clock, and of the processor: the difference is what else the machine did.
class Watch
{
public:
    Watch() { m_clock.start(); }
    void print(const char* what, const char* goal = "") const
    {
        const double processor = std::chrono::duration<double>(processorTime() - m_processor).count();
        std::printf("  %-44s %8.2f s %8.2f s  %s\n", what, static_cast<double>(m_clock.nsecsElapsed()) / 1e9,
                    processor, goal);
        std::fflush(stdout);
    }

private:
    QElapsedTimer m_clock;
    std::chrono::nanoseconds m_processor = processorTime();
};

/// Ends a loop when its widget has been painted.
class FirstFrame : public QObject
{
public:
    explicit FirstFrame(QWidget& widget) { widget.installEventFilter(this); }
    bool eventFilter(QObject* /*watched*/, QEvent* event) override
    {
        if (event->type() == QEvent::UpdateRequest) { // painted when this event is over
            QTimer::singleShot(0, &loop, &QEventLoop::quit);
        }
        return false;
    }
    QEventLoop loop;
};

void measureWindow(const QString& path, bool isLarge)
{
    QTemporaryDir folder;
    io::RunController controller({.transport = [] { return std::make_unique<io::WireTransport>(); },
                                  .scheduler =
                                      [] {
                                          return std::make_unique<io::EventLoopScheduler>();
                                      }});
    io::Library library(folder.path());
    io::FaultEndpoint endpoint;
    ui::Settings settings;
    Watch watch;
    QObject::connect(&controller, &io::RunController::replaced,
                     [&watch] { watch.print("read, on its thread"); });
    ui::MainWindow window({.controller = controller,
                           .library = library,
                           .endpoint = endpoint,
                           .settings = settings,
                           .retrySettings = [] { return resolveRetrySettings({}); },
                           .newSeed =
                               [] {
                                   return std::uint64_t{1};
                               }});
    window.resize(1600, 1000);
    window.show();
    QCoreApplication::processEvents();
    const double before = memoryOf("VmRSS:");
    QEventLoop replaced;
    QObject::connect(&controller, &io::RunController::replaced, &replaced, &QEventLoop::quit);
    watch = Watch();
    window.openInBackground({path});
    if (controller.record().isEmpty()) {
        replaced.exec();
    }
    watch.print("shown, before its first frame");
    FirstFrame frame(window);
    window.update();
    frame.loop.exec();
    watch.print("opened, with its first frame", isLarge ? "goal 15 s" : "goal 1.5 s");
    std::printf("  %-44s %8.0f MiB at the most %.0f MiB, before %.0f MiB%s\n", "resident", memoryOf("VmRSS:"),
                memoryOf("VmHWM:"), before, isLarge ? "  goal 1024 MiB" : "");
}

/// What the parts of the window take, each alone.
void measureParts(const RunRecord& record)
{
    {
        ui::TimelineChart chart;
        chart.resize(1000, 300);
        chart.show();
        chart.grab();
        const Watch watch;
        chart.setRecord(&record);
        chart.grab();
        watch.print("chart, with a frame");
    }
    {
        ui::AttemptsModel model;
        const Watch watch;
        model.attach(&record);
        watch.print("table");
    }
    {
        ui::Strips strips;
        const Watch watch;
        strips.setRecord(&record);
        watch.print("strips");
    }
    {
        ui::RunLog log;
        const Watch watch;
        log.onReplaced(record);
        watch.print("log");
    }
}

void measure(const QString& path)
{
    std::printf("%s, %.0f MB\n", qUtf8Printable(path), static_cast<double>(QFile(path).size()) / 1e6);
    std::printf("  %-44s %10s %10s\n", "", "clock", "processor");
    constexpr qint64 kLarge = qint64{1000} * 1000 * 1000;
    measureWindow(path, QFile(path).size() >= kLarge);
    const auto opened = io::openFile(path);
    if (opened) {
        const auto& record = std::get<RunRecord>(opened.value());
        std::printf("  %d attempts\n", record.attemptCount());
        measureParts(record);
    }
}

/// The record that is opened when no file is named.
bool saveSimulated(const QString& path, const io::Library& library)
{
    const auto scenario = library.scenario(QStringLiteral("sdk-quota-runs-dry"));
    const auto policy = library.policy(QStringLiteral("sdk-reference-standard"));
    if (!scenario || !policy) {
        return false;
    }
    RunHeader header;
    header.spec = scenario.value().request.value_or(RequestSpec{});
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy.value(), header.spec));
    header.seed = 1;
    header.isVirtual = true;
    header.startedAt = kVirtualStart;
    header.clients = kClients;
    header.callsPerClient = kCalls;
    const RunRecord record = simulate(header, scenario.value());
    return static_cast<bool>(
        io::writeFile(path, [&record](QIODevice& file) { io::writeRecord(file, record); }));
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false");
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QTemporaryDir folder;
    QStringList files = QApplication::arguments().mid(1);
    if (files.isEmpty()) {
        files.append(folder.filePath(QStringLiteral("record.json")));
        if (!saveSimulated(files.front(), io::Library(folder.path()))) {
            std::fprintf(stderr, "the record could not be made\n");
            return EXIT_FAILURE;
        }
    }
    for (const QString& file : files) {
        measure(file);
    }
    return EXIT_SUCCESS;
}
