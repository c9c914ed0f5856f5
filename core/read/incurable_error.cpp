// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/incurable_error.h"

#include "core/read/possible_effect.h"

#include <algorithm>

namespace retryscope {

std::optional<IncurableError> incurableErrorIn(const std::vector<IncurableErrors>& known,
                                               const AttemptFacts& facts)
{
    constexpr int kFirstError = 400;
    constexpr int kFirstServerError = 500;
    if (!facts.response || facts.fault || facts.response->status < kFirstError) {
        return std::nullopt;
    }
    const std::string name = writtenErrorName(facts);
    if (isThrottlingName(name)) {
        return std::nullopt; // `Client.RequestLimitExceeded` of EC2
    }
    const bool isClientError = facts.response->status < kFirstServerError;
    for (const IncurableErrors& errors : known) {
        const bool isNamed =
            isClientError && std::find(errors.names.begin(), errors.names.end(), name) != errors.names.end();
        const bool beginsSo =
            std::any_of(errors.prefixes.begin(), errors.prefixes.end(),
                        [&name](const std::string& prefix) { return name.starts_with(prefix); });
        if (isNamed || beginsSo) {
            return IncurableError{.name = name, .because = errors.because, .source = errors.source};
        }
    }
    return std::nullopt;
}

} // namespace retryscope
