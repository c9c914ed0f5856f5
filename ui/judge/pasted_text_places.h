// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/error_name.h"

#include <QString>

#include <optional>

namespace retryscope::ui {

/// A range of the pasted text, in characters.
struct TextMark
{
    qsizetype begin = 0;
    qsizetype length = 0;
    bool isName = true; ///< true: the client read the error name here; false: it looked here and found none
    bool operator==(const TextMark&) const = default;
};

/// The range where a client found the error name, or the range nearest to the place where it found none.
/// Absent if the text has neither.
[[nodiscard]] std::optional<TextMark> markIn(const QString& text, const Response& response,
                                             const ErrorReading& reading, const ErrorName& name);

/// A replacement for a range of a text.
struct TextEdit
{
    qsizetype begin = 0;
    qsizetype length = 0;
    QString text;
    bool operator==(const TextEdit&) const = default;
};

/// Gives a pasted response another status and keeps the rest as typed. Adds a status line where there is
/// none; hasHeaders then says whether the text begins with headers.
[[nodiscard]] TextEdit statusEdit(const QString& text, int status, bool hasHeaders);

} // namespace retryscope::ui
