// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"

#include <string>
#include <vector>

namespace retryscope {

/// The decision on the same response if the service used another protocol.
struct ProtocolVerdict
{
    std::string protocol;
    Verdict verdict = Verdict::Stop;
    ErrorKind kind = ErrorKind::Permanent;
    bool operator==(const ProtocolVerdict&) const = default;
};

/// The AWS protocols with which this client's verdict would differ; empty if the protocol does not matter or
/// the policy reads errors in one way only.
[[nodiscard]] std::vector<ProtocolVerdict> verdictsInOtherProtocols(const Situation& situation);

} // namespace retryscope
