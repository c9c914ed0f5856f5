// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/poll_choice.h"

#include "app/cli/request_choice.h"
#include "core/facts/header_syntax.h"
#include "core/facts/poll_request.h"
#include "core/io/text/utf8.h"

#include <QUrl>

namespace retryscope::cli {

namespace {

const QString kPoll = QStringLiteral("poll");
const QString kToken = QStringLiteral("poll-token");
const QString kBody = QStringLiteral("poll-data");

/// With something in place of the token, which stands behind the host only.
bool isAddress(const std::string& text)
{
    const std::size_t path = pathBeginsAt(text);
    const bool isPath = text.starts_with('/') && !text.starts_with("//");
    const QString server = isPath ? QStringLiteral("http://host") : QString();
    const QUrl url(server + toQString(text).replace(toQString(kTokenHere), QStringLiteral("0")),
                   QUrl::StrictMode);
    const bool isHttp = url.scheme() == QLatin1String("http") || url.scheme() == QLatin1String("https");
    return (isPath || path > 0) && text.substr(0, path).find('{') == std::string::npos && url.isValid() &&
           isHttp && !url.host().isEmpty() && url.port(80) > 0;
}

bool isPlace(const QString& place)
{
    return place == QLatin1String("body") || (place.size() > 5 && place.startsWith(QLatin1String("json:"))) ||
           (place.size() > 4 && place.startsWith(QLatin1String("xml:")));
}

} // namespace

PollRequest pollFrom(const QString& value)
{
    const QString text = value.trimmed();
    const qsizetype blank = text.indexOf(QLatin1Char(' '));
    PollRequest poll;
    poll.method = blank < 0 ? poll.method : text.left(blank).toStdString();
    poll.url = text.mid(blank + 1).trimmed().toStdString();
    if (!isToken(poll.method) || !isAddress(poll.url)) {
        throw valueError(
            kPoll, text,
            QStringLiteral("'GET http://HOST[:PORT]/…' or 'GET /…', with {token} only after the host"));
    }
    return poll;
}

QString tokenPlaceFrom(const QString& value)
{
    if (!isPlace(value)) {
        throw valueError(kToken, value, QStringLiteral("json:PATH, xml:PATH or body"));
    }
    return value;
}

std::optional<PollRequest> choosePoll(const Arguments& arguments)
{
    if (!arguments.has(kPoll)) {
        for (const QString& part : {kToken, kBody}) {
            if (arguments.has(part)) {
                throw usageError(QStringLiteral("--%1 needs --poll 'GET URL'").arg(part));
            }
        }
        return std::nullopt;
    }
    PollRequest poll = pollFrom(arguments.value(kPoll));
    poll.tokenPlace = arguments.value(kToken).toStdString();
    if (arguments.has(kBody)) {
        poll.body = textOrFile(arguments.value(kBody));
    }
    if (namesToken(poll) != arguments.has(kToken)) {
        throw usageError(QStringLiteral("{token} in --poll or --poll-data needs --poll-token PLACE, and "
                                        "--poll-token needs {token} there"));
    }
    return poll;
}

void checkPolls(const RequestSpec& spec, const ResolvedPolicy& policy)
{
    if (spec.poll && !policy.startsOperation) {
        throw usageError(QStringLiteral("--poll needs a policy that starts an operation and then polls, for "
                                        "example aws-general-polling; \"%1\" has no rule on \"start\"")
                             .arg(toQString(policy.policy.id)));
    }
}

} // namespace retryscope::cli
