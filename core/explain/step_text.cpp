// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/step_text.h"

#include "core/explain/condition_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/state_story.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/policy/hint_value.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace retryscope {

namespace {

std::string number(double value)
{
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%.4g", value);
    return text.data();
}

std::string powerText(const BackoffComputed& backoff)
{
    if (backoff.type == BackoffType::Linear) {
        return durationText(backoff.base) + " × " + std::to_string(backoff.exponent + 1);
    }
    if (backoff.factor == 1) {
        return durationText(backoff.base);
    }
    return durationText(backoff.base) + " × " + number(backoff.factor) + "^" +
           std::to_string(backoff.exponent);
}

std::string cappedText(const std::string& text, const std::optional<Duration>& cap)
{
    return cap ? "min(" + text + ", " + durationText(*cap) + ")" : text;
}

/// Judged for what could be drawn, not for a run: a draw of exactly 0 is none.
bool isUndrawn(const BackoffComputed& backoff)
{
    return backoff.draw == 0 && backoff.low != backoff.high && !backoff.atOnce;
}

/// The delay, how it comes about, and the range in which it can be.
std::string delaySentence(const BackoffComputed& backoff)
{
    if (backoff.atOnce) {
        return "The client retries at once.";
    }
    const std::string range = windowText(backoff.low, backoff.high);
    if (!isUndrawn(backoff)) {
        return backoff.low == backoff.high
                   ? filled("The delay is %1.", formulaText(backoff))
                   : filled("The delay is %1. Its range is %2.", formulaText(backoff), range);
    }
    // The largest value of the formula, which a random number multiplies.
    return backoff.jitter == Jitter::Full || backoff.jitter == Jitter::Equal
               ? filled("The delay is random, from %1: at most %2.", range,
                        cappedText(powerText(backoff), backoff.cap))
               : filled("The delay is random, from %1.", range);
}

class StepWriter
{
public:
    explicit StepWriter(const StepContext& context) : m_context(context), m_policy(context.policy.policy) {}

    Sentence operator()(const NameFound& step) const
    {
        const std::string name = capitalised(nameText(step.name, NameForm::WithOrigin));
        const std::string text =
            step.name.state == NameState::Absent ? whyNoNameText(m_context.policy.reading, m_context.facts)
            : step.name.found != step.name.name
                ? filled("%1, where it is written “%2”.", name, shownName(step.name.found))
                : name + ".";
        return {.title = "Error name", .text = text, .source = m_context.policy.reading.source};
    }

    Sentence operator()(const EmbeddedErrorFound& step) const
    {
        const std::string body = step.body == BodyState::Absent        ? "the body is empty"
                                 : step.body == BodyState::Unparseable ? "the body cannot be parsed"
                                                                       : "the body is an error document";
        return {.title = "Success status, but a failure",
                .text = prose({filled("The status is %1, but %2.", step.status, body),
                               step.treatedAs == step.status
                                   ? ""
                                   : filled("The client treats the response as %1.", step.treatedAs)}),
                .source = m_context.policy.reading.source};
    }

    Sentence operator()(const RuleTried& step) const
    {
        const Rule& rule = *ruleAt(m_policy, step.rule);
        const std::string seen =
            capitalised(evidenceText(m_context.policy, m_context.facts, m_context.trace, step)) + ".";
        return {.title = capitalised(ruleTitle(rule)),
                .text = prose({seen, step.matched && !rule.proviso.empty()
                                         ? filled("The rule applies %1.", rule.proviso)
                                         : ""}),
                .source = rule.source,
                .mark = step.matched ? SentenceMark::Matched : SentenceMark::NotMatched};
    }

    Sentence operator()(const KindChosen& step) const
    {
        const Rule* rule = ruleAt(m_policy, step.rule);
        const bool isError = step.kind != ErrorKind::None;
        const std::string& meaning = rule ? rule->meaning : m_policy.otherwiseMeaning;
        return {.title = "Kind of error: " + std::string(wordsFor(step.kind).word),
                .text = prose(
                    {std::string(wordsFor(step.kind).meaning),
                     isError && !meaning.empty() ? filled("The client calls this kind %1.", meaning) : "",
                     isError && !rule ? "No rule matched, so the policy's default applies." : ""}),
                .source = sourceOf(m_policy, step.rule, step.kind),
                .mark = step.kind == ErrorKind::Permanent ? SentenceMark::Blocked : SentenceMark::Passed};
    }

    Sentence operator()(const ClockCompared& step) const
    {
        return {.title = step.isOff ? "The clocks differ" : "The clocks agree",
                .text = filled("The response's Date header is %1 from the client's clock. A difference of at "
                               "least %2 counts as clock skew.",
                               durationText(step.difference), durationText(step.tolerance)),
                .source = m_policy.clock ? m_policy.clock->source : std::string()};
    }

    Sentence operator()(const LimiterUpdated& step) const
    {
        const std::string measured = rateText(step.measuredPerSecond);
        const std::string measuredSentence =
            step.throttled
                ? filled("After this throttling response the client measures a send rate of %1.", measured)
                : filled("After this response the client measures a send rate of %1.", measured);
        return {.title = "Send rate",
                .text = prose({measuredSentence,
                               step.enabled
                                   ? filled("It allows %1 from now on.", rateText(step.rateAfterPerSecond))
                                   : "It sends without a limit until the first throttling response."}),
                .source = m_policy.limiter ? m_policy.limiter->source : std::string()};
    }

    Sentence operator()(const QuotaReturned& step) const
    {
        return {.title = "Retry quota",
                .text = step.amount == 0 ? filled("The quota is full: %1.", counted(step.after, "token"))
                                         : filled("The quota gets back %1: %2 → %3.",
                                                  counted(step.amount, "token"), step.before, step.after),
                .source = quotaSource(),
                .mark = SentenceMark::Passed};
    }

    Sentence operator()(const PartDoneFound& step) const
    {
        return {.title = "Part done",
                .text = step.total > 0 ? filled("The server did not process %1 of %2. The next attempt sends "
                                                "only what is left.",
                                                step.left, counted(step.total, "item"))
                                       : filled("The server did not process %1. The next attempt sends only "
                                                "what is left.",
                                                counted(step.left, "item")),
                .mark = SentenceMark::Info};
    }

    Sentence operator()(const AttemptsCounted& step) const
    {
        const bool areLeft = !step.counted || step.made < step.allowed;
        return {.title = !step.counted ? "Attempts"
                         : areLeft     ? "Attempts left"
                                       : "No attempts left",
                .text = !step.counted
                            ? filled("This client does not count this failure as an attempt: still %1 of %2.",
                                     step.made, step.allowed)
                            : filled("The client has made %1 of %2, including the first.", step.made,
                                     counted(step.allowed, "attempt")),
                .source = m_policy.attempts.source,
                .mark = areLeft ? SentenceMark::Passed : SentenceMark::Blocked};
    }

    Sentence operator()(const BodyChecked& step) const
    {
        return {.title = "Request body",
                .text = step.isReplayable ? "The client can send the body again."
                                          : capitalised(bodyOnceText(step)) + ".",
                .source = step.limit && m_policy.requestBody ? m_policy.requestBody->source : std::string(),
                .mark = step.isReplayable ? SentenceMark::Passed : SentenceMark::Blocked};
    }

    Sentence operator()(const BackoffComputed& step) const
    {
        return {.title = step.beforeGivingUp ? "One more delay before giving up" : "Delay",
                .text = delaySentence(step),
                .source = m_policy.backoff.source};
    }

    Sentence operator()(const HintApplied& step) const
    {
        const HintSpec* hint = hintOf(step);
        Sentence sentence{.title = "The server's delay hint", .source = hint ? hint->source : std::string()};
        if (step.forbids) {
            sentence.title =
                step.asked ? "The server's delay hint is too long" : "The server forbids a retry";
            sentence.mark = SentenceMark::Blocked;
            sentence.text = step.asked
                                ? filled("%1 asks for %2. That is longer than this client's limit for delay "
                                         "hints, so it does not retry.",
                                         headerLine(step), durationText(*step.asked))
                                : filled("%1 asks the client not to retry.", headerLine(step));
            return sentence;
        }
        if (!step.asked) {
            sentence.title = "The server's delay hint is unreadable";
            sentence.text = unreadableText(step, hint);
            return sentence;
        }
        sentence.text =
            prose({askedSentence(step, hint), appliedSentence(step, hint), hintLimitsSentence(step, hint)});
        return sentence;
    }

    Sentence operator()(const DeadlineChecked& step) const
    {
        const SentenceMark mark = step.fits ? SentenceMark::Passed : SentenceMark::Blocked;
        const std::string left = durationText(step.left);
        const std::string needed = durationText(step.needed);
        if (step.isOfPolicy) {
            return {.title = step.fits ? "The call's time limit allows the delay"
                                       : "The call's time limit does not allow the delay",
                    .text =
                        step.left > Duration::zero()
                            ? filled("This client's time limit for a call leaves %1. The delay needs %2.",
                                     left, needed)
                            : filled("This client's time limit for a call has passed. The delay needs %1.",
                                     needed),
                    .source = m_policy.attempts.source,
                    .mark = mark};
        }
        if (!step.fits && step.needed == Duration::zero()) {
            const bool wasCut = m_context.facts.fault && m_context.facts.fault->kind == FaultKind::Cancelled;
            return {.title = "The deadline of the call passed",
                    .text =
                        wasCut ? "The deadline ended this attempt." : "No time is left for another attempt.",
                    .mark = mark};
        }
        return {.title =
                    step.fits ? "The deadline allows the delay" : "The deadline does not allow the delay",
                .text = filled("The deadline leaves %1. The delay needs %2.", left, needed),
                .mark = mark};
    }

    Sentence operator()(const QuotaCharged& step) const
    {
        if (step.granted) {
            return {.title = "Retry quota",
                    .text = filled("This retry costs %1: %2 → %3.", tokens(step.cost),
                                   quotaNumber(step.before), quotaNumber(step.after)),
                    .source = quotaSource(),
                    .mark = SentenceMark::Passed};
        }
        return {.title = "The retry quota is too low",
                .text = prose({tooFewTokensText(step), "The client itself stops here, not the server.",
                               refillSentences(step.after)}),
                .source = quotaSource(),
                .mark = SentenceMark::Blocked};
    }

    Sentence operator()(const WaitedBefore& step) const
    {
        return {.title = "Delay before polling",
                .text = delaySentence(step.backoff),
                .source = m_policy.backoff.source};
    }

    Sentence operator()(const SendDelayed& step) const
    {
        Sentence sentence{.title = "Send rate",
                          .text = "No throttling response arrived so far, so the send rate has no limit.",
                          .source = m_policy.limiter ? m_policy.limiter->source : std::string()};
        if (step.enabled) {
            const std::string tokens =
                number(step.tokens) + (step.tokens == 1 ? " send token" : " send tokens");
            sentence.text = prose(
                {filled("The client has %1 and gets %2.", tokens, rateText(step.ratePerSecond)),
                 step.refused ? "This client does not wait, so it does not send this attempt."
                 : step.delay > Duration::zero() ? filled("This attempt waits %1.", durationText(step.delay))
                                                 : "It sends this attempt at once."});
        }
        return sentence;
    }

    Sentence operator()(const SafetyLimitReached& step) const
    {
        return {.title = "Safety limit",
                .text = filled("Retryscope stops a call after %1. The client itself would continue.",
                               counted(step.attempts, "attempt")),
                .source = "Retryscope's own limit",
                .mark = SentenceMark::Blocked};
    }

    Sentence operator()(const OperationStarted& step) const
    {
        const bool canPoll = step.token == PollToken::Found || step.token == PollToken::NotNeeded;
        return {.title = canPoll ? "Operation started" : "Operation cannot be polled",
                .text = capitalised(std::string(pollTokenText(step.token))) + ".",
                .mark = canPoll ? SentenceMark::Passed : SentenceMark::Blocked};
    }

    Sentence operator()(const ClientObserved& step) const
    {
        return {.title = "What the client did",
                .text = capitalised(observedText(step)) + ".",
                .source = "recorded"};
    }

private:
    [[nodiscard]] static std::string headerLine(const HintApplied& step)
    {
        return step.header + ": " + shownName(step.text);
    }

    [[nodiscard]] static std::string unreadableText(const HintApplied& step, const HintSpec* hint)
    {
        if (!hint) {
            return filled("%1 has no effect.", headerLine(step));
        }
        return hint->unreadableMeans ? filled("This client takes %1 as %2.", headerLine(step),
                                              durationText(*hint->unreadableMeans))
                                     : filled("%1 has no effect: this client expects %2.", headerLine(step),
                                              hintUnitText(hint->unit));
    }

    [[nodiscard]] static std::string askedSentence(const HintApplied& step, const HintSpec* hint)
    {
        const std::string unit = hint ? " (" + std::string(hintUnitText(hint->unit)) + ")" : std::string();
        const std::string asked = durationText(*step.asked);
        return numberIn(step.text).value_or(0) < 0
                   ? filled("%1%2 is below 0 and counts as %3.", headerLine(step), unit, asked)
                   : filled("%1%2 asks for %3.", headerLine(step), unit, asked);
    }

    [[nodiscard]] static std::string appliedSentence(const HintApplied& step, const HintSpec* hint)
    {
        const std::string applied = durationText(step.applied);
        if (hint && hint->atOnceAbove && *step.asked > *hint->atOnceAbove) {
            return filled("The client waits %1, because its timers cannot count that far.", applied);
        }
        if (step.applied == *step.asked) {
            return filled("The client obeys: it waits %1.", applied);
        }
        const bool isJittered = hint && (hint->spread > 0 || hint->noise > Duration::zero());
        return isJittered ? filled("The client obeys and adds jitter: it waits %1.", applied)
                          : filled("The client's bounds change this: it waits %1.", applied);
    }

    [[nodiscard]] static std::string hintLimitsSentence(const HintApplied& step, const HintSpec* hint)
    {
        if (step.upper) {
            const std::string bounds = windowText(step.lower, *step.upper);
            return hint && hint->bounds == HintBounds::Within5s
                       ? filled("Its bounds are %1: the client's own delay and up to 5 seconds more.", bounds)
                       : filled("Its bounds are %1.", bounds);
        }
        return step.lower > Duration::zero()
                   ? filled("It waits at least its own backoff of %1.", durationText(step.lower))
                   : std::string();
    }

    /// What brings the tokens back.
    /// In the client's own tokens.
    [[nodiscard]] std::string quotaNumber(int units) const
    {
        return tokensNumber(units, m_policy.quota ? m_policy.quota->perToken : 1);
    }
    [[nodiscard]] std::string tokens(int units) const
    {
        const std::string number = quotaNumber(units);
        return number + (number == "1" ? " token" : " tokens");
    }
    [[nodiscard]] std::string tooFewTokensText(const QuotaCharged& step) const
    {
        if (m_policy.quota && m_policy.quota->whenEmpty == WhenQuotaEmpty::ChargeAnyway &&
            m_policy.quota->reserve > 0) {
            return filled("This failure takes %1 and leaves %2 of %3. The client retries only above %4.",
                          tokens(step.cost), quotaNumber(step.after), quotaNumber(m_policy.quota->capacity),
                          quotaNumber(m_policy.quota->reserve - 1));
        }
        return filled("A retry after this failure costs %1, and %2 %3 left.", tokens(step.cost),
                      quotaNumber(step.before), quotaNumber(step.before) == "1" ? "is" : "are");
    }

    [[nodiscard]] std::string refillSentences(int level) const
    {
        const std::optional<QuotaSpec>& quota = m_policy.quota;
        if (!quota) {
            return {};
        }
        return quota->scope == QuotaScope::Call ? "The next call starts with a full quota."
                                                : givenBackSentences(*quota, level);
    }

    [[nodiscard]] std::string quotaSource() const
    {
        return m_policy.quota ? m_policy.quota->source : std::string();
    }

    /// nullptr for a header that the policy does not read any more.
    [[nodiscard]] const HintSpec* hintOf(const HintApplied& step) const
    {
        const auto found = std::find_if(m_policy.hints.begin(), m_policy.hints.end(),
                                        [&step](const HintSpec& hint) { return hint.header == step.header; });
        return found == m_policy.hints.end() ? nullptr : &*found;
    }

    const StepContext& m_context;
    const Policy& m_policy;
};

} // namespace

std::string formulaText(const BackoffComputed& backoff)
{
    if (backoff.atOnce) {
        return "at once";
    }
    const std::string draw = number(backoff.draw);
    const bool capsFirst = backoff.capApplies == CapApplies::BeforeJitter;
    const std::string inner = capsFirst ? cappedText(powerText(backoff), backoff.cap) : powerText(backoff);
    std::string text;
    switch (backoff.jitter) {
    case Jitter::None:
        text = cappedText(powerText(backoff), backoff.cap);
        break;
    case Jitter::Full:
        text = draw + " × " + inner;
        break;
    case Jitter::Equal:
        text = "(½ + " + draw + " ÷ 2) × " + inner;
        break;
    case Jitter::Decorrelated:
        text = cappedText(durationText(backoff.base) + " + " + draw + " × (" + durationText(backoff.high) +
                              " − " + durationText(backoff.base) + ")",
                          backoff.cap);
        break;
    case Jitter::DecorrelatedV2:
        text = cappedText("t = " + std::to_string(backoff.exponent) + " + " + draw + ": " +
                              durationText(backoff.base) +
                              " ÷ 1.4 × (2^t × tanh(2 × √t) − its value for the delay before)",
                          backoff.cap);
        break;
    case Jitter::Around:
    case Jitter::Above:
    case Jitter::Below:
    case Jitter::Plus:
        text = durationText(backoff.low) + " + " + draw + " × (" + durationText(backoff.high) + " − " +
               durationText(backoff.low) + ")";
        break;
    }
    if (!capsFirst && backoff.jitter != Jitter::None && !isDecorrelated(backoff.jitter)) {
        text = cappedText(text, backoff.cap);
    }
    return text + " = " + durationText(backoff.result);
}

Sentence sentenceFor(const TraceStep& step, const StepContext& context)
{
    return std::visit(StepWriter(context), step);
}

} // namespace retryscope
