// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/io/endpoint/fault_writer.h"

#include <string>
#include <string_view>

namespace retryscope::io {

/// What a client without a box between would get of this plan: the same bytes through the same reader, and
/// the fault that the ending is. patience: of the client, without a byte.
[[nodiscard]] AttemptFacts factsOfPlan(const ResponsePlan& plan, std::string_view method, Duration patience);
/// All that this plan sends, without its times.
[[nodiscard]] std::string bytesOf(const ResponsePlan& plan);
/// From the request to the last byte or the ending, as planned.
[[nodiscard]] Duration durationOf(const ResponsePlan& plan);

/// What the origin of a probe plays: responsePlanFor(), but where it closes after a part of a response the
/// FIN comes 50 ms behind the bytes. In one segment the two are a race within boxes that read until the end
/// before they look at what they read: one time the client gets the part, another time none.
[[nodiscard]] ResponsePlan probePlanFor(const EndpointStep& step, const ResponseContext& context);

/// A step that no client waits for: everything that is there comes at once.
[[nodiscard]] bool isQuick(const EndpointStep& step);

} // namespace retryscope::io
