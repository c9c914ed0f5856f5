// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace retryscope::ui {

/// A tool tip that shows the text as it is written. Every tool tip that can hold text of a server, of a file
/// or from the clipboard goes through here: Qt draws a tool tip that looks like HTML as HTML, pictures of
/// local files included. Labels have Qt::PlainText for that, tool tips have no such switch.
[[nodiscard]] QString plainToolTip(const QString& text);

} // namespace retryscope::ui
