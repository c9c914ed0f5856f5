// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/rule.h"

#include <algorithm>
#include <array>
#include <utility>

namespace retryscope {

namespace {

constexpr std::array<std::pair<ErrorKind, std::string_view>, 9> kKindNames{{
    {ErrorKind::None, "none"},
    {ErrorKind::Permanent, "permanent"},
    {ErrorKind::Transient, "transient"},
    {ErrorKind::Timeout, "timeout"},
    {ErrorKind::Server, "server"},
    {ErrorKind::Throttling, "throttling"},
    {ErrorKind::ClockSkew, "clockSkew"},
    {ErrorKind::NotReady, "notReady"},
    {ErrorKind::PartDone, "partDone"},
}};

} // namespace

std::string_view toString(ErrorKind kind)
{
    return kKindNames.at(static_cast<std::size_t>(kind)).second;
}

std::optional<ErrorKind> errorKindFrom(std::string_view name)
{
    const auto found = std::find_if(kKindNames.begin(), kKindNames.end(),
                                    [name](const auto& entry) { return entry.second == name; });
    return found == kKindNames.end() ? std::nullopt : std::optional(found->first);
}

} // namespace retryscope
