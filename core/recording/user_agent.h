// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// How a request's User-Agent compares with the program of a preset.
enum class AgentMatch : std::uint8_t {
    Unknown, ///< the request names no program, or the preset does not say how its program names itself
    Any,     ///< the preset's program passes on other programs' user agents
    Shared,  ///< a name shared by other programs: `node`, `axios/1.7`, or a name without the client's version
    Own,     ///< the client's own name and version
    Other    ///< another program's name
};

struct AgentClaim
{
    AgentMatch match = AgentMatch::Unknown;
    std::string version; ///< that the program says of itself: `1.43.67`; of Own only
    bool operator==(const AgentClaim&) const = default;
};

/// Compares a User-Agent with Policy::userAgents. A name counts at the beginning of a word, in any letter
/// case; the first name found decides.
[[nodiscard]] AgentClaim claimOf(const Policy& preset, std::string_view userAgent);

/// `standard`, `adaptive`, `legacy`: what `cfg/retry-mode#` says, else one of the features in `m/` (D legacy,
/// E standard, F adaptive); empty where the User-Agent says neither. Source: what AWS SDKs send.
[[nodiscard]] std::string modeSaidBy(std::string_view userAgent);

/// The modes of a preset as its client may name them: its own, and that of the recorded configuration without
/// an addition (`standard` of `standard-newretries`). Empty: the client has none.
[[nodiscard]] std::vector<std::string> modesOf(const Policy& preset);
/// Also where either has no mode.
[[nodiscard]] bool isOfMode(const Policy& preset, std::string_view said);

/// The User-Agent without the words that change with the operation, so that one client has one: the features
/// that a call made use of (`m/N,E`, `ft/s3-transfer`, `hll/…`), and the command of the AWS CLI
/// (`command/s3.ls`, `md/command#s3.ls`). What tells programs, versions and settings apart stays, in its
/// order. Source: the User-Agent 2.1 of AWS SDKs, in which botocore, the SDKs for JavaScript 3, Go 2 and Java
/// 2 write it.
[[nodiscard]] std::string steadyUserAgent(std::string_view userAgent);

} // namespace retryscope
