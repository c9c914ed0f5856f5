// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

namespace retryscope::ui {

/// A dialog that does not stop the event loop, removes itself, and begins in the folder where a file was
/// opened or saved last; first in the user's documents. filter: `PNG (*.png);;SVG (*.svg)`; when another one
/// is chosen the name follows.
[[nodiscard]] QFileDialog* makeSaveDialog(QWidget* parent, const QString& title, const QString& filter,
                                          const QString& name);
[[nodiscard]] QFileDialog* makeOpenDialog(QWidget* parent, const QString& title, const QString& filter);

} // namespace retryscope::ui
