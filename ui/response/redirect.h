// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/request_spec.h"

#include <QString>

#include <optional>

namespace retryscope::ui {

/// Where a redirect leads.
struct Redirect
{
    QString target; ///< as the server wrote it, to be shown; at most 300 characters
    QString url;    ///< absolute http or https URL without user and password; empty if it cannot be used
};

/// Absent where redirectLocationOf() is. spec: the request that was responded to; a relative Location is
/// resolved against its address.
[[nodiscard]] std::optional<Redirect> redirectOf(const AttemptFacts& facts, const RequestSpec& spec);

} // namespace retryscope::ui
