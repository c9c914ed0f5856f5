// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/io/endpoint/fault_writer.h"

#include <string>
#include <string_view>

namespace retryscope::io {

/// What a client receives from this plan without a proxy: the same bytes through the same reader, and the
/// fault of its ending. patience: the client's read timeout.
[[nodiscard]] AttemptFacts factsOfPlan(const ResponsePlan& plan, std::string_view method, Duration patience);
/// All bytes that this plan sends, without timing.
[[nodiscard]] std::string bytesOf(const ResponsePlan& plan);
/// Planned time from the request to the last byte or the ending.
[[nodiscard]] Duration durationOf(const ResponsePlan& plan);

/// The plan that a probe's origin plays: responsePlanFor(), with a FIN 50 ms after the last bytes of a
/// partial response. In one segment, bytes and FIN race in proxies that read to the end first, so that the
/// client gets the part only sometimes.
[[nodiscard]] ResponsePlan probePlanFor(const EndpointStep& step, const ResponseContext& context);

/// True for a step without waiting: everything arrives at once.
[[nodiscard]] bool isQuick(const EndpointStep& step);

} // namespace retryscope::io
