// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/run/run_record.h"

#include <optional>
#include <string>
#include <string_view>

namespace retryscope {

/// Why no retry followed an attempt, if known. A recorder only sees that no request followed. It knows the
/// reason if the client announced its last attempt (`amz-sdk-request: attempt=3; max=3`) or the recording
/// stopped.
[[nodiscard]] std::optional<StopReason> knownStopReason(const AttemptRecord& attempt);

/// The client announced this attempt as its last.
[[nodiscard]] bool isAnnouncedAsLast(const AttemptFacts& facts, int attempt);

/// What ended a failed or stopped call: the reason if known, else what the recorder saw: `gave up` after a
/// retry, `not retried`, `the recording ended`. Empty while the call runs and for a success.
[[nodiscard]] std::string stopText(const CallRecord& call);

/// What a recorded client did after an attempt, as part of a sentence: `the client retried after 412 ms`.
/// isTimed: false where the imported file shows no times.
[[nodiscard]] std::string observedText(const ClientObserved& seen, bool isTimed = true);

/// Why polling begins or not after the start of an operation, as part of a sentence.
[[nodiscard]] std::string_view pollTokenText(PollToken token);

/// Why the client does not send a request body again, as a clause: `the request body can be sent only once`,
/// `the request body of 2.16 MiB is longer than the 1 MiB that this client keeps for a retry`.
[[nodiscard]] std::string bodyOnceText(const BodyChecked& checked);

} // namespace retryscope
