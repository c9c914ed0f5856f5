// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/bounds_report.h"

#include "core/explain/conflict_text.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace retryscope {

namespace {

std::string countText(const CountBounds& count)
{
    return count.fewest == count.most ? std::to_string(count.most)
                                      : filled("%1 to %2", count.fewest, count.most);
}

/// `3`, or with a limit of time of the client's own `3 to 9`
std::string attemptsText(const CallBounds& call)
{
    return call.ownLimit ? countText(call.ownLimit->attempts) : std::to_string(call.attempts);
}

/// `1000 in 11 min 16 s`: what all calls together make; empty where one call was asked for.
std::string seriesCell(const CallBounds& call)
{
    if (!call.series || !call.series->isWorkedOut) {
        return call.series ? "not computed" : "";
    }
    return filled("%1 in %2", call.series->requests, durationText(call.series->total.worst));
}

bool losesTokens(const BoundsUnder& result)
{
    const std::optional<SeriesBounds>& series = result.bounds.call.series;
    return series && series->firstWithoutTokens;
}

Report severalReport(const std::vector<BoundsUnder>& results)
{
    ReportTable table{{{"policy"},
                       {"attempts"},
                       {"requests"},
                       {"best", WhenNarrow::DropFirst},
                       {"expected", WhenNarrow::DropFirst},
                       {"worst", WhenNarrow::Drop},
                       {"in time", WhenNarrow::Fold},
                       {"all calls"},
                       {"no tokens from", WhenNarrow::Fold},
                       {"reason", WhenNarrow::DropFirst}},
                      {}};
    for (const BoundsUnder& result : results) {
        const CallBounds& call = result.bounds.call;
        const LayerBounds& outermost = result.bounds.layers.front();
        const bool isEndless = call.stopReason == StopReason::SafetyLimit;
        table.add({{result.policy->policy.id, Tone::Strong},
                   {isEndless ? "no limit" : attemptsText(call)},
                   {result.bounds.layers.size() > 1 ? std::to_string(outermost.requests) : ""},
                   {durationText(outermost.total.best)},
                   {durationText(outermost.total.expected)},
                   {isEndless ? "no limit" : durationText(outermost.total.worst)},
                   {call.deadline ? countText(call.deadline->fitting) + " of " + attemptsText(call) : "",
                    isCutByDeadline(call) ? Tone::Bad : Tone::Good},
                   {seriesCell(call)},
                   {losesTokens(result) ? filled("call %1", *call.series->firstWithoutTokens) : ""},
                   {call.stopReason ? std::string(wordsFor(*call.stopReason).label) : ""}});
    }
    Report report;
    report.add(std::move(table));
    if (const std::optional<SeriesBounds>& series = results.front().bounds.call.series) {
        report.gap();
        report.say(filled("All calls: requests and longest time of %1 with %2 each, one after another.",
                          counted(series->clients, "client"), counted(series->calls, "call")));
        if (std::ranges::any_of(results, losesTokens)) {
            report.say("No tokens from: the first call that the retry quota stops.");
        }
    }
    return report;
}

Toned deadlineMark(const CallBounds& call, int number)
{
    const std::optional<DeadlineBounds>& deadline = call.deadline;
    return !deadline                            ? Toned{}
           : number <= deadline->fitting.fewest ? Toned{"ends in time", Tone::Good}
           : number <= deadline->fitting.most   ? Toned{"might end in time", Tone::Warning}
           : number <= deadline->begun.fewest   ? Toned{"starts, ends too late", Tone::Bad}
           : number <= deadline->begun.most     ? Toned{"might start, ends too late", Tone::Bad}
                                                : Toned{"does not start", Tone::Bad};
}

std::vector<Toned> scheduleCells(const CallBounds& call, std::size_t index)
{
    const AttemptBounds& attempt = call.schedule[index];
    return {{},
            {windowText(attempt.delayBefore.low, attempt.delayBefore.high)},
            {durationText(attempt.start.best)},
            {durationText(attempt.start.expected)},
            {durationText(attempt.start.worst)},
            {attempt.madeIn < 1 ? percentText(attempt.madeIn) + " of calls" : ""},
            deadlineMark(call, static_cast<int>(index) + 1)};
}

constexpr std::size_t kMostInReport = 20; ///< rows

Report reportInFull(const BoundsUnder& result, const SteadyFailure& failure)
{
    const Policy& policy = result.policy->policy;
    Report report;
    report.headline(policy.id, policy.title);
    report.say(filled("Every attempt ends after %2: %1", outcomeLabel(*result.policy, failure.facts),
                      failure.latency ? filled("%1 (p50), %2 (p99)", durationText(failure.latency->p50),
                                               durationText(failure.latency->p99))
                                      : durationText(failure.attemptTime)));
    report.gap();
    if (result.bounds.layers.size() > 1) {
        report.add(layersTable(result.bounds));
        report.gap();
    }
    report.add(scheduleTable(result.bounds.call, kMostInReport));
    report.gap();
    report.say(boundsSentences(result.bounds));
    report.say(caveatsOf(result, failure));
    return report;
}

} // namespace

ReportTable layersTable(const NestedBounds& bounds)
{
    ReportTable table{{{"layer", WhenNarrow::Fold},
                       {.title = "attempts", .isNumber = true},
                       {.title = "requests", .isNumber = true},
                       {.title = "best", .isNumber = true},
                       {.title = "expected", .isNumber = true},
                       {.title = "worst", .isNumber = true}},
                      {}};
    for (const LayerBounds& layer : bounds.layers) {
        table.add({{layer.name, layer.isClient ? Tone::Strong : Tone::Plain},
                   {std::to_string(layer.attempts)},
                   {std::to_string(layer.requests)},
                   {durationText(layer.total.best)},
                   {durationText(layer.total.expected)},
                   {durationText(layer.total.worst)}});
    }
    return table;
}

ReportTable scheduleTable(const CallBounds& call, std::size_t most)
{
    ReportTable table{{{.title = "#", .isNumber = true},
                       {.title = "delay before"},
                       {.title = "starts: best", .isNumber = true},
                       {.title = "expected", .isNumber = true},
                       {.title = "worst", .isNumber = true},
                       {"made in", WhenNarrow::Fold},
                       {"deadline", WhenNarrow::Fold}},
                      {}};
    std::size_t index = 0;
    while (table.rows.size() < most && index < call.schedule.size()) {
        const std::size_t first = index;
        std::vector<Toned> cells = scheduleCells(call, first);
        do {
            ++index;
        } while (index < call.schedule.size() &&
                 std::ranges::equal(cells, scheduleCells(call, index), {}, &Toned::text, &Toned::text));
        cells.front().text = index == first + 1 ? std::to_string(index) : filled("%1…%2", first + 1, index);
        table.add(std::move(cells));
    }
    if (index < call.schedule.size()) {
        table.addLine(filled("… and %1 more", call.schedule.size() - index));
    }
    return table;
}

std::vector<std::string> caveatsOf(const BoundsUnder& result, const SteadyFailure& failure)
{
    const Policy& policy = result.policy->policy;
    std::vector<std::string> caveats = twoReadings(policy, {NoteTopic::Attempts, NoteTopic::Delay});
    const auto append = [&caveats](std::vector<std::string> more) {
        std::move(more.begin(), more.end(), std::back_inserter(caveats));
    };
    append(assumptionSentences(policy));
    const bool isTimeout = failure.facts.fault && failure.facts.fault->kind == FaultKind::ReadTimeout;
    if (isTimeout && !failure.spec.attemptTimeout) {
        append(timeoutSentences(policy, failure.spec, result.given));
    }
    return caveats;
}

Report boundsReport(const std::vector<BoundsUnder>& results, const SteadyFailure& failure)
{
    return results.size() == 1 ? reportInFull(results.front(), failure) : severalReport(results);
}

} // namespace retryscope
