// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/facts/attempt_facts.h"

namespace retryscope::cli {

/// What --status, --header, --body, --fault or --response say about one attempt.
/// method: of the request, which decides whether a raw response may have a body.
[[nodiscard]] io::Result<AttemptFacts> givenResponse(const Arguments& arguments, const std::string& method);

} // namespace retryscope::cli
