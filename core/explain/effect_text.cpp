// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/effect_text.h"

namespace retryscope {

std::string effectText(const PossibleEffect& effect)
{
    switch (effect.processing) {
    case Processing::NeverSent:
        return "never sent";
    case Processing::RefusedUnprocessed:
        return "refused unprocessed";
    case Processing::Ambiguous:
        break;
    }
    return "possibly done; " + effect.reason;
}

std::string effectSentence(const PossibleEffect& effect)
{
    switch (effect.processing) {
    case Processing::NeverSent:
        return "Nothing was done: the request was never sent.";
    case Processing::RefusedUnprocessed:
        return "Nothing was done: the response refuses the request before it is carried out.";
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

std::string errorTypeSentence(const AttemptFacts& facts)
{
    if (!facts.response) {
        return facts.fault ? "Error type: none, for no response came (AmazonClientException)."
                           : std::string();
    }
    const int status = facts.response->status;
    if (status >= 400 && status < 500) {
        return "Error type: Client, the request is at fault (AmazonServiceException).";
    }
    return status >= 500 && status < 600
               ? "Error type: Service, the server is at fault (AmazonServiceException)."
               : std::string();
}

} // namespace retryscope
