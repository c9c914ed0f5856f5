// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace retryscope::io {

/// Replaces each `from` (not empty) in the text, from the left. Moves each byte only once.
inline void replaceAll(std::string& text, std::string_view from, std::string_view to)
{
    std::size_t at = text.find(from);
    if (at == std::string::npos) {
        return;
    }
    std::string result;
    std::size_t done = 0;
    for (; at != std::string::npos; at = text.find(from, done)) {
        result.append(text, done, at - done).append(to);
        done = at + from.size();
    }
    text = result.append(text, done);
}

} // namespace retryscope::io
