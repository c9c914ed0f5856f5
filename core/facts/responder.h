// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <string>
#include <vector>

namespace retryscope {

enum class ResponderKind { Nobody, Origin, Proxy, LoadBalancer, Unknown };

/// A guess at who produced a response, with the evidence.
struct Responder
{
    ResponderKind kind = ResponderKind::Unknown;
    std::string name;                  ///< product, for example `nginx`; empty when unknown
    std::vector<std::string> evidence; ///< `Server: nginx`, `no request id`, `HTML body` …
    bool operator==(const Responder&) const = default;
};

/// Based on `Via`, `Server`, request ids and the type of the body; never certain.
[[nodiscard]] Responder responderOf(const AttemptFacts& facts);

} // namespace retryscope
