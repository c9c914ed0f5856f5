// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/delivery.h"
#include "app/cli/given_response.h"
#include "app/cli/interrupt.h"
#include "app/cli/policy_choice.h"
#include "app/cli/probe_report.h"
#include "app/cli/request_choice.h"
#include "app/cli/row_order.h"
#include "app/cli/run_plan.h"
#include "core/explain/bench_report.h"
#include "core/explain/bench_text.h"
#include "core/explain/escape.h"
#include "core/explain/report_markdown.h"
#include "core/io/documents/bench_json.h"
#include "core/io/files/behaviour_files.h"
#include "core/io/files/bench_files.h"
#include "core/io/files/box_files.h"
#include "core/io/http/pasted_address.h"
#include "core/io/probe/probe_run.h"
#include "core/io/text/program_version.h"
#include "core/io/text/utf8.h"
#include "core/probe/bench_verdicts.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonArray>

#include <algorithm>
#include <utility>

namespace retryscope::cli {

namespace {

constexpr auto kListen = "listen";

/// Those that were asked for; empty: none were.
std::vector<Policy> policiesOf(const Arguments& arguments, const io::Library& library)
{
    std::vector<Policy> policies;
    for (const QString& id : policyIds(arguments, library)) {
        Policy policy = need(library.policy(id));
        policies.push_back(std::move(policy));
    }
    return policies;
}

io::ListenAddress listenIn(const Arguments& arguments)
{
    return need(io::listenAddressFrom(arguments.value(QLatin1String(kListen))));
}

ExitCode printConfig(const Arguments& arguments, const Console& console)
{
    const QString name = arguments.value(QStringLiteral("print-config"));
    constexpr qint64 kUsualPort = 8080;
    const io::ListenAddress listen = arguments.has(QLatin1String(kListen))
                                         ? listenIn(arguments)
                                         : io::ListenAddress{QStringLiteral("127.0.0.1"), 9000};
    const io::BoxKind& kind = io::boxKindOf(name.toStdString());
    const auto boxPort = static_cast<quint16>(arguments.integer(QStringLiteral("port")).value_or(kUsualPort));
    const std::string config =
        "# To use this configuration, save it as FILE and run: " + io::startCommand(kind, boxPort) + '\n' +
        io::boxConfig(kind, listen.host, listen.port, boxPort);
    console.print(QByteArray::fromStdString(config));
    return ExitCode::Succeeded;
}

io::ProbePlan planProbe(const Arguments& arguments)
{
    const QString given = arguments.value(QStringLiteral("through"));
    const io::Result<io::PastedAddress> address = io::readAddress(given.toStdString());
    if (!address) {
        throw valueError(QStringLiteral("through"), given,
                         QStringLiteral("the address of the proxy, for example http://127.0.0.1:8080"));
    }
    const QString through = toQString(address.value().url);
    if (address.value().assumed) {
        Console::note(QStringLiteral("--through %1: %2").arg(given, address.value().assumed->text()));
    }
    const io::ListenAddress listen = listenIn(arguments);
    Headers headers = headersIn(arguments);
    if (listen.port == 0 && !arguments.has(QStringLiteral("wait"))) {
        throw usageError(QStringLiteral(
            "--listen with port 0 needs --wait, so that the proxy can be set to the port first"));
    }
    const QString behaviours = arguments.has(QStringLiteral("behaviours"))
                                   ? arguments.value(QStringLiteral("behaviours"))
                                   : QStringLiteral("common");
    io::ProbePlan plan;
    plan.through = through.toStdString();
    plan.listen = listen;
    plan.behaviours = need(io::behavioursNamed(behaviours));
    plan.headers = std::move(headers);
    if (!address.value().authorization.empty() && !plan.headers.contains("authorization")) {
        plan.headers.set("Authorization", address.value().authorization);
    }
    plan.repeat = static_cast<int>(arguments.integer(QStringLiteral("repeat")).value_or(1));
    plan.patience = arguments.time(QStringLiteral("patience")).value_or(plan.patience);
    plan.boxName = arguments.value(QStringLiteral("box")).toStdString();
    plan.boxOfPage = io::boxOfPage;
    plan.seed = static_cast<std::uint64_t>(arguments.integer(QStringLiteral("seed")).value_or(0));
    plan.wire.caFile = arguments.value(QStringLiteral("cacert")).toStdString();
    plan.wire.verifyPeer = !arguments.has(QStringLiteral("insecure"));
    return need(io::checkedPlan(std::move(plan)));
}

/// Says where the origin is and waits until it may begin: for a line, or the end of input.
void waitForGo(const io::ProbeRun& run)
{
    Console::note(QStringLiteral("Listening on %1. Press Enter when the proxy forwards to it.")
                      .arg(run.originAddress()));
    QFile input;
    if (input.open(stdin, QIODevice::ReadOnly)) {
        static_cast<void>(input.readLine());
    }
}

/// Runs the event loop until all rows are done.
void waitForEnd(io::ProbeRun& run, const Interrupt& interrupt, const Console& console)
{
    std::optional<io::Error> problem;
    QObject::connect(&run, &io::ProbeRun::finished, qApp, &QCoreApplication::quit, Qt::QueuedConnection);
    QObject::connect(&run, &io::ProbeRun::failed, &run, [&problem](const io::Error& error) {
        problem = error;
        QCoreApplication::quit();
    });
    QObject::connect(&interrupt, &Interrupt::raised, &run, &io::ProbeRun::stop);
    if (console.canShowProgress()) {
        QObject::connect(&run, &io::ProbeRun::rowFinished, &run, [](int done, int total) {
            Console::showProgress(QStringLiteral("%1 of %2 rows").arg(done).arg(total));
        });
    }
    run.start();
    QCoreApplication::exec();
    if (console.canShowProgress()) {
        Console::showProgress({});
    }
    if (problem) {
        throw io::Error(*problem);
    }
}

Bench probeLive(const Arguments& arguments, const Console& console, io::ProbePlan plan)
{
    if (!io::isThisMachine(plan.listen.host)) {
        Console::note(
            QStringLiteral(
                "WARNING: anyone who can reach %1 can send requests to the origin while the probe runs")
                .arg(plan.listen.host));
    }
    io::ProbeRun run(std::move(plan));
    need(run.open());
    if (arguments.has(QStringLiteral("wait"))) {
        waitForGo(run);
    }
    const Interrupt interrupt(Interrupt::Remains::Record);
    waitForEnd(run, interrupt, console);
    if (!run.remark().isEmpty() && run.bench().isOriginReached) { // else the report begins with it
        Console::note(QStringLiteral("WARNING: ") + run.remark());
    }
    Bench bench = run.bench();
    bench.createdBy = fromQString(io::programNameAndVersion());
    return bench;
}

Bench benchFor(const Arguments& arguments, const Console& console)
{
    if (!arguments.has(QStringLiteral("bench"))) {
        return probeLive(arguments, console, planProbe(arguments));
    }
    Bench bench = need(io::benchNamed(arguments.value(QStringLiteral("bench"))));
    if (arguments.has(QStringLiteral("box"))) {
        const std::string name = arguments.value(QStringLiteral("box")).toStdString();
        bench.boxVersion = name == bench.boxName ? bench.boxVersion : std::string();
        bench.boxName = name;
    }
    return bench;
}

/// Under these policies, else those of the file, else the usual ones; returns which.
std::vector<Policy> judged(Bench& bench, const std::vector<Policy>& asked, const io::Library& library)
{
    if (asked.empty()) {
        return io::judgeAgain(bench, library);
    }
    judge(bench, asked, io::startOf(bench));
    return asked;
}

void deliverReport(const ProbeReport& report, const Arguments& arguments, const Console& console,
                   const QString& form)
{
    const auto write = [&report](QIODevice& device) {
        writeProbeDocument(device, report);
    };
    const auto writeFacts = [&report](QIODevice& device) {
        io::writeBenchFacts(device, report.bench);
    };
    const bool isShort = arguments.has(QStringLiteral("facts-only"));
    isShort ? saveOutput(writeFacts, arguments) : saveOutput(write, arguments);
    if (arguments.has(QStringLiteral("junit"))) {
        need(io::writeFile(arguments.value(QStringLiteral("junit")), probeAsJunit(report)));
    }
    if (console.wantsJson()) {
        console.print(write);
    } else if (form == QLatin1String("markdown")) {
        console.print(QByteArray::fromStdString(reportMarkdown(probeReport(report, kNeverWrapped))));
    } else if (form == QLatin1String("csv")) {
        console.print(QByteArray::fromStdString(benchAsCsv(report.bench)));
    } else {
        console.print(probeReport(report, console.style().width));
    }
}

/// Read backwards: after which behaviours of the origin a client gets this.
ExitCode explainResponse(const Arguments& arguments, const Console& console)
{
    if (!arguments.has(QStringLiteral("bench"))) {
        throw usageError(
            QStringLiteral("--explain-response needs --bench NAME|FILE, a probe result of the proxy"));
    }
    const Bench bench = need(io::benchNamed(arguments.value(QStringLiteral("bench"))));
    const AttemptFacts facts = soughtResponse(arguments.value(QStringLiteral("explain-response")));
    const std::vector<Likeness> like = behavioursLike(bench, facts);
    QJsonArray list;
    for (const Likeness& likeness : like) {
        const BenchRow& row = bench.rows[likeness.row];
        list.append(QJsonObject{{QStringLiteral("id"), toQString(row.id)},
                                {QStringLiteral("title"), toQString(row.title)},
                                {QStringLiteral("exact"), likeness.isExact},
                                {QStringLiteral("origin"), toQString(sideText(row.origin))}});
    }
    console.wantsJson() ? console.print(QJsonObject{{QStringLiteral("behaviours"), list}})
                        : console.print(likenessReport(bench, facts, like));
    return like.empty() ? ExitCode::CallFailed : ExitCode::Succeeded;
}

void checkUse(const Arguments& arguments)
{
    if (!arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("unexpected \"%1\"").arg(arguments.positional.first()));
    }
    const bool isLive = arguments.has(QStringLiteral("through")) && arguments.has(QLatin1String(kListen));
    if (!isLive && !arguments.has(QStringLiteral("bench"))) {
        throw usageError(QStringLiteral("probe needs --through URL and --listen HOST:PORT, or --bench "
                                        "NAME|FILE, or --print-config NAME"));
    }
    if (arguments.has(QStringLiteral("through")) && arguments.has(QStringLiteral("bench"))) {
        throw usageError(
            QStringLiteral("--bench shows a saved probe result; it cannot be combined with --through"));
    }
    checkOutput(arguments);
}

} // namespace

ExitCode probeCommand(const Arguments& arguments, const Console& console)
{
    if (arguments.has(QStringLiteral("print-config"))) {
        return printConfig(arguments, console);
    }
    if (arguments.has(QStringLiteral("explain-response"))) {
        return explainResponse(arguments, console);
    }
    checkUse(arguments);
    const QString form = arguments.choice(QStringLiteral("grid-as"));
    const io::Library library = userLibrary();
    const std::vector<Policy> asked = policiesOf(arguments, library);
    const QString expectedPath = arguments.value(QStringLiteral("expect"));
    Bench expected = expectedPath.isEmpty() ? Bench{} : need(io::benchNamed(expectedPath));
    if (!expected.isOriginReached) {
        throw usageError(QStringLiteral("--expect %1: in that probe the proxy did not forward to the "
                                        "origin, so there is nothing to compare with")
                             .arg(expectedPath));
    }
    Bench probed = benchFor(arguments, console);
    const std::vector<Policy> policies = judged(probed, asked, library);
    judge(expected, policies, io::startOf(expected));
    for (const Bench* bench : {&probed, &expected}) {
        if (const std::string text = changedVerdictsText(*bench); !text.empty()) {
            Console::note(QStringLiteral("%1: %2").arg(
                bench == &probed ? arguments.value(QStringLiteral("bench")) : expectedPath, toQString(text)));
        }
    }
    const bool showsSecrets = arguments.has(QStringLiteral("include-secrets"));
    Bench bench = showsSecrets ? probed : io::redacted(probed);
    sortRows(
        bench.rows, rowOrder(arguments), [](const BenchRow& row) { return row.id; },
        [](const BenchRow& row) {
            int rank = rankOf(Verdict::Succeed);
            for (const BenchVerdict& verdict : row.verdicts) {
                rank = std::min(rank, rankOf(verdict.through.verdict));
            }
            return rank;
        });
    ProbeReport report{.bench = bench, .policies = policies, .differences = {}, .expected = expectedPath};
    if (!expectedPath.isEmpty() && bench.isOriginReached) {
        report.differences = differencesOf(expected, bench);
        report.progress = progressOf(expected, bench);
    }
    deliverReport(report, arguments, console, form);
    if (Interrupt::wasRaised()) {
        return ExitCode::Interrupted;
    }
    if (!bench.isOriginReached && !arguments.has(QStringLiteral("bench"))) {
        throw io::Error{io::Error::Kind::Environment,
                        QStringLiteral("the proxy does not forward to the origin at %1")
                            .arg(toQString(oneLine(bench.listen))),
                        toQString(oneLine(bench.through))};
    }
    const bool isOtherwise = expectedPath.isEmpty() ? bench.flips() > 0 : !report.differences.empty();
    return isOtherwise ? ExitCode::CallFailed : ExitCode::Succeeded;
}

} // namespace retryscope::cli
