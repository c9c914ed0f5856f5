// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/change.h"

#include <array>

namespace retryscope {

std::string_view toString(ChangeOwner owner)
{
    constexpr std::array<std::string_view, 4> kNames{"policy", "request", "state", "response"};
    return kNames.at(static_cast<std::size_t>(owner));
}

std::string_view sortOf(const Change& change)
{
    constexpr std::array<std::string_view, std::variant_size_v<Change>> kNames{
        "bodyDropped",        "statusReplaced",       "nameReplaced",
        "headerAdded",        "headerDropped",        "nameMapped",
        "statusMapped",       "faultMapped",          "attemptsSet",
        "tokensSet",          "deadlineSet",          "answeredSooner",
        "clockSet",           "bodyMadeReplayable",   "bodyReplaced",
        "requestHeaderAdded", "requestHeaderDropped", "elapsedLimitSet",
        "ruleUsesSet",        "bodyLimitSet",         "quotaSizeSet",
        "methodRetried",      "methodNotRetried",     "hintLimited"};
    return kNames.at(change.index());
}

ChangeOwner ownerOf(const Change& change)
{
    return std::visit(Overloaded{
                          [](const BodyDropped&) { return ChangeOwner::Response; },
                          [](const StatusReplaced&) { return ChangeOwner::Response; },
                          [](const NameReplaced&) { return ChangeOwner::Response; },
                          [](const HeaderAdded&) { return ChangeOwner::Response; },
                          [](const HeaderDropped&) { return ChangeOwner::Response; },
                          [](const NameMapped&) { return ChangeOwner::Policy; },
                          [](const StatusMapped&) { return ChangeOwner::Policy; },
                          [](const FaultMapped&) { return ChangeOwner::Policy; },
                          [](const AttemptsSet&) { return ChangeOwner::Policy; },
                          [](const TokensSet&) { return ChangeOwner::State; },
                          [](const DeadlineSet&) { return ChangeOwner::Request; },
                          [](const RespondedSooner&) { return ChangeOwner::Response; },
                          [](const ClockSet&) { return ChangeOwner::State; },
                          [](const BodyMadeReplayable&) { return ChangeOwner::Request; },
                          [](const BodyReplaced&) { return ChangeOwner::Response; },
                          [](const RequestHeaderAdded&) { return ChangeOwner::Request; },
                          [](const RequestHeaderDropped&) { return ChangeOwner::Request; },
                          [](const ElapsedLimitSet&) { return ChangeOwner::Policy; },
                          [](const RuleUsesSet&) { return ChangeOwner::Policy; },
                          [](const BodyLimitSet&) { return ChangeOwner::Policy; },
                          [](const QuotaSizeSet&) { return ChangeOwner::Policy; },
                          [](const MethodRetried&) { return ChangeOwner::Policy; },
                          [](const MethodNotRetried&) { return ChangeOwner::Policy; },
                          [](const HintLimited&) { return ChangeOwner::Policy; },
                      },
                      change);
}

bool saysSomethingElse(const Change& change)
{
    const auto* header = std::get_if<HeaderAdded>(&change);
    return std::holds_alternative<StatusReplaced>(change) || std::holds_alternative<NameReplaced>(change) ||
           std::holds_alternative<BodyReplaced>(change) || (header != nullptr && header->isErrorName);
}

std::string_view toString(ChangeReach reach)
{
    constexpr std::array<std::string_view, 3> kNames{"oneThing", "wholeCase", "manyCases"};
    return kNames.at(static_cast<std::size_t>(reach));
}

ChangeReach reachOf(const Change& change)
{
    using enum ChangeReach;
    return std::visit(
        Overloaded{
            [](const BodyDropped&) { return WholeCase; },
            [](const StatusReplaced&) { return WholeCase; },
            [](const NameReplaced&) { return OneThing; },
            [](const HeaderAdded&) { return OneThing; },
            [](const HeaderDropped&) { return OneThing; },
            [](const NameMapped&) { return OneThing; },
            [](const StatusMapped&) { return ManyCases; },
            [](const FaultMapped&) { return ManyCases; },
            [](const AttemptsSet&) { return WholeCase; },
            [](const TokensSet& tokens) { return tokens.to > tokens.from ? OneThing : ManyCases; },
            [](const DeadlineSet&) { return OneThing; },
            [](const RespondedSooner&) { return OneThing; },
            [](const ClockSet&) { return OneThing; },
            [](const BodyMadeReplayable&) { return OneThing; },
            [](const BodyReplaced&) { return WholeCase; },
            [](const RequestHeaderAdded&) { return OneThing; },
            [](const RequestHeaderDropped&) { return OneThing; },
            [](const ElapsedLimitSet&) { return WholeCase; },
            [](const RuleUsesSet&) { return WholeCase; },
            [](const BodyLimitSet&) { return WholeCase; },
            [](const QuotaSizeSet&) { return WholeCase; },
            [](const MethodRetried&) { return ManyCases; },
            [](const MethodNotRetried&) { return ManyCases; },
            [](const HintLimited&) { return WholeCase; },
        },
        change);
}

} // namespace retryscope
