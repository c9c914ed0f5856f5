// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"
#include "ui/parts/settings.h"

#include <QSize>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>

namespace retryscope::gui {

/// What the command line of the window program asks for.
struct Options
{
    bool wantsHelp = false;
    bool wantsVersion = false;
    QString file; ///< record, scenario, policy or bench to open
    QString scenario;
    QString policy;
    QString url;
    bool sends = false;
    bool isVirtual = false;
    std::optional<std::uint64_t> seed;
    int calls = 1; ///< of each client
    int clients = 1;
    QSize size; ///< empty: the saved size
    std::optional<ui::ThemeChoice> theme;
    std::optional<int> textSize; ///< points added to the system's text size
    QString panel;
    QString screenshot;  ///< picture of the window, then quit
    QString exportTo;    ///< picture of the timeline of `file`, then quit
    int exportScale = 2; ///< pixels of an exported png per unit of length

    /// Saves a picture and quits; neither reads nor writes the saved settings.
    [[nodiscard]] bool isScripted() const { return !screenshot.isEmpty() || !exportTo.isEmpty(); }
};

/// Errors are BadUsage; the message lists the allowed values.
[[nodiscard]] io::Result<Options> optionsFrom(const QStringList& arguments);
[[nodiscard]] QString helpText();

} // namespace retryscope::gui
