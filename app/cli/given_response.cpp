// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/given_response.h"

#include "app/cli/request_choice.h"
#include "core/facts/http_date.h"
#include "core/io/network/error_body.h"
#include "core/io/network/http_message.h"
#include "core/io/storage/library.h"

#include <array>

namespace retryscope::cli {

namespace {

const QString kStatus = QStringLiteral("status");
const QString kFault = QStringLiteral("fault");
const QString kResponse = QStringLiteral("response");

void readDerivedParts(Reply& reply)
{
    if (const std::string* date = reply.headers.find("date")) {
        reply.date = parseHttpDate(*date);
    }
    reply.parsed = io::parseBody(reply.headers, QByteArray::fromStdString(reply.body));
}

io::Result<Reply> replyFromOptions(const Arguments& arguments)
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
    Reply reply;
    reply.status = static_cast<int>(*status.value());
    reply.headers = std::move(headers).value();
    reply.body = std::move(body).value();
    reply.bodyBytes = static_cast<std::int64_t>(reply.body.size());
    readDerivedParts(reply);
    return reply;
}

io::Result<Fault> faultFromOptions(const Arguments& arguments)
{
    const QString name = arguments.value(kFault);
    if (const std::optional<FaultKind> kind = faultKindFrom(name.toStdString())) {
        return Fault{*kind, {}};
    }
    QStringList allowed;
    for (const FaultKind kind : allFaultKinds()) {
        allowed.append(QString::fromStdString(std::string(toString(kind))));
    }
    return valueError(kFault, name, allowed.join(QStringLiteral(", ")));
}

/// Editors save heads with bare line feeds; on the wire they end in CR LF.
QByteArray withWireLineEnds(const QByteArray& bytes)
{
    const qsizetype firstEnd = bytes.indexOf('\n');
    if (firstEnd < 1 || bytes.at(firstEnd - 1) == '\r') {
        return bytes;
    }
    const qsizetype headEnd = bytes.indexOf("\n\n");
    QByteArray head = headEnd < 0 ? bytes : bytes.left(headEnd + 2);
    const QByteArray body = headEnd < 0 ? QByteArray() : bytes.mid(headEnd + 2);
    return head.replace("\n", "\r\n") + body;
}

io::Result<AttemptFacts> factsFromFile(const QString& file, const std::string& method)
{
    const io::Result<QByteArray> content = io::readFile(file);
    if (!content) {
        return content.error();
    }
    const std::string bytes = withWireLineEnds(content.value()).toStdString();
    io::ResponseReader reader(method);
    reader.feed(bytes);
    reader.feedEnd();
    const io::ResponseReader::State state = reader.state();
    if (!reader.hasHead()) {
        return io::Error{io::Error::Kind::BadInput,
                         QStringLiteral("this is no HTTP response (%1); it begins with a line such as "
                                        "'HTTP/1.1 503 Slow Down', then headers and an empty line")
                             .arg(reader.problem().empty() ? QStringLiteral("the head ends too early")
                                                           : QString::fromStdString(reader.problem())),
                         file};
    }
    AttemptFacts facts;
    const std::string problem = reader.problem();
    Reply reply = reader.takeReply();
    readDerivedParts(reply);
    facts.reply = std::make_shared<const Reply>(std::move(reply));
    if (state == io::ResponseReader::State::Malformed) {
        facts.fault = Fault{FaultKind::MalformedResponse, problem};
    } else if (state == io::ResponseReader::State::TooLarge) {
        facts.fault = Fault{FaultKind::ResponseTooLarge, problem};
    } else if (state != io::ResponseReader::State::Complete) {
        facts.fault = Fault{FaultKind::ResponseTruncated, {}};
    }
    return facts;
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
        return usageError(QStringLiteral("explain needs --status N, --fault KIND or --response FILE"));
    }
    AttemptFacts facts;
    if (hasStatus) {
        io::Result<Reply> reply = replyFromOptions(arguments);
        if (!reply) {
            return reply.error();
        }
        facts.reply = std::make_shared<const Reply>(std::move(reply).value());
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
