// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/other_services.h"

namespace retryscope {

std::vector<std::string> servicesJudgedOtherwise(const Policy& policy, const GivenAttempt& given)
{
    if (given.spec.service != "generic" || !given.spec.protocol.empty()) {
        return {};
    }
    const auto verdictFor = [&](const std::string& service) {
        GivenAttempt other = given;
        other.spec.service = service;
        return decisionIn(situationUnder(resolve(policy, other.spec), other)).verdict;
    };
    const Verdict verdict = verdictFor(given.spec.service);
    std::vector<std::string> names;
    for (const auto& [service, change] : policy.services) {
        if (verdictFor(service) != verdict) {
            names.push_back(service);
        }
    }
    return names;
}

} // namespace retryscope
