// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/run_summary.h"
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
/// Absent for any other name, such as one that leads out of the folder.
[[nodiscard]] std::optional<RunFileName> runFileNamed(const QString& fileName);
[[nodiscard]] bool isRunId(const QString& id);

/// The index of a run store: what is known of the files in its folder. Not safe against other processes by
/// itself.
class RunIndex
{
public:
    /// Reads the folder's index and makes it good from the names and sizes of its files. Records are read
    /// only where nothing is known of them.
    [[nodiscard]] static RunIndex of(const QString& folder);
    /// Its file.
    [[nodiscard]] static QString pathIn(const QString& folder);
    /// Once more, from what it knows: records are read only where others changed the folder meanwhile.
    void reconcile();
    /// Writes `index.json`, whole or not at all.
    Result<Done> write() const;

    /// By id, oldest first. After a change of what is in the folder it is the caller who changes it here.
    std::map<QString, RunSummary> runs;
    /// It is not what the file says.
    [[nodiscard]] bool isChanged() const { return m_isChanged; }
    /// One sentence for every file that is no run.
    [[nodiscard]] QStringList problems() const;
    [[nodiscard]] qint64 bytes() const;

private:
    /// A file that is no run, by what tells that it is still the same.
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
