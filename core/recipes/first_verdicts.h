// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/attempt_facts.h"
#include "core/policy/resolve.h"

#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// The decision on a first attempt of a generic service while attempts, tokens and time are left, that is, by
/// the policy's rules alone.
class FirstVerdicts
{
public:
    /// method: of the request, `GET`.
    FirstVerdicts(const Policy& policy, std::string method);

    /// A response with this status and neither name nor header.
    [[nodiscard]] Verdict of(int status) const;
    [[nodiscard]] Verdict of(FaultKind fault) const;
    /// A response with status 200 and this number in the header grpc-status.
    [[nodiscard]] Verdict ofGrpcStatus(int code) const;

private:
    [[nodiscard]] Verdict of(const AttemptFacts& facts) const;

    RequestSpec m_spec;
    ResolvedPolicy m_policy;
};

/// The policy reads grpc-status as the error name.
[[nodiscard]] bool readsGrpcStatus(const Policy& policy);

/// Divides the statuses 100 to 999 into ranges that every policy treats the same: the first status of each
/// range, ascending, and 1000.
[[nodiscard]] std::vector<int> statusParts(const Policy& one, const Policy& other);

/// Statuses, ascending, that only one of the two policies retries, for GET.
struct ChangedStatuses
{
    std::vector<int> more; ///< retried by wanted alone
    std::vector<int> less; ///< retried by own alone
};
[[nodiscard]] ChangedStatuses changedStatuses(const Policy& own, const Policy& wanted);

/// What the policy retries for this method, in words: statuses (`429`), `5xx` for all of them, faults by
/// their names in records (`connectionReset`), and `grpc-14`.
[[nodiscard]] std::vector<std::string> retriedWords(const Policy& policy, const std::string& method);

/// True if one of these words is a status or `5xx`.
[[nodiscard]] bool isStatusWord(const std::string& word);

} // namespace retryscope
