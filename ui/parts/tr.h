// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace retryscope::ui {

/// Translates a text, for functions outside a QObject.
[[nodiscard]] inline QString tr(const char* text)
{
    return QCoreApplication::translate("Window", text);
}

} // namespace retryscope::ui
