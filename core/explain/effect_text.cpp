// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/effect_text.h"

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

std::string errorTypeSentence(const AttemptFacts& facts)
{
    if (!facts.response) {
        return facts.fault ? "Error type: none, for no response came (AmazonClientException)."
                           : std::string();
    }
    const int status = facts.response->status;
    if (status < 400 || status >= 600) {
        return {};
    }
    constexpr int kTooManyRequests = 429;
    if (status == kTooManyRequests) {
        return "Error type: Client by its status, a 4xx (AmazonServiceException); the request itself may be "
               "right: there were too many.";
    }
    const std::string name = writtenErrorName(facts);
    const bool isClients = status < 500;
    if (name.starts_with(isClients ? "Server." : "Client.")) {
        return "Error type: " + std::string(isClients ? "Client" : "Service") + " by its status, " +
               (isClients ? "Service" : "Client") + " by its name (AmazonServiceException).";
    }
    return isClients ? "Error type: Client, the request is at fault (AmazonServiceException)."
                     : "Error type: Service, the server is at fault (AmazonServiceException).";
}

bool dividesErrorTypes(const Policy& policy)
{
    return !policy.document.empty() ||
           std::any_of(policy.reading.begin(), policy.reading.end(),
                       [](const auto& reading) { return reading.first != "generic"; });
}

} // namespace retryscope
