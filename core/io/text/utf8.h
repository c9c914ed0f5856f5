// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace retryscope {

/// The one bridge from UTF-8, which the engine speaks, to Qt. Bytes that are no UTF-8 become U+FFFD.
[[nodiscard]] inline QString toQString(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// And back.
[[nodiscard]] inline std::string fromQString(const QString& text)
{
    return text.toStdString();
}

} // namespace retryscope
