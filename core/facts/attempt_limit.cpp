// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/attempt_limit.h"

#include "core/facts/request_spec.h"

#include <initializer_list>
#include <memory>
#include <utility>

namespace retryscope {

namespace {

Duration sumOf(std::initializer_list<OptionalDuration> phases)
{
    Duration sum{0};
    for (const OptionalDuration& phase : phases) {
        sum += phase ? *phase : Duration::zero();
    }
    return sum;
}

bool failedToConnect(const AttemptFacts& facts)
{
    if (!facts.fault) {
        return false;
    }
    switch (facts.fault->kind) {
    case FaultKind::HostNotFound:
    case FaultKind::ConnectionRefused:
    case FaultKind::Unreachable:
    case FaultKind::ConnectTimeout:
    case FaultKind::TlsFailed:
        return true;
    default:
        return false;
    }
}

std::shared_ptr<const Response> headOf(const Response& whole)
{
    Response head = whole;
    head.body.clear();
    head.bodyBytes = 0;
    head.bodyTruncated = false;
    head.parsed = {};
    if (whole.parsed.crc32Matches) {
        head.parsed.crc32Matches = false;
    }
    return std::make_shared<const Response>(std::move(head));
}

} // namespace

AttemptFacts endedByLimit(AttemptFacts facts, Duration before, Duration limit)
{
    const Phases& phases = facts.phases;
    const Duration connected = before + sumOf({phases.lookup, phases.connect, phases.tls});
    const bool isConnecting = failedToConnect(facts) || connected > limit;
    const Duration headAt = phases.wait ? connected + sumOf({phases.send, phases.wait}) : Duration::max();
    if (headAt > limit) {
        facts.response.reset();
        facts.phases = {};
    } else if (facts.response) {
        facts.phases.receive = limit - headAt;
        facts.response = headOf(*facts.response);
    }
    facts.fault = Fault{.kind = isConnecting ? FaultKind::ConnectTimeout : FaultKind::ReadTimeout,
                        .detail = attemptLimitText(limit)};
    return facts;
}

} // namespace retryscope
