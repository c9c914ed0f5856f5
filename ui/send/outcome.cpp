// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/outcome.h"

#include "core/explain/attempt_words.h"
#include "core/explain/body_error_text.h"
#include "core/explain/call_outcome.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/redirect_text.h"
#include "core/explain/state_story.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "core/read/run_totals.h"
#include "core/read/whole_run.h"
#include "ui/parts/tr.h"

#include <QDateTime>
#include <QLocale>
#include <QStringList>
#include <QUrl>

#include <algorithm>
#include <iterator>
#include <map>

namespace retryscope::ui {

namespace {

constexpr int kLongestUrl = 120; ///< characters shown

int countOf(const RunRecord& record, CallVerdict verdict)
{
    return static_cast<int>(
        std::count_if(record.calls().begin(), record.calls().end(),
                      [verdict](const CallRecord& call) { return call.verdict == verdict; }));
}

QString attemptsText(const RunRecord& record)
{
    return toQString(counted(attemptsOf(record), "attempt"));
}

/// A call in virtual time says so, as the timeline does.
QString titleOf(const RunRecord& record, const CallRecord& call)
{
    const QString title = toQString(capitalised(callOutcome(call)));
    return record.header().isVirtual && hasTimes(call) ? tr("%1 of virtual time").arg(title) : title;
}

QString timeText(const RunRecord& record)
{
    const OptionalDuration length = lengthOf(record);
    const QString time = length ? toQString(durationText(*length)) : tr("an unknown time");
    return record.header().isVirtual ? tr("%1 of virtual time").arg(time) : time;
}

/// What the last attempt of a call came to, and why it was the last.
QString reasonOf(const RunRecord& record, const CallRecord& call)
{
    QStringList parts;
    bool saysWhy = false;
    if (!call.attempts.empty() && !call.attempts.back().isRunning) {
        parts += toQString(
            words::response({.header = record.header(), .call = call, .attempt = call.attempts.back()}));
        saysWhy = wasCutByDeadline(call.attempts.back().facts, call.attempts.back().decision);
    }
    if (!saysWhy && call.stopReason && call.verdict == CallVerdict::Failed) {
        parts += toQString(callReason(call));
    }
    return parts.join(QStringLiteral(" · "));
}

Outcome outcomeOfCall(const RunRecord& record)
{
    const CallRecord& call = record.calls().front();
    Outcome outcome;
    switch (call.verdict) {
    case CallVerdict::Running:
        outcome.sign = Sign::Running;
        outcome.title =
            call.attempts.empty() ? tr("Running") : tr("Running, attempt %1").arg(call.attempts.size());
        return outcome;
    case CallVerdict::Succeeded:
        outcome.sign = isDoubted(record, call) ? Sign::Doubted : Sign::Done;
        outcome.title = titleOf(record, call);
        break;
    case CallVerdict::Failed:
        outcome.sign = Sign::Failed;
        outcome.title = titleOf(record, call);
        break;
    case CallVerdict::Cancelled:
        outcome.sign = Sign::Stopped;
        outcome.title = record.header().isCutOff && !call.source->isClientGone
                            ? tr("Interrupted after %1 in %2").arg(attemptsText(record), timeText(record))
                            : titleOf(record, call);
        return outcome;
    }
    outcome.reason = reasonOf(record, call);
    if (!call.attempts.empty()) {
        outcome.decidedAt = Place{.call = 0, .attempt = static_cast<int>(call.attempts.size()) - 1};
    }
    if (outcome.sign == Sign::Doubted) {
        const std::string clause = bodyErrorClause(call.attempts.back().facts); // else the reason says it
        outcome.reason += clause.empty() ? QString() : QStringLiteral(" · ") + toQString(clause);
    }
    if (!call.attempts.empty()) {
        const std::string redirect = redirectTarget(call.attempts.back().facts);
        outcome.reason += redirect.empty() ? QString() : QStringLiteral(" · ") + toQString(redirect);
    }
    return outcome;
}

/// The reason that ended most of the failed calls, with their number where others failed for another one.
QString mostFrequentReason(const RunRecord& record, int failed)
{
    std::map<std::string, int> counts;
    for (const CallRecord& call : record.calls()) {
        if (call.verdict == CallVerdict::Failed) {
            ++counts[stopText(call)];
        }
    }
    counts.erase(std::string());
    const auto most = std::ranges::max_element(counts, {}, &std::pair<const std::string, int>::second);
    if (most == counts.end()) {
        return {};
    }
    const QString reason = toQString(most->first);
    return most->second == failed || record.header().whole
               ? reason
               : tr("%1 in %L2 calls").arg(reason).arg(most->second);
}

std::optional<Place> lastAttemptOfFirstFailure(const RunRecord& record)
{
    const std::vector<CallRecord>& calls = record.calls();
    const auto failed = std::ranges::find(calls, CallVerdict::Failed, &CallRecord::verdict);
    if (failed == calls.end() || failed->attempts.empty()) {
        return std::nullopt;
    }
    return Place{.call = static_cast<int>(failed - calls.begin()),
                 .attempt = static_cast<int>(failed->attempts.size()) - 1};
}

Outcome outcomeOfCalls(const RunRecord& record)
{
    const int all = static_cast<int>(record.calls().size());
    const int running = countOf(record, CallVerdict::Running);
    const CallCounts counts = countsOf(record);
    const auto failed = static_cast<int>(counts.failed);
    Outcome outcome;
    outcome.title = toQString(capitalised(runOutcome(counts)));
    if (running > 0) {
        outcome.sign = Sign::Running;
        outcome.title = tr("Running, %L1 of %L2 calls ended").arg(all - running).arg(all);
    } else if (counts.isCancelled) {
        outcome.sign = Sign::Stopped;
        outcome.reason = toQString(runReason(counts));
    } else if (failed > 0) {
        outcome.sign = Sign::Failed;
        outcome.reason = mostFrequentReason(record, failed);
        outcome.story = toQString(quotaStopSentences(record));
        if (const std::optional<RefusedRetry> refused = firstRefusedRetry(record)) {
            outcome.refusedAt = refused->place;
            outcome.refusedName = toQString(refused->name);
        }
        outcome.decidedAt = lastAttemptOfFirstFailure(record);
    } else {
        const int doubted = doubtedIn(record);
        outcome.sign = doubted > 0 ? Sign::Doubted : Sign::Done;
        outcome.reason = attemptsText(record);
        outcome.reason += doubted > 0 ? tr(" · the body of a success is an error or truncated") : QString();
    }
    return outcome;
}

QString urlOf(const RunHeader& header)
{
    QString url = toQString(io::redactedText(header.spec.url));
    if (!header.scenarioId.empty()) {
        url = QUrl(url).toString(QUrl::RemoveScheme | QUrl::RemoveAuthority); // the port says nothing
    }
    const QString whole =
        header.scenarioId.empty() ? url : QStringLiteral("%1 %2").arg(toQString(header.scenarioId), url);
    return whole.size() <= kLongestUrl ? whole : whole.left(kLongestUrl) + QStringLiteral("…");
}

QString originOf(const RunHeader& header)
{
    QStringList parts;
    if (header.policy) {
        const Policy& policy = header.policy->policy;
        const QString title = toQString(shortNameOf(policy));
        parts += header.overrides.empty() ? title : tr("%1, edited").arg(title);
    }
    parts += QStringLiteral("%1 %2").arg(toQString(header.spec.method), urlOf(header));
    if (header.isVirtual) {
        parts += tr("virtual time");
    }
    if (!header.isVirtual && header.startedAt.count() > 0) {
        const QDateTime start = QDateTime::fromMSecsSinceEpoch(header.startedAt.count());
        const bool isToday = start.date() == QDate::currentDate();
        parts += isToday ? start.toString(QStringLiteral("HH:mm"))
                         : start.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    }
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace

void addExpectations(Outcome& outcome, const std::vector<io::ExpectationResult>& results)
{
    const auto broken = std::ranges::find(results, false, &io::ExpectationResult::holds);
    const auto held = std::ranges::count(results, true, &io::ExpectationResult::holds);
    if (results.empty() || outcome.sign == Sign::None || outcome.sign == Sign::Running) {
        return;
    }
    if (broken == results.end()) {
        outcome.expected = outcome.sign == Sign::Failed
                               ? tr("All expectations hold, although not every call succeeded.")
                               : tr("All expectations hold.");
        return;
    }
    outcome.sign = Sign::Failed;
    outcome.expected = tr("%1 of %2 expectations hold. Not met: %3: %4")
                           .arg(held)
                           .arg(results.size())
                           .arg(broken->text, broken->why);
    if (broken->place.call >= 0) {
        outcome.unmetAt = Place{.call = broken->place.call, .attempt = std::max(broken->place.attempt, 0)};
    }
}

Outcome outcomeOf(const RunRecord& record)
{
    if (record.isEmpty()) {
        return {};
    }
    Outcome outcome = record.calls().size() == 1 ? outcomeOfCall(record) : outcomeOfCalls(record);
    if (record.header().whole) {
        outcome.story = tr("The history keeps the first %L1 calls and the numbers of all %L2. To see every "
                           "call, press Use this request, then simulate again: the seed is the same.")
                            .arg(record.calls().size())
                            .arg(record.header().whole->totals.calls);
        outcome.refusedAt.reset();
    }
    outcome.origin = originOf(record.header());
    outcome.isImported = record.header().import != nullptr;
    return outcome;
}

} // namespace retryscope::ui
