// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/sdk_switch.h"

#include <string>
#include <vector>

namespace retryscope {

/// The preset that a client has from a version on, if nobody sets anything.
struct ClientPolicy
{
    std::string policy; ///< id of a preset
    std::string from;   ///< first version; empty: any
    std::string why;    ///< `OpenAI client for Python without settings, since 2.52`
    bool operator==(const ClientPolicy&) const = default;
};

/// What people call a client, and the policy that it has by default. A file of resources/clients lists them.
struct KnownClient
{
    std::vector<std::string> names;     ///< the first one is for sentences
    std::string sdk;                    ///< id of an SDK whose lines say the policy; empty: `policies` do
    std::string why;                    ///< of an SDK: in place of the sentence that is made
    std::vector<ClientPolicy> policies; ///< newest first
    std::vector<std::string> pip;       ///< packages of Python, npm and Debian whose version is the client's
    std::vector<std::string> npm;
    std::vector<std::string> deb;
    bool operator==(const KnownClient&) const = default;
};

/// The policy of this client in this version without settings; choice.version empty: the newest. Absent:
/// Retryscope has no preset for the client.
[[nodiscard]] std::optional<ClientPolicy> defaultPolicyOf(const KnownClient& client, const Sdks& sdks,
                                                          const SdkChoice& choice = {});

} // namespace retryscope
