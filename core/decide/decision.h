// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/trace.h"
#include "core/facts/enum_words.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace retryscope {

enum class Verdict : std::uint8_t { Succeed, Retry, Stop };

template <>
struct EnumWords<Verdict>
{
    static constexpr Words<Verdict, 3> kWords{
        {{Verdict::Succeed, "succeed"}, {Verdict::Retry, "retry"}, {Verdict::Stop, "stop"}}};
};
/// `succeed`, `retry`, `stop`, as in records.
[[nodiscard]] std::string_view toString(Verdict verdict);

enum class StopReason : std::uint8_t {
    NotRetryable,
    AttemptsExhausted,
    QuotaExhausted,
    DeadlineExceeded,
    BodyNotReplayable,
    SafetyLimit,
    NoSendToken, ///< the send rate allows no attempt now, and the client does not wait
    Cancelled,
    UnreadCode, ///< whether the client retries depends on code of its program that nobody evaluated
};

template <>
struct EnumWords<StopReason>
{
    static constexpr Words<StopReason, 9> kWords{{{StopReason::NotRetryable, "notRetryable"},
                                                  {StopReason::AttemptsExhausted, "attemptsExhausted"},
                                                  {StopReason::QuotaExhausted, "quotaExhausted"},
                                                  {StopReason::DeadlineExceeded, "deadlineExceeded"},
                                                  {StopReason::BodyNotReplayable, "bodyNotReplayable"},
                                                  {StopReason::SafetyLimit, "safetyLimit"},
                                                  {StopReason::NoSendToken, "noSendToken"},
                                                  {StopReason::Cancelled, "cancelled"},
                                                  {StopReason::UnreadCode, "unreadCode"}}};
};
/// `notRetryable`, … as in records.
[[nodiscard]] std::string_view toString(StopReason reason);

struct DelayWindow
{
    Duration low{0};
    Duration high{0};
    bool operator==(const DelayWindow&) const = default;
};

/// The verdict on one attempt together with everything that led to it.
struct Decision
{
    Verdict verdict = Verdict::Succeed;
    std::optional<StopReason> stopReason; ///< set exactly when the verdict is Stop
    ErrorKind kind = ErrorKind::None;
    int rule = -1;     ///< index of the deciding rule in the resolved policy; -1: none
    Duration delay{0}; ///< wait this long before acting on the verdict, even before a stop
    /// Smallest and largest delay that could have been drawn; set when a delay was computed. With UnreadCode:
    /// before the retry that the code may allow.
    std::optional<DelayWindow> window;
    Trace trace;
    bool operator==(const Decision&) const = default;
};

} // namespace retryscope
