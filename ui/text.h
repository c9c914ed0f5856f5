// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string>
#include <string_view>

namespace retryscope::ui {

/// UTF-8 text of the engine as the window shows it.
[[nodiscard]] inline QString shown(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Text that was typed into the window, for the engine.
[[nodiscard]] inline std::string typed(const QString& text)
{
    return text.toStdString();
}

} // namespace retryscope::ui
