// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"
#include "app/cli/interrupt.h"
#include "app/cli/output_journal.h"
#include "app/cli/policy_choice.h"
#include "app/cli/run_plan.h"
#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/wire/wire_transport.h"

#include <QCoreApplication>
#include <QTimer>

#include <algorithm>

namespace retryscope::cli {

namespace {

io::LivePorts livePorts()
{
    return {.transport = [] { return std::make_unique<io::WireTransport>(); },
            .scheduler =
                [] {
                    return std::make_unique<io::EventLoopScheduler>();
                }};
}

/// A line on the terminal for runs of more than a second.
void showProgressOf(const io::RunController& controller, QTimer& timer)
{
    const RunRecord& record = controller.record();
    Console::showProgress(QStringLiteral("calls begun: %1 of %2, requests sent: %3; Ctrl+C stops")
                              .arg(record.calls().size())
                              .arg(record.header().clients * record.header().callsPerClient)
                              .arg(record.attemptCount()));
    timer.setInterval(std::chrono::milliseconds(200));
}

/// Runs the event loop until the calls are over.
void waitFor(io::RunController& controller, const Interrupt& interrupt, const Console& console)
{
    QTimer progress;
    bool isShown = false;
    QObject::connect(&interrupt, &Interrupt::raised, &controller, &io::RunController::cancel);
    QObject::connect(&controller, &io::RunController::finished, qApp, &QCoreApplication::quit,
                     Qt::QueuedConnection);
    QObject::connect(&progress, &QTimer::timeout, &controller, [&controller, &progress, &isShown] {
        showProgressOf(controller, progress);
        isShown = true;
    });
    if (console.canShowProgress()) {
        progress.start(std::chrono::seconds(1));
    }
    if (controller.isRunning()) {
        QCoreApplication::exec();
    }
    if (isShown) {
        Console::showProgress(QString());
    }
}

void noteDroppedBodies(const RunRecord& record)
{
    qsizetype dropped = 0;
    for (const CallRecord& call : record.calls()) {
        dropped += std::ranges::count_if(call.attempts, [](const AttemptRecord& attempt) {
            const Response* response = attempt.facts.response.get();
            return response != nullptr && response->bodyTruncated && response->body.empty();
        });
    }
    if (dropped > 0) {
        Console::note(
            QStringLiteral("%1 response %2 beyond --keep-bodies: judged, then dropped; length and, up "
                           "to 16 MiB, SHA-256 are in the record")
                .arg(dropped)
                .arg(dropped == 1 ? QStringLiteral("body") : QStringLiteral("bodies")));
    }
}

io::Result<io::Done> checkTarget(const Arguments& arguments)
{
    if (!arguments.positional.isEmpty()) {
        return usageError(QStringLiteral("unexpected '%1'; the target is given with --url URL or --scenario "
                                         "NAME|FILE")
                              .arg(arguments.positional.first()));
    }
    const bool hasUrl = arguments.has(QStringLiteral("url"));
    const bool hasScenario = arguments.has(QStringLiteral("scenario"));
    if (hasUrl == hasScenario) {
        return usageError(hasUrl ? QStringLiteral("run takes --url URL or --scenario NAME|FILE, not both")
                                 : QStringLiteral("run needs --url URL or --scenario NAME|FILE"));
    }
    return io::Done{};
}

} // namespace

Outcome runCommand(const Arguments& arguments, const Console& console)
{
    if (const io::Result<io::Done> done = checkTarget(arguments); !done) {
        return done.error();
    }
    constexpr qint64 kMostKept = qint64{1024} * 1024; // MiB
    const auto keptBodies = arguments.integer(QStringLiteral("keep-bodies"), 0, kMostKept);
    if (!keptBodies) {
        return keptBodies.error();
    }
    const io::Library library = userLibrary();
    io::Result<RunPlan> planned = planRun(arguments, library);
    if (!planned) {
        return planned.error();
    }
    RunPlan plan = std::move(planned).value();
    if (!plan.header.spec.wire.verifyPeer) {
        Console::note(QStringLiteral("WARNING: the server's certificate is not verified (--insecure)"));
    }
    // From before the seed is told until the record is written: a signal always leaves a record.
    const Interrupt interrupt(Interrupt::Remains::Record);
    const io::Result<std::uint64_t> seed = chooseSeed(arguments);
    if (!seed) {
        return seed.error();
    }
    plan.header.seed = seed.value();
    io::RunController controller(livePorts());
    constexpr qint64 kMebibyte = qint64{1024} * 1024;
    controller.setBodyBudget(keptBodies.value().value_or(256) * kMebibyte);
    OutputJournal journal(arguments);
    QObject::connect(&controller, &io::RunController::recorded, &controller,
                     [&journal, &controller](Place place) { journal.note(controller.record(), place); });
    if (const io::Result<io::Done> started = controller.start(plan.header, plan.scenario); !started) {
        return started.error();
    }
    waitFor(controller, interrupt, console);
    noteDroppedBodies(controller.record());
    const std::unique_ptr<io::JournalFile> journalFile = journal.end();
    const Outcome delivered = deliverRecord(controller.record(), arguments, console, journalFile.get());
    return delivered && Interrupt::wasRaised() ? Outcome(ExitCode::Interrupted) : delivered;
}

} // namespace retryscope::cli
