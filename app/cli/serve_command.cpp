// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/line_sink.h"
#include "app/cli/played_scenario.h"
#include "app/cli/policy_choice.h"
#include "app/cli/request_log.h"
#include "app/cli/served_hosts.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

#include <QCoreApplication>

#include <utility>

namespace retryscope::cli {

namespace {

/// A complaint about the scenario, with the file that the user knows in place of the scenario's id.
io::Error withFile(io::Error error, const Scenario& scenario, const QString& nameOrFile)
{
    const QString id = toQString(scenario.id) + QStringLiteral(": ");
    if (error.kind == io::Error::Kind::BadInput && error.place.startsWith(id)) {
        error.place = nameOrFile + QStringLiteral(": ") + error.place.mid(id.size());
    }
    return error;
}

/// Once: who sends it may do so for ever.
void noteMisdirected(const QString& host)
{
    static bool isSaid = false;
    if (!std::exchange(isSaid, true)) {
        Console::note(
            QStringLiteral("A request for host \"%1\" got 421. To serve hosts other than localhost, "
                           "*.localhost and loopback addresses, use --host-name NAME.")
                .arg(io::boundedLine(fromQString(host))));
    }
}

} // namespace

ExitCode serveCommand(const Arguments& arguments, const Console& /*console*/)
{
    if (!arguments.has(QStringLiteral("scenario"))) {
        throw usageError(QStringLiteral("serve needs --scenario NAME|FILE"));
    }
    if (!arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("unexpected \"%1\"").arg(arguments.positional.first()));
    }
    const QStringList names = hostNamesIn(arguments);
    const Scenario scenario = playedScenario(arguments, userLibrary());
    RequestLog log(arguments.value(QStringLiteral("log")), arguments.has(QStringLiteral("include-secrets")));
    log.open();
    const Interrupt interrupt(Interrupt::Remains::Nothing);
    io::FaultEndpoint endpoint;
    if (const io::Result<io::Done> opened = endpoint.open(
            scenario, static_cast<quint16>(arguments.integer(QStringLiteral("port")).value_or(0)),
            static_cast<std::uint64_t>(arguments.integer(QStringLiteral("seed")).value_or(0)), names);
        !opened) {
        throw withFile(opened.error(), scenario, arguments.value(QStringLiteral("scenario")));
    }
    QObject::connect(&endpoint, &io::FaultEndpoint::requestReceived, &endpoint,
                     [&log](const io::ReceivedRequest& request) { log.write(request); });
    QObject::connect(&endpoint, &io::FaultEndpoint::requestMisdirected, &endpoint, noteMisdirected);
    QObject::connect(&interrupt, &Interrupt::raised, qApp, &QCoreApplication::quit);
    const std::unique_ptr<LineSink> output = announce(endpoint.url().toString());
    if (!output) {
        return ExitCode::EnvironmentRefused;
    }
    Console::note(QStringLiteral("Playing %1; Ctrl+C stops").arg(toQString(scenario.id)));
    QCoreApplication::exec();
    return ExitCode::Interrupted;
}

} // namespace retryscope::cli
