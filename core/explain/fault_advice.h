// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"

#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// What Retryscope can offer after an attempt without a complete response, or after a response that asks for
/// credentials or rejects the time of the request.
enum class FaultRemedy {
    None,             ///< only a person can help: start a server, correct a name
    TrustCertificate, ///< trust the server's certificate; the facts contain the chain
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

/// Remedies for the fault, the missing credentials or the wrong clock, the likeliest first; none for other
/// complete responses and cancelled attempts. spec: the request as sent.
[[nodiscard]] std::vector<FaultAdvice> adviceFor(const AttemptFacts& facts, const RequestSpec& spec);
/// Where the error name rejects the time of the request; the names are those of AWS services.
[[nodiscard]] std::optional<FaultAdvice> adviceOnClock(const AttemptFacts& facts);

} // namespace retryscope
