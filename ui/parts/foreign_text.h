// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace retryscope::ui {

/// Most characters of foreign text in a label or tool tip. Enough for error names and messages of a body;
/// headers can be longer.
inline constexpr qsizetype kMostInALabel = 10'000;

/// The beginning of the text, with a note on how much is missing; the whole text where the note would be
/// longer than that. most: characters to keep, more than 0.
[[nodiscard]] QString shortened(const QString& text, qsizetype most = kMostInALabel);

/// The same for UTF-8; decodes only what is kept.
[[nodiscard]] QString shortened(std::string_view utf8, qsizetype most = kMostInALabel);

/// A tool tip that shows the text literally, shortened. Use it for every tool tip that can hold text from a
/// server, a file or the clipboard: Qt renders a tool tip that looks like HTML as HTML, including pictures
/// from local files. Labels have Qt::PlainText for this; tool tips have no such switch.
[[nodiscard]] QString plainToolTip(const QString& text);

} // namespace retryscope::ui
