// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// retryscope_soak [MINUTES]: live runs of 10,000 calls against the built-in endpoint, one after the other,
// each record dropped before the next; then a day of one client in virtual time. Fails when memory grows:
// after each run it is held against that after the third. The rate has a goal and never fails.

#include "core/io/files/library.h"
#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/wire/wire_transport.h"
#include "core/policy/resolve.h"
#include "core/simulate/simulate.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <malloc.h>
#include <unistd.h>

using namespace retryscope;
using namespace std::chrono_literals;

namespace {

constexpr int kCalls = 10'000;
constexpr double kMostGrowth = 1.05;
constexpr int kGoal = 5000; ///< attempts a second

/// Of the process, in MiB, once what is free was given back.
double residentMebibytes()
{
    ::malloc_trim(0);
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly)) {
        return 0;
    }
    const double pages = file.readAll().split(' ').value(1).toDouble();
    return pages * static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1024.0 * 1024.0);
}

/// How memory went from run to run: the first ones make what is made once.
class Memory
{
public:
    void note()
    {
        constexpr int kWarm = 3;
        const double now = residentMebibytes();
        ++m_runs;
        m_third = m_runs == kWarm ? now : m_third;
        m_most = m_runs > kWarm ? std::max(m_most, now) : m_most;
        m_last = now;
    }
    [[nodiscard]] int runs() const { return m_runs; }
    [[nodiscard]] double third() const { return m_third; }
    [[nodiscard]] double last() const { return m_last; }
    [[nodiscard]] double growth() const { return m_third > 0 && m_most > 0 ? m_most / m_third : 1; }

private:
    int m_runs = 0;
    double m_third = 0;
    double m_most = 0;
    double m_last = 0;
};

RunHeader headerFor(const Policy& policy)
{
    RunHeader header;
    header.spec.url = "/";
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.callsPerClient = kCalls;
    header.noWait = true;
    return header;
}

/// One call in ten is retried.
Scenario mostlyFine()
{
    const EndpointStep busy{.status = 503};
    const EndpointStep fine{.status = 200, .body = "fine"};
    Scenario scenario;
    scenario.id = "mostly-fine";
    scenario.perEndpoint = true;
    EndpointStep many = fine;
    many.repeat = 10;
    for (int round = 0; round < kCalls / 10; ++round) {
        scenario.steps.push_back(busy);
        scenario.steps.push_back(many);
    }
    return scenario;
}

/// Attempts made; 0 when it cannot run.
std::int64_t runOnce(io::RunController& controller, RunHeader header)
{
    QEventLoop loop;
    QObject::connect(&controller, &io::RunController::finished, &loop, &QEventLoop::quit);
    if (const auto started = controller.start(std::move(header), mostlyFine()); !started) {
        std::fprintf(stderr, "soak: %s\n", qPrintable(started.error().text()));
        return 0;
    }
    loop.exec();
    const std::int64_t attempts = controller.record().attemptCount();
    controller.setRecord({});
    QCoreApplication::sendPostedEvents();
    return attempts;
}

struct Live
{
    Memory memory;
    std::int64_t attempts = 0;
    double seconds = 0;
};

Live soak(double minutes, const Policy& policy)
{
    io::RunController controller({.transport = [] { return std::make_unique<io::WireTransport>(); },
                                  .scheduler =
                                      [] {
                                          return std::make_unique<io::EventLoopScheduler>();
                                      }});
    Live live;
    QElapsedTimer clock;
    clock.start();
    constexpr int kLeastRuns = 5;
    while (live.memory.runs() < kLeastRuns || clock.elapsed() < static_cast<qint64>(minutes * 60'000)) {
        RunHeader header = headerFor(policy);
        header.seed = static_cast<std::uint64_t>(live.memory.runs());
        const std::int64_t attempts = runOnce(controller, std::move(header));
        if (attempts < kCalls) {
            std::fprintf(stderr, "soak: a run made %lld attempts\n", static_cast<long long>(attempts));
            std::exit(EXIT_FAILURE);
        }
        live.attempts += attempts;
        live.memory.note();
    }
    live.seconds = static_cast<double>(clock.elapsed()) / 1000;
    return live;
}

struct Day
{
    Memory memory;
    std::int64_t attempts = 0;
    double seconds = 0;
};

/// A client that waits as its policy says, call after call, with what it learned, for 24 hours.
Day day(const Policy& policy)
{
    Scenario scenario;
    scenario.id = "down";
    scenario.steps = {EndpointStep{.status = 503, .delay = 200ms}};
    Day result;
    QElapsedTimer clock;
    clock.start();
    Duration lived{0};
    RunHeader header = headerFor(policy);
    header.isVirtual = true;
    header.noWait = false;
    header.startedAt = kVirtualStart;
    while (lived < 24h) {
        ++header.seed;
        Simulation simulation = simulateClients(header, scenario);
        lived += simulation.record.end().time_since_epoch();
        result.attempts += simulation.record.attemptCount();
        header.startStates = std::move(simulation.endStates);
        simulation.record = {};
        result.memory.note();
    }
    result.seconds = static_cast<double>(clock.elapsed()) / 1000;
    return result;
}

} // namespace

int main(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    bool isNumber = true;
    const double minutes = argc > 1 ? QByteArray(argv[1]).toDouble(&isNumber) : 10;
    const io::Library library;
    const io::Result<Policy> policy = library.policy(QStringLiteral("sdk-reference-standard"));
    if (!isNumber || minutes <= 0 || argc > 2 || !policy) {
        std::fputs("usage: retryscope_soak [MINUTES]\n", stderr);
        return 2;
    }
    const Live live = soak(minutes, policy.value());
    const Day virtualDay = day(policy.value());
    const double rate = static_cast<double>(live.attempts) / live.seconds;
    std::printf(
        "soak: %.0f s live, %d runs of %d calls, %lld attempts, %.0f/s (goal %d), memory %.1f MiB after "
        "the third run, at most %+.1f %% later (limit %+.0f %%); a virtual day: %lld attempts in %.1f s, "
        "memory %+.1f %%\n",
        live.seconds, live.memory.runs(), kCalls, static_cast<long long>(live.attempts), rate, kGoal,
        live.memory.third(), (live.memory.growth() - 1) * 100, (kMostGrowth - 1) * 100,
        static_cast<long long>(virtualDay.attempts), virtualDay.seconds,
        (virtualDay.memory.growth() - 1) * 100);
    const bool isSteady = live.memory.growth() <= kMostGrowth && virtualDay.memory.growth() <= kMostGrowth;
    return isSteady ? EXIT_SUCCESS : EXIT_FAILURE;
}
