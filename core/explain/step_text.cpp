// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/step_text.h"

#include "core/decide/hint_value.h"
#include "core/explain/condition_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/name_text.h"
#include "core/explain/state_story.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"

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

std::string kindText(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::None:
        return "a success";
    case ErrorKind::Permanent:
        return "this client does not retry this kind";
    case ErrorKind::Transient:
        return "the failure might pass by itself";
    case ErrorKind::Timeout:
        return "a timeout";
    case ErrorKind::Server:
        return "a server error";
    case ErrorKind::Throttling:
        return "the server asks the client to slow down";
    case ErrorKind::ClockSkew:
        return "the clocks of client and server differ";
    case ErrorKind::NotReady:
        return "the operation is not finished yet";
    case ErrorKind::PartDone:
        return "the server did not process the whole batch";
    }
    return {};
}

const Rule* ruleAt(const StepContext& context, int rule)
{
    return rule < 0 ? nullptr : &context.policy.policy.rules[static_cast<std::size_t>(rule)];
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

/// The formula's largest value: what the draw is multiplied with.
std::string boundText(const BackoffComputed& backoff)
{
    return backoff.jitter == Jitter::Full || backoff.jitter == Jitter::Equal
               ? ": at most " + cappedText(powerText(backoff), backoff.cap)
               : std::string();
}

/// Judged for what could be drawn, not for a run: a draw of exactly 0 is none.
bool isUndrawn(const BackoffComputed& backoff)
{
    return backoff.draw == 0 && backoff.low != backoff.high && !backoff.atOnce;
}

std::string drawnFromText(const BackoffComputed& backoff)
{
    return "drawn from " + windowText(backoff.low, backoff.high) + boundText(backoff);
}

class StepWriter
{
public:
    explicit StepWriter(const StepContext& context) : m_context(context), m_policy(context.policy.policy) {}

    Sentence operator()(const NameFound& step) const
    {
        std::string text = step.name.state == NameState::Absent
                               ? whyNoNameText(m_context.policy.reading, m_context.facts)
                               : "found " + nameText(step.name);
        if (step.name.found != step.name.name) {
            text += ", as “" + shownName(step.name.found) + "”";
        }
        return {.title = "Error name", .text = text, .source = m_context.policy.reading.source};
    }

    Sentence operator()(const EmbeddedErrorFound& step) const
    {
        std::string text = "status " + std::to_string(step.status) + " with ";
        text += step.body == BodyState::Absent        ? "an empty body"
                : step.body == BodyState::Unparseable ? "a body that cannot be parsed"
                                                      : "an error document as body";
        if (step.treatedAs != step.status) {
            text += "; the client treats it as " + std::to_string(step.treatedAs);
        }
        return {.title = "Success status, but a failure",
                .text = text,
                .source = m_context.policy.reading.source};
    }

    Sentence operator()(const RuleTried& step) const
    {
        const Rule& rule = *ruleAt(m_context, step.rule);
        return {.title = ruleTitle(rule),
                .text = evidenceText(m_context.policy, m_context.facts, m_context.trace, step) +
                        (step.matched && !rule.proviso.empty() ? "; this holds " + rule.proviso : ""),
                .source = rule.source,
                .mark = step.matched ? SentenceMark::Matched : SentenceMark::NotMatched};
    }

    Sentence operator()(const KindChosen& step) const
    {
        const Rule* rule = ruleAt(m_context, step.rule);
        std::string text = kindText(step.kind);
        const std::string& meaning = rule ? rule->meaning : m_policy.otherwiseMeaning;
        if (step.kind != ErrorKind::None && !meaning.empty()) {
            text += " (the client calls it " + meaning + ")";
        }
        if (!rule && step.kind != ErrorKind::None) {
            text += "; no rule matched, so the policy's last word holds";
        }
        const std::string& source = rule                           ? rule->source
                                    : step.kind == ErrorKind::None ? m_policy.success.source
                                                                   : m_policy.otherwiseSource;
        return {.title = "Kind of error: " + std::string(kindWord(step.kind)),
                .text = text,
                .source = source,
                .mark = step.kind == ErrorKind::Permanent ? SentenceMark::Blocked : SentenceMark::Passed};
    }

    Sentence operator()(const ClockCompared& step) const
    {
        return {.title = step.isOff ? "The clocks differ" : "The clocks agree",
                .text = "the response's Date is " + durationText(step.difference) +
                        " from the client's clock; a difference of at least " + durationText(step.tolerance) +
                        " counts as clock skew",
                .source = m_policy.clock ? m_policy.clock->source : std::string()};
    }

    Sentence operator()(const LimiterUpdated& step) const
    {
        std::string text =
            step.throttled ? "after a throttling response" : "after a response without throttling";
        text += ": measured " + rateText(step.measuredPerSecond);
        text += step.enabled ? ", allowed from now on " + rateText(step.rateAfterPerSecond)
                             : "; no limit until the first throttling response";
        return {.title = "Send rate",
                .text = text,
                .source = m_policy.limiter ? m_policy.limiter->source : std::string()};
    }

    Sentence operator()(const QuotaReturned& step) const
    {
        const std::string text = step.amount == 0 ? "the bucket is full: " + counted(step.after, "token")
                                                  : counted(step.amount, "token") +
                                                        " given back: " + std::to_string(step.before) +
                                                        " → " + std::to_string(step.after);
        return {.title = "Retry quota", .text = text, .source = quotaSource(), .mark = SentenceMark::Passed};
    }

    Sentence operator()(const PartDoneFound& step) const
    {
        std::string text = counted(step.left, "item") + " left";
        if (step.total > 0) {
            text += " of " + std::to_string(step.total);
        }
        return {.title = "Part done",
                .text = text + "; the next attempt sends only those",
                .mark = SentenceMark::Info};
    }

    Sentence operator()(const AttemptsCounted& step) const
    {
        if (!step.counted) {
            return {.title = "Attempts",
                    .text = "this failure does not count in this client: still " + std::to_string(step.made) +
                            " of " + std::to_string(step.allowed),
                    .source = m_policy.attempts.source,
                    .mark = SentenceMark::Passed};
        }
        const bool areLeft = step.made < step.allowed;
        return {.title = areLeft ? "Attempts left" : "No attempts left",
                .text = std::to_string(step.made) + " of " + std::to_string(step.allowed) +
                        " made, the first one included",
                .source = m_policy.attempts.source,
                .mark = areLeft ? SentenceMark::Passed : SentenceMark::Blocked};
    }

    Sentence operator()(const BodyChecked& step) const
    {
        Sentence sentence{.title = "Request body",
                          .text = step.isReplayable ? "can be sent again"
                                  : step.isTooLong()
                                      ? bytesText(step.bytes) + " is longer than the " +
                                            bytesText(*step.limit) + " that this client keeps for a retry"
                                      : "is a stream that can be sent only once",
                          .mark = step.isReplayable ? SentenceMark::Passed : SentenceMark::Blocked};
        if (step.limit && m_policy.requestBody) {
            sentence.source = m_policy.requestBody->source;
        }
        return sentence;
    }

    Sentence operator()(const BackoffComputed& step) const
    {
        std::string text = isUndrawn(step) ? drawnFromText(step) : formulaText(step);
        if (step.low != step.high && !isUndrawn(step)) {
            text += "; it could have been " + windowText(step.low, step.high);
        }
        return {.title = step.beforeGivingUp ? "One more delay before giving up" : "Delay",
                .text = text,
                .source = m_policy.backoff.source};
    }

    Sentence operator()(const HintApplied& step) const
    {
        const HintSpec* hint = hintOf(step);
        std::string text = step.header + ": " + shownName(step.text);
        const std::string source = hint ? hint->source : std::string();
        if (step.forbids) {
            return {.title =
                        step.asked ? "The server's delay hint is too long" : "The server forbids a retry",
                    .text = step.asked ? text + " asks for " + durationText(*step.asked) +
                                             ", longer than this client ever waits for a server: no retry"
                                       : text,
                    .source = source,
                    .mark = SentenceMark::Blocked};
        }
        if (!step.asked) {
            if (hint && hint->unreadableMeans) {
                return {.title = "The server's delay hint is unreadable",
                        .text =
                            text + ": to this client that asks for " + durationText(*hint->unreadableMeans),
                        .source = source};
            }
            text += " is ignored";
            if (hint) {
                text += ": this client reads " + std::string(hintUnitText(hint->unit)) + " there";
            }
            return {.title = "The server's delay hint is unreadable", .text = text, .source = source};
        }
        if (hint) {
            text += " (" + std::string(hintUnitText(hint->unit)) + ")";
        }
        const bool isNegative = numberIn(step.text).value_or(0) < 0;
        text += (isNegative ? " is below 0 and counts as " : " asks for ") + durationText(*step.asked) + "; ";
        const bool isJittered = hint && (hint->spread > 0 || hint->noise > Duration::zero());
        text += step.applied == *step.asked ? "obeyed: "
                : isJittered                ? "obeyed with jitter on top: "
                                            : "bounded: ";
        text += "applied " + durationText(step.applied);
        if (hint && hint->atOnceAbove && *step.asked > *hint->atOnceAbove) {
            text += ", since its timers do not count so far";
        }
        if (step.upper) {
            text += ", bounds " + windowText(step.lower, *step.upper);
            text += hint && hint->bounds == HintBounds::Within5s
                        ? ": from the own delay to 5 seconds on top of it"
                        : "";
        } else if (step.lower > Duration::zero()) {
            text += ", at least the own backoff of " + durationText(step.lower);
        }
        return {.title = "The server's delay hint", .text = text, .source = source};
    }

    Sentence operator()(const DeadlineChecked& step) const
    {
        if (step.isOfPolicy) {
            return {.title = step.fits ? "The call's time limit allows the delay"
                                       : "The call's time limit does not allow the delay",
                    .text = (step.left > Duration::zero()
                                 ? durationText(step.left) + " left of what this client gives a call"
                                 : std::string("no time left of this client's time limit for a call")) +
                            ", the delay needs " + durationText(step.needed),
                    .source = m_policy.attempts.source,
                    .mark = step.fits ? SentenceMark::Passed : SentenceMark::Blocked};
        }
        if (!step.fits && step.needed == Duration::zero()) {
            const bool wasCut = m_context.facts.fault && m_context.facts.fault->kind == FaultKind::Cancelled;
            return {.title = "The deadline of the call passed",
                    .text = wasCut ? "the deadline ended the attempt that was under way"
                                   : "no time left for another attempt",
                    .mark = SentenceMark::Blocked};
        }
        return {.title =
                    step.fits ? "The deadline allows the delay" : "The deadline does not allow the delay",
                .text = durationText(step.left) + " left, the delay needs " + durationText(step.needed),
                .mark = step.fits ? SentenceMark::Passed : SentenceMark::Blocked};
    }

    Sentence operator()(const QuotaCharged& step) const
    {
        if (!step.granted) {
            return {.title = "The retry quota is too low",
                    .text = "a retry of this kind costs " + counted(step.cost, "token") + ", " +
                            std::to_string(step.before) + (step.before == 1 ? " is" : " are") +
                            " left: the client refuses, not the server" + refillText(step.after),
                    .source = quotaSource(),
                    .mark = SentenceMark::Blocked};
        }
        return {.title = "Retry quota",
                .text = "this retry costs " + counted(step.cost, "token") + ": " +
                        std::to_string(step.before) + " → " + std::to_string(step.after),
                .source = quotaSource(),
                .mark = SentenceMark::Passed};
    }

    Sentence operator()(const WaitedBefore& step) const
    {
        return {.title = "Delay before polling",
                .text = isUndrawn(step.backoff) ? drawnFromText(step.backoff) : formulaText(step.backoff),
                .source = m_policy.backoff.source};
    }

    Sentence operator()(const SendDelayed& step) const
    {
        std::string text = "no throttling response so far, so the send rate has no limit";
        if (step.enabled) {
            text = number(step.tokens) + " send tokens at " + rateText(step.ratePerSecond) + ": " +
                   (step.refused ? std::string("refused, because this client does not wait")
                    : step.delay > Duration::zero() ? "had to wait " + durationText(step.delay)
                                                    : "sent at once");
        }
        return {.title = "Send rate",
                .text = text,
                .source = m_policy.limiter ? m_policy.limiter->source : std::string()};
    }

    Sentence operator()(const SafetyLimitReached& step) const
    {
        return {.title = "Safety limit",
                .text = "this program stops a call after " + counted(step.attempts, "attempt") +
                        "; the client would go on",
                .source = "Retryscope's own limit",
                .mark = SentenceMark::Blocked};
    }

    Sentence operator()(const OperationStarted& step) const
    {
        const bool canPoll = step.token == PollToken::Found || step.token == PollToken::NotNeeded;
        return {.title = canPoll ? "Operation started" : "Operation cannot be polled",
                .text = std::string(pollTokenText(step.token)),
                .mark = canPoll ? SentenceMark::Passed : SentenceMark::Blocked};
    }

    Sentence operator()(const ClientObserved& step) const
    {
        return {.title = "What the client did", .text = observedText(step), .source = "recorded"};
    }

private:
    /// What brings the tokens back, after a blank sign.
    [[nodiscard]] std::string refillText(int level) const
    {
        const std::optional<QuotaSpec>& quota = m_policy.quota;
        if (!quota) {
            return {};
        }
        return quota->scope == QuotaScope::Call
                   ? "; the next call begins with a full quota"
                   : "; " + givenBackText(*quota) + "; " + fullAgainText(*quota, level);
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
