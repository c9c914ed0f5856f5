// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/run_summary.h"
#include "core/io/text/result.h"

#include <QString>
#include <QStringList>

#include <map>
#include <optional>

namespace retryscope::io {

/// `1769860800123.run.json`, `1769860800123.pinned.json`: milliseconds since 1970, and whether it is pinned.
[[nodiscard]] QString runFileName(const QString& id, bool isPinned);
struct RunFileName
{
    QString id;
    bool isPinned = false;
};
/// Absent for any other name, for example one that leads out of the folder.
[[nodiscard]] std::optional<RunFileName> runFileNamed(const QString& fileName);
[[nodiscard]] bool isRunId(const QString& id);

/// The index of a run store: what is known about the files in its folder. Needs the store's lock against
/// other processes.
class RunIndex
{
public:
    /// Reads the folder's index and repairs it from the names and sizes of the files. Reads a record only if
    /// nothing is known about it.
    [[nodiscard]] static RunIndex of(const QString& folder);
    /// Path of the index file.
    [[nodiscard]] static QString pathIn(const QString& folder);
    /// Repairs the index again; reads records only if other processes have changed the folder.
    void reconcile();
    /// Writes `index.json` atomically.
    Result<Done> write() const;

    /// Runs by id, oldest first. The caller updates this after changing the folder.
    std::map<QString, RunSummary> runs;
    /// True if the index differs from its file.
    [[nodiscard]] bool isChanged() const { return m_isChanged; }
    /// One sentence for each file that is not a run.
    [[nodiscard]] QStringList problems() const;
    [[nodiscard]] qint64 bytes() const;

private:
    /// A file that is not a run, with the data that shows whether it has changed.
    struct Skipped
    {
        qint64 bytes = 0;
        qint64 modified = 0; ///< milliseconds since 1970
        QString why;
    };

    explicit RunIndex(QString folder) : m_folder(std::move(folder)) {}
    void readFile();
    void readRun(const QString& fileName, const RunFileName& name, qint64 bytes, qint64 modified);

    QString m_folder;
    std::map<QString, Skipped> m_skipped; ///< by file name
    bool m_isChanged = false;
};

} // namespace retryscope::io
