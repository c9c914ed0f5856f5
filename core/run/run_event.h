// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/judge.h"
#include "core/facts/attempt_facts.h"
#include "core/facts/enum_words.h"
#include "core/facts/shared.h"

#include <cstdint>
#include <string>
#include <variant>

namespace retryscope {

enum class CallVerdict : std::uint8_t { Running, Succeeded, Failed, Cancelled };

template <>
struct EnumWords<CallVerdict>
{
    static constexpr Words<CallVerdict, 4> kWords{{{CallVerdict::Running, "running"},
                                                   {CallVerdict::Succeeded, "succeeded"},
                                                   {CallVerdict::Failed, "failed"},
                                                   {CallVerdict::Cancelled, "cancelled"}}};
};
/// `succeeded`, `failed`, `cancelled`; `running` only while a run goes on.
[[nodiscard]] std::string_view toString(CallVerdict verdict);

struct CallBegan
{
    int client = 1;
    int call = 1;
    int round = 1; ///< see CallRecord
    Instant at{};
};

/// The attempt starts now, after the delay from admit().
struct AttemptBegan
{
    int client = 1;
    int call = 1;
    int attempt = 1;
    Instant at{};
    Duration sendDelay{0};
    Trace admission;
    Shared<std::string> sentBody;     ///< what this attempt sends
    Shared<RequestTarget> sentTarget; ///< of a poll; empty: that of the request
    Shared<Headers> addedHeaders;     ///< what the emulated client adds to the request's own headers
};

struct AttemptJudged
{
    int client = 1;
    int call = 1;
    int attempt = 1;
    Instant at{}; ///< end of the attempt
    double draw = 0;
    AttemptFacts facts;
    Decision decision;
    /// The limiter's rate after it learned; absent while not enabled.
    std::optional<double> sendRatePerSecond;
    bool assumed = false; ///< replay beyond the record
};

/// The delay after an attempt is over.
struct DelayEnded
{
    int client = 1;
    int call = 1;
    int attempt = 1; ///< the attempt before the delay
    Duration actual{0};
};

struct CallEnded
{
    int client = 1;
    int call = 1;
    Instant at{};
    CallVerdict verdict = CallVerdict::Failed;
    std::optional<StopReason> stopReason;
};

/// The closed list of things that can happen in a run.
using RunEvent = std::variant<CallBegan, AttemptBegan, AttemptJudged, DelayEnded, CallEnded>;

} // namespace retryscope
