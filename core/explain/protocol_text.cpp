// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/protocol_text.h"

#include "core/change/other_protocols.h"
#include "core/explain/condition_text.h"

namespace retryscope {

std::string protocolSentence(const Situation& situation)
{
    const std::vector<ProtocolVerdict> others = verdictsInOtherProtocols(situation);
    if (others.empty()) {
        return {};
    }
    std::string text = "Read as " + situation.policy.protocol + ".";
    for (const Verdict verdict : {Verdict::Retry, Verdict::Stop, Verdict::Succeed}) {
        std::vector<std::string> names;
        for (const ProtocolVerdict& other : others) {
            if (other.verdict == verdict) {
                names.push_back(other.protocol);
            }
        }
        if (!names.empty()) {
            text += " On " + joined(names, " and ") +
                    " the verdict would be another one: " + std::string(toString(verdict)) + ".";
        }
    }
    return text;
}

} // namespace retryscope
