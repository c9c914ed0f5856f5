// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

namespace retryscope::ui {

/// A non-blocking dialog that deletes itself. It starts in the folder of the last opened or saved file; at
/// first in the user's documents. filter: for example `PNG (*.png);;SVG (*.svg)`; the suffix of the file name
/// follows the chosen filter.
[[nodiscard]] QFileDialog* makeSaveDialog(QWidget* parent, const QString& title, const QString& filter,
                                          const QString& name);
[[nodiscard]] QFileDialog* makeOpenDialog(QWidget* parent, const QString& title, const QString& filter);

} // namespace retryscope::ui
