// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

namespace retryscope::ui {

/// A text of the window, for functions that belong to no QObject.
[[nodiscard]] inline QString tr(const char* text)
{
    return QCoreApplication::translate("Window", text);
}

} // namespace retryscope::ui
