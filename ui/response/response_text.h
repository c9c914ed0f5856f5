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
    std::optional<TextPlace> name; ///< where the error name was read, if known in this form

    /// The body alone, with the position of the error name in it.
    [[nodiscard]] ResponseText body() const;
};

/// Includes at most 1 MiB of the body, with a line that gives its full size. A body above 256 KiB is not
/// formatted.
[[nodiscard]] ResponseText responseTextOf(const Response& response, const ErrorName& name,
                                          BodyForm form = BodyForm::Pretty);

/// The body for the clipboard, whole.
[[nodiscard]] QString copiedBodyOf(const Response& response, BodyForm form);

/// `429 Too Many Requests`
[[nodiscard]] QString statusText(const Response& response);

} // namespace retryscope::ui
