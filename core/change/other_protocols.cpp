// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/other_protocols.h"

#include <array>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

constexpr std::array<std::string_view, 5> kProtocols{"rest-xml", "query", "ec2", "json", "rest-json"};

} // namespace

std::vector<ProtocolVerdict> verdictsInOtherProtocols(const Situation& situation)
{
    std::vector<ProtocolVerdict> result;
    if (situation.policy.policy.reading.size() < 2) {
        return result;
    }
    const Verdict own = decisionIn(situation).verdict;
    Situation other = situation;
    for (const std::string_view protocol : kProtocols) {
        if (protocol == situation.policy.protocol) {
            continue;
        }
        other.policy = readAs(std::move(other.policy), std::string(protocol));
        const Decision decision = decisionIn(other);
        if (decision.verdict != own) {
            result.push_back({std::string(protocol), decision.verdict, decision.kind});
        }
    }
    return result;
}

} // namespace retryscope
