// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/bounds_report.h"

#include "app/cli/text_table.h"
#include "core/explain/bounds_text.h"
#include "core/explain/conflict_text.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/io/documents/policy_json.h"
#include "core/io/json/json_fields.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

#include <algorithm>

namespace retryscope::cli {

namespace {

QString timeText(Duration duration)
{
    return toQString(durationText(duration));
}

QJsonObject toJson(const TimeBounds& bounds)
{
    return {{QStringLiteral("best"), io::millisecondsToJson(bounds.best)},
            {QStringLiteral("expected"), io::millisecondsToJson(bounds.expected)},
            {QStringLiteral("worst"), io::millisecondsToJson(bounds.worst)}};
}

QJsonObject toJson(const CountBounds& bounds)
{
    return {{QStringLiteral("fewest"), bounds.fewest},
            {QStringLiteral("expected"), bounds.expected},
            {QStringLiteral("most"), bounds.most}};
}

QJsonValue toJson(const std::optional<StopReason>& reason)
{
    return reason ? QJsonValue(toQString(toString(*reason))) : QJsonValue();
}

QJsonArray toJson(const std::vector<AttemptBounds>& schedule)
{
    QJsonArray result;
    for (const AttemptBounds& attempt : schedule) {
        result.append(QJsonObject{{QStringLiteral("startMs"), toJson(attempt.start)},
                                  {QStringLiteral("endMs"), toJson(attempt.end)},
                                  {QStringLiteral("madeIn"), attempt.madeIn}});
    }
    return result;
}

QJsonValue toJson(const std::optional<OwnLimitBounds>& limit)
{
    return limit ? QJsonValue(QJsonObject{{QStringLiteral("limitMs"), io::millisecondsToJson(limit->limit)},
                                          {QStringLiteral("attempts"), toJson(limit->attempts)},
                                          {QStringLiteral("endsBy"), limit->endsBy},
                                          {QStringLiteral("canEndCall"), limit->canEndIt}})
                 : QJsonValue();
}

QJsonValue toJson(const std::optional<DeadlineBounds>& deadline)
{
    if (!deadline) {
        return {};
    }
    const std::optional<Duration>& longest = deadline->longestAttempt;
    const std::optional<Duration>& request = deadline->longestRequest;
    return QJsonObject{
        {QStringLiteral("deadlineMs"), io::millisecondsToJson(deadline->deadline)},
        {QStringLiteral("attemptsThatFit"), toJson(deadline->fitting)},
        {QStringLiteral("attemptsBegun"), toJson(deadline->begun)},
        {QStringLiteral("allFit"), deadline->allFit},
        {QStringLiteral("answerMs"), toJson(deadline->response)},
        {QStringLiteral("enoughMs"), io::millisecondsToJson(deadline->enough)},
        {QStringLiteral("longestAttemptMs"), longest ? io::millisecondsToJson(*longest) : QJsonValue()},
        {QStringLiteral("longestRequestMs"), request ? io::millisecondsToJson(*request) : QJsonValue()}};
}

QJsonValue toJson(const std::optional<OuterDeadlineBounds>& outer)
{
    return outer ? QJsonObject{{QStringLiteral("calls"), outer->calls},
                               {QStringLiteral("cutShare"), outer->cutShare}}
                 : QJsonValue();
}

QJsonValue toJson(const std::optional<SeriesBounds>& series)
{
    if (!series) {
        return {};
    }
    return QJsonObject{{QStringLiteral("calls"), series->calls},
                       {QStringLiteral("clients"), series->clients},
                       {QStringLiteral("clientCalls"), static_cast<qint64>(series->clientCalls)},
                       {QStringLiteral("workedOut"), series->isWorkedOut},
                       {QStringLiteral("attempts"), static_cast<qint64>(series->attempts)},
                       {QStringLiteral("requests"), static_cast<qint64>(series->requests)},
                       {QStringLiteral("totalMs"), toJson(series->total)},
                       {QStringLiteral("firstWithoutTokens"),
                        series->firstWithoutTokens ? QJsonValue(*series->firstWithoutTokens) : QJsonValue()}};
}

QJsonArray toJson(const std::vector<LayerBounds>& layers)
{
    QJsonArray result;
    for (const LayerBounds& layer : layers) {
        result.append(QJsonObject{{QStringLiteral("name"), toQString(layer.name)},
                                  {QStringLiteral("attempts"), layer.attempts},
                                  {QStringLiteral("requests"), static_cast<qint64>(layer.requests)},
                                  {QStringLiteral("totalMs"), toJson(layer.total)},
                                  {QStringLiteral("isClient"), layer.isClient}});
    }
    return result;
}

QJsonArray sentencesOf(const NestedBounds& bounds)
{
    QJsonArray result;
    for (const std::string& sentence : boundsSentences(bounds)) {
        result.append(toQString(sentence));
    }
    return result;
}

QJsonValue latencyToJson(const std::optional<LatencySpread>& latency)
{
    return latency ? QJsonValue(QJsonObject{{QStringLiteral("p50"), io::millisecondsToJson(latency->p50)},
                                            {QStringLiteral("p99"), io::millisecondsToJson(latency->p99)}})
                   : QJsonValue();
}

QJsonValue toJson(const std::optional<CallPercentiles>& percentiles)
{
    return percentiles
               ? QJsonValue(QJsonObject{{QStringLiteral("p50"), io::millisecondsToJson(percentiles->p50)},
                                        {QStringLiteral("p90"), io::millisecondsToJson(percentiles->p90)},
                                        {QStringLiteral("p99"), io::millisecondsToJson(percentiles->p99)}})
               : QJsonValue();
}

/// What is to be known of these numbers, beside what follows from them.
std::vector<std::string> caveatsOf(const BoundsUnder& result, const SteadyFailure& failure)
{
    std::vector<std::string> caveats =
        twoReadings(result.choice.policy->policy, {NoteTopic::Attempts, NoteTopic::Delay});
    for (std::string& own : assumptionSentences(result.choice.policy->policy)) {
        caveats.push_back(std::move(own));
    }
    const bool isTimeout = failure.facts.fault && failure.facts.fault->kind == FaultKind::ReadTimeout;
    if (isTimeout && !failure.spec.attemptTimeout) {
        for (std::string& sentence :
             timeoutSentences(result.choice.policy->policy, failure.spec, result.given)) {
            caveats.push_back(std::move(sentence));
        }
    }
    return caveats;
}

QJsonObject toJson(const BoundsUnder& result, const SteadyFailure& failure)
{
    QJsonArray caveats;
    for (const std::string& caveat : caveatsOf(result, failure)) {
        caveats.append(toQString(caveat));
    }
    const NestedBounds& nested = result.bounds;
    const CallBounds& call = nested.call;
    return {{QStringLiteral("policy"), toQString(result.choice.policy->policy.id)},
            {QStringLiteral("attemptTimeMs"), io::millisecondsToJson(failure.attemptTime)},
            {QStringLiteral("latencyMs"), latencyToJson(failure.latency)},
            {QStringLiteral("percentilesMs"), toJson(call.percentiles)},
            {QStringLiteral("caveats"), caveats},
            {QStringLiteral("attempts"), call.attempts},
            {QStringLiteral("ownLimit"), toJson(call.ownLimit)},
            {QStringLiteral("stopReason"), toJson(call.stopReason)},
            {QStringLiteral("totalMs"), toJson(call.total)},
            {QStringLiteral("delaysMs"), toJson(call.delays)},
            {QStringLiteral("exact"), call.areReached},
            {QStringLiteral("schedule"), toJson(call.schedule)},
            {QStringLiteral("deadline"), toJson(call.deadline)},
            {QStringLiteral("outerDeadline"), toJson(nested.outerDeadline)},
            {QStringLiteral("series"), toJson(call.series)},
            {QStringLiteral("requests"), static_cast<qint64>(nested.layers.front().requests)},
            {QStringLiteral("layers"), toJson(nested.layers)},
            {QStringLiteral("sentences"), sentencesOf(nested)},
            {QStringLiteral("warnings"), io::problemsToJson(warningsOn(result.choice.policy->policy))}};
}

QString countText(const CountBounds& count)
{
    return count.fewest == count.most ? QString::number(count.most)
                                      : QStringLiteral("%1 to %2").arg(count.fewest).arg(count.most);
}

/// `3`, or with a limit of time of the client's own `3 to 9`
QString attemptsText(const CallBounds& call)
{
    return call.ownLimit ? countText(call.ownLimit->attempts) : QString::number(call.attempts);
}

QString lastFitting(const CallBounds& call)
{
    if (!call.deadline) {
        return {};
    }
    return QStringLiteral("%1 of %2").arg(countText(call.deadline->fitting), attemptsText(call));
}

/// `1000 in 11 min 16 s`: what all calls together make; empty where one call was asked for.
QString seriesCell(const CallBounds& call)
{
    if (!call.series || !call.series->isWorkedOut) {
        return call.series ? QStringLiteral("not computed") : QString();
    }
    return QStringLiteral("%1 in %2").arg(call.series->requests).arg(timeText(call.series->total.worst));
}

QString withoutTokensCell(const CallBounds& call)
{
    return call.series && call.series->firstWithoutTokens
               ? QStringLiteral("call %1").arg(*call.series->firstWithoutTokens)
               : QString();
}

/// What the columns of all calls are about, where there are such.
QString seriesLegend(const BoundsUnder& result, const TextStyle& style)
{
    if (!result.bounds.call.series) {
        return {};
    }
    const SeriesBounds& series = *result.bounds.call.series;
    return QLatin1Char('\n') +
           wrapped(QStringLiteral("all calls: requests of %1 one after another%2, and the longest time they "
                                  "take; no tokens from: the first call that the retry quota stops")
                       .arg(toQString(counted(series.calls, "call")),
                            series.clients > 1
                                ? QStringLiteral(" by each of %1 concurrent clients").arg(series.clients)
                                : QStringLiteral(" by one client")),
                   style, 0, 0) +
           QLatin1Char('\n');
}

QString grid(const std::vector<BoundsUnder>& results, const TextStyle& style)
{
    TextTable table({{QStringLiteral("policy")},
                     {QStringLiteral("attempts")},
                     {QStringLiteral("requests")},
                     {QStringLiteral("best"), WhenNarrow::DropFirst},
                     {QStringLiteral("expected"), WhenNarrow::DropFirst},
                     {QStringLiteral("worst"), WhenNarrow::Drop},
                     {QStringLiteral("in time"), WhenNarrow::Fold},
                     {QStringLiteral("all calls")},
                     {QStringLiteral("no tokens from"), WhenNarrow::Fold},
                     {QStringLiteral("reason"), WhenNarrow::DropFirst}});
    for (const BoundsUnder& result : results) {
        const CallBounds& call = result.bounds.call;
        const LayerBounds& outermost = result.bounds.layers.front();
        const bool isCut = isCutByDeadline(call);
        const bool isEndless = call.stopReason == StopReason::SafetyLimit;
        table.addRow(
            {{toQString(result.choice.policy->policy.id), Tone::Strong},
             {isEndless ? QStringLiteral("no limit") : attemptsText(call)},
             {result.bounds.layers.size() > 1 ? QString::number(outermost.requests) : QString()},
             {timeText(outermost.total.best)},
             {timeText(outermost.total.expected)},
             {isEndless ? QStringLiteral("no limit") : timeText(outermost.total.worst)},
             {lastFitting(call), isCut ? Tone::Bad : Tone::Good},
             {seriesCell(call)},
             {withoutTokensCell(call)},
             {call.stopReason ? toQString(std::string(stopReasonText(*call.stopReason))) : QString()}});
    }
    return table.text(style) + seriesLegend(results.front(), style);
}

QString layersTable(const NestedBounds& bounds, const TextStyle& style)
{
    TextTable table({{QStringLiteral("layer"), WhenNarrow::Fold},
                     {QStringLiteral("attempts")},
                     {QStringLiteral("requests")},
                     {QStringLiteral("best")},
                     {QStringLiteral("expected")},
                     {QStringLiteral("worst")}});
    for (const LayerBounds& layer : bounds.layers) {
        table.addRow({{toQString(layer.name), layer.isClient ? Tone::Strong : Tone::Plain},
                      {QString::number(layer.attempts)},
                      {QString::number(layer.requests)},
                      {timeText(layer.total.best)},
                      {timeText(layer.total.expected)},
                      {timeText(layer.total.worst)}});
    }
    return table.text(style);
}

Cell deadlineMark(const CallBounds& call, std::size_t index)
{
    if (!call.deadline) {
        return {};
    }
    const auto number = static_cast<int>(index) + 1;
    return number <= call.deadline->fitting.fewest ? Cell{QStringLiteral("ends in time"), Tone::Good}
           : number <= call.deadline->fitting.most ? Cell{QStringLiteral("might end in time"), Tone::Warning}
           : number <= call.deadline->begun.fewest ? Cell{QStringLiteral("starts, ends too late"), Tone::Bad}
           : number <= call.deadline->begun.most
               ? Cell{QStringLiteral("might start, ends too late"), Tone::Bad}
               : Cell{QStringLiteral("does not start"), Tone::Bad};
}

/// `43 % of calls`; empty where every call gets to it.
QString madeInText(double share)
{
    return share < 1 ? QStringLiteral("%1 of calls").arg(toQString(percentText(share))) : QString();
}

/// Attempts in a row that say the same share a row.
QString scheduleTable(const CallBounds& call, const TextStyle& style)
{
    constexpr int kShown = 20;
    TextTable table({{QStringLiteral("#")},
                     {QStringLiteral("delay before")},
                     {QStringLiteral("starts: best")},
                     {QStringLiteral("expected")},
                     {QStringLiteral("worst")},
                     {QStringLiteral("made in"), WhenNarrow::Fold},
                     {QStringLiteral("deadline"), WhenNarrow::Fold}});
    const auto cellsOf = [&call](std::size_t index) {
        const TimeBounds& start = call.schedule[index].start;
        const DelayWindow& delay = call.schedule[index].delayBefore;
        return std::vector<Cell>{{},
                                 {toQString(windowText(delay.low, delay.high))},
                                 {timeText(start.best)},
                                 {timeText(start.expected)},
                                 {timeText(start.worst)},
                                 {madeInText(call.schedule[index].madeIn)},
                                 deadlineMark(call, index)};
    };
    const auto saysTheSame = [](const std::vector<Cell>& left, const std::vector<Cell>& right) {
        return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                          [](const Cell& one, const Cell& other) { return one.text == other.text; });
    };
    std::size_t index = 0;
    for (int rows = 0; rows < kShown && index < call.schedule.size(); ++rows) {
        const std::size_t first = index;
        std::vector<Cell> cells = cellsOf(first);
        do {
            ++index;
        } while (index < call.schedule.size() && saysTheSame(cells, cellsOf(index)));
        cells.front().text =
            index == first + 1 ? QString::number(index) : QStringLiteral("%1…%2").arg(first + 1).arg(index);
        table.addRow(std::move(cells));
    }
    if (index < call.schedule.size()) {
        table.addLine(QStringLiteral("… and %1 more").arg(call.schedule.size() - index));
    }
    return table.text(style);
}

QString lengthText(const SteadyFailure& failure)
{
    return failure.latency ? QStringLiteral("%1 (p50), %2 (p99)")
                                 .arg(timeText(failure.latency->p50), timeText(failure.latency->p99))
                           : timeText(failure.attemptTime);
}

QString wholeStory(const BoundsUnder& result, const SteadyFailure& failure, const TextStyle& style)
{
    const Policy& policy = result.choice.policy->policy;
    QString story =
        style.paint(toQString(policy.id), Tone::Strong) + QStringLiteral(": ") +
        wrapped(toQString(io::redactedText(policy.title)), style, 0, static_cast<int>(policy.id.size()) + 2) +
        QLatin1Char('\n') +
        QStringLiteral("every attempt: %1 after %2\n\n")
            .arg(toQString(outcomeLabel(*result.choice.policy, failure.facts)), lengthText(failure));
    if (result.bounds.layers.size() > 1) {
        story += layersTable(result.bounds, style) + QLatin1Char('\n');
    }
    story += scheduleTable(result.bounds.call, style) + QLatin1Char('\n');
    for (const std::string& sentence : boundsSentences(result.bounds)) {
        story += wrapped(toQString(sentence), style, 0, 0) + QLatin1Char('\n');
    }
    for (const std::string& caveat : caveatsOf(result, failure)) {
        story += wrapped(toQString(caveat), style, 0, 0) + QLatin1Char('\n');
    }
    return story;
}

} // namespace

QJsonObject boundsDocument(const std::vector<BoundsUnder>& results, const SteadyFailure& failure)
{
    QJsonArray entries;
    for (const BoundsUnder& result : results) {
        entries.append(toJson(result, failure));
    }
    return {{QStringLiteral("bounds"), entries}};
}

QString boundsReport(const std::vector<BoundsUnder>& results, const SteadyFailure& failure,
                     const TextStyle& style)
{
    return results.size() == 1 ? wholeStory(results.front(), failure, style) : grid(results, style);
}

} // namespace retryscope::cli
