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

/// Of the body no more than 1 MiB is there, with a line that says how large it is; above 256 KiB it is not
/// laid out.
[[nodiscard]] ResponseText responseTextOf(const Response& response, const ErrorName& name,
                                          BodyForm form = BodyForm::Pretty);

/// The body for the clipboard, whole.
[[nodiscard]] QString copiedBodyOf(const Response& response, BodyForm form);

/// `429 Too Many Requests`
[[nodiscard]] QString statusText(const Response& response);

} // namespace retryscope::ui
