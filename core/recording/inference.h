// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/policy/policy.h"
#include "core/recording/time_limit.h"
#include "core/run/run_record.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// What a preset is held against.
enum class FitQuestion : std::uint8_t {
    Retried,    ///< failures after which the client sent another request
    NotRetried, ///< failures after which it did not, and successes
    Delays,     ///< each wait lies in the preset's window
    Spread,     ///< the waits are as far apart as the window lets one expect
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

/// One place where the client did otherwise than the preset.
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
    int asked = 0;     ///< times that the record had an answer; 0: the check says nothing
    double agreed = 0; ///< of these; parts where a version or a spread is only near
    std::vector<FitDifference> differences; ///< the first ones, at most kMostDifferences
    bool operator==(const FitCheck&) const = default;
};

/// Differences that are kept of one check.
inline constexpr std::size_t kMostDifferences = 8;

/// How well one preset explains what a client did.
struct PresetFit
{
    std::string policy;
    std::string title;
    /// 0 to 1: the share of the evidence that agrees, by weight, and less the less was seen (kDoubt).
    double score = 0;
    std::vector<FitCheck> checks; ///< in the order of FitQuestion
    /// Logarithm of how likely the waits are under the preset, for each wait: parts presets of one score.
    double likelihood = 0;
    bool operator==(const PresetFit&) const = default;
};

/// What the waits before the nth retry look like.
struct SeenWaits
{
    int retry = 1;
    int count = 0;
    Duration least{0};
    Duration median{0};
    Duration most{0};
    bool operator==(const SeenWaits&) const = default;
};

/// A backoff as the waits suggest it. Absent numbers cannot be told from so few.
struct BackoffEstimate
{
    std::vector<SeenWaits> waits;
    OptionalDuration base; ///< upper end of the waits before the first retry
    std::optional<double> growth;
    OptionalDuration cap;
    std::optional<Jitter> jitter;
    bool operator==(const BackoffEstimate&) const = default;
};

/// One program that made calls of a record, told from the others by its user agent and by how many attempts
/// it announces: one program may hold several configurations.
struct InferredClient
{
    std::string userAgent;
    bool isOneOfSeveral = false; ///< others of the record have this user agent, and announce another max
    int calls = 0;
    int requests = 0;
    int failures = 0;               ///< requests that failed
    int retried = 0;                ///< of these
    int attempts = 0;               ///< most of one call
    std::optional<int> declaredMax; ///< absent: it announces none
    /// It announces its attempts, or, where no limit of time explains it, a call ended after the most
    /// attempts that were seen with a failure that it retries. Otherwise it may be ready to make more.
    bool isMaxKnown = false;
    int resent =
        0; ///< requests that say they are an attempt that was seen already: sent again below the client
    /// Calls that ended earlier than others after a failure that had been retried: a quota, or the like.
    int endedEarly = 0;
    std::optional<SeenTimeLimit> timeLimit; ///< absent: the calls do not tell of any
    BackoffEstimate backoff;
    std::vector<PresetFit> fits; ///< best first; all presets that were tried
    bool operator==(const InferredClient&) const = default;
};

/// Where n failures and waits were seen, n / (n + kDoubt) of a score remains: one request proves little, and
/// nothing is ever 100 %. Of all presets of a client alike, so it ranks none.
inline constexpr double kDoubt = 0.05;

/// The first so many fits of the client explain it equally well; 0: none was tried.
[[nodiscard]] std::size_t equallyGoodFits(const InferredClient& client);

/// Whether the client made this call: it names the same user agent and, where that does not tell, announces
/// as many attempts. One that announces none is any of them.
[[nodiscard]] bool isCallOf(const InferredClient& client, const CallRecord& call);

/// A preset fits from this score on.
inline constexpr double kFits = 0.8;

struct FollowedAttempt;

/// The client's wait after this attempt is one that the preset could have made, but for what sending and a
/// program's own work add. Of attempts with a wait.
[[nodiscard]] bool isInWindow(const FollowedAttempt& followed);

/// Clients that are held against presets: a record from a stranger may name another one with each request.
inline constexpr std::size_t kMostInferred = 100;

/// How many programs made the calls; those beyond kMostInferred are not looked at further.
[[nodiscard]] std::size_t clientsIn(const RunRecord& record);

/// Which programs made the calls, and how well each preset explains what they did: the kMostInferred with the
/// most calls, in the order of their first ones. Any record will do, also one of a run of ours. isStopAsked:
/// looked at between presets; then what is there is returned.
[[nodiscard]] std::vector<InferredClient> inferClients(const RunRecord& record,
                                                       const std::vector<Policy>& presets,
                                                       const std::function<bool()>& isStopAsked = {});

} // namespace retryscope
