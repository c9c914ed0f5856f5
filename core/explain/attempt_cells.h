// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/attempt_columns.h"
#include "core/explain/units.h"
#include "core/facts/error_name.h"

#include <optional>
#include <string>
#include <string_view>

// What stands in the cells of attempt_columns.cpp: exact values, texts where a view has its own, and numbers
// to sort by.
namespace retryscope::cells {

using At = const AttemptContext&;

inline constexpr std::monostate kNothing{};

inline CellValue textOf(std::string_view text)
{
    return std::string(text);
}

template <typename T>
CellValue valueOf(const std::optional<T>& value)
{
    return value ? CellValue(*value) : kNothing;
}

template <typename Enum>
CellValue wordOf(const std::optional<Enum>& value)
{
    return value ? textOf(toString(*value)) : kNothing;
}

/// Sorts by a length in milliseconds; attempts without it come first.
template <CellValue (*value)(At)>
std::optional<double> byLength(At at)
{
    const CellValue found = value(at);
    const auto* length = std::get_if<Duration>(&found);
    return length ? toMilliseconds(*length) : -1.0;
}

template <std::optional<Duration> Phases::*phase>
CellValue lengthOf(At at)
{
    return valueOf(at.attempt.facts.phases.*phase);
}

inline CellValue client(At at)
{
    return std::int64_t{at.call.client};
}

inline CellValue call(At at)
{
    return std::int64_t{at.call.call};
}

inline CellValue number(At at)
{
    return std::int64_t{at.attempt.attempt};
}

inline CellValue sendDelay(At at)
{
    return at.attempt.sendDelay;
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
    return at.attempt.start.time_since_epoch();
}

inline CellValue end(At at)
{
    return at.attempt.isRunning ? kNothing : CellValue(at.attempt.end.time_since_epoch());
}

inline std::optional<Duration> length(At at)
{
    return at.attempt.isRunning ? std::nullopt : std::optional(at.attempt.end - at.attempt.start);
}

inline CellValue took(At at)
{
    return valueOf(length(at));
}

inline std::optional<double> byTime(At at)
{
    const std::optional<Duration> time = length(at);
    return time ? std::optional(toMilliseconds(*time)) : std::nullopt;
}

/// What the phases leave over, where it is worth a line: the same share as in the chart.
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
    return hasPhases && !at.attempt.isRunning && rest * kWorthALine > whole ? CellValue(rest) : kNothing;
}

inline CellValue status(At at)
{
    const auto& reply = at.attempt.facts.reply;
    return reply ? CellValue(std::int64_t{reply->status}) : kNothing;
}

inline CellValue fault(At at)
{
    return at.attempt.facts.fault ? textOf(toString(at.attempt.facts.fault->kind)) : kNothing;
}

inline bool isFailure(At at)
{
    return at.attempt.decision.verdict != Verdict::Succeed;
}

/// The name the failure bears for this client; an attempt that succeeded bears none.
inline ErrorName nameOfFailure(At at)
{
    return isFailure(at) ? nameOf(at.header.policy->reading, at.attempt.facts) : ErrorName{};
}

inline CellValue errorName(At at)
{
    return nameOfFailure(at).name;
}

inline CellValue nameOrigin(At at)
{
    return nameOfFailure(at).origin;
}

inline CellValue message(At at)
{
    return isFailure(at) ? CellValue(messageOf(at.header.policy->reading, at.attempt.facts)) : kNothing;
}

inline CellValue requestId(At at)
{
    return requestIdOf(at.attempt.facts);
}

inline CellValue kind(At at)
{
    return textOf(toString(at.attempt.decision.kind));
}

inline std::string kindWhenJudged(At at)
{
    return at.attempt.isRunning ? std::string() : std::string(toString(at.attempt.decision.kind));
}

inline CellValue rule(At at)
{
    const int rule = at.attempt.decision.rule;
    const std::vector<Rule>& rules = at.header.policy->policy.rules;
    const bool isKnown = rule >= 0 && rule < static_cast<int>(rules.size());
    return isKnown ? CellValue(rules[static_cast<std::size_t>(rule)].id) : kNothing;
}

inline CellValue verdict(At at)
{
    return at.attempt.isRunning ? kNothing : textOf(toString(at.attempt.decision.verdict));
}

inline CellValue stopReason(At at)
{
    return wordOf(at.attempt.decision.stopReason);
}

inline bool isRetried(At at)
{
    return at.attempt.decision.verdict == Verdict::Retry;
}

template <Duration DelayWindow::*edge>
CellValue edgeOfRetry(At at)
{
    return isRetried(at) ? CellValue(at.attempt.decision.window.value_or(DelayWindow{}).*edge) : kNothing;
}

inline CellValue retryDelay(At at)
{
    return isRetried(at) ? CellValue(at.attempt.decision.delay) : kNothing;
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

template <DelayForm form>
std::string delayWithWindow(At at)
{
    return at.attempt.isRunning ? std::string() : delayText(at.attempt.decision, form);
}

/// A retry at once has nothing to measure: no time was let pass.
inline CellValue actualDelay(At at)
{
    const bool isAtOnce = isRetried(at) && at.attempt.decision.delay == Duration::zero() && !at.header.noWait;
    return isAtOnce && !at.attempt.isRunning ? CellValue(Duration::zero()) : valueOf(at.attempt.actualDelay);
}

inline CellValue measuredDelay(At at)
{
    return valueOf(at.attempt.actualDelay);
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
    const std::optional<Duration>& actual = at.attempt.actualDelay;
    const Duration late = actual.value_or(Duration::zero()) - at.attempt.decision.delay;
    return words::hasDelay(at) && late > Duration::zero() ? durationText(late) : std::string();
}

/// The server's wish that held: the last one found.
inline const HintApplied* lastHint(At at)
{
    const HintApplied* last = nullptr;
    for (const TraceStep& step : at.attempt.decision.trace) {
        if (const auto* hint = std::get_if<HintApplied>(&step)) {
            last = hint;
        }
    }
    return last;
}

inline CellValue hintHeader(At at)
{
    const HintApplied* hint = lastHint(at);
    return hint != nullptr ? CellValue(hint->header) : kNothing;
}

inline CellValue hintAsked(At at)
{
    const HintApplied* hint = lastHint(at);
    return hint != nullptr ? valueOf(hint->asked) : kNothing;
}

inline CellValue hintApplied(At at)
{
    const HintApplied* hint = lastHint(at);
    return hint != nullptr ? CellValue(hint->applied) : kNothing;
}

inline std::string askedLine(At at)
{
    const HintApplied* hint = words::hasDelay(at) ? words::hint(at) : nullptr;
    return hint != nullptr ? durationText(*hint->asked) : std::string();
}

inline std::string appliedLine(At at)
{
    const HintApplied* hint = words::hasDelay(at) ? words::hint(at) : nullptr;
    return hint != nullptr ? durationText(hint->applied) : std::string();
}

template <int QuotaEntry::*number>
CellValue quota(At at)
{
    return at.quota ? CellValue(std::int64_t{(*at.quota).*number}) : kNothing;
}

inline std::string reportTokens(At at)
{
    return at.quota ? tokensText(*at.quota, TokensForm::Signs) : std::string();
}

inline std::string ticketTokens(At at)
{
    return at.quota && !at.attempt.isRunning ? tokensText(*at.quota, TokensForm::Words) : std::string();
}

inline std::optional<double> byTokens(At at)
{
    const std::optional<QuotaEntry> entry = quotaEntryOf(at.attempt.decision);
    return entry ? entry->after : -1;
}

inline CellValue sendRate(At at)
{
    return valueOf(at.attempt.sendRatePerSecond);
}

inline std::optional<double> bySendRate(At at)
{
    const std::optional<RateSample> sample = rateSampleOf(at.attempt);
    return sample ? sample->limitPerSecond : -1.0;
}

inline CellValue draw(At at)
{
    return at.attempt.draw;
}

inline CellValue connection(At at)
{
    const auto& wire = at.attempt.facts.wire;
    return wire ? CellValue(std::int64_t{wire->connection}) : kNothing;
}

inline CellValue reused(At at)
{
    const auto& wire = at.attempt.facts.wire;
    return wire ? CellValue(wire->reused) : kNothing;
}

inline CellValue bodyBytes(At at)
{
    const auto& reply = at.attempt.facts.reply;
    return reply ? reply->bodyBytes : std::int64_t{0};
}

inline CellValue assumed(At at)
{
    return at.attempt.assumed;
}

inline std::string assumedLine(At at)
{
    return at.attempt.assumed ? "not in the record" : "";
}

inline CellValue why(At at)
{
    return words::why(at);
}

/// Of all clients together, at the start of the attempt, itself included.
template <const StepCurve& (LoadCurves::*curve)() const>
CellValue loadOf(At at)
{
    return at.load != nullptr ? CellValue((at.load->*curve)().valueAt(at.attempt.start)) : kNothing;
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
