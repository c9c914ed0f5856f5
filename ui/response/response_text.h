// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/error_name.h"
#include "ui/response/pretty_body.h"

#include <optional>

namespace retryscope::ui {

enum class BodyForm {
    Pretty, ///< laid out
    Raw,    ///< as received
};

/// A response as text for reading: status line, headers, body.
struct ResponseText
{
    QString text;
    qsizetype bodyBegin = 0;
    std::optional<TextPlace> name; ///< where the error name was read, when that is known in this form

    /// The body alone, and where the name stands in it.
    [[nodiscard]] ResponseText body() const;
};

/// At most some 256 KiB of the body are shown; a line says so when there is more.
[[nodiscard]] ResponseText responseTextOf(const Response& response, const ErrorName& name,
                                          BodyForm form = BodyForm::Pretty);

/// `429 Too Many Requests`
[[nodiscard]] QString statusText(const Response& response);

} // namespace retryscope::ui
