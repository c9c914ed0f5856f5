// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/pasted_text.h"

#include "core/facts/service_guess.h"
#include "core/facts/service_protocol.h"
#include "core/io/curl/pasted_request.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <utility>
#include <variant>

namespace retryscope::ui {

namespace {

constexpr int kMostRemarkLines = 6;

QString assumedText(const std::optional<io::AssumedScheme>& assumed)
{
    return assumed ? tr("Assumed %1.").arg(assumed->text()) : QString();
}

PastedText readAddressText(const io::PastedAddress& address, const RequestSpec& present)
{
    PastedText pasted;
    pasted.request = present;
    pasted.request.url = address.url;
    if (!address.authorization.empty()) {
        pasted.request.headers.set("Authorization", address.authorization);
        pasted.remarks = tr("Moved the user name and password from the address to the Authorization header.");
    }
    pasted.assumed = assumedText(address.assumed);
    return pasted;
}

PastedText readCurlText(const io::CurlCommand& command)
{
    PastedText pasted;
    pasted.kind = PastedText::Kind::Curl;
    pasted.request = command.request;
    pasted.retries = command.retries;
    pasted.assumed = assumedText(command.assumed);
    QStringList lines;
    int more = 0;
    for (const io::CurlRemark& remark : command.remarks) {
        pasted.isWhole = pasted.isWhole && !remark.isProblem();
        if (remark.kind == io::CurlRemark::Kind::Harmless) {
            continue;
        }
        if (lines.size() == kMostRemarkLines) {
            ++more;
        } else {
            lines += toQString(remark.what) + QLatin1Char(' ') + remark.text;
        }
    }
    if (more > 0) {
        lines += tr("… and %1 more").arg(more);
    }
    pasted.remarks = lines.join(QLatin1Char('\n'));
    return pasted;
}

} // namespace

io::Result<PastedText> readPasted(const QString& text, const RequestSpec& present)
{
    // `POST http://host/path`, as it stands in documentation and logs.
    static const QRegularExpression kLine(
        QStringLiteral("^\\s*(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\\s+(\\S+)(\\s+HTTP/[\\d.]+)?\\s*$"));
    if (const auto line = kLine.match(text); line.hasMatch()) {
        io::Result<PastedText> rest = readPasted(line.captured(2), present);
        if (!rest) {
            return rest;
        }
        PastedText pasted = std::move(rest).value();
        pasted.request.method = fromQString(line.captured(1));
        return pasted;
    }
    const io::Result<io::PastedRequest> read = io::readPastedRequest(fromQString(text));
    if (!read) {
        return read.error();
    }
    if (const auto* command = std::get_if<io::CurlCommand>(&read.value())) {
        return readCurlText(*command);
    }
    if (const auto* address = std::get_if<io::PastedAddress>(&read.value())) {
        return readAddressText(*address, present);
    }
    PastedText response;
    response.kind = PastedText::Kind::Response;
    return response;
}

RequestSpec judgedAsGuessed(RequestSpec request)
{
    ServiceGuess guess = guessService(request);
    const auto known = protocolNames();
    const bool isKnown = std::find(known.begin(), known.end(), guess.protocol) != known.end();
    request.service = std::move(guess.service);
    request.operation = std::move(guess.operation);
    request.protocol = isKnown ? std::move(guess.protocol) : std::string();
    return request;
}

QString originOfGuess(const RequestSpec& request)
{
    const ServiceGuess guess = guessService(request);
    return guess.evidence.empty() ? tr("Guessed: the host does not belong to a known service.")
                                  : tr("Guessed: %1").arg(toQString(guess.evidence.front()));
}

bool isJudgedAsGuessed(const RequestSpec& request)
{
    const RequestSpec guessed = judgedAsGuessed(request);
    return guessed.service == request.service && guessed.operation == request.operation &&
           guessed.protocol == request.protocol;
}

QString curlPresetOf(const io::CurlRetries& retries)
{
    return retries.allErrors ? QStringLiteral("curl-retry-3-all-errors") : QStringLiteral("curl-retry-3");
}

Policy curlPolicyOf(const io::CurlRetries& retries, Policy preset)
{
    preset.attempts.max = retries.retries;
    preset.attempts.countsFirst = false;
    if (retries.delay) {
        preset.backoff.base = {.byDefault = *retries.delay, .byKind = {}};
        preset.backoff.factor = 1;
        preset.backoff.source = "curl manual, --retry-delay";
    }
    if (retries.connectionRefused && !retries.allErrors) { // which includes it
        Rule rule;
        rule.id = "refused-connection";
        rule.title = "the connection is refused";
        rule.when.faultIn = {FaultKind::ConnectionRefused};
        rule.kind = ErrorKind::Transient;
        rule.source = "curl manual, --retry-connrefused";
        preset.rules.insert(preset.rules.begin(), std::move(rule));
    }
    return preset;
}

} // namespace retryscope::ui
