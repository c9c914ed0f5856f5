// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/given_response.h"

#include "app/cli/console.h"
#include "app/cli/request_choice.h"
#include "core/io/files/library.h"
#include "core/io/http/pasted_response.h"
#include "core/io/text/utf8.h"

namespace retryscope::cli {

namespace {

const QString kStatus = QStringLiteral("status");
const QString kFault = QStringLiteral("fault");
const QString kResponse = QStringLiteral("response");

io::Result<Response> responseFromOptions(const Arguments& arguments)
{
    const io::Result<std::optional<qint64>> status = arguments.integer(kStatus, 100, 999);
    if (!status) {
        return status.error();
    }
    io::Result<Headers> headers = headersIn(arguments);
    if (!headers) {
        return headers.error();
    }
    io::Result<std::string> body = textOrFile(arguments.value(QStringLiteral("body")));
    if (!body) {
        return body.error();
    }
    Response response;
    response.status = static_cast<int>(*status.value());
    response.headers = std::move(headers).value();
    response.body = std::move(body).value();
    io::completeResponse(response);
    return response;
}

io::Result<Fault> faultFromOptions(const Arguments& arguments)
{
    const QString name = arguments.value(kFault);
    if (const std::optional<FaultKind> kind = faultKindFrom(name.toStdString())) {
        return Fault{*kind, {}};
    }
    QStringList allowed;
    for (const FaultKind kind : allFaultKinds()) {
        allowed.append(toQString(std::string(toString(kind))));
    }
    return valueError(kFault, name, allowed.join(QStringLiteral(", ")));
}

/// `curl -I` prints what a body would have, and no body.
void noteMissingBody(const AttemptFacts& facts, const QString& file)
{
    const bool isCut = facts.fault && facts.fault->kind == FaultKind::ResponseTruncated;
    if (isCut && facts.response->body.empty()) {
        Console::note(
            QStringLiteral("%1: Content-Length announces a body and none is there, so it counts as "
                           "cut short; if this answers HEAD, as curl -I prints it, add --method HEAD")
                .arg(file));
    }
}

io::Result<AttemptFacts> factsFromFile(const QString& file, const std::string& method)
{
    const io::Result<QByteArray> content = fileOrInput(file);
    if (!content) {
        return content.error();
    }
    const io::PastedResponse pasted = io::readPastedResponse(content.value().toStdString(), method);
    if (!pasted.hasStatus) {
        return io::Error{io::Error::Kind::BadInput,
                         QStringLiteral("this is no HTTP response (%1); it begins with a line such as "
                                        "'HTTP/1.1 503 Slow Down', then headers and an empty line")
                             .arg(pasted.facts.response ? QStringLiteral("it has no status")
                                                        : QStringLiteral("it is empty")),
                         file == QLatin1String("-") ? QStringLiteral("standard input") : file};
    }
    noteMissingBody(pasted.facts, file);
    return pasted.facts;
}

} // namespace

io::Result<AttemptFacts> givenResponse(const Arguments& arguments, const std::string& method)
{
    const bool hasStatus = arguments.has(kStatus);
    const bool hasFault = arguments.has(kFault);
    if (arguments.has(kResponse)) {
        if (hasStatus || hasFault || arguments.has(QStringLiteral("body"))) {
            return usageError(
                QStringLiteral("--response holds the whole response; it does not go with --status, --fault "
                               "or --body"));
        }
        return factsFromFile(arguments.value(kResponse), method);
    }
    if (!hasStatus && !hasFault) {
        return usageError(
            QStringLiteral("explain needs --status N, --fault KIND, --response FILE or --record FILE"));
    }
    AttemptFacts facts;
    if (hasStatus) {
        io::Result<Response> response = responseFromOptions(arguments);
        if (!response) {
            return response.error();
        }
        facts.response = std::make_shared<const Response>(std::move(response).value());
    }
    if (hasFault) {
        const io::Result<Fault> fault = faultFromOptions(arguments);
        if (!fault) {
            return fault.error();
        }
        facts.fault = fault.value();
    }
    return facts;
}

} // namespace retryscope::cli
