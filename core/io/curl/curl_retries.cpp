// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/curl/curl_retries.h"

namespace retryscope::io {

QString curlPresetOf(const CurlRetries& retries)
{
    return retries.allErrors ? QStringLiteral("curl-retry-3-all-errors") : QStringLiteral("curl-retry-3");
}

Policy curlPolicyOf(const CurlRetries& retries, Policy preset)
{
    preset.attempts.max = retries.retries;
    preset.attempts.countsFirst = false;
    if (retries.delay) {
        preset.backoff.base = {.byDefault = *retries.delay, .byKind = {}};
        preset.backoff.factor = 1;
        preset.backoff.source = "curl manual, --retry-delay";
    }
    if (retries.connectionRefused && !retries.allErrors) { // which includes it
        Rule rule;
        rule.id = "refused-connection";
        rule.title = "the connection is refused";
        rule.when.faultIn = {FaultKind::ConnectionRefused};
        rule.kind = ErrorKind::Transient;
        rule.source = "curl manual, --retry-connrefused";
        preset.rules.insert(preset.rules.begin(), std::move(rule));
    }
    return preset;
}

} // namespace retryscope::io
