// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"

#include <string>
#include <vector>

namespace retryscope {

/// What a program can do about an attempt that got no complete response, or one that asks for credentials.
enum class FaultRemedy {
    None,             ///< only a person can: start a server, mend a name
    TrustCertificate, ///< trust what the server presented; its certificates are in the facts
    DoNotVerify,      ///< accept any certificate
    EditLimits,       ///< the time limits of the request
    EditAddress,
    EditAuthorization,
};

struct FaultAdvice
{
    std::string title; ///< `Is a server listening on port 18999 of localhost?`
    std::string text;  ///< one or two sentences more; may be empty
    FaultRemedy remedy = FaultRemedy::None;
    bool operator==(const FaultAdvice&) const = default;
};

/// What helps against the fault or the missing credentials, the likeliest first; none for any other complete
/// response and for an attempt that was given up. spec: the request as it was sent.
[[nodiscard]] std::vector<FaultAdvice> adviceFor(const AttemptFacts& facts, const RequestSpec& spec);

} // namespace retryscope
