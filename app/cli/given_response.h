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
/// --status, --fault, --template or --response are there, so that givenResponse() has something to read.
[[nodiscard]] bool isResponseGiven(const Arguments& arguments);
/// What --status, --header, --body, --fault, --template or --response say about one attempt. A header takes
/// the place of all of its name in a template or a whole response.
/// method: of the request, which decides whether a raw response may have a body.
[[nodiscard]] io::Result<AttemptFacts> givenResponse(const Arguments& arguments, const std::string& method);

/// The response of a file, or of standard input for `-`, as somebody got it: a page alone has status 0.
[[nodiscard]] io::Result<AttemptFacts> soughtResponse(const QString& file);

/// A recorded response with something else in it.
struct WhatIf
{
    AttemptFacts facts;
    QStringList changes; ///< `status 503 instead of 429`
};
/// --status, --header or --body are there.
[[nodiscard]] bool asksWhatIf(const Arguments& arguments);
/// The facts with what these options say in place of what was recorded: a header takes the place of all of
/// its name. A response that is given is whole, so a fault that cut the recorded one short is gone.
[[nodiscard]] io::Result<WhatIf> whatIfResponse(const Arguments& arguments, const AttemptFacts& recorded);

} // namespace retryscope::cli
