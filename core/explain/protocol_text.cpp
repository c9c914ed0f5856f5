// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/protocol_text.h"

#include "core/change/other_protocols.h"
#include "core/explain/phrases.h"

namespace retryscope {

std::string protocolSentence(const Situation& situation)
{
    const std::vector<ProtocolVerdict> others = verdictsInOtherProtocols(situation);
    if (others.empty()) {
        return {};
    }
    std::vector<std::string> parts{
        filled("This client reads the response as %1.", situation.policy.protocol)};
    for (const Verdict verdict : {Verdict::Retry, Verdict::Stop, Verdict::Succeed}) {
        std::vector<std::string> names;
        for (const ProtocolVerdict& other : others) {
            if (other.verdict == verdict) {
                names.push_back(other.protocol);
            }
        }
        if (!names.empty()) {
            parts.push_back(
                filled("With %1 the verdict would be %2 instead.", joined(names, " or "), toString(verdict)));
        }
    }
    return prose(parts);
}

} // namespace retryscope
