// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/record_report.h"

#include "core/explain/attempt_words.h"
#include "core/explain/attempts_report.h"
#include "core/explain/call_outcome.h"
#include "core/explain/conflict_text.h"
#include "core/explain/explain.h"
#include "core/explain/inference_text.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/recorded_text.h"
#include "core/explain/state_story.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/read/run_totals.h"
#include "core/recording/seen_attempt.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

std::string requestLine(const RunHeader& header)
{
    const RequestSpec& spec = header.spec;
    std::string line = spec.method + ' ' + spec.url;
    if (!spec.operation.empty() || spec.service != "generic") {
        line += " (" + spec.service + (spec.operation.empty() ? "" : ' ' + spec.operation) + ')';
    }
    if (spec.poll && header.policy->startsOperation) {
        line += ", then " + spec.poll->method + ' ' + spec.poll->url;
    }
    return line;
}

std::string circumstances(const RunHeader& header)
{
    return (header.scenarioId.empty() ? "" : "scenario " + header.scenarioId + ", ") +
           (header.isVirtual ? "virtual time" : "live") +
           (!header.importedFrom.empty() ? ", imported from " + header.importedFrom
            : header.isRecorded          ? std::string(", recorded")
                                         : filled(", seed %1", std::to_string(header.seed))) +
           (header.noWait ? ", delays skipped" : "");
}

Report headReport(const RunHeader& header)
{
    Report report;
    const auto add = [&report](const char* name, const std::string& text) {
        constexpr int kTextColumn = 10;
        report.field(name, text, kTextColumn);
    };
    const auto addNotes = [&add](const char* name, const std::vector<PolicyOverrideNote>& notes) {
        for (const PolicyOverrideNote& note : notes) {
            add(name, note.path + " = " + note.value + " (" + note.origin + ')');
        }
    };
    const Policy& policy = header.policy->policy;
    add("policy", policy.id + ": " + policy.title);
    addNotes("setting", header.settings);
    addNotes("override", header.overrides);
    add("request", requestLine(header));
    add("run", circumstances(header));
    if (header.loop.rounds > 1) {
        add("loop", loopText(header.loop));
    }
    for (const std::string& sentence : handshakeSentences(header.refusedHandshakes)) {
        add("TLS", sentence);
    }
    add("sockets", shortageSentence(header.shortage));
    for (const std::string& conflict : conflictSentences(policy, {NoteTopic::Attempts, NoteTopic::Delay})) {
        add("conflict", conflict);
    }
    if (!header.spec.wire.verifyPeer) {
        report.code("WARNING   the server's certificate is not verified", 0, Tone::Bad);
    }
    return report;
}

Tone callTone(const CallRecord& call)
{
    return call.verdict == CallVerdict::Succeeded ? Tone::Good : Tone::Bad;
}

/// `client 2, call 1 to 50 (application, round 2)`; first and last may be the same.
std::string callName(const RunRecord& record, const CallRecord& first, const CallRecord& last)
{
    const bool isOneOfMany =
        record.header().clients > 1 || first.client > 1; // those of a recording just come
    return (isOneOfMany ? filled("client %1, ", first.client) : "") + filled("call %1", first.call) +
           (first.call == last.call ? "" : filled(" to %1", last.call)) +
           (first.round > 1 ? filled(" (%1, round %2)", shownName(record.header().loop.name), first.round)
                            : "");
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
std::string stoppedBy(const CallRecord& call)
{
    return !call.source->isClientGone ? stopText(call)
           : hasGivenUp(call)         ? "client gave up and left"
                                      : "client disconnected";
}

std::string lastResponse(const RunRecord& record, std::size_t callIndex, const ShownAttempt& shown)
{
    const CallRecord& call = record.calls()[callIndex];
    if (call.attempts.empty()) {
        return {};
    }
    const AttemptRecord& last = call.attempts.back();
    return words::response({.header = record.header(), .call = call, .attempt = shown(last)});
}

/// What the calls of a group ended with, each once, the most frequent first: `503 SlowDown × 5, 429`.
std::string lastResponses(const RunRecord& record, const Group& group, const ShownAttempt& shown)
{
    constexpr std::size_t kMost = 3;
    std::map<std::string, int> times;
    for (const std::size_t call : group) {
        ++times[lastResponse(record, call, shown)];
    }
    if (times.size() == 1) {
        return times.begin()->first;
    }
    std::vector<std::pair<std::string, int>> responses(times.begin(), times.end());
    std::ranges::stable_sort(responses, std::ranges::greater(), &std::pair<std::string, int>::second);
    std::vector<std::string> texts;
    for (const auto& [response, count] : responses) {
        if (texts.size() == kMost) {
            texts.emplace_back("others");
            break;
        }
        texts.push_back((response.empty() ? "no response" : response) +
                        (count == 1 ? "" : " × " + std::to_string(count)));
    }
    return joined(texts, ", ");
}

/// From before the first attempt of the group to after the last one.
std::string tokensOf(const std::vector<std::vector<QuotaEntry>>& quota, const Group& group)
{
    if (quota.empty() || quota[group.back()].empty()) {
        return {};
    }
    const std::vector<QuotaEntry>& first = quota[group.front()];
    return tokensText(
        {.before = first.empty() ? 0 : first.front().before, .after = quota[group.back()].back().after},
        TokensForm::Words);
}

/// How long a limiter, or a poll, held attempts of these calls back: `0 to 166 ms`; empty when it never did.
std::string heldBackIn(const RunRecord& record, const Group& group)
{
    Duration least = Duration::max();
    Duration most{0};
    for (const std::size_t call : group) {
        for (const AttemptRecord& attempt : record.calls()[call].attempts) {
            least = std::min(least, attempt.sendDelay);
            most = std::max(most, attempt.sendDelay);
        }
    }
    return most == Duration::zero() ? std::string() : windowText(least, most);
}

/// The send rate that the limiter allowed after the last attempt of the group; empty without a limiter.
std::string allowedAfter(const RunRecord& record, const Group& group)
{
    const std::vector<AttemptRecord>& attempts = record.calls()[group.back()].attempts;
    const auto sample = attempts.empty() ? std::nullopt : rateSampleOf(attempts.back());
    return !sample ? "" : sample->limitPerSecond > 0 ? rateText(sample->limitPerSecond) : "no limit";
}

ReportTable callsTable(const RunRecord& record, const ShownAttempt& shown)
{
    ReportTable table{{{"call"},
                       {"result"},
                       {"reason", WhenNarrow::Fold},
                       {"attempts"},
                       {"tokens", WhenNarrow::Drop},
                       {"last response", WhenNarrow::Shorten},
                       {"took", WhenNarrow::Drop},
                       {"send delay", WhenNarrow::Drop},
                       {"send rate after", WhenNarrow::Drop}},
                      {}};
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    for (const Group& group : groupsOf(record.calls())) {
        const CallRecord& first = record.calls()[group.front()];
        const CallRecord& last = record.calls()[group.back()];
        table.add({{callName(record, first, last)},
                   {std::string(toString(first.verdict)), callTone(first)},
                   {stoppedBy(first)},
                   {std::to_string(first.attempts.size()) + (group.size() == 1 ? "" : " each")},
                   {tokensOf(quota, group)},
                   {lastResponses(record, group, shown)},
                   {durationText(hasTimes(first) && hasTimes(last) ? OptionalDuration(last.end - first.start)
                                                                   : OptionalDuration())},
                   {heldBackIn(record, group)},
                   {allowedAfter(record, group)}});
    }
    return table;
}

/// What the loop around the client made of the calls; empty without one.
std::string loopTotals(const RunRecord& record)
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
    return filled("For %1: %2 of %3 succeeded, with %4 client calls in total",
                  shownName(record.header().loop.name), made - failed, made, calls.size());
}

void addTotals(Report& report, const RunRecord& record)
{
    report.gap();
    report.say(filled("%1; %2", capitalised(summaryOf(record)), counted(record.attemptCount(), "attempt")),
               record.allSucceeded() ? Tone::Good : Tone::Bad);
    report.say(loopTotals(record));
}

void addCall(Report& report, const RunRecord& record, std::size_t index, int width)
{
    const CallRecord& call = record.calls()[index];
    report.gap();
    if (record.calls().size() > 1) {
        report.title(callName(record, call, call));
    }
    if (record.header().isRecorded) {
        report.say(groupingText(*call.source));
        report.say(remarksOn(*call.source));
    }
    report.append(attemptsReport(record, static_cast<int>(index), width));
    report.gap();
    report.say(capitalised(summaryOf(call)), callTone(call));
}

void addStory(Report& report, const RunRecord& record)
{
    for (const std::string& sentence : stateStory(record)) {
        report.gap();
        report.say(sentence);
    }
}

} // namespace

Report callsInFull(const RunRecord& record, int width)
{
    Report report = headReport(record.header());
    const std::size_t calls = record.calls().size();
    if (calls == 0) {
        report.gap();
        report.say("No request was sent.");
        return report;
    }
    for (std::size_t index = 0; index < calls; ++index) {
        addCall(report, record, index, width);
    }
    addStory(report, record);
    if (calls > 1) {
        addTotals(report, record);
    }
    return report;
}

Report callsSummedUp(const RunRecord& record, const RunHeader& header, const ShownAttempt& shown)
{
    Report report = headReport(header);
    report.gap();
    report.add(callsTable(record, shown));
    addStory(report, record);
    addTotals(report, record);
    return report;
}

} // namespace retryscope
