// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace retryscope::io {

/// Where the last session and the runs of the window are: `$XDG_STATE_HOME/retryscope`, by default
/// `~/.local/state/retryscope` (XDG Base Directory Specification: state that is not worth a backup).
[[nodiscard]] QString stateFolder();
/// Where the window kept all of its data before 0.1.0.
[[nodiscard]] QString oldDataFolder();

struct MovedFile
{
    QString place; ///< where the file or folder is now
    QString note;  ///< what a user has to know, as a line of text; mostly empty
};

/// Moves a file or folder to its new place. Where both places hold one, the newer wins and the other is kept
/// beside it, with
/// `.old` after its name. Where nothing can be moved, the old place stays in use, and the note says why.
[[nodiscard]] MovedFile movedOnce(const QString& from, const QString& to);

} // namespace retryscope::io
