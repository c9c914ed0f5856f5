// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"
#include "core/policy/policy.h"
#include "core/probe/bench.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// One side of a row as a separate decision, for its reasons and the changes that would reverse it. wallTime:
/// our clock when the row was sent, for dates in responses without a Date header.
[[nodiscard]] Situation situationAtOrigin(const Policy& policy, const RowFacts& row,
                                          std::optional<WallTime> wallTime = {});
[[nodiscard]] Situation situationThrough(const Policy& policy, const RowFacts& row,
                                         std::optional<WallTime> wallTime = {});

/// Ids of the default presets: the usual mode of the most common clients.
[[nodiscard]] const std::vector<std::string>& usualClients();

/// The policy's decisions on both sides, as the first response to a fresh client. Requests at the origin: the
/// most for one call, that is, the attempts of a client that retries every such failure, times the requests
/// that the proxy sends for each; a proxy that never forwards counts as forwarding once.
[[nodiscard]] BenchVerdict benchVerdictOf(const Policy& policy, const RowFacts& row,
                                          std::optional<WallTime> wallTime = {});

/// Judges the row under these policies; then come the saved verdicts that savedPolicies() marked. None for a
/// row that was not sent.
void judge(BenchRow& row, const std::vector<Policy>& policies, std::optional<WallTime> wallTime = {});
/// The same for all rows; none where the proxy did not reach the origin.
void judge(Bench& bench, const std::vector<Policy>& policies, std::optional<WallTime> wallTime = {});

/// The policies of saved verdicts, in the order of the file. Marks the verdicts of those that are unknown, so
/// that judge() keeps them.
[[nodiscard]] std::vector<Policy> savedPolicies(Bench& bench, const PolicyLookup& find);
/// Number of verdicts that were saved and that judge() found different on one side.
[[nodiscard]] int changedVerdicts(const Bench& bench);

/// What the proxy did to a row that its owner can configure, the most important first.
enum class BoxEffect : std::uint8_t {
    OwnPage,           ///< replaced a response of the origin by one of its own
    OwnPageForFault,   ///< responded in place of an origin that failed, stayed silent or was unreachable
    HeadersLost,       ///< dropped headers that clients read
    Resent,            ///< sent the request again by itself
    ResentUnsafe,      ///< the same with a method that is not idempotent
    GaveUp,            ///< did not wait for the response of a slow origin
    HeldBack,          ///< did not respond within the patience
    BodyCut,           ///< handed on only a part of the body
    Reencoded,         ///< changed the coding of the body
    NotForwarded,      ///< refused the request by itself
    StatusChanged,     ///< handed the body on under another status
    TooLargeForItself, ///< rejected the origin's response: a head larger than its buffers
};

template <>
struct EnumWords<BoxEffect>
{
    static constexpr Words<BoxEffect, 12> kWords{{{BoxEffect::OwnPage, "own-page"},
                                                  {BoxEffect::OwnPageForFault, "own-page-for-fault"},
                                                  {BoxEffect::HeadersLost, "headers-lost"},
                                                  {BoxEffect::Resent, "resent"},
                                                  {BoxEffect::ResentUnsafe, "resent-unsafe"},
                                                  {BoxEffect::GaveUp, "gave-up"},
                                                  {BoxEffect::HeldBack, "held-back"},
                                                  {BoxEffect::BodyCut, "body-cut"},
                                                  {BoxEffect::Reencoded, "reencoded"},
                                                  {BoxEffect::NotForwarded, "not-forwarded"},
                                                  {BoxEffect::StatusChanged, "status-changed"},
                                                  {BoxEffect::TooLargeForItself, "head-too-large"}}};
};

[[nodiscard]] std::vector<BoxEffect> effectsIn(const BenchRow& row);

} // namespace retryscope
