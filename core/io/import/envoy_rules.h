// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/policy_draft.h"

namespace retryscope::io {

/// The words of retry_on that are separated by commas, and where they stand.
struct EnvoyConditions
{
    QStringList words;
    int line = 0;
    QList<int> statuses;     ///< of retriable_status_codes
    QJsonArray headerValues; ///< of retriable_headers, one condition each
    QStringList headers;     ///< of retriable_headers, those that need only be there
};

/// One rule a word, as Envoy's router filter decides: first what forbids a retry, then statuses, then
/// failures of the connection. Source: Envoy, router filter, x-envoy-retry-on and x-envoy-retry-grpc-on;
/// source/common/router/retry_state_impl.cc.
void addEnvoyRules(PolicyDraft& draft, const EnvoyConditions& conditions);

} // namespace retryscope::io
