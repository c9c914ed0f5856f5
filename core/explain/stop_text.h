// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"

#include <string>
#include <string_view>

namespace retryscope {

/// What ended a call, in two or three words: `attempts exhausted`, `no send token`.
[[nodiscard]] std::string_view stopReasonText(StopReason reason);

/// What a recorded client did after an attempt, as part of a sentence: `the client retried after 412 ms`.
[[nodiscard]] std::string observedText(const ClientObserved& seen);

/// Why an operation that was started is polled or not, as part of a sentence.
[[nodiscard]] std::string_view pollTokenText(PollToken token);

/// Why a request body is not sent again, as a clause: `the request body can be sent only once`, `the request
/// body of 2.16 MiB is longer than the 1 MiB that this client keeps for a retry`.
[[nodiscard]] std::string bodyOnceText(const BodyChecked& checked);

/// A kind of error in two words at most: `throttling`, `part done`.
[[nodiscard]] std::string_view kindWord(ErrorKind kind);

} // namespace retryscope
