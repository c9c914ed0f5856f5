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

/// What a first attempt of a generic service comes to while attempts, tokens and time are left: what the
/// rules of a policy say, and nothing else of it.
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

/// The policy takes grpc-status for the name of an error.
[[nodiscard]] bool readsGrpcStatus(const Policy& policy);

/// Where the statuses from 100 to 999 fall into parts of which each policy treats all alike: the first status
/// of each part, ascending, and 1000.
[[nodiscard]] std::vector<int> statusParts(const Policy& one, const Policy& other);

/// Statuses, ascending, that are retried, or are not, and by the other policy not so; of a GET.
struct ChangedStatuses
{
    std::vector<int> more; ///< retried by wanted alone
    std::vector<int> less; ///< retried by own alone
};
[[nodiscard]] ChangedStatuses changedStatuses(const Policy& own, const Policy& wanted);

/// What is retried of a request with this method, in words: statuses (`429`), `5xx` where all of them are,
/// faults by their names in records (`connectionReset`), and `grpc-14`.
[[nodiscard]] std::vector<std::string> retriedWords(const Policy& policy, const std::string& method);

/// One of these words is that of a status, or `5xx`.
[[nodiscard]] bool isStatusWord(const std::string& word);

} // namespace retryscope
