// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/change.h"

#include <array>

namespace retryscope {

std::string_view toString(ChangeOwner owner)
{
    constexpr std::array<std::string_view, 4> kNames{"policy", "request", "state", "response"};
    return kNames.at(static_cast<std::size_t>(owner));
}

ChangeOwner ownerOf(const Change& change)
{
    return std::visit(Overloaded{
                          [](const BodyDropped&) { return ChangeOwner::Response; },
                          [](const StatusReplaced&) { return ChangeOwner::Response; },
                          [](const NameReplaced&) { return ChangeOwner::Response; },
                          [](const HeaderAdded&) { return ChangeOwner::Response; },
                          [](const HeaderDropped&) { return ChangeOwner::Response; },
                          [](const FaultReplaced&) { return ChangeOwner::Response; },
                          [](const NameMapped&) { return ChangeOwner::Policy; },
                          [](const StatusMapped&) { return ChangeOwner::Policy; },
                          [](const FaultMapped&) { return ChangeOwner::Policy; },
                          [](const AttemptsSet&) { return ChangeOwner::Policy; },
                          [](const TokensSet&) { return ChangeOwner::State; },
                          [](const DeadlineLifted&) { return ChangeOwner::Request; },
                          [](const BodyMadeReplayable&) { return ChangeOwner::Request; },
                      },
                      change);
}

} // namespace retryscope
