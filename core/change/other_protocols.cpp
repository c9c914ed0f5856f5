// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/other_protocols.h"

#include <array>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

constexpr std::array<std::string_view, 5> kProtocols{"rest-xml", "query", "ec2", "json", "rest-json"};

/// `json`, `json and query`, `ec2, json and query`
std::string listed(const std::vector<ProtocolVerdict>& verdicts, Verdict verdict)
{
    std::vector<std::string> names;
    for (const ProtocolVerdict& other : verdicts) {
        if (other.verdict == verdict) {
            names.push_back(other.protocol);
        }
    }
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        text += i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
        text += names[i];
    }
    return text;
}

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

std::string protocolSentence(const Situation& situation)
{
    const std::vector<ProtocolVerdict> others = verdictsInOtherProtocols(situation);
    if (others.empty()) {
        return {};
    }
    std::string text = "Read as " + situation.policy.protocol + ".";
    for (const Verdict verdict : {Verdict::Retry, Verdict::Stop, Verdict::Succeed}) {
        if (const std::string names = listed(others, verdict); !names.empty()) {
            text += " It differs on " + names + ": " + std::string(toString(verdict)) + ".";
        }
    }
    return text;
}

} // namespace retryscope
