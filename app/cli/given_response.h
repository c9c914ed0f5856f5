// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/facts/attempt_facts.h"

#include <QStringList>

namespace retryscope::cli {

/// What --fault takes.
[[nodiscard]] QStringList faultNames();
/// What --template takes.
[[nodiscard]] QStringList responseTemplates();
/// Whether --status, --fault, --template or --response is given, so that givenResponse() can read it.
[[nodiscard]] bool isResponseGiven(const Arguments& arguments);
/// What --status, --header, --body, --fault, --template or --response say about one attempt. A header
/// replaces all headers of that name in a template or a complete response. method: of the request, which
/// decides whether a raw response may have a body.
[[nodiscard]] AttemptFacts givenResponse(const Arguments& arguments, const std::string& method);

/// A response as a client received it, from a file or, for `-`, from standard input. A body alone has status
/// 0.
[[nodiscard]] AttemptFacts soughtResponse(const QString& file);

/// A recorded response with changes.
struct WhatIf
{
    AttemptFacts facts;
    std::vector<std::string> changes; ///< `status 503 instead of 429`
};
/// Whether --status, --header or --body is given.
[[nodiscard]] bool asksWhatIf(const Arguments& arguments);
/// The recorded facts with the changes of these options. A header replaces all headers of that name. The
/// changed response is complete, so a fault that truncated the recorded response is removed.
[[nodiscard]] WhatIf whatIfResponse(const Arguments& arguments, const AttemptFacts& recorded);

} // namespace retryscope::cli
