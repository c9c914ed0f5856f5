// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/policy_draft.h"

namespace retryscope::io {

/// The comma-separated words of retry_on, with their line.
struct EnvoyConditions
{
    QString setting = QStringLiteral("retry_on"); ///< as the text calls it
    QStringList words;
    int line = 0;
    QList<int> statuses; ///< of retriable_status_codes
    int statusesLine = 0;
    QString statusesText;    ///< as it is written; empty: the statuses stand among the words
    QJsonArray headerValues; ///< of retriable_headers, one condition each
    QStringList headers;     ///< of retriable_headers, those that need only be there
};

/// Adds one rule per word, in the order of Envoy's router filter: first words that forbid a retry, then
/// statuses, then connection failures. Source: Envoy, router filter, x-envoy-retry-on and x-envoy-retry-grpc-
/// on; source/common/router/retry_state_impl.cc.
void addEnvoyRules(PolicyDraft& draft, const EnvoyConditions& conditions);

} // namespace retryscope::io
