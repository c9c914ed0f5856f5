// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/request_choice.h"

#include "app/cli/console.h"
#include "app/cli/poll_choice.h"
#include "core/facts/header_syntax.h"
#include "core/facts/service_protocol.h"
#include "core/io/files/library.h"
#include "core/io/format/default_request.h"
#include "core/io/http/error_body.h"
#include "core/io/http/pasted_address.h"
#include "core/io/text/utf8.h"

#include <QUrl>

#include <algorithm>

namespace retryscope::cli {

namespace {

const QString kUrl = QStringLiteral("url");
const QString kData = QStringLiteral("data");
const QString kMethod = QStringLiteral("method");

std::optional<io::Error> problemOfUrl(const QString& text)
{
    const QUrl url(text, QUrl::StrictMode);
    const bool isHttp = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    if (url.isValid() && isHttp && !url.host().isEmpty() && url.port(80) > 0) {
        return std::nullopt;
    }
    const QString detail = url.isValid() ? QString() : QStringLiteral(" (%1)").arg(url.errorString());
    return valueError(kUrl, text, QStringLiteral("http://HOST[:PORT]/… or https://HOST[:PORT]/…") + detail);
}

/// What is sent before any option but --url, --service and --operation is looked at.
RequestSpec startingPoint(const Arguments& arguments, const std::optional<Scenario>& scenario)
{
    const auto chosen = [&arguments](const char* option, const std::string& otherwise) {
        const QString name = QLatin1String(option);
        return arguments.has(name) ? arguments.value(name).toStdString() : otherwise;
    };
    const std::string service = chosen("service", scenario ? scenario->service : "generic");
    const std::string operation = chosen("operation", scenario ? scenario->operation : std::string());
    RequestSpec spec;
    if (scenario) {
        spec = scenario->request ? *scenario->request : io::defaultRequestFor(service, operation);
    } else {
        spec.url = arguments.value(kUrl).toStdString();
    }
    spec.service = service;
    spec.operation = operation;
    return spec;
}

io::Result<io::Done> applyMessage(const Arguments& arguments, RequestSpec& spec)
{
    if (arguments.has(kData)) {
        io::Result<std::string> body = textOrFile(arguments.value(kData));
        if (!body) {
            return body.error();
        }
        spec.body = std::move(body).value();
        spec.batch.reset();
        io::prepareBatch(spec);
        if (spec.method == "GET") {
            spec.method = "POST";
        }
    }
    if (arguments.has(kMethod)) {
        if (!isToken(arguments.value(kMethod).toStdString())) {
            return valueError(kMethod, arguments.value(kMethod),
                              QStringLiteral("a method such as GET, HEAD, POST or PUT"));
        }
        spec.method = arguments.value(kMethod).toStdString();
    }
    const io::Result<Headers> headers = headersIn(arguments);
    if (!headers) {
        return headers.error();
    }
    replaceHeaders(spec.headers, headers.value());
    return io::Done{};
}

} // namespace

io::Result<std::optional<Duration>> attemptTimeoutIn(const Arguments& arguments)
{
    const QString option = QStringLiteral("attempt-timeout");
    const io::Result<std::optional<Duration>> limit = arguments.milliseconds(option);
    if (limit && limit.value() && *limit.value() <= Duration::zero()) {
        return valueError(option, arguments.value(option), QStringLiteral("a time above 0 ms"));
    }
    return limit;
}

namespace {

io::Result<io::Done> applyTimeouts(const Arguments& arguments, RequestSpec& spec)
{
    const io::Result<std::optional<Duration>> connect =
        arguments.milliseconds(QStringLiteral("connect-timeout"));
    const io::Result<std::optional<Duration>> read = arguments.milliseconds(QStringLiteral("read-timeout"));
    const io::Result<std::optional<Duration>> attempt = attemptTimeoutIn(arguments);
    const io::Result<std::optional<Duration>> deadline = arguments.milliseconds(QStringLiteral("deadline"));
    for (const auto* result : {&connect, &read, &attempt, &deadline}) {
        if (!*result) {
            return result->error();
        }
    }
    spec.connectTimeout = connect.value().value_or(spec.connectTimeout);
    spec.readTimeout = read.value().value_or(spec.readTimeout);
    spec.attemptTimeout = attempt.value() ? attempt.value() : spec.attemptTimeout;
    spec.deadline = deadline.value() ? deadline.value() : spec.deadline;
    return io::Done{};
}

} // namespace

WireOptions wireOptions(const Arguments& arguments)
{
    const auto text = [&arguments](const char* option) {
        return arguments.value(QLatin1String(option)).toStdString();
    };
    return {.proxyUrl = text("proxy"),
            .noProxy = text("no-proxy"),
            .caFile = text("cacert"),
            .certificateFile = text("cert"),
            .keyFile = text("key"),
            .verifyPeer = !arguments.has(QStringLiteral("insecure"))};
}

namespace {

/// As curl does, where no --proxy is given: http_proxy (lower case only), https_proxy, all_proxy and
/// no_proxy. Unlike curl never for loopback, where the built-in endpoint and tests are.
void applyProxyVariables(const Arguments& arguments, RequestSpec& spec)
{
    const QUrl url(arguments.value(kUrl));
    if (!arguments.has(kUrl) || arguments.has(QStringLiteral("proxy")) || io::isThisMachine(url.host())) {
        return;
    }
    const auto variable = [](const char* name) {
        return std::pair(QString::fromLatin1(name), qEnvironmentVariable(name));
    };
    const bool isTls = url.scheme() == QLatin1String("https");
    for (const auto& [name, value] : {variable(isTls ? "https_proxy" : "http_proxy"),
                                      isTls ? variable("HTTPS_PROXY") : variable("http_proxy"),
                                      variable("all_proxy"), variable("ALL_PROXY")}) {
        if (value.isEmpty()) {
            continue;
        }
        spec.wire.proxyUrl = value.toStdString();
        if (spec.wire.noProxy.empty()) {
            const QString exempt = variable("no_proxy").second;
            spec.wire.noProxy = (exempt.isEmpty() ? variable("NO_PROXY").second : exempt).toStdString();
        }
        Console::noteOnce(
            QStringLiteral("the proxy of %1 is used unless no_proxy exempts the host; --no-proxy '*' "
                           "goes without it")
                .arg(name));
        return;
    }
}

/// The beginning of what is no header: behind it, its value may be a secret.
QString nameAtMost(const QString& text)
{
    const auto end = std::ranges::find_if(
        text, [](QChar character) { return !isToken(std::string(1, character.toLatin1())); });
    const QString name = text.left(std::max<qsizetype>(std::distance(text.begin(), end), 1));
    return name + QStringLiteral(" …");
}

} // namespace

QString unknownServiceText(const std::string& service)
{
    if (isKnownService(service)) {
        return {};
    }
    const std::string_view spoken = serviceSpokenBy(service);
    return QStringLiteral("the protocol of service '%1' is not known here: read as generic; the verdict may "
                          "differ%2")
        .arg(toQString(service),
             spoken.empty()
                 ? QString()
                 : QStringLiteral(" (it responds as %1 does: --service %1)").arg(toQString(spoken)));
}

io::Result<RequestSpec> chooseRequest(const Arguments& arguments, const std::optional<Scenario>& scenario)
{
    if (arguments.has(kUrl)) {
        if (const std::optional<io::Error> problem = problemOfUrl(arguments.value(kUrl))) {
            return *problem;
        }
    }
    RequestSpec spec = startingPoint(arguments, scenario);
    if (arguments.has(QStringLiteral("protocol"))) {
        spec.protocol = arguments.value(QStringLiteral("protocol")).toStdString();
    }
    if (spec.protocol.empty() && !isKnownService(spec.service)) {
        const bool isLikeAnother = !serviceSpokenBy(spec.service).empty();
        Console::note(unknownServiceText(spec.service) +
                      (isLikeAnother ? QString() : QStringLiteral(" (--protocol says which it is)")));
    }
    spec.wire = wireOptions(arguments);
    applyProxyVariables(arguments, spec);
    for (const auto apply : {applyMessage, applyTimeouts}) {
        if (const io::Result<io::Done> done = apply(arguments, spec); !done) {
            return done.error();
        }
    }
    io::Result<std::optional<PollRequest>> poll = choosePoll(arguments);
    if (!poll) {
        return poll.error();
    }
    spec.poll = std::move(poll).value();
    return spec;
}

void replaceHeaders(Headers& headers, const Headers& given)
{
    const auto isGiven = [&given](const Header& header) {
        return given.contains(header.name);
    };
    headers.entries.erase(std::remove_if(headers.entries.begin(), headers.entries.end(), isGiven),
                          headers.entries.end());
    headers.entries.insert(headers.entries.end(), given.entries.begin(), given.entries.end());
}

io::Result<Headers> headersIn(const Arguments& arguments, const QString& option)
{
    Headers headers;
    for (const QString& text : arguments.values(option)) {
        const qsizetype colon = text.indexOf(QLatin1Char(':'));
        if (colon < 0) { // all of it may be a secret
            return usageError(
                QStringLiteral("a value of --%1 has no colon; allowed: 'Name: value' on one line")
                    .arg(option));
        }
        const QString name = text.left(colon);
        const QString value = text.mid(colon + 1).trimmed();
        if (!isToken(name.toStdString()) || value.contains(QLatin1Char('\n')) ||
            value.contains(QLatin1Char('\r'))) {
            return valueError(option, nameAtMost(text), QStringLiteral("'Name: value' on one line"));
        }
        headers.add(name.toStdString(), value.toStdString());
    }
    return headers;
}

io::Result<std::string> textOrFile(const QString& value)
{
    if (!value.startsWith(QLatin1Char('@'))) {
        return value.toStdString();
    }
    const io::Result<QByteArray> content = fileOrInput(value.mid(1));
    if (!content) {
        return content.error();
    }
    return content.value().toStdString();
}

io::Result<QByteArray> fileOrInput(const QString& name)
{
    if (name.isEmpty()) {
        return usageError(
            QStringLiteral("a file name is missing; write @FILE, or @- for what stands on standard input"));
    }
    return name == QLatin1String("-") ? io::readStandardInput() : io::readFile(name);
}

} // namespace retryscope::cli
