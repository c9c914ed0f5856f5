// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/policy.h"
#include "core/recording/time_limit.h"
#include "core/run/run_record.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// The waits before the nth retry, without those after a delay hint.
struct SeenWaits
{
    int retry = 1;
    int count = 0;
    Duration least{0};
    Duration median{0};
    Duration most{0};
    Duration mean{0};
    bool operator==(const SeenWaits&) const = default;
};

/// Upper end of the windows that these waits were drawn from.
[[nodiscard]] Duration windowEnd(const SeenWaits& seen, Jitter jitter);

/// A measured number with its 90 % bounds.
struct MeasuredNumber
{
    double value = 0;
    double low = 0;
    double high = 0;
    bool operator==(const MeasuredNumber&) const = default;
};

/// The backoff that the waits suggest. Numbers are absent if there are too few waits.
struct BackoffEstimate
{
    std::vector<SeenWaits> waits;
    OptionalDuration base;                ///< upper end of the waits before the first retry
    std::optional<MeasuredNumber> growth; ///< from one retry to the next, below the cap
    OptionalDuration cap;
    std::optional<Jitter> jitter;
    bool operator==(const BackoffEstimate&) const = default;
};

enum class Obeyed { Yes, No, Unknown };

template <>
struct EnumWords<Obeyed>
{
    static constexpr Words<Obeyed, 3> kWords{
        {{Obeyed::Yes, "yes"}, {Obeyed::No, "no"}, {Obeyed::Unknown, "unknown"}}};
};

/// What a client did after responses with a certain delay hint.
struct SeenHint
{
    std::string header; ///< as the response spells it
    int retries = 0;    ///< that followed such a response
    Obeyed obeyed = Obeyed::Unknown;
    /// From the most informative retry: the requested delay, the client's wait, and its wait before such a
    /// retry without the header; absent if neither seen nor predictable from other waits.
    Duration asked{0};
    Duration waited{0};
    OptionalDuration ownLeast;
    OptionalDuration ownMost;
    bool operator==(const SeenHint&) const = default;
};

/// What a record shows about one client, whichever it is.
struct SeenClient
{
    int calls = 0;
    int requests = 0;
    int failures = 0;               ///< requests that failed
    int retried = 0;                ///< of these
    int attempts = 0;               ///< most of one call
    std::optional<int> declaredMax; ///< absent: it announces none
    /// True if the client announces its attempts or, unless a time limit explains it, a call ended after the
    /// most attempts seen with a failure that the client retries. Otherwise it might make more.
    bool isMaxKnown = false;
    /// Requests that repeat an attempt number, sent again by the client's HTTP library.
    int resent = 0;
    /// Calls that ended earlier than others after a failure that had been retried: a quota, or the like.
    int endedEarly = 0;
    std::optional<SeenTimeLimit> timeLimit; ///< absent: the calls do not tell of any
    BackoffEstimate backoff;
    std::vector<SeenHint> hints;
    bool operator==(const SeenClient&) const = default;
};

/// Of the calls with these indices.
[[nodiscard]] SeenClient seenOf(const RunRecord& record, const std::vector<int>& calls);

} // namespace retryscope
