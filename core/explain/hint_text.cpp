// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/hint_text.h"

#include "core/explain/name_text.h"
#include "core/explain/units.h"

#include <array>

namespace retryscope {

namespace {

/// In the words of the header's own definition.
std::string_view meaningText(HintMeaning meaning)
{
    switch (meaning) {
    case HintMeaning::Seconds:
        return "seconds";
    case HintMeaning::Milliseconds:
        return "milliseconds";
    case HintMeaning::Date:
        return "a date";
    case HintMeaning::SecondsToReset:
        return "seconds until the reset";
    case HintMeaning::ResetTime:
        return "seconds since 1970";
    case HintMeaning::None:
    case HintMeaning::Retry:
    case HintMeaning::NoRetry:
        break;
    }
    return {};
}

std::string headerLine(const ServerHint& hint)
{
    constexpr std::size_t kMost = 80;
    return shownName(hint.header, kMost) + ": " + shownName(hint.value, kMost);
}

/// `it is longer than the 20 s up to which this client obeys`; empty where nothing more is known.
std::string lossText(const ServerHint& hint)
{
    const std::string limit = hint.limit ? durationText(*hint.limit) : std::string();
    switch (hint.loss) {
    case HintLoss::OwnDelay:
        return "the deciding rule sets its own delay";
    case HintLoss::OtherStatus:
        return "this client does not read this header with this status";
    case HintLoss::TooShort:
        return "this client ignores less than " + limit;
    case HintLoss::TooLong:
        return "this client ignores more than " + limit;
    case HintLoss::Unknown:
        break;
    }
    return {};
}

/// Of a recording: what was seen, and what that shows.
std::string observedHintText(const ServerHint& hint)
{
    if (!hint.waited) {
        return "the client did not retry";
    }
    return "the client waited " + durationText(*hint.waited) +
           (hint.use == HintUse::Ignored ? ", so it did not obey" : "");
}

std::string whyWithoutEffect(const ServerHint& hint, const Decision& decision)
{
    if (hint.isObserved) {
        return "; " + observedHintText(hint);
    }
    if (!hint.isRead) {
        return "; this client does not read it";
    }
    if (const std::string loss = lossText(hint); !loss.empty()) {
        return "; it has no effect here: " + loss;
    }
    if (decision.verdict == Verdict::Retry) {
        return findStep<HintApplied>(decision.trace)
                   ? "; this client reads it, but another header came first"
                   : "; this client reads it, but what came of it is not known"; // a record without findings
    }
    return decision.verdict == Verdict::Succeed ? "; this client reads it after failures only"
                                                : "; this client reads it, but no retry follows";
}

} // namespace

std::string askedText(const ServerHint& hint)
{
    std::string text = headerLine(hint);
    const std::string_view unit = meaningText(hint.meaning);
    if (!unit.empty()) {
        text += " (" + std::string(unit) + ')';
    }
    if (hint.asked) {
        return text + (hint.isNegative ? " is below 0 and counts as " : " asks for ") +
               durationText(*hint.asked);
    }
    switch (hint.meaning) {
    case HintMeaning::Retry:
        return text + " asks for a retry";
    case HintMeaning::NoRetry:
        return text + " asks for no retry";
    case HintMeaning::None:
        return text + " says nothing that can be read";
    default:
        return text + " asks for a delay until then";
    }
}

std::string hintUseText(const ServerHint& hint)
{
    if (hint.isObserved) {
        return hint.waited ? "waited " + durationText(*hint.waited) : "not retried";
    }
    switch (hint.use) {
    case HintUse::Obeyed:
        return hint.isJittered ? "obeyed, with jitter on top" : "obeyed";
    case HintUse::Bounded:
        if (hint.applied && hint.applied == hint.asked) {
            return "obeyed as a minimum"; // judged for the shortest of the delays that can be drawn
        }
        return hint.applied ? "bounded to " + durationText(*hint.applied) : "bounded";
    case HintUse::Ignored:
        return hint.isRead ? "no effect" : "not read";
    case HintUse::Unknown:
        break;
    case HintUse::Unreadable:
        return hint.applied ? "not readable, taken for " + durationText(*hint.applied) : "unreadable";
    }
    return {};
}

std::string hintStatement(const ServerHint& hint)
{
    const std::string text = askedText(hint) + "; ";
    if (hint.isObserved) {
        return text + observedHintText(hint);
    }
    switch (hint.use) {
    case HintUse::Obeyed:
        return text + hintUseText(hint);
    case HintUse::Bounded:
        return text + hintUseText(hint) +
               (hint.bounds == HintBounds::Within5s
                    ? ": the bounds are this client's own delay and 5 seconds on top of it"
                : hint.bounds == HintBounds::LowerBound && hint.applied > hint.asked
                    ? ": this client's own delay is longer"
                : hint.bounds == HintBounds::LowerBound && hint.applied == hint.asked
                    ? ": this client's own delay may be longer"
                    : "");
    case HintUse::Ignored: {
        const std::string loss = lossText(hint);
        return text +
               (hint.isRead     ? "the hint has no effect here"
                : hint.isInBody ? "this client does not read it"
                                : "this client does not read this header") +
               (loss.empty() ? "" : ": " + loss);
    }
    case HintUse::Unknown:
        break;
    case HintUse::Unreadable:
        return text + "this client reads only " +
               (hint.readAs ? std::string(hintUnitText(*hint.readAs)) : std::string("other values")) +
               " there, " +
               (hint.applied ? "and takes anything else for " + durationText(*hint.applied)
                             : std::string("so the hint has no effect"));
    }
    return text;
}

std::string hintSummary(const ServerHint& hint)
{
    constexpr std::size_t kMost = 80;
    const std::string header = shownName(hint.header, kMost);
    const std::string asked = hint.asked                             ? " asked " + durationText(*hint.asked)
                              : hint.meaning == HintMeaning::Retry   ? " asked for a retry"
                              : hint.meaning == HintMeaning::NoRetry ? " asked for no retry"
                                                                     : std::string();
    return header + asked + ", " +
           (hint.applied && hint.use != HintUse::Unreadable ? "applied " + durationText(*hint.applied)
                                                            : hintUseText(hint));
}

std::string_view hintUnitText(HintUnit unit)
{
    constexpr std::array<std::string_view, 8> kUnits{"seconds",
                                                     "a date",
                                                     "seconds or a date",
                                                     "milliseconds",
                                                     "a duration such as 6m0s",
                                                     "seconds since 1970",
                                                     "a timestamp",
                                                     "seconds, seconds since 1970 or a date"};
    static_assert(kUnits.size() == EnumWords<HintUnit>::kWords.size());
    return kUnits.at(static_cast<std::size_t>(unit));
}

std::string hintBoundsText(const HintSpec& hint)
{
    constexpr std::array<std::string_view, 3> kBounds{
        "no shorter than the client's own delay", "instead of the client's own delay",
        "no shorter than the client's own delay and at most 5 seconds longer"};
    static_assert(kBounds.size() == EnumWords<HintBounds>::kWords.size());
    std::string text(kBounds.at(static_cast<std::size_t>(hint.bounds)));
    if (hint.cap) {
        text += "; a hint above " + durationText(*hint.cap) + " counts as " + durationText(*hint.cap);
    } else if (hint.bounds != HintBounds::Within5s) {
        text += "; without an upper bound";
    }
    return text;
}

std::vector<Sentence> unreadHintSentences(const std::vector<ServerHint>& hints, const Decision& decision)
{
    std::vector<Sentence> sentences;
    for (const ServerHint& hint : hints) {
        if (hint.use == HintUse::Ignored || hint.isObserved) {
            sentences.push_back({.title = hint.isObserved ? "The server asked for a delay"
                                          : hint.isRead   ? "The server's delay hint has no effect"
                                                        : "This client does not read the server's delay hint",
                                 .text = askedText(hint) + whyWithoutEffect(hint, decision),
                                 .source = {}});
        } else if (hint.use == HintUse::Obeyed && !hint.applied && !hint.readAs) {
            sentences.push_back({.title = "The client obeys the server's delay hint",
                                 .text = askedText(hint) + "; a rule of this client looks for this header",
                                 .source = {}});
        }
    }
    return sentences;
}

std::string_view toString(WaitMark mark)
{
    switch (mark) {
    case WaitMark::None:
        break;
    case WaitMark::AboveAMinute:
        return "aboveAMinute";
    case WaitMark::PastDeadline:
        return "pastDeadline";
    }
    return {};
}

WaitMark waitMarkOf(const Decision& decision)
{
    if (decision.stopReason == StopReason::DeadlineExceeded) {
        // Of an attempt that was cut under way no wait was planned.
        const auto checked = findLastStep<DeadlineChecked>(decision.trace);
        return checked && checked->needed > Duration::zero() ? WaitMark::PastDeadline : WaitMark::None;
    }
    if (decision.verdict != Verdict::Retry || !decision.window) {
        return WaitMark::None;
    }
    const auto deadline = findStep<DeadlineChecked>(decision.trace);
    if (deadline && decision.window->high >= deadline->left) {
        return WaitMark::PastDeadline;
    }
    return decision.window->high > std::chrono::minutes{1} ? WaitMark::AboveAMinute : WaitMark::None;
}

std::string waitMarkText(WaitMark mark, const std::optional<DelayWindow>& window)
{
    switch (mark) {
    case WaitMark::None:
        break;
    case WaitMark::AboveAMinute:
        return (window && window->low == window->high
                    ? "The wait is " + durationText(window->low)
                    : "The wait may be " + (window ? "up to " + durationText(window->high)
                                                   : std::string("longer than a minute"))) +
               "; whoever made the call waits that long.";
    case WaitMark::PastDeadline:
        return "The delay ends, or might end, after the deadline of the call.";
    }
    return {};
}

std::string asideText(const std::vector<ServerHint>& hints, WaitMark mark,
                      const std::optional<DelayWindow>& window)
{
    std::string text;
    for (const ServerHint& hint : hints) {
        if (hint.use != HintUse::Obeyed) { // which the reason says by itself
            text += ' ' + hintStatement(hint) + '.';
        }
    }
    return mark == WaitMark::None ? text : text + ' ' + waitMarkText(mark, window);
}

} // namespace retryscope
