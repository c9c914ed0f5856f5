// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace retryscope::cli {

/// The window program, which draws pictures: where RETRYSCOPE_WINDOW says, else beside this program, in the
/// build tree, or in PATH. Not installed: an Environment error that says where it was looked for.
[[nodiscard]] io::Result<QString> findWindowProgram();

/// Draws the timeline of a record as `svg` or `png`, without a display. options: further options of the
/// window program.
[[nodiscard]] io::Result<QByteArray> drawTimeline(const QString& recordFile, const QString& format,
                                                  const QStringList& options);

} // namespace retryscope::cli
