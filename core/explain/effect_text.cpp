// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/effect_text.h"

#include "core/explain/name_text.h"
#include "core/explain/stop_text.h"

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
        return "Nothing was done: the request was never sent.";
    case Processing::RefusedUnprocessed:
        return responder == ResponderKind::Unknown
                   ? "Probably nothing was done: a service that responds like this refuses the request "
                     "before carrying it out."
                   : "Nothing was done: the server refused the request before carrying it out.";
    case Processing::PartlyDone:
        return "The server did not process the items that the response lists. Send only those again: it "
               "processed all the others.";
    case Processing::Ambiguous:
        break;
    }
    const std::string text = "The server might have carried out the request already";
    switch (effect.repeating) {
    case Repeating::Harmless:
        return text + "; sent again it does no harm, " + effect.reason + ".";
    case Repeating::Protected:
        return text + "; " + effect.reason + ".";
    case Repeating::MayRepeat:
        break;
    }
    return text + ", and sent again it may be carried out twice: " + effect.reason + ".";
}

namespace {

/// ` (AmazonServiceException)`; empty where the client's class is not known.
std::string inBrackets(const std::optional<ErrorClasses>& classes, std::string ErrorClasses::*which)
{
    return classes ? " (" + (*classes).*which + ")" : std::string();
}

/// A client error that says nothing against the request: it may succeed as it is.
std::string passingErrorText(const AttemptFacts& facts, const std::string& name, ErrorKind kind)
{
    constexpr int kTooManyRequests = 429;
    if (facts.response->status == kTooManyRequests || isThrottlingName(name)) {
        return "; the request itself may be right: there were too many.";
    }
    return kind == ErrorKind::None || kind == ErrorKind::Permanent
               ? std::string()
               : "; this client counts it as " + std::string(kindWord(kind)) +
                     ", not as a fault of the request.";
}

} // namespace

std::string errorTypeSentence(const Policy& policy, const AttemptFacts& facts, ErrorKind kind)
{
    if (!facts.response) {
        return facts.fault ? "Error type: none, because no response arrived" +
                                 inBrackets(policy.errorClasses, &ErrorClasses::unanswered) + "."
                           : std::string();
    }
    const int status = facts.response->status;
    if (status < 400 || status >= 600) {
        return {};
    }
    const std::string type = inBrackets(policy.errorClasses, &ErrorClasses::responded);
    const std::string name = writtenErrorName(facts);
    const bool isClients = status < 500;
    if (name.starts_with(isClients ? "Server." : "Client.")) {
        return "Error type: " + std::string(isClients ? "Client" : "Service") + " by its status, " +
               (isClients ? "Service" : "Client") + " by its name" + type + ".";
    }
    if (!isClients) {
        return "Error type: Service, the server is at fault" + type + ".";
    }
    const std::string passing = passingErrorText(facts, name, kind);
    return passing.empty() ? "Error type: Client, the request is at fault" + type + "."
                           : "Error type: Client by its status (4xx)" + type + passing;
}

std::string incurableSentence(const IncurableError& error)
{
    return "No retry cures " + shownName(error.name) + ": " + error.because + " (" + error.source + ").";
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
