// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/attempt_columns.h"
#include "core/explain/attempt_time.h"
#include "core/explain/effect_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/facts/error_name.h"

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

// What stands in the cells of attempt_columns.cpp: exact values, texts where a view has its own, and numbers
// to sort by.
namespace retryscope::cells {

using At = const AttemptContext&;

inline constexpr std::monostate kNothing{};

template <typename T>
CellValue cell(const T& value)
{
    if constexpr (std::is_enum_v<T>) {
        return std::string(toString(value));
    } else if constexpr (std::is_same_v<T, int>) {
        return std::int64_t{value};
    } else {
        return value;
    }
}

template <typename T>
CellValue cell(const std::optional<T>& value)
{
    return value ? cell(*value) : kNothing;
}

inline CellValue cell(const OptionalDuration& value)
{
    return cell(std::optional<Duration>(value));
}

/// A member of an optional object.
template <typename Pointer, typename Struct, typename T>
CellValue cell(const Pointer& of, T Struct::*member)
{
    return of ? cell((*of).*member) : kNothing;
}

/// What an import does not know is empty.
template <typename T>
CellValue ofConnection(At at, T WireFacts::*member)
{
    const bool isKnown =
        at.header.importedFrom.empty() || (at.attempt.facts.wire && at.attempt.facts.wire->connection > 0);
    return isKnown ? cell(at.attempt.facts.wire, member) : kNothing;
}

/// Sorts by a length in milliseconds; attempts without it come first.
template <CellValue (*value)(At)>
std::optional<double> byLength(At at)
{
    const CellValue found = value(at);
    const auto* length = std::get_if<Duration>(&found);
    return length ? toMilliseconds(*length) : -1.0;
}

template <OptionalDuration Phases::*phase>
CellValue lengthOf(At at)
{
    return cell(at.attempt.facts.phases.*phase);
}

inline bool hasSendDelay(At at)
{
    return at.attempt.sendDelay > Duration::zero();
}

inline std::string sendDelayText(At at)
{
    return hasSendDelay(at) ? durationText(at.attempt.sendDelay) : std::string();
}

inline std::optional<double> bySendDelay(At at)
{
    return hasSendDelay(at) ? toMilliseconds(at.attempt.sendDelay) : -1.0;
}

inline CellValue start(At at)
{
    return at.attempt.facts.timesUnseen ? kNothing : cell(at.attempt.start.time_since_epoch());
}

inline std::optional<Duration> length(At at)
{
    return tookOf(at.attempt);
}

inline std::optional<double> byTime(At at)
{
    const std::optional<Duration> time = length(at);
    return time ? std::optional(toMilliseconds(*time)) : std::nullopt;
}

/// Time outside the phases, if it is large enough for a line (the same share as in the chart).
inline CellValue ownTime(At at)
{
    constexpr int kWorthALine = 20;
    const Phases& phases = at.attempt.facts.phases;
    const Duration whole = at.attempt.end - at.attempt.start;
    Duration rest = whole;
    bool hasPhases = false;
    for (const auto& phase :
         {phases.lookup, phases.connect, phases.tls, phases.send, phases.wait, phases.receive}) {
        hasPhases = hasPhases || phase;
        rest -= phase.value_or(Duration::zero());
    }
    for (const Hop& hop : at.attempt.facts.wire ? at.attempt.facts.wire->hops : std::vector<Hop>()) {
        rest -= hop.end - hop.start;
    }
    return hasPhases && !at.attempt.isRunning && rest * kWorthALine > whole ? cell(rest) : kNothing;
}

inline bool isFailure(At at)
{
    return at.attempt.decision.verdict != Verdict::Succeed;
}

/// The error name that this client reads from a failure; a success has none.
inline ErrorName nameOfFailure(At at)
{
    return isFailure(at) ? nameOf(at.header.policy->reading, at.attempt.facts) : ErrorName{};
}

/// A recording does not show how the client classified a failure.
inline bool isKindUnknown(At at)
{
    return at.header.isRecorded && at.attempt.decision.kind == ErrorKind::None &&
           at.attempt.decision.verdict != Verdict::Succeed;
}

inline std::string kindWhenJudged(At at)
{
    return isKindUnknown(at) ? std::string() : words::kindOrDash(at);
}

inline CellValue rule(At at)
{
    const int rule = at.attempt.decision.rule;
    const std::vector<Rule>& rules = at.header.policy->policy.rules;
    const bool isKnown = rule >= 0 && rule < static_cast<int>(rules.size());
    return isKnown ? cell(rules[static_cast<std::size_t>(rule)].id) : kNothing;
}

inline bool isRetried(At at)
{
    return at.attempt.decision.verdict == Verdict::Retry;
}

/// A recording shows only how long the client waited, not the delay that it planned.
inline bool isPlannedRetry(At at)
{
    return isRetried(at) && !at.header.isRecorded;
}

template <Duration DelayWindow::*edge>
CellValue edgeOfRetry(At at)
{
    return isPlannedRetry(at) ? cell(at.attempt.decision.window.value_or(DelayWindow{}).*edge) : kNothing;
}

inline std::optional<double> byDelay(At at)
{
    return words::hasDelay(at) ? toMilliseconds(at.attempt.decision.delay) : -1.0;
}

inline std::optional<double> byWindow(At at)
{
    const std::optional<DelayWindow>& window = at.attempt.decision.window;
    return window ? toMilliseconds(window->high) : -1.0;
}

inline std::string delayWithWindow(At at)
{
    return at.attempt.isRunning   ? std::string()
           : at.header.isRecorded ? words::delay(at) // as it was seen
           : isRetried(at) && !words::hasDelay(at)
               ? std::string() // a polling policy delays the next attempt instead
               : delayText(at.attempt.decision, DelayForm::InParentheses);
}

/// A retry at once has no delay to measure.
inline CellValue actualDelay(At at)
{
    const bool isAtOnce = isRetried(at) && at.attempt.decision.delay == Duration::zero() && !at.header.noWait;
    return isAtOnce && !at.attempt.isRunning && !at.attempt.facts.timesUnseen ? cell(Duration::zero())
                                                                              : cell(at.attempt.actualDelay);
}

inline CellValue measuredDelay(At at)
{
    return cell(at.attempt.actualDelay);
}

inline std::string measuredDelayText(At at)
{
    return cellText(measuredDelay(at));
}

/// Of a delay that was planned.
inline std::string measuredDelayLine(At at)
{
    return words::hasDelay(at) ? measuredDelayText(at) : std::string();
}

inline std::string lateness(At at)
{
    const Duration late = at.attempt.actualDelay.value_or(Duration::zero()) - at.attempt.decision.delay;
    return words::hasDelay(at) && late > Duration::zero() ? durationText(late) : std::string();
}

inline std::optional<PossibleEffect> effectOf(At at)
{
    return at.attempt.isRunning ? std::nullopt : possibleEffectOf(at.header.spec, at.attempt);
}

/// `302 to “/x” in 12 ms, 307 to “/y” in 3 ms`
inline std::string hopsLine(At at)
{
    constexpr std::size_t kMostOfALocation = 60;
    std::vector<std::string> hops;
    if (at.attempt.facts.wire) {
        for (const Hop& hop : at.attempt.facts.wire->hops) {
            hops.push_back(filled("%1 to %2 in %3%4", hop.response.status,
                                  shownName(hop.location, kMostOfALocation),
                                  durationText(hop.end - hop.start), noteInBrackets(hop)));
        }
    }
    return joined(hops, ", ", ", ");
}

inline std::string effectWords(At at)
{
    const std::optional<PossibleEffect> effect = effectOf(at);
    return effect ? effectText(*effect) : std::string();
}

inline CellValue hintUse(At at)
{
    return cell(words::foremostHint(at), &ServerHint::use);
}

inline std::string askedLine(At at)
{
    const std::optional<ServerHint> hint = words::foremostHint(at);
    if (!hint) {
        return {};
    }
    return hint->asked                             ? durationText(*hint->asked)
           : hint->meaning == HintMeaning::NoRetry ? "no retry"
                                                   : shownName(hint->value);
}

inline std::string appliedLine(At at)
{
    const std::optional<ServerHint> hint = words::foremostHint(at);
    return !hint ? std::string() : hint->applied ? durationText(*hint->applied) : hintUseText(*hint);
}

template <int QuotaEntry::*number>
CellValue quota(At at)
{
    return cell(at.quota, number);
}

/// Time before the attempt that no delay explains.
inline CellValue idleBefore(At at)
{
    const auto index = static_cast<std::size_t>(at.attempt.attempt - 1);
    const bool isInCall = at.attempt.attempt > 0 && index < at.call.attempts.size();
    const auto gap = isInCall ? gapBefore(at.call, index, !at.header.noWait) : std::nullopt;
    return gap ? cell(gap->rest) : kNothing;
}

inline std::string idleBeforeLine(At at)
{
    const CellValue idle = idleBefore(at);
    const auto* length = std::get_if<Duration>(&idle);
    return length != nullptr && *length > Duration::zero() ? durationText(*length) : std::string();
}

/// `14 per second`, `no limit`
inline std::string allowedRate(At at)
{
    const std::optional<RateSample> sample = rateSampleOf(at.attempt);
    return !sample                      ? std::string()
           : sample->limitPerSecond > 0 ? rateText(sample->limitPerSecond)
                                        : "no limit";
}

inline std::string reportTokens(At at)
{
    return at.quota ? tokensText(*at.quota, TokensForm::Signs) : std::string();
}

inline std::optional<double> byTokens(At at)
{
    const std::optional<QuotaEntry> entry = quotaEntryOf(at.attempt.decision);
    return entry ? entry->after : -1;
}

inline std::optional<double> bySendRate(At at)
{
    const std::optional<RateSample> sample = rateSampleOf(at.attempt);
    return sample ? sample->limitPerSecond : -1.0;
}

/// All clients together at the start of the attempt, this attempt included.
template <const StepCurve& (LoadCurves::*curve)() const>
CellValue loadOf(At at)
{
    return at.load != nullptr ? cell((at.load->*curve)().valueAt(at.attempt.start)) : kNothing;
}

template <CellValue (*value)(At)>
std::optional<double> byNumber(At at)
{
    const CellValue found = value(at);
    const auto* number = std::get_if<double>(&found);
    return number ? std::optional(*number) : std::nullopt;
}

inline constexpr auto inFlight = &loadOf<&LoadCurves::inFlight>;
inline constexpr auto lastSecond = &loadOf<&LoadCurves::lastSecond>;

} // namespace retryscope::cells
