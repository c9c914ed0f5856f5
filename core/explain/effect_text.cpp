// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/effect_text.h"

#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/value_words.h"

#include <algorithm>
#include <array>

namespace retryscope {

std::string effectText(const PossibleEffect& effect)
{
    switch (effect.processing) {
    case Processing::NeverSent:
        return "never sent";
    case Processing::RefusedUnprocessed:
        return "refused, not processed";
    case Processing::PartlyDone:
        return "partly done";
    case Processing::Ambiguous:
        break;
    }
    return "possibly done; " + effect.reason;
}

std::string effectSentence(const PossibleEffect& effect, ResponderKind responder)
{
    switch (effect.processing) {
    case Processing::NeverSent:
        return "Not processed: the request was never sent.";
    case Processing::RefusedUnprocessed:
        return responder == ResponderKind::Unknown
                   ? "Probably not processed: services that respond like this do not process the request."
                   : "Not processed: the server refused the request.";
    case Processing::PartlyDone:
        return "The server did not process the items that the response lists. Send only those again: it "
               "processed all the others.";
    case Processing::Ambiguous:
        break;
    }
    const std::string text = "The server might already have processed the request";
    switch (effect.repeating) {
    case Repeating::Harmless:
        return filled("%1. Sending it again does no harm: %2.", text, effect.reason);
    case Repeating::Protected:
        return filled("%1. If so, %2.", text, effect.reason);
    case Repeating::MayRepeat:
        break;
    }
    return filled("%1, and a retry might process it twice: %2.", text, effect.reason);
}

namespace {

/// ` (AmazonServiceException)`; empty where no document names it.
std::string inBrackets(const Policy& policy, std::string ErrorClasses::*which)
{
    return policy.errorClasses && !policy.document.empty() ? " (" + (*policy.errorClasses).*which + ")"
                                                           : std::string();
}

/// What a client error means that says nothing against the request; empty for all other errors.
std::string passingErrorSentence(const AttemptFacts& facts, const std::string& name, ErrorKind kind)
{
    constexpr int kTooManyRequests = 429;
    if (facts.response->status == kTooManyRequests || isThrottlingName(name)) {
        return "The request itself might be correct; the server received too many requests.";
    }
    return kind == ErrorKind::None || kind == ErrorKind::Permanent
               ? std::string()
               : filled("This client counts the error as %1, not as a mistake in the request.",
                        wordsFor(kind).word);
}

} // namespace

std::string errorTypeSentence(const Policy& policy, const AttemptFacts& facts, ErrorKind kind)
{
    if (!facts.response) {
        return facts.fault ? filled("Error type: unknown, because no complete response arrived%1.",
                                    inBrackets(policy, &ErrorClasses::unanswered))
                           : std::string();
    }
    const int status = facts.response->status;
    if (status < 400 || status >= 600) {
        return {};
    }
    const std::string type = inBrackets(policy, &ErrorClasses::responded);
    const std::string name = writtenErrorName(facts);
    const bool isClients = status < 500;
    if (name.starts_with(isClients ? "Server." : "Client.")) {
        return filled("Error type: %1 error by its status, %2 error by its name%3.",
                      isClients ? "client" : "service", isClients ? "service" : "client", type);
    }
    if (!isClients) {
        return filled("Error type: service error, the server is at fault%1.", type);
    }
    const std::string passing = passingErrorSentence(facts, name, kind);
    return passing.empty() ? filled("Error type: client error, the request is at fault%1.", type)
                           : prose({filled("Error type by status: client error (4xx)%1.", type), passing});
}

std::string callerGets(const Policy& policy, const AttemptFacts& facts, const Decision& decision)
{
    if (decision.verdict != Verdict::Stop || decision.stopReason == StopReason::Cancelled ||
        decision.stopReason == StopReason::UnreadCode) {
        return {};
    }
    const Rule* rule = ruleAt(policy, decision.rule);
    if (rule != nullptr && !rule->raises.empty()) {
        return shownName(rule->raises);
    }
    if (!policy.errorClasses) {
        return {};
    }
    const ErrorClasses& classes = *policy.errorClasses;
    const bool wasRetryable = decision.stopReason != StopReason::NotRetryable;
    return !facts.response                              ? classes.unanswered
           : wasRetryable && !classes.exhausted.empty() ? classes.exhausted
                                                        : classes.responded;
}

std::string incurableSentence(const IncurableError& error)
{
    return filled("A retry cannot help with %1: %2 (%3).", shownName(error.name), error.because,
                  error.source);
}

std::string noCureText()
{
    return "So Retryscope suggests no change that would make a client retry. Change the request, or handle "
           "the error in the calling code.";
}

bool dividesErrorTypes(const Policy& policy)
{
    return !policy.document.empty() ||
           std::any_of(policy.reading.begin(), policy.reading.end(),
                       [](const auto& reading) { return reading.first != "generic"; });
}

} // namespace retryscope
