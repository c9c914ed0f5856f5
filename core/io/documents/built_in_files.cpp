// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/built_in_files.h"

#include <QDir>
#include <QFile>
#include <QtDebug>

namespace retryscope::io {

std::vector<BuiltInFile> builtInFiles(const QString& folder, const QString& suffix)
{
    const QDir dir(QStringLiteral(":/retryscope/") + folder);
    std::vector<BuiltInFile> files;
    for (const QString& name : dir.entryList({QLatin1Char('*') + suffix}, QDir::Files, QDir::Name)) {
        QFile file(dir.filePath(name));
        if (file.open(QIODevice::ReadOnly)) {
            files.push_back({.name = name.chopped(suffix.size()), .content = file.readAll()});
        }
    }
    return files;
}

void tellWrongFile(const Error& error)
{
    qCritical().noquote() << error.text();
}

} // namespace retryscope::io
