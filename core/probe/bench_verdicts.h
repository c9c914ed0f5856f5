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

/// One side of a row as a decision of its own: for reasons, and for changes that would reverse it.
/// wallTime: of our clock when the row was sent, for dates in responses without a Date.
[[nodiscard]] Situation situationAtOrigin(const Policy& policy, const BenchRow& row,
                                          std::optional<WallTime> wallTime = {});
[[nodiscard]] Situation situationThrough(const Policy& policy, const BenchRow& row,
                                         std::optional<WallTime> wallTime = {});

/// Ids of the presets that decide where nobody chose: the usual mode of each client that most people run.
[[nodiscard]] const std::vector<std::string>& usualClients();

/// What the policy makes of both sides as the first response to a fresh client. Requests at the origin are
/// those of one call at most: the attempts of a client that retries all failures like this one, times what
/// the box sends for each of them; a box that never forwards counts as one that does once.
[[nodiscard]] BenchVerdict benchVerdictOf(const Policy& policy, const BenchRow& row,
                                          std::optional<WallTime> wallTime = {});

/// What the box did to a row that its owner can configure; the most telling first.
enum class BoxEffect : std::uint8_t {
    OwnPage,           ///< replaced a response of the origin by one of its own
    OwnPageForFault,   ///< answered in place of an origin that broke off, stayed silent or was away
    HeadersLost,       ///< dropped headers that clients read
    Resent,            ///< sent the request again by itself
    ResentUnsafe,      ///< the same with a method that is not idempotent
    GaveUp,            ///< did not wait for the response of a slow origin
    HeldBack,          ///< did not respond within the patience
    BodyCut,           ///< handed on only a part of the body
    Reencoded,         ///< changed the coding of the body
    NotForwarded,      ///< refused the request by itself
    StatusChanged,     ///< handed the body on under another status
    TooLargeForItself, ///< did not take what the origin sent: a head beyond its buffers
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
