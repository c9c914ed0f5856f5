// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"

#include <string>
#include <vector>

namespace retryscope {

/// What the same response would come to if its service spoke another protocol.
struct ProtocolVerdict
{
    std::string protocol;
    Verdict verdict = Verdict::Stop;
    ErrorKind kind = ErrorKind::Permanent;
    bool operator==(const ProtocolVerdict&) const = default;
};

/// The protocols of AWS services in which this client's verdict is another one; empty where the protocol does
/// not matter, and for a policy that reads errors in one way only.
[[nodiscard]] std::vector<ProtocolVerdict> verdictsInOtherProtocols(const Situation& situation);

} // namespace retryscope
