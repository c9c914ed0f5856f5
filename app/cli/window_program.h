// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace retryscope::cli {

/// Finds the window program, which draws pictures: from RETRYSCOPE_WINDOW, else next to this program, in the
/// build tree, or in PATH. Otherwise an Environment error says where it was searched.
[[nodiscard]] QString findWindowProgram();

/// Draws the timeline of a record as `svg` or `png`, without a display. options: further options of the
/// window program.
[[nodiscard]] QByteArray drawTimeline(const QString& recordFile, const QString& format,
                                      const QStringList& options);

} // namespace retryscope::cli
