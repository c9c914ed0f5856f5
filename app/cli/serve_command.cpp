// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/played_scenario.h"
#include "app/cli/policy_choice.h"
#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/endpoint/host_names.h"
#include "core/io/format/json_fields.h"
#include "core/io/format/redact.h"
#include "core/io/text/bounded_line.h"
#include "core/io/text/utf8.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <utility>

namespace retryscope::cli {

namespace {

QByteArray logLine(const io::ReceivedRequest& request, bool includeSecrets)
{
    const auto shown = [includeSecrets](const std::string& text) {
        return includeSecrets ? text : io::redactedText(text);
    };
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(request.at.count(), Qt::UTC);
    QBuffer line;
    line.open(QIODevice::WriteOnly);
    io::JsonWriter writer(line, io::JsonWriter::Layout::Compact);
    writer.beginObject();
    for (const auto& [key, number] : {std::pair{"number", std::int64_t{request.number}},
                                      {"connection", request.connection},
                                      {"call", request.call},
                                      {"bodyBytes", request.bodyBytes}}) {
        writer.key(key);
        writer.integer(number);
    }
    io::writeText(writer, "at", time.toString(Qt::ISODateWithMs).toStdString());
    io::writeText(writer, "method", request.method);
    io::writeText(writer, "target", shown(request.target));
    io::writeHeaders(writer, "headers", includeSecrets ? request.headers : io::redacted(request.headers));
    io::writeText(writer, "body", shown(request.body));
    io::writeText(writer, "answer", request.step);
    writer.endObject();
    writer.finish();
    return line.data();
}

/// A complaint about the scenario, with the file that the user knows in place of the scenario's id.
io::Error withFile(io::Error error, const Scenario& scenario, const QString& nameOrFile)
{
    const QString id = toQString(scenario.id) + QStringLiteral(": ");
    if (error.kind == io::Error::Kind::BadInput && error.place.startsWith(id)) {
        error.place = nameOrFile + QStringLiteral(": ") + error.place.mid(id.size());
    }
    return error;
}

/// Appends one line per request, and says once when that fails.
class RequestLog
{
public:
    RequestLog(const QString& path, bool includeSecrets) : m_file(path), m_includeSecrets(includeSecrets) {}

    [[nodiscard]] io::Result<io::Done> open()
    {
        if (m_file.fileName().isEmpty()) {
            return io::Done{};
        }
        const QFileInfo info(m_file);
        const bool isDevice = info.exists() && !info.isFile(); // or a pipe: it has no end to append at
        // For its owner alone: what clients send is nobody else's business.
        constexpr QFileDevice::Permissions kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
        if (m_file.open(isDevice ? QIODevice::WriteOnly : QIODevice::WriteOnly | QIODevice::Append,
                        kOwnerOnly)) {
            if (!isDevice) {
                m_file.setPermissions(kOwnerOnly); // an old one may be everybody's
            }
            return io::Done{};
        }
        return io::Error{io::Error::Kind::Environment,
                         QStringLiteral("cannot write this log file: %1").arg(m_file.errorString()),
                         m_file.fileName()};
    }
    void write(const io::ReceivedRequest& request)
    {
        if (!m_file.isOpen()) {
            return;
        }
        const QByteArray line = logLine(request, m_includeSecrets);
        if (m_file.write(line) != line.size() || !m_file.flush()) {
            Console::note(QStringLiteral("cannot write the log any more: %1").arg(m_file.errorString()));
            m_file.close();
        }
    }

private:
    QFile m_file;
    bool m_includeSecrets;
};

/// Once: who sends it may do so for ever.
void noteMisdirected(const QString& host)
{
    static bool isSaid = false;
    if (!std::exchange(isSaid, true)) {
        Console::note(QStringLiteral("a request for the host '%1' got 421; --host-name serves another name "
                                     "than localhost, *.localhost and loopback addresses")
                          .arg(io::boundedLine(fromQString(host))));
    }
}

io::Result<QStringList> hostNames(const Arguments& arguments)
{
    const QString option = QStringLiteral("host-name");
    QStringList names;
    for (const QString& given : arguments.values(option)) {
        const std::optional<QString> name = io::hostNameFrom(given);
        if (!name) {
            return valueError(option, io::boundedLine(fromQString(given)),
                              QStringLiteral("the name of one host, such as s3.test, without http:// and *"));
        }
        names.append(*name);
    }
    return names;
}

} // namespace

Outcome serveCommand(const Arguments& arguments, const Console& console)
{
    if (!arguments.has(QStringLiteral("scenario"))) {
        return usageError(QStringLiteral("serve needs --scenario NAME|FILE"));
    }
    if (!arguments.positional.isEmpty()) {
        return usageError(QStringLiteral("unexpected '%1'").arg(arguments.positional.first()));
    }
    const io::Result<std::optional<qint64>> port = arguments.integer(QStringLiteral("port"), 0, 65535);
    const io::Result<std::optional<qint64>> seed =
        arguments.integer(QStringLiteral("seed"), 0, std::numeric_limits<qint64>::max());
    if (!port || !seed) {
        return port ? seed.error() : port.error();
    }
    const io::Result<QStringList> names = hostNames(arguments);
    if (!names) {
        return names.error();
    }
    const io::Result<Scenario> scenario = playedScenario(arguments, userLibrary());
    if (!scenario) {
        return scenario.error();
    }
    RequestLog log(arguments.value(QStringLiteral("log")), arguments.has(QStringLiteral("include-secrets")));
    if (const io::Result<io::Done> opened = log.open(); !opened) {
        return opened.error();
    }
    const Interrupt interrupt(Interrupt::Remains::Nothing);
    io::FaultEndpoint endpoint;
    if (const io::Result<io::Done> opened =
            endpoint.open(scenario.value(), static_cast<quint16>(port.value().value_or(0)),
                          static_cast<std::uint64_t>(seed.value().value_or(0)), names.value());
        !opened) {
        return withFile(opened.error(), scenario.value(), arguments.value(QStringLiteral("scenario")));
    }
    QObject::connect(&endpoint, &io::FaultEndpoint::requestReceived, &endpoint,
                     [&log](const io::ReceivedRequest& request) { log.write(request); });
    QObject::connect(&endpoint, &io::FaultEndpoint::requestMisdirected, &endpoint, noteMisdirected);
    QObject::connect(&interrupt, &Interrupt::raised, qApp, &QCoreApplication::quit);
    if (const io::Result<io::Done> printed = console.print(endpoint.url().toString() + QLatin1Char('\n'));
        !printed) {
        return printed.error();
    }
    Console::note(QStringLiteral("playing %1; Ctrl+C stops").arg(toQString(scenario.value().id)));
    QCoreApplication::exec();
    return ExitCode::Interrupted;
}

} // namespace retryscope::cli
