// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/policy_words.h"

#include "core/explain/condition_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/phrases.h"
#include "core/explain/state_story.h"
#include "core/explain/units.h"

#include <array>
#include <cstdio>
#include <vector>

namespace retryscope {

namespace {

std::string statusesWords(const std::vector<StatusRange>& ranges)
{
    std::vector<std::string> parts;
    for (const StatusRange& range : ranges) {
        parts.push_back(statusRangeText(range));
    }
    return joined(parts, ", ");
}

std::string jitterWords(const BackoffSpec& backoff)
{
    switch (backoff.jitter) {
    case Jitter::None:
        return "no jitter";
    case Jitter::Around:
        return "jitter of up to " + factorText(backoff.spread * 100) + " % either way";
    case Jitter::Above:
        return "jitter of up to " + factorText(backoff.spread * 100) + " % on top";
    case Jitter::Below:
        return "jitter that subtracts up to " + factorText(backoff.spread * 100) + " %";
    case Jitter::Plus:
        return "jitter of up to " + durationText(backoff.noise) + " on top";
    case Jitter::Full:
    case Jitter::Equal:
    case Jitter::Decorrelated:
    case Jitter::DecorrelatedV2:
        break;
    }
    return std::string(wordOf(backoff.jitter)) + " jitter";
}

std::string capWords(const BackoffSpec& backoff)
{
    if (!backoff.cap) {
        return "no cap";
    }
    const std::string most = "at most " + durationText(*backoff.cap);
    switch (backoff.capApplies) {
    case CapApplies::BeforeJitter:
        return backoff.jitter == Jitter::None ? most : most + " before jitter";
    case CapApplies::AfterJitter:
        return most + " after jitter";
    }
    return most;
}

std::string growthWords(const BackoffSpec& backoff)
{
    return backoff.type == BackoffType::Linear ? std::string(" × n")
                                               : " × " + factorText(backoff.factor) + "^n";
}

std::string grownWords(const BackoffSpec& backoff)
{
    if (backoff.type == BackoffType::Listed) {
        return delaysText(backoff) + " in this order";
    }
    const int first = backoff.exponentStart + (backoff.type == BackoffType::Linear ? 1 : 0);
    return durationText(backoff.base.byDefault) + growthWords(backoff) + ", n from " + std::to_string(first);
}

/// What becomes of a retry whose price is not there; empty: it is refused.
std::string emptyQuotaWords(WhenQuotaEmpty whenEmpty)
{
    switch (whenEmpty) {
    case WhenQuotaEmpty::Refuse:
        return {};
    case WhenQuotaEmpty::TakeWhatIsLeft:
        return "; a retry that costs more than is left takes what is left";
    case WhenQuotaEmpty::ChargeAnyway:
        return "; also charges the last failure of a call";
    }
    return {};
}

} // namespace

std::string backoffLine(const BackoffSpec& backoff)
{
    if (backoff.type == BackoffType::None) {
        return "none";
    }
    std::string text = grownWords(backoff) + ", " + jitterWords(backoff) + ", ";
    const std::string growth = growthWords(backoff);
    for (const auto& [kind, base] : backoff.base.byKind) {
        text += durationText(base) + growth + " after " + std::string(toString(kind)) + ", ";
    }
    text += capWords(backoff);
    text += backoff.floor ? ", at least " + durationText(*backoff.floor) : "";
    text += backoff.when == BackoffWhen::BeforeEach ? ", before every attempt" : "";
    text += backoff.firstWithoutJitter ? ", the first without jitter" : "";
    text += backoff.firstRetryAtOnce ? ", the first retry at once" : "";
    return backoff.beforeGivingUp ? text + ", once more before giving up" : text;
}

std::string redirectsLine(const RedirectSpec& redirects)
{
    if (redirects.follows.empty()) {
        return "follows none";
    }
    std::string text = "follows " + statusesWords(redirects.follows);
    text += redirects.most ? ", up to " + std::to_string(*redirects.most) + " in a row" : "";
    return redirects.changesMethod.empty()
               ? text
               : text + "; a POST goes on as a GET after " + statusesWords(redirects.changesMethod);
}

std::string quotaLine(const QuotaSpec& quota)
{
    std::string text = tokensNumber(quota.capacity, quota.perToken) + " tokens per " +
                       std::string(wordOf(quota.scope)) + ", " + tokensNumber(quota.cost, quota.perToken) +
                       " for a retry";
    for (const auto& [kind, cost] : quota.costByKind) {
        text += ", " + tokensNumber(cost, quota.perToken) + " after " + std::string(toString(kind));
    }
    if (!quota.longPolling.empty()) {
        text += "; " + std::to_string(quota.longPolling.size()) +
                " operations that poll for work wait before they fail for lack of tokens";
    }
    text += quota.earnPerCall > 0 ? "; every call adds " + std::to_string(quota.earnPerCall) : "";
    text += quota.start ? "; " + std::to_string(*quota.start) + " at the start" : "";
    text += quota.scope == QuotaScope::Call ? "; full again for every call" : "; " + givenBackText(quota);
    return text + emptyQuotaWords(quota.whenEmpty) + reserveText(quota);
}

std::string limiterLine(const LimiterSpec& limiter)
{
    const double longest = limiter.costPerAttempt / limiter.minFillRatePerSecond;
    std::string text = "adaptive send rate; no limit until the first throttling response, then " +
                       factorText(limiter.beta) +
                       " × the measured rate and rising again over time, at least " +
                       rateText(limiter.minFillRatePerSecond) + " and at most " +
                       factorText(limiter.rateCapFactor) + " × the measured rate; ";
    switch (limiter.whenEmpty) {
    case WhenLimited::Wait:
        text += "at the lowest rate an attempt waits up to " +
                durationText(fromMilliseconds(longest * 1000)) + " for its token";
        break;
    case WhenLimited::Fail:
        text += "a call without a token fails instead of waiting";
        break;
    }
    if (limiter.startTokens > 0) {
        text += "; " + factorText(limiter.startTokens) + " send token at the start";
    }
    return limiter.scope == QuotaScope::Call ? text + "; new for every call, so a first attempt never waits"
                                             : text;
}

std::string hintLine(const HintSpec& hint)
{
    return hint.header + ", in " + std::string(hintUnitText(hint.unit)) + ": " + hintBoundsText(hint) +
           hintHabitsText(hint);
}

std::string successLine(const SuccessSpec& success)
{
    return success.statusIn.empty() ? "none" : statusesWords(success.statusIn);
}

std::string placesLine(const ErrorReading& reading)
{
    std::vector<std::string> parts;
    for (const NamePlace& place : reading.places) {
        parts.push_back(placeWords(place));
    }
    return parts.empty() ? "none" : joined(parts, ", ");
}

std::string clockLine(const ClockSpec& clock)
{
    return "counts as different from " + durationText(clock.tolerance) + " on" +
           (clock.learns ? ", and the client remembers the difference" : "");
}

std::string requestBodyLine(const RequestBodySpec& body)
{
    return "up to " + bytesText(body.max) +
           " is kept; this client does not retry a request with a longer body" +
           (body.onlyOnceSent ? ", except after failures before anything was sent" : "");
}

std::string attemptHeaderLine(const AttemptHeader& header)
{
    return header.later.empty() ? header.first : header.first + ", then " + header.later;
}

std::string hintHabitsText(const HintSpec& hint)
{
    std::string text = hint.zeroMeansNone ? "; 0 counts as none" : "";
    text += hint.pastMeansNone ? "; less than 0 and a date in the past count as none" : "";
    text += hint.ignoreBelow ? "; less than " + durationText(*hint.ignoreBelow) + " counts as none" : "";
    text += hint.ignoreAbove ? "; more than " + durationText(*hint.ignoreAbove) + " counts as none" : "";
    text += hint.forbidsAbove ? "; more than " + durationText(*hint.forbidsAbove) + " forbids the retry" : "";
    text += hint.forbidsAboveTimeout ? "; more than the attempt limit forbids the retry" : "";
    text += hint.atOnceAbove ? "; more than " + durationText(*hint.atOnceAbove) + " ends at once" : "";
    text += hint.spread > 0 ? "; jitter of up to " + factorText(hint.spread * 100) + " % on top" : "";
    text += hint.noise > Duration::zero() ? "; jitter of up to " + durationText(hint.noise) + " on top" : "";
    text += hint.unreadableForbids ? "; anything else forbids the retry" : "";
    text += hint.unreadableMeans ? "; anything else counts as " + durationText(*hint.unreadableMeans) : "";
    return text + (hint.statusIn.empty() ? std::string() : "; only with " + statusesWords(hint.statusIn));
}

std::string attemptHabitsText(const AttemptLimit& attempts)
{
    std::string text;
    for (const auto& [kind, max] : attempts.maxByKind) {
        text += ", " + std::to_string(attempts.attempts(kind)) + " after " + std::string(toString(kind));
    }
    text +=
        attempts.maxElapsed ? "; no retry after " + durationText(*attempts.maxElapsed) + " of the call" : "";
    return text +
           (attempts.timeoutCoversCall ? "; the attempt limit covers the whole call, delays included" : "");
}

std::string delaysText(const BackoffSpec& backoff)
{
    std::vector<std::string> parts;
    for (const Duration delay : backoff.delays) {
        parts.push_back(durationText(delay));
    }
    return joined(parts, ", ");
}

std::string reserveText(const QuotaSpec& quota)
{
    return quota.reserve > 0 ? "; retries only while more than " +
                                   tokensNumber(quota.reserve - 1, quota.perToken) + " tokens remain"
                             : std::string();
}

std::string factorText(double factor)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", factor);
    return text.data();
}

} // namespace retryscope
