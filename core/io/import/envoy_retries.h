// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/import/envoy_rules.h"
#include "core/io/import/policy_draft.h"

#include <QHash>

#include <chrono>
#include <optional>
#include <utility>

namespace retryscope::io {

/// The retries of one route of Envoy, whoever wrote them: Envoy's own retry_policy, or one of the systems
/// that configure Envoy. Of two values for the same setting the first one that is read holds.
class EnvoyRetries
{
public:
    /// retries: where nothing gives a number.
    EnvoyRetries(PolicyDraft& draft, int retries) : m_draft(draft), m_retries(retries) {}

    /// A route.RetryPolicy, by Envoy's names. Leaves what it does not know to the rest of the text.
    void read(const Setting& retryPolicy);
    /// num_retries, or what another system calls so.
    void readRetries(const Setting::Member& member);
    /// retry_on; words: separated by commas.
    void readConditions(const Setting::Member& member, const QString& words);
    void readStatuses(const Setting::Member& member);
    /// parsed: the delay; absent: it is no duration. example: of what is one.
    void readBase(const Setting::Member& member, std::optional<Duration> parsed, const QString& example);
    void readCap(const Setting::Member& member, std::optional<Duration> parsed, const QString& example);

    [[nodiscard]] bool has(const QString& setting) const { return m_lines.contains(setting); }
    [[nodiscard]] EnvoyConditions& conditions() { return m_conditions; }
    /// Puts attempts and delays into the draft, and the rules where there are conditions.
    void finish(bool withRules);

private:
    /// True where it was read before; then it says so.
    bool isDecided(const QString& setting, const Setting::Member& member);
    void readBackoff(const Setting& group);
    void readHeaders(const Setting::Member& member);
    void readRateLimited(const Setting& group);

    PolicyDraft& m_draft;
    EnvoyConditions m_conditions;
    QHash<QString, int> m_lines; ///< of the settings that were read
    int m_retries;
    Duration m_base = std::chrono::milliseconds{25}; ///< upstream.base_retry_backoff_ms
    std::optional<Duration> m_cap;
};

} // namespace retryscope::io
