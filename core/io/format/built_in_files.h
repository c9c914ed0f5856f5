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

/// A file of a folder of `resources/`, as it was built in.
struct BuiltInFile
{
    QString name; ///< without its suffix
    QByteArray content;
};

/// All files of the folder with this suffix (`.json`), by name. Reads them anew each time.
[[nodiscard]] std::vector<BuiltInFile> builtInFiles(const QString& folder, const QString& suffix);

/// Says on the console that a file of the program itself is wrong, which a test of every file prevents.
void tellWrongFile(const Error& error);

/// What parse(content, place) makes of each `.json` file of the folder; one that is wrong is told and left
/// out.
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
