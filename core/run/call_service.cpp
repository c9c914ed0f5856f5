// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/call_service.h"

#include "core/facts/service_guess.h"

namespace retryscope {

void learnService(RequestSpec& spec, const CallRecord& call, const AttemptRecord& attempt)
{
    learnService(spec, attempt.facts.wire ? *attempt.facts.wire->sentHeaders : spec.headers,
                 *attempt.sentBody);
    if (!call.source->operation.empty()) {
        spec.operation = call.source->operation;
    }
}

} // namespace retryscope
