// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>
#include <QString>

#include <vector>

namespace retryscope::ui {

/// A format to save in.
struct FileFormat
{
    QString name;   ///< for example `PNG picture`
    QString ending; ///< for example `png`
};

/// A non-blocking dialog that deletes itself. It starts in the folder of the last opened or saved file; at
/// first in the user's documents. The first format is chosen; a typed ending of another one chooses that. The
/// dialog adds a missing ending, and refuses one that no format has and offers the right one. It asks before
/// an existing file is replaced. name: proposed, without ending.
[[nodiscard]] QFileDialog* makeSaveDialog(QWidget* parent, const QString& title,
                                          const std::vector<FileFormat>& formats, const QString& name);
/// filter: for example `Retryscope files (*.json);;All files (*)`.
[[nodiscard]] QFileDialog* makeOpenDialog(QWidget* parent, const QString& title, const QString& filter);

} // namespace retryscope::ui
