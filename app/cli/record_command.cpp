// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/delivery.h"
#include "app/cli/interrupt.h"
#include "app/cli/output_journal.h"
#include "app/cli/policy_choice.h"
#include "app/cli/recorded_attempt.h"
#include "app/cli/request_choice.h"
#include "app/cli/request_log.h"
#include "app/cli/run_plan.h"
#include "app/cli/served_hosts.h"
#include "core/explain/recorded_text.h"
#include "core/io/http/pasted_address.h"
#include "core/io/recorder/certificate_authority.h"
#include "core/io/recorder/recorder.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QCoreApplication>

#include <limits>
#include <set>
#include <string>
#include <utility>

namespace retryscope::cli {

namespace {

ExitCode removeAuthority()
{
    const bool removed =
        need(io::CertificateAuthority::removeFrom(io::CertificateAuthority::defaultFolder()));
    Console::note(removed ? QStringLiteral("Deleted the certificate authority and its key")
                          : QStringLiteral("There is no certificate authority to delete"));
    return ExitCode::Succeeded;
}

std::optional<Scenario> scenarioIn(const Arguments& arguments, const QString& option)
{
    if (!arguments.has(option)) {
        return std::nullopt;
    }
    return need(userLibrary().scenario(arguments.value(option)));
}

/// Where clients connect: --listen, else --port on loopback.
io::ListenAddress recorderAddressIn(const Arguments& arguments)
{
    const std::optional<qint64> port = arguments.integer(QStringLiteral("port"));
    if (!arguments.has(QStringLiteral("listen"))) {
        return {QStringLiteral("127.0.0.1"), static_cast<quint16>(port.value_or(0))};
    }
    if (port) {
        throw usageError(QStringLiteral("record takes --listen HOST:PORT or --port N, not both"));
    }
    return need(io::listenAddressFrom(arguments.value(QStringLiteral("listen"))));
}

io::RecorderPlan planRecording(const Arguments& arguments)
{
    io::RecorderPlan plan;
    plan.listen = recorderAddressIn(arguments);
    plan.scenario = scenarioIn(arguments, QStringLiteral("scenario"));
    plan.overlay = scenarioIn(arguments, QStringLiteral("overlay"));
    plan.hostNames = hostNamesIn(arguments);
    plan.stopAfter = arguments.integer(QStringLiteral("stop-after"));
    plan.duration = arguments.time(QStringLiteral("duration"));
    plan.groupBy = groupByIn(arguments).toStdString();
    plan.seed = static_cast<std::uint64_t>(arguments.integer(QStringLiteral("seed")).value_or(0));
    plan.allowRemote = arguments.has(QStringLiteral("allow-remote"));
    plan.upstream = arguments.value(QStringLiteral("upstream")).toStdString();
    plan.host = arguments.choice(QStringLiteral("host")) == QLatin1String("rewrite") ? io::HostHeader::Rewrite
                                                                                     : io::HostHeader::Keep;
    plan.forwardProxy = arguments.has(QStringLiteral("forward-proxy"));
    plan.intercept = arguments.has(QStringLiteral("intercept"));
    plan.interceptHosts = arguments.values(QStringLiteral("intercept-host"));
    plan.authorityFolder = io::CertificateAuthority::defaultFolder();
    plan.stepChoice =
        arguments.has(QStringLiteral("declared-steps")) ? io::StepChoice::Declared : io::StepChoice::Arrived;
    plan.service = arguments.value(QStringLiteral("service")).toStdString();
    plan.wire = wireOptions(arguments);
    return plan;
}

QString tunnelText(const io::TunnelCount& tunnel, const QString& host)
{
    const auto several = [&tunnel](const char* one, const char* many) {
        return tunnel.tunnels == 1 ? QString::fromLatin1(one)
                                   : QStringLiteral("%L1 %2").arg(tunnel.tunnels).arg(QLatin1String(many));
    };
    const QString bytes =
        QStringLiteral("%L1 bytes sent, %L2 received").arg(tunnel.sentBytes).arg(tunnel.receivedBytes);
    switch (tunnel.kind) {
    case io::TunnelCount::Kind::Connect:
        break;
    case io::TunnelCount::Kind::Upgrade:
        return QStringLiteral(
                   "%1 with %2 switched to another protocol after a 101 (for example WebSocket): %3")
            .arg(several("a connection", "connections"), host, bytes);
    case io::TunnelCount::Kind::Unread:
        return QStringLiteral("%1 with %2 continued after a response that is not HTTP: %3")
            .arg(several("a connection", "connections"), host, bytes);
    }
    return QStringLiteral("%1 to %2, not decrypted: %3 (to decrypt, use --intercept)")
        .arg(several("a tunnel", "tunnels"), host, bytes);
}

/// While it records: each host that a client does not trust the recorder for, once, and once what to do.
void noteRefusedHandshake(const io::Recorder& recorder, const RefusedHandshake& refused,
                          std::set<std::string>& hosts)
{
    constexpr std::size_t kMostHosts = 20;
    if (hosts.size() < kMostHosts && hosts.insert(refused.host).second) {
        Console::note(printable(toQString(io::redactedText(handshakeSentence(refused)))));
        if (hosts.size() == 1) {
            Console::note(printable(toQString(trustAdvice(fromQString(recorder.authorityFile())))));
        }
    }
}

/// What came and is in no call: handshakes that were broken off, tunnels, and what was refused.
void noteOutside(const io::Recorder& recorder)
{
    const std::vector<RefusedHandshake>& handshakes = recorder.record().header().refusedHandshakes;
    for (const std::string& sentence : handshakeSentences(handshakes)) {
        Console::note(printable(toQString(io::redactedText(sentence))));
    }
    if (!handshakes.empty()) {
        Console::note(printable(toQString(trustAdvice(fromQString(recorder.authorityFile())))));
    }

    if (const std::string shortage = shortageSentence(recorder.record().header().shortage);
        !shortage.empty()) {
        Console::note(toQString(shortage));
    }

    constexpr std::size_t kMostLines = 10;
    constexpr qsizetype kMostOfLine = 200;
    const auto shown = [](const std::string& text) {
        return printable(toQString(io::redactedText(text)).left(kMostOfLine));
    };
    for (const io::TunnelCount& tunnel : recorder.tunnels()) {
        Console::note(tunnelText(tunnel, shown(tunnel.authority)));
    }
    if (recorder.outsideCount() == 0) {
        return;
    }
    Console::note(recorder.outsideCount() == 1
                      ? QStringLiteral("The recorder refused 1 request, which belongs to no call:")
                      : QStringLiteral("The recorder refused %L1 requests, which belong to no call:")
                            .arg(recorder.outsideCount()));
    std::size_t lines = 0;
    for (const io::OutsideRequest& request : recorder.outside()) {
        if (++lines > kMostLines) {
            Console::note(QStringLiteral("  and more"));
            return;
        }
        const QString what = request.what.empty() ? QStringLiteral("no request") : shown(request.what);
        Console::note(QStringLiteral("  %1: %2").arg(what, shown(request.why)));
    }
}

/// Says what to know before a client is sent there.
void introduce(const io::Recorder& recorder)
{
    const io::RecorderPlan& plan = recorder.plan();
    if (!io::isThisMachine(plan.listen.host)) {
        Console::note(
            QStringLiteral("WARNING: anyone who can reach %1 can send requests through it while it records")
                .arg(recorder.address()));
    }
    if (!plan.wire.verifyPeer) {
        Console::note(QStringLiteral("WARNING: not verifying the upstream's certificate (--insecure)"));
    }
    if (!recorder.authorityFile().isEmpty()) {
        Console::note(
            QStringLiteral("Clients must trust %1 (set AWS_CA_BUNDLE, NODE_EXTRA_CA_CERTS or SSL_CERT_FILE)")
                .arg(recorder.authorityFile()));
    }
    Console::note(plan.forwardProxy
                      ? QStringLiteral("Recording. Set the client's proxy to this URL; Ctrl+C stops.")
                      : QStringLiteral("Recording. Set the client's endpoint to this URL; Ctrl+C stops."));
}

io::ReceivedRequest loggedRequest(const io::Recorder& recorder, const SeenRequest& request,
                                  const SeenAttempt& attempt)
{
    const auto since = std::chrono::duration_cast<WallTime>(request.at.time_since_epoch());
    return {.number = static_cast<int>(recorder.requestCount()),
            .connection = request.connection,
            .call = attempt.call,
            .at = recorder.record().header().startedAt + since,
            .method = request.method,
            .target = request.url,
            .headers = request.headers,
            .body = request.body,
            .bodyBytes = request.bodyBytes};
}

/// The record is the result; unless it goes to a file it is printed.
void deliver(const io::Recorder& recorder, const Arguments& arguments, const Console& console,
             const std::unique_ptr<io::JournalFile>& journal)
{
    const RunRecord& record = recorder.record();
    const auto write = [&](QIODevice& device) {
        io::writeRecord(device, record, recordOptions(arguments));
    };
    saveOutput(write, arguments, journal.get());
    if (console.wantsJson()) {
        if (!arguments.has(QStringLiteral("output"))) {
            console.print(write);
        }
        return;
    }
    record.isEmpty() ? console.print(QStringLiteral("No request arrived.\n"))
                     : console.print(recordText(record, arguments, console));
}

} // namespace

ExitCode recordCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("unexpected \"%1\"").arg(arguments.positional.first()));
    }
    if (arguments.has(QStringLiteral("remove-ca"))) {
        return removeAuthority();
    }
    io::RecorderPlan plan = planRecording(arguments);
    need(io::checkPlan(plan));
    // Before a client is sent here: what cannot be written would be found out when it has done its work.
    checkOutput(arguments);
    RequestLog log(arguments.value(QStringLiteral("log")), arguments.has(QStringLiteral("include-secrets")));
    log.open();
    const Interrupt interrupt(Interrupt::Remains::Record);
    OutputJournal journal(arguments);
    std::optional<io::Error> problem;
    io::Recorder recorder(std::move(plan));
    QObject::connect(&recorder, &io::Recorder::changed, &recorder,
                     [&](Place place) { journal.note(recorder.record(), place); });
    QObject::connect(&recorder, &io::Recorder::requestSeen, &recorder,
                     [&](const SeenRequest& request, const SeenAttempt& attempt) {
                         log.write(loggedRequest(recorder, request, attempt));
                     });
    std::set<std::string> distrusting;
    QObject::connect(
        &recorder, &io::Recorder::handshakeRefused, &recorder,
        [&](const RefusedHandshake& refused) { noteRefusedHandshake(recorder, refused, distrusting); });
    QObject::connect(&recorder, &io::Recorder::ranShort, &recorder, [] {
        Console::noteOnce(QStringLiteral("All file descriptors are in use (ulimit -n) and no connection is "
                                         "idle; clients wait until a connection closes"));
    });
    QObject::connect(&recorder, &io::Recorder::stopped, qApp, &QCoreApplication::quit, Qt::QueuedConnection);
    QObject::connect(&recorder, &io::Recorder::failed, &recorder,
                     [&problem](const io::Error& error) { problem = error; });
    QObject::connect(&interrupt, &Interrupt::raised, &recorder, &io::Recorder::stop);
    need(recorder.start());
    const std::unique_ptr<LineSink> output = announce(recorder.url());
    if (!output) {
        return ExitCode::EnvironmentRefused;
    }
    introduce(recorder);
    if (recorder.isRecording()) {
        QCoreApplication::exec();
    }
    noteOutside(recorder);
    const std::unique_ptr<io::JournalFile> journalFile = journal.end();
    deliver(recorder, arguments, console, journalFile);
    if (problem) {
        throw io::Error(*problem);
    }
    return Interrupt::wasRaised() ? ExitCode::Interrupted : ExitCode::Succeeded;
}

} // namespace retryscope::cli
