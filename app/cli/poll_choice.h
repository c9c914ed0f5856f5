// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/facts/request_spec.h"
#include "core/policy/resolve.h"

namespace retryscope::cli {

/// `GET URL`
[[nodiscard]] PollRequest pollFrom(const QString& value);
/// `json:PATH`, `xml:PATH` or `body`
[[nodiscard]] QString tokenPlaceFrom(const QString& value);
/// The poll request of --poll, --poll-token and --poll-data; absent without --poll.
[[nodiscard]] std::optional<PollRequest> choosePoll(const Arguments& arguments);
/// An error if --poll is given, but the policy has no rule for starting an operation.
void checkPolls(const RequestSpec& spec, const ResolvedPolicy& policy);

} // namespace retryscope::cli
