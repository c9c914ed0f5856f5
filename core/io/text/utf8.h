// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace retryscope {

/// Converts the engine's UTF-8 to a QString. Invalid bytes become U+FFFD.
[[nodiscard]] inline QString toQString(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// Converts a QString to UTF-8.
[[nodiscard]] inline std::string fromQString(const QString& text)
{
    return text.toStdString();
}

/// True if no byte is above 0x7f; such text needs no conversion or check. Reads eight bytes at a time.
[[nodiscard]] inline bool isAscii(std::string_view text)
{
    std::size_t at = 0;
    for (std::uint64_t eight = 0; at + sizeof eight <= text.size(); at += sizeof eight) {
        std::memcpy(&eight, text.data() + at, sizeof eight);
        if ((eight & 0x8080808080808080U) != 0) {
            return false;
        }
    }
    return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(),
                       [](char character) { return static_cast<unsigned char>(character) < 0x80U; });
}

} // namespace retryscope
