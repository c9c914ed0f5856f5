// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/error_name.h"
#include "ui/response/pretty_body.h"

#include <optional>

namespace retryscope::ui {

/// A response as text for reading: status line, headers, laid-out body.
struct ResponseText
{
    QString text;
    qsizetype bodyBegin = 0;
    std::optional<TextPlace> name; ///< where the error name was read, when it stands in the text
};

/// At most some 256 KiB of the body are shown; a line says so when there is more.
[[nodiscard]] ResponseText responseTextOf(const Response& response, const ErrorName& name);

} // namespace retryscope::ui
