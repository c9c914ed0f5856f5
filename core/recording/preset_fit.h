// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/policy/policy.h"
#include "core/recording/seen_client.h"
#include "core/recording/stranger.h"
#include "core/recording/user_agent.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace retryscope {

/// What is compared with a preset.
enum class FitQuestion : std::uint8_t {
    Retried,    ///< failures after which the client sent another request
    NotRetried, ///< failures after which it did not, and successes
    Delays,     ///< each wait lies in the preset's window
    Spread,     ///< the waits spread as widely as the window suggests
    Headers,    ///< what the client says of its attempts in their header
    UserAgent   ///< program, version and mode
};

template <>
struct EnumWords<FitQuestion>
{
    static constexpr Words<FitQuestion, 6> kWords{{{FitQuestion::Retried, "retried"},
                                                   {FitQuestion::NotRetried, "notRetried"},
                                                   {FitQuestion::Delays, "delays"},
                                                   {FitQuestion::Spread, "spread"},
                                                   {FitQuestion::Headers, "headers"},
                                                   {FitQuestion::UserAgent, "userAgent"}}};
};

/// One place where the client differs from the preset.
struct FitDifference
{
    Place at;               ///< in the record; call -1: the client as a whole
    std::string outcome;    ///< `503`, `connectionReset`; of Headers and UserAgent what was said
    std::string preset;     ///< of Headers and UserAgent what the preset would say
    OptionalDuration wait;  ///< of Delays: what was seen
    DelayWindow window;     ///< of Delays and Spread
    bool isRetried = false; ///< by the client
    std::optional<StopReason> stopReason; ///< of the preset
    bool operator==(const FitDifference&) const = default;
};

struct FitCheck
{
    FitQuestion question = FitQuestion::Retried;
    int asked = 0;                          ///< number of comparisons; 0: nothing to compare
    double agreed = 0;                      ///< agreements among these; fractions for a near version
    std::vector<FitDifference> differences; ///< the first ones, at most kMostDifferences
    bool operator==(const FitCheck&) const = default;
};

/// Differences that are kept of one check.
inline constexpr std::size_t kMostDifferences = 8;

/// How well one preset predicts a client.
struct PresetFit
{
    std::string policy;
    std::string name;         ///< its short name
    std::string title;        ///< its long one
    std::string mode;         ///< of the preset; empty: it has none
    bool isAnnounced = false; ///< a release that nobody could read: as an earlier version with the opt-in
    bool isOptIn = false;     ///< the rules that such an earlier version has with the opt-in
    /// Share of the evidence that agrees, by weight, from 0 to 1. Not a probability.
    double score = 0;
    std::vector<FitCheck> checks; ///< in the order of FitQuestion
    /// Natural logarithm of how much better the preset predicts the client than an unknown program (Stranger)
    /// does.
    double evidence = 0;
    AgentMatch agent = AgentMatch::Unknown; ///< how the client's User-Agent compares with the preset
    std::string version;                    ///< of the preset's client
    std::string saidVersion; ///< of the preset's client, as the User-Agent has it; empty: it has none
    /// The preset matches with this number of attempts instead of its own, as a setting of the client.
    std::optional<int> attempts;
    bool isDocument = false; ///< no client is called so
    /// The client's own report, or that it never retries, rules the preset out.
    bool isRuledOut = false;
    bool isOtherVersion = false; ///< ruled out by the version that the client reports, and by nothing else
    bool operator==(const PresetFit&) const = default;

    [[nodiscard]] const FitCheck& check(FitQuestion question) const
    {
        return checks[static_cast<std::size_t>(question)];
    }
};

/// A client of a record, as presets are held against it.
struct ClientEvidence
{
    const RunRecord& record;
    std::vector<int> calls; ///< indices
    const SeenClient& seen;
    std::string userAgent;                              ///< as one of the calls sent it
    std::map<std::pair<int, int>, Likelihood> stranger; ///< by call and attempt
};

/// The policy with this number of attempts for every service, as its client's setting has it.
[[nodiscard]] Policy withAttempts(Policy policy, int attempts);

[[nodiscard]] PresetFit fitOf(const ClientEvidence& client, const Policy& preset);

} // namespace retryscope
