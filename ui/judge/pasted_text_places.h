// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/error_name.h"

#include <QString>

#include <optional>

namespace retryscope::ui {

/// A part of the text that holds a pasted response, in characters.
struct TextMark
{
    qsizetype begin = 0;
    qsizetype length = 0;
    bool isName = true; ///< the error name was read here; else this is where it was missed
    bool operator==(const TextMark&) const = default;
};

/// Where a client found the name in this text, or what stands nearest to where it looked in vain. Absent when
/// neither stands in the text.
[[nodiscard]] std::optional<TextMark> markIn(const QString& text, const Response& response,
                                             const ErrorReading& reading, const ErrorName& name);

/// Text to put in place of a part of another.
struct TextEdit
{
    qsizetype begin = 0;
    qsizetype length = 0;
    QString text;
    bool operator==(const TextEdit&) const = default;
};

/// Gives a pasted response another status and leaves all else as it was typed. One without a status line gets
/// one. hasHeaders: of such a one.
[[nodiscard]] TextEdit statusEdit(const QString& text, int status, bool hasHeaders);

} // namespace retryscope::ui
