// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/given_response.h"

#include "app/cli/console.h"
#include "app/cli/request_choice.h"
#include "core/explain/phrases.h"
#include "core/facts/reason_phrase.h"
#include "core/io/documents/step_templates.h"
#include "core/io/files/library.h"
#include "core/io/http/pasted_response.h"
#include "core/io/text/utf8.h"

#include <QDateTime>

namespace retryscope::cli {

namespace {

const QString kStatus = QStringLiteral("status");
const QString kFault = QStringLiteral("fault");
const QString kResponse = QStringLiteral("response");
const QString kTemplate = QStringLiteral("template");

Response responseFromOptions(const Arguments& arguments)
{
    Response response;
    response.status = static_cast<int>(*arguments.integer(kStatus));
    response.headers = headersIn(arguments);
    response.body = textOrFile(arguments.value(QStringLiteral("body")));
    io::completeResponse(response);
    return response;
}

/// `curl -I` prints what a body would have, and no body.
void noteMissingBody(const AttemptFacts& facts, const QString& file)
{
    const bool isCut = facts.fault && facts.fault->kind == FaultKind::ResponseTruncated;
    if (isCut && facts.response->body.empty()) {
        Console::note(
            QStringLiteral("%1: Content-Length announces a body, but the body is missing, so the response "
                           "counts as truncated. If the request was HEAD (curl -I), add --method HEAD.")
                .arg(file));
    }
}

AttemptFacts factsFromFile(const QString& file, const std::string& method)
{
    const QByteArray content = fileOrInput(file);
    const io::PastedResponse pasted = io::readPastedResponse(content.toStdString(), method);
    if (!pasted.hasStatus) {
        throw io::Error{io::Error::Kind::BadInput,
                        QStringLiteral("not an HTTP response (%1); it must have a line such as "
                                       "'HTTP/1.1 503 Slow Down', then headers and an empty line")
                            .arg(pasted.facts.response ? QStringLiteral("it has no status")
                                                       : QStringLiteral("it is empty")),
                        file == QLatin1String("-") ? QStringLiteral("standard input") : file};
    }
    if (pasted.isWithinText || pasted.isStatusOfPage) {
        Console::note(QStringLiteral("%1: %2").arg(file, pasted.remarks.front().text));
    }
    noteMissingBody(pasted.facts, file);
    return pasted.facts;
}

/// A built-in page or response, as scenarios name them.
AttemptFacts factsFromTemplate(const QString& name)
{
    const std::optional<EndpointStep> step = io::stepFromTemplate(name);
    const WallTime now{QDateTime::currentMSecsSinceEpoch()};
    const std::string requestId = requestIdFor(0, 1, 1, 1);
    Response response{.status = step->status, .reason = step->reason, .headers = {}, .body = {}};
    for (const Header& header : step->headers.entries) {
        response.headers.add(header.name, fillPlaceholders(header.value, now, requestId));
    }
    response.body = fillPlaceholders(step->body, now, requestId);
    io::completeResponse(response);
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(std::move(response));
    return facts;
}

/// A whole response with what --header says in place of all of its names; cut short it stays.
AttemptFacts withGivenHeaders(const Arguments& arguments, AttemptFacts whole)
{
    if (!arguments.has(QStringLiteral("header"))) {
        return whole;
    }
    AttemptFacts facts = whatIfResponse(arguments, whole).facts;
    facts.fault = whole.fault;
    return facts;
}

} // namespace

QStringList faultNames()
{
    QStringList names;
    for (const FaultKind kind : allFaultKinds()) {
        names.append(toQString(std::string(toString(kind))));
    }
    return names;
}

QStringList responseTemplates()
{
    QStringList names;
    for (const io::StepTemplate& known : io::stepTemplates()) {
        if (known.step.fault == Misbehaviour::None) {
            names.append(known.name);
        }
    }
    return names;
}

bool isResponseGiven(const Arguments& arguments)
{
    return arguments.has(kStatus) || arguments.has(kFault) || arguments.has(kResponse) ||
           arguments.has(kTemplate);
}

bool asksWhatIf(const Arguments& arguments)
{
    return arguments.has(kStatus) || arguments.has(QStringLiteral("body")) ||
           arguments.has(QStringLiteral("header"));
}

WhatIf whatIfResponse(const Arguments& arguments, const AttemptFacts& recorded)
{
    const std::optional<qint64> status = arguments.integer(kStatus);
    const Headers headers = headersIn(arguments);
    const std::string body = textOrFile(arguments.value(QStringLiteral("body")));
    if (!recorded.response && !status) {
        throw usageError(
            QStringLiteral("the record has no response for this attempt; give one with --status"));
    }
    WhatIf result{.facts = recorded, .changes = {}};
    Response response = recorded.response ? *recorded.response : Response{};
    if (status) {
        const std::string before = recorded.response ? std::to_string(response.status) : "none";
        response.status = static_cast<int>(*status);
        response.reason = reasonPhraseOf(response.status);
        result.changes.push_back(filled("status %1 instead of %2", response.status, before));
    }
    replaceHeaders(response.headers, headers);
    Headers named;
    for (const Header& header : headers.entries) {
        if (!named.contains(header.name)) {
            named.add(header.name, header.value);
            result.changes.push_back("header " + header.name);
        }
    }
    if (arguments.has(QStringLiteral("body"))) {
        response.body = body;
        response.bodySha256.clear();
        response.headers.set("content-length", std::to_string(response.body.size()));
        result.changes.emplace_back(response.body.empty() ? "no body" : "a different body");
    }
    if (!response.bodyTruncated || arguments.has(QStringLiteral("body"))) {
        response.bodyTruncated = false;
        io::completeResponse(response);
    }
    result.facts.response = std::make_shared<const Response>(std::move(response));
    if (recorded.fault) {
        result.changes.emplace_back("a complete response");
        result.facts.fault.reset();
    }
    return result;
}

AttemptFacts soughtResponse(const QString& file)
{
    const QByteArray content = fileOrInput(file);
    const AttemptFacts facts = io::factsAsPasted(io::readPastedResponse(content.toStdString(), "GET"));
    if (!facts.response && !facts.fault) {
        throw io::Error{
            io::Error::Kind::BadInput,
            QStringLiteral(
                "the file is empty; it must hold what the client received: a response, or its body alone"),
            file == QLatin1String("-") ? QStringLiteral("standard input") : file};
    }
    return facts;
}

AttemptFacts givenResponse(const Arguments& arguments, const std::string& method)
{
    const bool hasStatus = arguments.has(kStatus);
    const bool hasFault = arguments.has(kFault);
    if (arguments.has(kResponse)) {
        if (hasStatus || hasFault || arguments.has(QStringLiteral("body"))) {
            throw usageError(QStringLiteral(
                "--response is a complete response; it cannot be combined with --status, --fault or --body"));
        }
        return withGivenHeaders(arguments, factsFromFile(arguments.value(kResponse), method));
    }
    if (const QString name = arguments.value(kTemplate); !name.isEmpty()) {
        if (hasStatus || hasFault || arguments.has(QStringLiteral("body"))) {
            throw usageError(QStringLiteral(
                "--template is a complete response; it cannot be combined with --status, --fault or --body"));
        }
        return withGivenHeaders(arguments, factsFromTemplate(name));
    }
    if (!hasStatus && !hasFault) {
        throw usageError(QStringLiteral("explain needs STATUS, --status N, --fault KIND, --template NAME, "
                                        "--response FILE or --record FILE"));
    }
    AttemptFacts facts;
    if (hasStatus) {
        facts.response = std::make_shared<const Response>(responseFromOptions(arguments));
    }
    if (hasFault) {
        facts.fault = Fault{faultKindFrom(arguments.value(kFault).toStdString()).value(), {}};
    }
    return facts;
}

} // namespace retryscope::cli
