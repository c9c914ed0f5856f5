// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>

#include <type_traits>
#include <utility>
#include <vector>

namespace retryscope::io {

/// A built-in file from a folder of `resources/`.
struct BuiltInFile
{
    QString name; ///< without its suffix
    QByteArray content;
};

/// All files of the folder with this suffix (`.json`), by name. Reads them again on each call.
[[nodiscard]] std::vector<BuiltInFile> builtInFiles(const QString& folder, const QString& suffix);

/// Reports an invalid built-in file on the console; tests of all files prevent this.
void tellWrongFile(const Error& error);

/// Parses each `.json` file of the folder with parse(content, place); reports and skips invalid files.
template <typename Parse>
[[nodiscard]] auto readBuiltIn(const QString& folder, Parse parse)
{
    using Read = decltype(parse(QByteArray(), folder));
    std::vector<std::decay_t<decltype(std::declval<Read>().value())>> all;
    for (const BuiltInFile& file : builtInFiles(folder, QStringLiteral(".json"))) {
        if (Read read = parse(file.content, folder + QLatin1Char('/') + file.name); read) {
            all.push_back(std::move(read).value());
        } else {
            tellWrongFile(read.error());
        }
    }
    return all;
}

} // namespace retryscope::io
