// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/record_report.h"

#include "app/cli/attempt_report.h"
#include "app/cli/text_table.h"
#include "core/explain/attempt_words.h"
#include "core/explain/conflict_text.h"
#include "core/explain/explain.h"
#include "core/explain/inference_text.h"
#include "core/explain/name_text.h"
#include "core/explain/recorded_text.h"
#include "core/explain/state_story.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/read/run_totals.h"
#include "core/recording/client_following.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace retryscope::cli {

namespace {

QString titled(const char* title, const QString& content, const TextStyle& style)
{
    constexpr int kColumn = 10;
    return style.paint(QString::fromLatin1(title).leftJustified(kColumn), Tone::Faint) +
           wrapped(content, style, kColumn, kColumn) + QLatin1Char('\n');
}

QString requestLine(const RunHeader& header)
{
    const RequestSpec& spec = header.spec;
    QString line = toQString(spec.method) + QLatin1Char(' ') + toQString(spec.url);
    if (!spec.operation.empty() || spec.service != "generic") {
        line += QStringLiteral(" (%1%2)").arg(
            toQString(spec.service),
            spec.operation.empty() ? QString() : QLatin1Char(' ') + toQString(spec.operation));
    }
    if (spec.poll && header.policy->startsOperation) {
        line += QStringLiteral(", then %1 %2").arg(toQString(spec.poll->method), toQString(spec.poll->url));
    }
    return line;
}

QString circumstances(const RunHeader& header)
{
    QString line = header.isVirtual ? QStringLiteral("virtual time") : QStringLiteral("live");
    if (!header.scenarioId.empty()) {
        line = QStringLiteral("scenario %1, ").arg(toQString(header.scenarioId)) + line;
    }
    line += header.isRecorded ? QStringLiteral(", recorded") : QStringLiteral(", seed %1").arg(header.seed);
    return header.noWait ? line + QStringLiteral(", delays skipped") : line;
}

QString headerText(const RunHeader& header, const TextStyle& style)
{
    const Policy& policy = header.policy->policy;
    QString result =
        titled("policy", toQString(policy.id) + QStringLiteral(": ") + toQString(policy.title), style);
    const auto addNotes = [&](const char* title, const std::vector<PolicyOverrideNote>& notes) {
        for (const PolicyOverrideNote& note : notes) {
            result += titled(title,
                             QStringLiteral("%1 = %2 (%3)")
                                 .arg(toQString(note.path), toQString(note.value), toQString(note.origin)),
                             style);
        }
    };
    addNotes("setting", header.settings);
    addNotes("override", header.overrides);
    result += titled("request", requestLine(header), style);
    result += titled("run", circumstances(header), style);
    if (header.loop.rounds > 1) {
        result += titled("loop", toQString(loopText(header.loop)), style);
    }
    for (const std::string& sentence : handshakeSentences(header.refusedHandshakes)) {
        result += titled("TLS", toQString(sentence), style);
    }
    if (const std::string shortage = shortageSentence(header.shortage); !shortage.empty()) {
        result += titled("sockets", toQString(shortage), style);
    }
    for (const std::string& conflict : conflictSentences(policy, {NoteTopic::Attempts, NoteTopic::Delay})) {
        result += titled("conflict", toQString(conflict), style);
    }
    if (!header.spec.wire.verifyPeer) {
        result +=
            style.paint(QStringLiteral("WARNING   the server's certificate is not verified\n"), Tone::Bad);
    }
    return result;
}

Tone toneOf(const CallRecord& call)
{
    return call.verdict == CallVerdict::Succeeded ? Tone::Good : Tone::Bad;
}

/// `client 2, call 1 to 50 (application, round 2)`; first and last may be the same.
QString callName(const RunRecord& record, const CallRecord& first, const CallRecord& last)
{
    QString name = QStringLiteral("call %1").arg(first.call);
    name += first.call == last.call ? QString() : QStringLiteral(" to %1").arg(last.call);
    if (first.round > 1) {
        name += QStringLiteral(" (%2, round %1)")
                    .arg(first.round)
                    .arg(toQString(shownName(record.header().loop.name)));
    }
    const bool isOneOfMany =
        record.header().clients > 1 || first.client > 1; // those of a recording just come
    return isOneOfMany ? QStringLiteral("client %1, ").arg(first.client) + name : name;
}

/// Calls of one client, and of one round of a loop around it, in a row that ended alike, so that seventy
/// equal lines become one. Indices of the record's calls; never empty.
using Group = std::vector<std::size_t>;

bool endedAlike(const CallRecord& left, const CallRecord& right)
{
    return left.client == right.client && left.round == right.round && left.verdict == right.verdict &&
           left.stopReason == right.stopReason && left.attempts.size() == right.attempts.size() &&
           left.source->isClientGone == right.source->isClientGone;
}

/// Client by client and round by round, each in the order of its calls.
std::vector<Group> groupsOf(const std::vector<CallRecord>& calls)
{
    std::vector<std::size_t> order(calls.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&calls](std::size_t left, std::size_t right) {
        return std::pair(calls[left].client, calls[left].round) <
               std::pair(calls[right].client, calls[right].round);
    });
    std::vector<Group> groups;
    for (const std::size_t index : order) {
        if (!groups.empty() && endedAlike(calls[groups.back().back()], calls[index])) {
            groups.back().push_back(index);
        } else {
            groups.push_back({index});
        }
    }
    return groups;
}

/// `client disconnected` where that is known, else the reason.
QString stoppedBy(const CallRecord& call)
{
    return call.source->isClientGone ? hasGivenUp(call) ? QStringLiteral("client gave up and left")
                                                        : QStringLiteral("client disconnected")
                                     : toQString(stopText(call));
}

/// redactor: nullptr leaves secrets in.
QString lastResponse(const RunRecord& record, std::size_t callIndex, io::AttemptRedactor* redactor)
{
    const CallRecord& call = record.calls()[callIndex];
    if (call.attempts.empty()) {
        return {};
    }
    const AttemptRecord& last = call.attempts.back();
    return toQString(words::response({.header = record.header(),
                                      .call = call,
                                      .attempt = redactor != nullptr ? redactor->redacted(last) : last}));
}

/// What the calls of a group ended with, each once, the most frequent first: `503 SlowDown × 5, 429`.
QString lastResponses(const RunRecord& record, const Group& group, io::AttemptRedactor* redactor)
{
    constexpr std::size_t kMost = 3;
    std::map<QString, int> times;
    for (const std::size_t call : group) {
        ++times[lastResponse(record, call, redactor)];
    }
    if (times.size() == 1) {
        return times.begin()->first;
    }
    std::vector<std::pair<QString, int>> responses(times.begin(), times.end());
    std::ranges::stable_sort(responses, std::ranges::greater(), &std::pair<QString, int>::second);
    QStringList texts;
    for (const auto& [response, count] : responses) {
        if (texts.size() == kMost) {
            texts += QStringLiteral("others");
            break;
        }
        const QString shown = response.isEmpty() ? QStringLiteral("no response") : response;
        texts += count == 1 ? shown : QStringLiteral("%1 × %2").arg(shown).arg(count);
    }
    return texts.join(QStringLiteral(", "));
}

/// From before the first attempt of the group to after the last one.
QString tokensOf(const std::vector<std::vector<QuotaEntry>>& quota, const Group& group)
{
    if (quota.empty() || quota[group.back()].empty()) {
        return {};
    }
    const std::vector<QuotaEntry>& first = quota[group.front()];
    return toQString(tokensText(
        {.before = first.empty() ? 0 : first.front().before, .after = quota[group.back()].back().after},
        TokensForm::Words));
}

/// How long a limiter, or a poll, held attempts of these calls back: `0 to 166 ms`; empty when it never did.
QString heldBackIn(const RunRecord& record, const Group& group)
{
    Duration least = Duration::max();
    Duration most{0};
    for (const std::size_t call : group) {
        for (const AttemptRecord& attempt : record.calls()[call].attempts) {
            least = std::min(least, attempt.sendDelay);
            most = std::max(most, attempt.sendDelay);
        }
    }
    return most == Duration::zero() ? QString() : toQString(windowText(least, most));
}

/// The send rate that the limiter allowed after the last attempt of the group; empty without a limiter.
QString allowedAfter(const RunRecord& record, const Group& group)
{
    const std::vector<AttemptRecord>& attempts = record.calls()[group.back()].attempts;
    const auto sample = attempts.empty() ? std::nullopt : rateSampleOf(attempts.back());
    return !sample                      ? QString()
           : sample->limitPerSecond > 0 ? toQString(rateText(sample->limitPerSecond))
                                        : QStringLiteral("no limit");
}

QString callsTable(const RunRecord& record, io::AttemptRedactor* redactor, const TextStyle& style)
{
    TextTable table({{QStringLiteral("call")},
                     {QStringLiteral("result")},
                     {QStringLiteral("reason"), WhenNarrow::Fold},
                     {QStringLiteral("attempts")},
                     {QStringLiteral("tokens"), WhenNarrow::Drop},
                     {QStringLiteral("last response"), WhenNarrow::Shorten},
                     {QStringLiteral("took"), WhenNarrow::Drop},
                     {QStringLiteral("send delay"), WhenNarrow::Drop},
                     {QStringLiteral("send rate after"), WhenNarrow::Drop}});
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    for (const Group& group : groupsOf(record.calls())) {
        const CallRecord& first = record.calls()[group.front()];
        const CallRecord& last = record.calls()[group.back()];
        const QString each = group.size() == 1 ? QString() : QStringLiteral(" each");
        table.addRow({{callName(record, first, last)},
                      {toQString(std::string(toString(first.verdict))), toneOf(first)},
                      {stoppedBy(first)},
                      {QString::number(first.attempts.size()) + each},
                      {tokensOf(quota, group)},
                      {lastResponses(record, group, redactor)},
                      {toQString(durationText(last.end - first.start))},
                      {heldBackIn(record, group)},
                      {allowedAfter(record, group)}});
    }
    return table.text(style);
}

/// What the loop around the client made of the calls; empty without one.
QString loopTotals(const RunRecord& record)
{
    const std::vector<CallRecord>& calls = record.calls();
    if (record.header().loop.rounds < 2) {
        return {};
    }
    int made = 0;
    int failed = 0;
    for (std::size_t index = 0; index < calls.size(); ++index) {
        if (!record.isMadeAgain(index)) {
            ++made;
            failed += calls[index].verdict == CallVerdict::Succeeded ? 0 : 1;
        }
    }
    return QStringLiteral("For %1: %2 of %3 succeeded, with %4 client calls in total")
        .arg(toQString(shownName(record.header().loop.name)))
        .arg(made - failed)
        .arg(made)
        .arg(calls.size());
}

QString totals(const RunRecord& record, const TextStyle& style)
{
    const std::vector<CallRecord>& calls = record.calls();
    const auto count = [&calls](CallVerdict verdict) {
        return std::count_if(calls.begin(), calls.end(),
                             [verdict](const CallRecord& call) { return call.verdict == verdict; });
    };
    const QString line = QStringLiteral("%1 calls: %2 succeeded, %3 failed, %4 cancelled; %5 requests in %6")
                             .arg(calls.size())
                             .arg(count(CallVerdict::Succeeded))
                             .arg(count(CallVerdict::Failed))
                             .arg(count(CallVerdict::Cancelled))
                             .arg(record.attemptCount())
                             .arg(toQString(durationText(totalsOf(record).time)));
    const QString loop = loopTotals(record);
    return style.paint(wrapped(line, style, 0, 0), record.allSucceeded() ? Tone::Good : Tone::Bad) +
           QLatin1Char('\n') + (loop.isEmpty() ? loop : wrapped(loop, style, 0, 0) + QLatin1Char('\n'));
}

QString callInFull(const RunRecord& record, std::size_t index, const TextStyle& style)
{
    const CallRecord& call = record.calls()[index];
    QString result = QStringLiteral("\n");
    if (record.calls().size() > 1) {
        result += style.paint(callName(record, call, call), Tone::Strong) + QLatin1Char('\n');
    }
    if (record.header().isRecorded) {
        result += wrapped(toQString(groupingText(*call.source)), style, 0, 0) + QLatin1Char('\n');
        for (const std::string& remark : remarksOn(*call.source)) {
            result += wrapped(toQString(remark), style, 0, 0) + QLatin1Char('\n');
        }
    }
    result += attemptsReport(record, static_cast<int>(index), style);
    return result + QLatin1Char('\n') + style.paint(toQString(summaryOf(call)), toneOf(call)) +
           QLatin1Char('\n');
}

QString storyOf(const RunRecord& record, const TextStyle& style)
{
    QString result;
    for (const std::string& sentence : stateStory(record)) {
        result += QLatin1Char('\n') + wrapped(toQString(sentence), style, 0, 0) + QLatin1Char('\n');
    }
    return result;
}

QString reportInFull(const RunRecord& record, const TextStyle& style)
{
    QString result = headerText(record.header(), style);
    const std::size_t calls = record.calls().size();
    if (calls == 0) {
        return result + QStringLiteral("\nNo request was sent.\n");
    }
    for (std::size_t index = 0; index < calls; ++index) {
        result += callInFull(record, index, style);
    }
    result += storyOf(record, style);
    return calls > 1 ? result + QLatin1Char('\n') + totals(record, style) : result;
}

} // namespace

QString recordReport(const RunRecord& record, bool includeSecrets, const TextStyle& style)
{
    if (record.calls().size() <= kCallsInFull) {
        return reportInFull(includeSecrets ? record : io::redacted(record), style);
    }
    // A copy of a million calls without secrets would take their memory once more.
    std::optional<io::AttemptRedactor> redactor;
    if (!includeSecrets) {
        redactor.emplace(record.header());
    }
    return headerText(includeSecrets ? record.header() : io::redacted(record.header()), style) +
           QLatin1Char('\n') + callsTable(record, redactor ? &*redactor : nullptr, style) +
           storyOf(record, style) + QLatin1Char('\n') + totals(record, style);
}

} // namespace retryscope::cli
