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
    QString text;                  ///< as given when it is neither well-formed JSON nor XML
    QString problem;               ///< why it could not be laid out; empty when it was
    std::vector<TextPlace> places; ///< of the values in `text`
};

[[nodiscard]] PrettyBody prettyBodyOf(const QString& body);

} // namespace retryscope::ui
