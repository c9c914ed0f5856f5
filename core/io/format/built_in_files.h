// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <vector>

namespace retryscope::io {

/// A file of a folder of `resources/`, as it was built in.
struct BuiltInFile
{
    QString name; ///< without its suffix
    QByteArray content;
};

/// All files of the folder with this suffix (`.json`), by name. Reads them anew each time.
[[nodiscard]] std::vector<BuiltInFile> builtInFiles(const QString& folder, const QString& suffix);

} // namespace retryscope::io
