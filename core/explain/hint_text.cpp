// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/hint_text.h"

#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
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

/// A clause: why this client passes over a hint that it can read; empty if nothing more is known.
std::string lossText(const ServerHint& hint)
{
    const std::string limit = hint.limit ? durationText(*hint.limit) : std::string();
    switch (hint.loss) {
    case HintLoss::OwnDelay:
        return "the deciding rule sets its own delay";
    case HintLoss::OtherStatus:
        return "this client does not read this header with this status";
    case HintLoss::TooShort:
        return filled("this client ignores delay hints below %1", limit);
    case HintLoss::TooLong:
        return filled("this client ignores delay hints above %1", limit);
    case HintLoss::Unknown:
        break;
    }
    return {};
}

/// A recording: what was seen, and what that shows.
std::string observedSentence(const ServerHint& hint)
{
    if (!hint.waited) {
        return "The client did not retry.";
    }
    const std::string waited = durationText(*hint.waited);
    return hint.use == HintUse::Ignored ? filled("The client waited %1, so it did not obey.", waited)
                                        : filled("The client waited %1.", waited);
}

std::string ignoredSentence(const ServerHint& hint)
{
    if (!hint.isRead) {
        return hint.isInBody ? "This client does not read this place in the body."
                             : "This client does not read this header.";
    }
    const std::string loss = lossText(hint);
    return loss.empty() ? "The hint has no effect here." : filled("The hint has no effect here: %1.", loss);
}

std::string boundedSentence(const ServerHint& hint)
{
    const std::string applied = hint.applied ? durationText(*hint.applied) : std::string();
    if (hint.bounds == HintBounds::Within5s) {
        return hint.applied
                   ? filled("This client waits %1: at least its own delay, and at most 5 seconds longer.",
                            applied)
                   : "This client waits at least its own delay, and at most 5 seconds longer.";
    }
    if (!hint.applied) {
        return "This client changes the delay.";
    }
    if (hint.applied == hint.asked) { // judged for the shortest of the delays that can be drawn
        return hint.bounds == HintBounds::LowerBound
                   ? "This client obeys the hint as a minimum: its own delay might be longer."
                   : "This client obeys the hint as a minimum.";
    }
    return hint.bounds == HintBounds::LowerBound && hint.applied > hint.asked
               ? filled("This client waits %1, because its own delay is longer.", applied)
               : filled("This client changes the delay to %1.", applied);
}

std::string unreadableSentence(const ServerHint& hint)
{
    const std::string read = hint.readAs ? std::string(hintUnitText(*hint.readAs)) : "other values";
    return hint.applied
               ? filled("This client reads only %1 in this header, and takes anything else as %2.", read,
                        durationText(*hint.applied))
               : filled("This client reads only %1 in this header, so the hint has no effect.", read);
}

/// Why a hint without effect has none, if the decision tells more than the hint.
std::string whyWithoutEffect(const ServerHint& hint, const Decision& decision)
{
    if (hint.isObserved) {
        return observedSentence(hint);
    }
    if (!hint.isRead || !lossText(hint).empty()) {
        return ignoredSentence(hint);
    }
    if (decision.verdict == Verdict::Retry) {
        return findStep<HintApplied>(decision.trace)
                   ? "This client reads this header, but another one takes precedence."
                   : "This client reads this header, but the record does not show the effect.";
    }
    return decision.verdict == Verdict::Succeed ? "This client reads this header only after failures."
                                                : "This client reads this header, but does not retry.";
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
        return text + " asks the client not to retry";
    case HintMeaning::None:
        return text + " has no readable value";
    default:
        return text + " asks for a delay until that time";
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
        return hint.applied ? "changed to " + durationText(*hint.applied) : "changed";
    case HintUse::Ignored:
        return hint.isRead ? "no effect" : "not read";
    case HintUse::Unknown:
        break;
    case HintUse::Unreadable:
        return hint.applied ? "unreadable, taken as " + durationText(*hint.applied) : "unreadable";
    }
    return {};
}

std::string hintSentences(const ServerHint& hint)
{
    const auto effect = [&hint]() -> std::string {
        if (hint.isObserved) {
            return observedSentence(hint);
        }
        switch (hint.use) {
        case HintUse::Obeyed:
            return hint.isJittered ? "This client obeys and adds jitter." : "This client obeys.";
        case HintUse::Bounded:
            return boundedSentence(hint);
        case HintUse::Ignored:
            return ignoredSentence(hint);
        case HintUse::Unreadable:
            return unreadableSentence(hint);
        case HintUse::Unknown:
            break;
        }
        return {};
    };
    return prose({askedText(hint) + ".", effect()});
}

std::string hintSummary(const ServerHint& hint)
{
    constexpr std::size_t kMost = 80;
    const std::string header = shownName(hint.header, kMost);
    const std::string asked = hint.asked                           ? " asked for " + durationText(*hint.asked)
                              : hint.meaning == HintMeaning::Retry ? " asked for a retry"
                              : hint.meaning == HintMeaning::NoRetry ? " asked not to retry"
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
        text += "; no upper limit";
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
                                 .text = prose({askedText(hint) + ".", whyWithoutEffect(hint, decision)}),
                                 .source = {}});
        } else if (hint.use == HintUse::Obeyed && !hint.applied && !hint.readAs) {
            sentences.push_back({.title = "The client obeys the server's delay hint",
                                 .text = askedText(hint) + ". A rule of this client looks for this header.",
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
        // The deadline ended an attempt: the client planned no delay.
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
        return !window ? "The delay can be longer than a minute, and the caller waits that long."
               : window->low == window->high
                   ? filled("The delay is %1, and the caller waits that long.", durationText(window->low))
                   : filled("The delay can be up to %1, and the caller waits that long.",
                            durationText(window->high));
    case WaitMark::PastDeadline:
        return "The delay ends, or might end, after the deadline of the call.";
    }
    return {};
}

std::string asideSentences(const std::vector<ServerHint>& hints, WaitMark mark,
                           const std::optional<DelayWindow>& window)
{
    std::vector<std::string> asides;
    for (const ServerHint& hint : hints) {
        if (hint.use != HintUse::Obeyed) { // the reason already says that
            asides.push_back(hintSentences(hint));
        }
    }
    asides.push_back(waitMarkText(mark, window));
    return prose(asides);
}

} // namespace retryscope
