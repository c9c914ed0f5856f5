// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace retryscope::test {

/// One text file of the repository as the architecture test looks at it.
struct SourceFile
{
    QString path;         ///< from the repository's root
    QStringList lines;    ///< as they stand
    QStringList codeOnly; ///< the same lines with comments and the content of string literals taken out

    /// The folder of a file of app, core or ui: `core/facts`, `ui/timeline/chart`, …; `tests` for all tests.
    [[nodiscard]] QString room() const;
    [[nodiscard]] bool isHeader() const { return path.endsWith(QStringLiteral(".h")); }
    [[nodiscard]] bool isCpp() const { return isHeader() || path.endsWith(QStringLiteral(".cpp")); }
};

[[nodiscard]] SourceFile sourceFileFrom(const QString& path, const QString& text);

/// Every file under `root` that people wrote: sources, build files, data and documents.
[[nodiscard]] QList<SourceFile> readRepository(const QString& root);

/// Room of a project include such as `core/io/text/result.h`, or of a file's path.
[[nodiscard]] QString roomOf(const QString& path);

} // namespace retryscope::test
