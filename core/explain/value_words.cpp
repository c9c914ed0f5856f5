// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/value_words.h"

#include "core/explain/units.h"

#include <array>
#include <cstddef>

namespace retryscope {

namespace {

constexpr std::array kFaults{
    FaultWords{FaultKind::HostNotFound, "host not found", "the host was not found"},
    FaultWords{FaultKind::ConnectionRefused, "refused", "the connection was refused"},
    FaultWords{FaultKind::Unreachable, "unreachable", "the host is unreachable"},
    FaultWords{FaultKind::ConnectTimeout, "connect timeout", "connecting took too long"},
    FaultWords{FaultKind::TlsFailed, "TLS failed", "the TLS handshake failed"},
    FaultWords{FaultKind::ConnectionReset, "reset", "the connection was reset before a response"},
    FaultWords{FaultKind::ClosedBeforeResponse, "closed", "the connection was closed before a response"},
    FaultWords{FaultKind::ResponseTruncated, "truncated", "the response was truncated"},
    FaultWords{FaultKind::ResponseReset, "reset", "the connection was reset during the response"},
    FaultWords{FaultKind::MalformedResponse, "not HTTP", "the response was not HTTP"},
    FaultWords{FaultKind::ReadTimeout, "read timeout", "no byte came within the read timeout"},
    FaultWords{FaultKind::ResponseTooLarge, "too large", "the response was too large"},
    FaultWords{FaultKind::Cancelled, "cancelled", "the attempt was cancelled"},
};
static_assert(hasRowForEach(kFaults));

constexpr std::array kOutcomes{
    OutcomeWords{RowOutcome::PassedOn, "unchanged"},
    OutcomeWords{RowOutcome::Altered, "changed"},
    OutcomeWords{RowOutcome::OwnResponse, "proxy's own response"},
    OutcomeWords{RowOutcome::FaultPassedOn, "origin's fault"},
    OutcomeWords{RowOutcome::HeldBack, "no response in time"},
    OutcomeWords{RowOutcome::Closed, "connection closed by the proxy"},
    OutcomeWords{RowOutcome::Garbage, "not HTTP"},
    OutcomeWords{RowOutcome::Unreachable, "proxy unreachable"},
    OutcomeWords{RowOutcome::NotForwarded, "not forwarded"},
    OutcomeWords{RowOutcome::Flooded, "too many requests at the origin"},
    OutcomeWords{RowOutcome::NotSent, "not sent"},
};
static_assert(hasRowForEach(kOutcomes));

constexpr std::array kStops{
    StopWords{StopReason::NotRetryable, "not retryable", "This client does not retry this failure."},
    StopWords{StopReason::AttemptsExhausted, "no attempts left", ""},
    StopWords{StopReason::QuotaExhausted, "retry quota too low",
              "The call ends when the retry quota (token bucket) is too low."},
    StopWords{StopReason::DeadlineExceeded, "deadline exceeded", ""},
    StopWords{StopReason::BodyNotReplayable, "body cannot be sent again",
              "The client cannot send the body again."},
    StopWords{StopReason::SafetyLimit, "safety limit", ""},
    StopWords{StopReason::NoSendToken, "no send token",
              "The call ends when the send rate has no token left."},
    StopWords{StopReason::Cancelled, "cancelled", ""},
    StopWords{StopReason::UnreadCode, "depends on code that was not read",
              "Whether the client retries depends on code that was not read. If it does, the policy's other "
              "limits apply."},
};
static_assert(hasRowForEach(kStops));

constexpr std::array kKinds{
    KindWords{ErrorKind::None, "none", "a success", "This client counts the response as a success.",
              "success"},
    KindWords{ErrorKind::Permanent, "permanent", "permanent", "This client does not retry this kind.",
              "stop"},
    KindWords{ErrorKind::Transient, "transient", "transient", "This failure might pass by itself.", "retry"},
    KindWords{ErrorKind::Timeout, "timeout", "a timeout", "This client counts the failure as a timeout.",
              "retry"},
    KindWords{ErrorKind::Server, "server", "a server error",
              "This client counts the failure as a server error.", "retry"},
    KindWords{ErrorKind::Throttling, "throttling", "throttling", "The server asks the client to slow down.",
              "retry"},
    KindWords{ErrorKind::ClockSkew, "clock skew", "clock skew", "The clocks of client and server differ.",
              "retry"},
    KindWords{ErrorKind::NotReady, "not ready", "not ready", "The operation is not finished yet.",
              "poll again"},
    KindWords{ErrorKind::PartDone, "part done", "part done", "The server did not process the whole batch.",
              "send the rest"},
};
static_assert(hasRowForEach(kKinds));

constexpr std::array kJitters{
    JitterWords{Jitter::None, "none"},
    JitterWords{Jitter::Full, "full"},
    JitterWords{Jitter::Equal, "equal"},
    JitterWords{Jitter::Decorrelated, "decorrelated"},
    JitterWords{Jitter::DecorrelatedV2, "decorrelated (version 2)"},
    JitterWords{Jitter::Around, "up to %1 either way"},
    JitterWords{Jitter::Above, "up to %1 on top"},
    JitterWords{Jitter::Below, "up to %1 less"},
    JitterWords{Jitter::Plus, "up to %1 on top"},
};
static_assert(hasRowForEach(kJitters));

constexpr std::array kVerdicts{
    VerdictWords{Verdict::Succeed, "succeeds", "success", "✓"},
    VerdictWords{Verdict::Retry, "retries", "retried", "↻"},
    VerdictWords{Verdict::Stop, "does not retry", "not retried", "✕"},
};
static_assert(hasRowForEach(kVerdicts));

template <typename Table, typename Enum>
const auto& rowOf(const Table& table, Enum value)
{
    return table.at(static_cast<std::size_t>(value));
}

} // namespace

const FaultWords& wordsFor(FaultKind fault)
{
    return rowOf(kFaults, fault);
}

const OutcomeWords& wordsFor(RowOutcome outcome)
{
    return rowOf(kOutcomes, outcome);
}

const StopWords& wordsFor(StopReason reason)
{
    return rowOf(kStops, reason);
}

const KindWords& wordsFor(ErrorKind kind)
{
    return rowOf(kKinds, kind);
}

const JitterWords& wordsFor(Jitter jitter)
{
    return rowOf(kJitters, jitter);
}

const VerdictWords& wordsFor(Verdict verdict)
{
    return rowOf(kVerdicts, verdict);
}

std::string jitterText(const BackoffSpec& backoff)
{
    const std::string amount = backoff.jitter == Jitter::Plus ? durationText(backoff.noise)
                                                              : factorText(backoff.spread * 100) + " %";
    std::string text(wordsFor(backoff.type == BackoffType::None ? Jitter::None : backoff.jitter).cell);
    const std::size_t place = text.find("%1");
    return place == std::string::npos ? text : text.replace(place, 2, amount);
}

std::string jitterPhrase(const BackoffSpec& backoff)
{
    const std::string text = jitterText(backoff);
    return text == wordsFor(Jitter::None).cell ? "no jitter"
           : text.starts_with("up to")         ? "jitter of " + text
                                               : text + " jitter";
}

} // namespace retryscope
