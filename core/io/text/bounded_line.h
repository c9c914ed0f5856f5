// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/utf8.h"

#include <string_view>

namespace retryscope::io {

/// Foreign text for a message: on one line, cut after `most` characters.
[[nodiscard]] inline QString boundedLine(std::string_view text, qsizetype most = 80)
{
    const QString line = toQString(text.substr(0, static_cast<std::size_t>(4 * most))).simplified();
    return line.size() > most ? line.left(most) + QStringLiteral("…") : line;
}

} // namespace retryscope::io
