// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/tr.h"

#include <QString>

#include <vector>

namespace retryscope::ui {

/// The position of a value in a formatted text.
struct TextPlace
{
    QString path; ///< in the engine's notation: `xml:Error/Code`, `json:__type`, `header:server`, `status`
    qsizetype begin = 0;
    qsizetype length = 0;
    bool operator==(const TextPlace&) const = default;
};

/// A body formatted for reading. Keeps order, comments and the spelling of numbers.
struct PrettyBody
{
    QString text;    ///< unchanged if the body could not be formatted
    QString problem; ///< why the body could not be formatted; empty if it was
    /// Positions of the values in `text`, except those with excessively long names.
    std::vector<TextPlace> places;
};

/// Formats well-formed JSON and XML. Other text stays unchanged, and so does a body that indentation would
/// make more than 16 times as long (and longer than 64 Ki characters).
[[nodiscard]] PrettyBody prettyBodyOf(const QString& body);
/// Formats the body in a field. Returns the sentence that says why it cannot; empty: it is formatted.
/// Field: LongText, without which the rest is used as well.
template <typename Field>
[[nodiscard]] QString formatBodyIn(Field& field)
{
    if (!field.isShownWhole()) {
        return tr("Cannot format the body: it is too long.");
    }
    const PrettyBody pretty = prettyBodyOf(field.text());
    if (!pretty.problem.isEmpty()) {
        return tr("Cannot format the body: %1").arg(pretty.problem);
    }
    field.setText(pretty.text);
    return {};
}

} // namespace retryscope::ui
