// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/call_line.h"

#include "core/explain/attempt_words.h"
#include "core/explain/name_text.h"
#include "core/explain/units.h"
#include "core/facts/service_guess.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/recording/declared_attempt.h"
#include "core/recording/seen_attempt.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/tr.h"

#include <QDateTime>
#include <QUrl>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr qsizetype kMostOfTitle = 80;
constexpr qsizetype kMostOfAgent = 24;
constexpr qsizetype kMostOfTarget = 300;
constexpr std::size_t kMostOfForm = 4096; ///< bytes, which name the operation of a query service

QString methodOf(const RunRecord& record, const AttemptRecord& attempt)
{
    const std::string& sent = attempt.sentTarget->method;
    return shortened(sent.empty() ? record.header().spec.method : sent, kMostOfTitle);
}

/// Without the host, which is the same for all of them mostly.
QString pathOf(const RunRecord& record, const AttemptRecord& attempt)
{
    const std::string& sent = attempt.sentTarget->url;
    const QString url = shortened(
        io::redactedText(std::string_view(sent.empty() ? record.header().spec.url : sent).substr(0, 4096)),
        kMostOfTarget);
    const qsizetype scheme = url.indexOf(QLatin1String("://"));
    const qsizetype path = scheme < 0 ? -1 : url.indexOf(QLatin1Char('/'), scheme + 3);
    return path < 0 ? url : url.mid(path);
}

/// What client and server do not agree on, or what is a guess.
QString remarkOn(const CallRecord& call)
{
    QStringList remarks;
    if (call.source->groupedBy == GroupedBy::Timing) {
        remarks += tr("inferred, %1 %").arg(static_cast<int>(call.source->confidence * 100));
    }
    if (call.source->groupedBy == GroupedBy::Hand) {
        remarks += tr("grouped by hand");
    }
    if (call.source->isAmbiguous) {
        remarks += tr("ambiguous grouping");
    }
    if (call.source->isClientGone) {
        remarks += tr("client disconnected");
    }
    std::optional<int> first;
    const std::size_t count = std::min(call.attempts.size(), kMostSpans);
    for (std::size_t index = 0; index < count; ++index) {
        const AttemptRecord& attempt = call.attempts[index];
        const std::optional<int> declared =
            attempt.facts.wire ? declaredIn(*attempt.facts.wire->sentHeaders).attempt : std::nullopt;
        if (!declared) {
            continue;
        }
        if (!first) {
            first = *declared - static_cast<int>(index); // Ruby counts from 0
        }
        if (*declared != *first + static_cast<int>(index)) {
            remarks += tr("request %1 claims to be attempt %2").arg(index + 1).arg(*declared);
            break;
        }
    }
    return remarks.join(QStringLiteral(", "));
}

} // namespace

QString CallLine::summary() const
{
    QStringList parts{title, status, target};
    if (!remark.isEmpty()) {
        parts += remark;
    }
    parts += {attempts, duration, time};
    return parts.join(QStringLiteral(", "));
}

bool hasFailed(const CallRecord& call)
{
    return call.verdict == CallVerdict::Failed || hasGivenUp(call);
}

QString callTitle(const RunRecord& record, int call)
{
    const CallRecord& made = record.callAt(call);
    if (made.attempts.empty()) {
        return tr("Call %1").arg(call + 1);
    }
    if (!made.source->operation.empty()) {
        return shortened(shownName(made.source->operation), kMostOfTitle);
    }
    const AttemptRecord& first = made.attempts.front();
    RequestSpec asked = record.header().spec;
    asked.method = first.sentTarget->method.empty() ? asked.method : first.sentTarget->method;
    asked.url = first.sentTarget->url.empty() ? asked.url : first.sentTarget->url;
    if (first.facts.wire) {
        asked.headers = *first.facts.wire->sentHeaders;
        const std::string* signature = asked.headers.find("Authorization");
        if (signature != nullptr && *signature == io::kRedacted && asked.service != "generic") {
            // The scope went with the signature, but the record knows the service.
            asked.headers.set("Authorization",
                              "AWS4-HMAC-SHA256 Credential=x/x/x/" + asked.service + "/aws4_request");
        }
    }
    asked.body = first.sentBody->substr(0, kMostOfForm);
    const std::string operation = guessService(asked).operation;
    return operation.empty() ? methodOf(record, first) : shortened(operation, kMostOfTitle);
}

QString callTime(const RunRecord& record, int call)
{
    const auto since = std::chrono::duration_cast<WallTime>(record.callAt(call).start.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch((record.header().startedAt + since).count())
        .toString(QStringLiteral("HH:mm:ss"));
}

CallLine callLine(const RunRecord& record, int call, bool namesClient)
{
    const CallRecord& made = record.callAt(call);
    CallLine line;
    line.sign = hasFailed(made) ? Sign::Failed : signOf(made.verdict);
    line.title = callTitle(record, call);
    line.time = callTime(record, call);
    if (made.attempts.empty()) {
        return line;
    }
    const AttemptRecord& last = made.attempts.back();
    const bool isWaiting = made.verdict == CallVerdict::Running && !last.isRunning;
    const Place place{.call = call, .attempt = static_cast<int>(made.attempts.size()) - 1};
    line.status = shortened(words::response(contextOf(record, place)), kMostOfTitle);
    if (isWaiting) {
        line.status = tr("%1, waiting").arg(line.status);
    }
    line.target =
        methodOf(record, made.attempts.front()) + QLatin1Char(' ') + pathOf(record, made.attempts.front());
    line.remark = remarkOn(made);
    if (namesClient) {
        const std::string& agent = made.source->userAgent;
        const QString client =
            agent.empty() ? tr("client %1").arg(made.client)
                          : shortened(io::redactedText(agent.substr(0, agent.find(' '))), kMostOfAgent);
        line.target = QStringLiteral("%1 · %2").arg(client, line.target);
    }
    if (!last.isRunning) {
        line.duration = hasTimes(made) ? toQString(durationText(last.end - made.start)) : QString();
    }
    line.attempts = made.attempts.size() == 1 ? tr("1 attempt") : tr("%1 attempts").arg(made.attempts.size());
    return line;
}

std::vector<CallSpan> spansOf(const CallRecord& call)
{
    std::vector<CallSpan> spans;
    const std::size_t count = std::min(call.attempts.size(), kMostSpans);
    for (std::size_t index = 0; index < count; ++index) {
        const AttemptRecord& attempt = call.attempts[index];
        const Instant end = attempt.isRunning ? attempt.start : attempt.end;
        spans.push_back({attempt.start - call.start, end - call.start, false});
        if (index + 1 < call.attempts.size() && call.attempts[index + 1].start > end) {
            spans.push_back({end - call.start, call.attempts[index + 1].start - call.start, true});
        }
    }
    return spans;
}

} // namespace retryscope::ui
