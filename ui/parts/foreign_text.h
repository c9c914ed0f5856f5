// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace retryscope::ui {

/// Characters of a text of others that a label or a tool tip takes. Error names and messages of a body are
/// whole with this; headers may be longer.
inline constexpr qsizetype kMostInALabel = 10'000;

/// The beginning of the text, and how much of it is left out. most: characters that are kept, more than 0.
[[nodiscard]] QString shortened(const QString& text, qsizetype most = kMostInALabel);

/// The same of UTF-8, of which no more than that is decoded.
[[nodiscard]] QString shortened(std::string_view utf8, qsizetype most = kMostInALabel);

/// A tool tip that shows the text as it is written. Every tool tip that can hold text of a server, of a file
/// or from the clipboard goes through here: Qt draws a tool tip that looks like HTML as HTML, pictures of
/// local files included. Labels have Qt::PlainText for that, tool tips have no such switch. Shortened.
[[nodiscard]] QString plainToolTip(const QString& text);

} // namespace retryscope::ui
