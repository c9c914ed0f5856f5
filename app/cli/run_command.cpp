// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"
#include "app/cli/expectations.h"
#include "app/cli/interrupt.h"
#include "app/cli/output_journal.h"
#include "app/cli/policy_choice.h"
#include "app/cli/run_plan.h"
#include "core/io/http/pasted_address.h"
#include "core/io/live/event_loop_scheduler.h"
#include "core/io/live/run_controller.h"
#include "core/io/wire/wire_transport.h"

#include <QCoreApplication>
#include <QFileInfo>
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
    Console::showProgress(QStringLiteral("Calls started: %1 of %2, requests sent: %3; Ctrl+C stops")
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
        Console::note(QStringLiteral("Judged, then dropped %1 response %2 beyond --keep-bodies; the record "
                                     "keeps the length and, up to 16 MiB, the SHA-256")
                          .arg(dropped)
                          .arg(dropped == 1 ? QStringLiteral("body") : QStringLiteral("bodies")));
    }
}

/// A bare word as the option that it stands for: a file or folder first, then an address.
Arguments withTarget(const Arguments& arguments)
{
    const QString url = QStringLiteral("url");
    const QString scenario = QStringLiteral("scenario");
    Arguments whole = arguments;
    const QStringList& words = arguments.positional;
    if (words.size() > 1 || (!words.isEmpty() && (arguments.has(url) || arguments.has(scenario)))) {
        throw usageError(
            QStringLiteral("unexpected \"%1\"; run takes one target: URL, --url URL or --scenario "
                           "NAME|FILE")
                .arg(words.size() > 1 ? words.at(1) : words.first()));
    }
    if (!words.isEmpty()) {
        const QString& word = words.first();
        if (const QFileInfo file(word); file.exists()) {
            throw io::Error{io::Error::Kind::BadInput,
                            QStringLiteral("this is a %1; run needs a URL, or --scenario NAME|FILE")
                                .arg(file.isDir() ? QStringLiteral("folder") : QStringLiteral("file")),
                            word};
        }
        const io::Result<io::PastedAddress> address = io::readAddress(word.toStdString());
        if (!address) {
            throw usageError(QStringLiteral("\"%1\" is not a file, folder or address (%2); to play a "
                                            "scenario, use --scenario NAME|FILE")
                                 .arg(word, address.error().message));
        }
        if (!address.value().assumed) { // else it is told with the scheme
            Console::note(QStringLiteral("Sending to the address %1").arg(word));
        }
        if (userLibrary().scenario(word)) {
            Console::note(QStringLiteral("To play the scenario of that name, use --scenario %1").arg(word));
        }
        whole.add(url, word);
        whole.positional.clear();
    }
    if (whole.has(url) == whole.has(scenario)) {
        throw usageError(whole.has(url)
                             ? QStringLiteral("run takes --url URL or --scenario NAME|FILE, not both")
                             : QStringLiteral("run needs --url URL or --scenario NAME|FILE"));
    }
    return whole;
}

} // namespace

ExitCode runCommand(const Arguments& given, const Console& console)
{
    const Arguments arguments = withTarget(given);
    const io::Library library = userLibrary();
    RunPlan plan = planRun(arguments, library);
    Expectations expectations(arguments);
    if (!plan.header.spec.wire.verifyPeer) {
        Console::note(QStringLiteral("WARNING: the server's certificate is not verified (--insecure)"));
    }
    // From before the seed is told until the record is written: a signal always leaves a record.
    const Interrupt interrupt(Interrupt::Remains::Record);
    plan.header.seed = chooseSeed(arguments);
    io::RunController controller(livePorts());
    constexpr qint64 kMebibyte = qint64{1024} * 1024;
    controller.setBodyBudget(arguments.integer(QStringLiteral("keep-bodies")).value_or(256) * kMebibyte);
    OutputJournal journal(arguments);
    QObject::connect(&controller, &io::RunController::recorded, &controller,
                     [&journal, &controller](Place place) { journal.note(controller.record(), place); });
    need(controller.start(plan.header, plan.scenario));
    waitFor(controller, interrupt, console);
    noteDroppedBodies(controller.record());
    const std::unique_ptr<io::JournalFile> journalFile = journal.end();
    const ExitCode delivered = deliverRecord(controller.record(), arguments, console, journalFile.get());
    expectations.check(controller.record());
    const ExitCode expected = expectations.deliver(delivered);
    return Interrupt::wasRaised() ? ExitCode::Interrupted : expected;
}

} // namespace retryscope::cli
