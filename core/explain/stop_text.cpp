// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/stop_text.h"

namespace retryscope {

std::string_view stopReasonText(StopReason reason)
{
    switch (reason) {
    case StopReason::NotRetryable:
        return "not retryable";
    case StopReason::AttemptsExhausted:
        return "attempts exhausted";
    case StopReason::QuotaExhausted:
        return "retry quota exhausted";
    case StopReason::DeadlineExceeded:
        return "deadline exceeded";
    case StopReason::BodyNotReplayable:
        return "body not replayable";
    case StopReason::SafetyLimit:
        return "safety limit";
    case StopReason::NoSendToken:
        return "no send token";
    case StopReason::Cancelled:
        return "cancelled";
    }
    return {};
}

std::string_view kindWord(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::ClockSkew:
        return "clock skew";
    case ErrorKind::NotReady:
        return "not ready";
    case ErrorKind::PartDone:
        return "part done";
    default:
        return toString(kind);
    }
}

} // namespace retryscope
