// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/attempt_limit.h"

#include "core/facts/never_sent.h"
#include "core/facts/request_spec.h"
#include "core/facts/without_body.h"

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

} // namespace

AttemptFacts endedByLimit(AttemptFacts facts, Duration before, Duration limit)
{
    const Phases& phases = facts.phases;
    const Duration connected = before + sumOf({phases.lookup, phases.connect, phases.tls});
    const bool isConnecting = (facts.fault && isNeverSent(facts.fault->kind)) || connected > limit;
    const Duration headAt = phases.wait ? connected + sumOf({phases.send, phases.wait}) : Duration::max();
    if (headAt > limit) {
        facts.response.reset();
        facts.phases = {};
    } else if (facts.response) {
        facts.phases.receive = limit - headAt;
        facts.response = std::make_shared<const Response>(withoutBody(*facts.response));
    }
    facts.fault = Fault{.kind = isConnecting ? FaultKind::ConnectTimeout : FaultKind::ReadTimeout,
                        .detail = attemptLimitText(limit)};
    return facts;
}

} // namespace retryscope
