// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/stop_text.h"

#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/explain/value_words.h"
#include "core/recording/declared_attempt.h"

namespace retryscope {

std::optional<StopReason> knownStopReason(const AttemptRecord& attempt)
{
    const std::optional<StopReason>& reason = attempt.decision.stopReason;
    if (reason == StopReason::Cancelled || !findStep<ClientObserved>(attempt.decision.trace)) {
        return reason;
    }
    return isAnnouncedAsLast(attempt.facts, attempt.attempt) ? std::optional(StopReason::AttemptsExhausted)
                                                             : std::nullopt;
}

bool isAnnouncedAsLast(const AttemptFacts& facts, int attempt)
{
    if (!facts.wire) {
        return false;
    }
    const DeclaredAttempt said = declaredIn(*facts.wire->sentHeaders);
    return said.max && attempt >= *said.max;
}

std::string stopText(const CallRecord& call)
{
    if (!call.stopReason) {
        return {};
    }
    const bool isSeen =
        !call.attempts.empty() && findStep<ClientObserved>(call.attempts.back().decision.trace);
    if (!isSeen || call.stopReason == StopReason::Cancelled) {
        return std::string(wordsFor(*call.stopReason).label);
    }
    const std::optional<StopReason> known = knownStopReason(call.attempts.back());
    if (known) {
        return std::string(wordsFor(*known).label);
    }
    return call.source->isCutByEnd    ? "the recording ended"
           : call.attempts.size() > 1 ? "gave up"
                                      : "not retried";
}

std::string bodyOnceText(const BodyChecked& checked)
{
    return checked.isTooLong()
               ? filled("the request body of %1 is longer than the %2 that this client keeps for a retry",
                        bytesText(checked.bytes), bytesText(*checked.limit))
               : "the client can send the request body only once";
}

std::string observedText(const ClientObserved& seen, bool isTimed)
{
    if (!seen.isRetried) {
        return "the client sent nothing more for this call";
    }
    return seen.hasWait ? filled("the client retried after %1", durationText(seen.wait))
           : isTimed    ? "the client sent the next request before this attempt ended"
                        : "the client retried; the file does not show when";
}

std::string_view pollTokenText(PollToken token)
{
    switch (token) {
    case PollToken::NotNeeded:
        return "polling begins; the polls need no token";
    case PollToken::Found:
        return "polling begins, with the token from this response";
    case PollToken::Missing:
        return "the response has no token where the polls look for one";
    case PollToken::TooLong:
        return "the token in the response is longer than 1024 bytes";
    case PollToken::Unprintable:
        return "the token in the response contains a control character";
    }
    return {};
}

} // namespace retryscope
