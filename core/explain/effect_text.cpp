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
        return "refused unprocessed";
    case Processing::PartlyDone:
        return "done in part";
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
                   ? "Probably nothing was done: a service that responds so refuses the request before it is "
                     "carried out."
                   : "Nothing was done: the response refuses the request before it is carried out.";
    case Processing::PartlyDone:
        return "What the response lists was not carried out, and only that needs to be sent again; all else "
               "in the request was.";
    case Processing::Ambiguous:
        break;
    }
    const std::string text = "The request may have been carried out already";
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

std::string redirectSentence(const AttemptFacts& facts)
{
    constexpr std::array<int, 5> kRedirects{301, 302, 303, 307, 308};
    const bool isRedirect = facts.response && std::find(kRedirects.begin(), kRedirects.end(),
                                                        facts.response->status) != kRedirects.end();
    return isRedirect
               ? "A redirect is judged here as it reaches the client's retry code. Below that aws-sdk-cpp "
                 "and JavaScript 2 follow Location, and botocore sends an S3 request again to the region "
                 "that is named: requests that are no retries and are not counted here."
               : std::string();
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
        return facts.fault ? "Error type: none, for no response came" +
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
                           : "Error type: Client by its status, a 4xx" + type + passing;
}

std::string incurableSentence(const IncurableError& error)
{
    return "No retry cures " + shownName(error.name) + ": " + error.because + " (" + error.source + ").";
}

std::string noCureText()
{
    return "Nothing that would make a client retry it is offered: change the request, or handle the error "
           "where "
           "the call is made.";
}

bool dividesErrorTypes(const Policy& policy)
{
    return !policy.document.empty() ||
           std::any_of(policy.reading.begin(), policy.reading.end(),
                       [](const auto& reading) { return reading.first != "generic"; });
}

} // namespace retryscope
