// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

namespace retryscope::ui {

/// Where a value stands in a laid-out text.
struct TextPlace
{
    QString path; ///< as the engine names places: `xml:Error/Code`, `json:__type`, `header:server`, `status`
    qsizetype begin = 0;
    qsizetype length = 0;
    bool operator==(const TextPlace&) const = default;
};

/// A body laid out for reading. Order, spelling of numbers and comments are kept.
struct PrettyBody
{
    QString text;    ///< as given when it could not be laid out
    QString problem; ///< why it could not be laid out; empty when it was
    /// Of the values in `text`; those with names beyond all measure are left out.
    std::vector<TextPlace> places;
};

/// Well-formed JSON and XML are laid out; anything else, and what is nested so deeply that indentation would
/// make it more than 16 times as long (and longer than 64 Ki characters), stays as it is.
[[nodiscard]] PrettyBody prettyBodyOf(const QString& body);

} // namespace retryscope::ui
