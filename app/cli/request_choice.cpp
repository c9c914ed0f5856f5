// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/request_choice.h"

#include "app/cli/console.h"
#include "app/cli/poll_choice.h"
#include "core/facts/header_syntax.h"
#include "core/facts/service_protocol.h"
#include "core/io/documents/default_request.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/io/http/pasted_address.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"

#include <QUrl>

#include <algorithm>

namespace retryscope::cli {

namespace {

const QString kUrl = QStringLiteral("url");
const QString kData = QStringLiteral("data");
const QString kMethod = QStringLiteral("method");

/// The table of options has let it through.
void applyAddress(const QString& text, RequestSpec& spec)
{
    const io::Result<io::PastedAddress> address = io::readAddress(text.toStdString());
    if (!address) { // there is none
        return;
    }
    const std::optional<io::AssumedScheme>& assumed = address.value().assumed;
    const bool hasUser = !address.value().authorization.empty(); // which is refused when it is sent to
    spec.url = !hasUser ? address.value().url
                        : (assumed ? assumed->scheme + "://" : std::string()) + text.toStdString();
    if (assumed) {
        Console::noteOnce(
            QStringLiteral("Using %2 for %1 (%3)").arg(text, toQString(spec.url), assumed->text()));
    }
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
        applyAddress(arguments.value(kUrl), spec);
        // Of a response alone the operation says what was sent.
        if (!operation.empty() && !arguments.has(kUrl)) {
            spec.method = io::defaultRequestFor(service, operation).method;
        }
    }
    spec.service = service;
    spec.operation = operation;
    return spec;
}

void applyMessage(const Arguments& arguments, RequestSpec& spec)
{
    if (arguments.has(kData)) {
        std::string body = textOrFile(arguments.value(kData));
        spec.body = std::move(body);
        spec.batch.reset();
        io::prepareBatch(spec);
        if (spec.method == "GET") {
            spec.method = "POST";
        }
    }
    if (arguments.has(kMethod)) {
        spec.method = arguments.value(kMethod).toStdString();
    }
    const Headers headers = headersIn(arguments);
    replaceHeaders(spec.headers, headers);
    return;
}

void applyTimeouts(const Arguments& arguments, RequestSpec& spec)
{
    const auto time = [&arguments](const char* option) {
        return arguments.time(QLatin1String(option));
    };
    spec.connectTimeout = time("connect-timeout").value_or(spec.connectTimeout);
    spec.readTimeout = time("read-timeout").value_or(spec.readTimeout);
    const std::optional<Duration> attempt = time("attempt-timeout");
    const std::optional<Duration> deadline = time("deadline");
    spec.attemptTimeout = attempt ? attempt : spec.attemptTimeout;
    spec.deadline = deadline ? deadline : spec.deadline;
    if (arguments.has(QStringLiteral("follow"))) {
        spec.follow = arguments.value(QStringLiteral("follow")).toInt();
    }
    spec.followHeaders = arguments.texts(QStringLiteral("follow-header"));
}

} // namespace

io::Error addressError(const QString& option, const QString& value, const io::Error& problem)
{
    return valueError(option, value,
                      QStringLiteral("http://HOST[:PORT]/…, https://HOST[:PORT]/… or a bare host (%1)")
                          .arg(problem.message));
}

QString methodFrom(const QString& value)
{
    if (!isToken(value.toStdString())) {
        throw valueError(kMethod, value, QStringLiteral("a method such as GET, HEAD, POST or PUT"));
    }
    return value;
}

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
            .certificateHosts = arguments.texts(QStringLiteral("cert-host")),
            .verifyPeer = !arguments.has(QStringLiteral("insecure"))};
}

namespace {

/// As curl does, where no --proxy is given: http_proxy (lower case only), https_proxy, all_proxy and
/// no_proxy. Unlike curl never for loopback, where the built-in endpoint and tests are.
void applyProxyVariables(const Arguments& arguments, RequestSpec& spec)
{
    const QUrl url(toQString(spec.url));
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
        Console::noteOnce(QStringLiteral("Using the proxy from %1, unless no_proxy exempts the host; to use "
                                         "no proxy, add --no-proxy '*'")
                              .arg(name));
        return;
    }
}

} // namespace

QString nameAtMost(const QString& text)
{
    const auto end = std::ranges::find_if(
        text, [](QChar character) { return !isToken(std::string(1, character.toLatin1())); });
    const QString name = text.left(std::max<qsizetype>(std::distance(text.begin(), end), 1));
    return name + QStringLiteral(" …");
}

QString unknownServiceText(const std::string& service)
{
    if (isKnownService(service)) {
        return {};
    }
    const std::string_view spoken = serviceSpokenBy(service);
    QStringList known;
    for (const std::string_view name : knownServices()) {
        known.append(toQString(name));
    }
    const QString nearest = spoken.empty() ? io::nearestText(toQString(service), known) : QString();
    return QStringLiteral(
               "unknown protocol of service \"%1\": %2treated as generic, so the verdict might differ%3")
        .arg(toQString(service), nearest.isEmpty() ? QString() : nearest + QLatin1Char(' '),
             spoken.empty()
                 ? QString()
                 : QStringLiteral(" (it uses the protocol of %1: --service %1)").arg(toQString(spoken)));
}

RequestSpec chooseRequest(const Arguments& arguments, const std::optional<Scenario>& scenario)
{
    RequestSpec spec = startingPoint(arguments, scenario);
    if (arguments.has(QStringLiteral("protocol"))) {
        spec.protocol = arguments.value(QStringLiteral("protocol")).toStdString();
    }
    if (spec.protocol.empty() && !isKnownService(spec.service)) {
        const bool isLikeAnother = !serviceSpokenBy(spec.service).empty();
        Console::note(
            unknownServiceText(spec.service) +
            (isLikeAnother ? QString() : QStringLiteral(" (to choose the protocol, use --protocol)")));
    }
    spec.wire = wireOptions(arguments);
    applyProxyVariables(arguments, spec);
    applyTimeouts(arguments, spec);
    applyMessage(arguments, spec);
    std::optional<PollRequest> poll = choosePoll(arguments);
    spec.poll = std::move(poll);
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

Header headerFrom(const QString& option, const QString& text)
{
    const qsizetype colon = text.indexOf(QLatin1Char(':'));
    if (colon < 0) { // what stands behind a name may be a secret, and so may a single word
        const bool isOneWord = isToken(text.toStdString());
        throw usageError(QStringLiteral("%1 has no colon; allowed: 'Name: value' on one line")
                             .arg(isOneWord ? QStringLiteral("a value of --%1").arg(option)
                                            : QStringLiteral("--%1 \"%2\"").arg(option, nameAtMost(text))));
    }
    const QString name = text.left(colon);
    const QString value = text.mid(colon + 1).trimmed();
    if (!isToken(name.toStdString()) || value.contains(QLatin1Char('\n')) ||
        value.contains(QLatin1Char('\r'))) {
        throw valueError(option, nameAtMost(text), QStringLiteral("'Name: value' on one line"));
    }
    return Header{name.toStdString(), value.toStdString()};
}

Headers headersIn(const Arguments& arguments, const QString& option)
{
    Headers headers;
    for (const QString& text : arguments.values(option)) {
        const Header header = headerFrom(option, text);
        headers.entries.push_back(header);
    }
    return headers;
}

std::string textOrFile(const QString& value)
{
    if (!value.startsWith(QLatin1Char('@'))) {
        return value.toStdString();
    }
    const QByteArray content = fileOrInput(value.mid(1));
    return content.toStdString();
}

QByteArray fileOrInput(const QString& name)
{
    if (name.isEmpty()) {
        throw usageError(QStringLiteral("the file name is missing; write @FILE, or @- for standard input"));
    }
    return need(name == QLatin1String("-") ? io::readStandardInput() : io::readFile(name));
}

} // namespace retryscope::cli
