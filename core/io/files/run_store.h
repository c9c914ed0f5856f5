// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/run_summary.h"
#include "core/io/json/json_parse.h"
#include "core/io/text/result.h"
#include "core/run/run_record.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

namespace retryscope::io {

/// Limits of the history. Pinned runs count but are never removed.
struct RunStoreLimits
{
    qint64 bytes = qint64{512} * 1024 * 1024;      ///< of all records together
    int runs = 1000;                               ///< of all records
    qint64 recordBytes = qint64{64} * 1024 * 1024; ///< a larger record is told and not kept
    bool operator==(const RunStoreLimits&) const = default;
};

/// Contents of the store.
struct RunList
{
    std::vector<RunSummary> runs; ///< newest first
    QStringList problems;         ///< files that are no runs, for people; they stay where they are
};

struct AddedRun
{
    RunSummary summary;
    QStringList removed;   ///< ids of older runs that made room
    bool wasThere = false; ///< found, not added: IfThere::Find
};

/// What to do with a record that the store has already.
enum class IfThere {
    AddAgain, ///< a run that is repeated in virtual time equals the one before
    Find,     ///< returns the summary of that one and changes nothing
};

/// The history of runs in a folder: one file per record, and an index, so that a list need not read records.
/// Secrets are redacted as in every saved record; folder and files are readable by the owner only. Processes
/// can share it: a lock file serialises changes, and files are written atomically. The files are
/// authoritative: a missing, damaged or outdated index is rebuilt from them; file names carry time and pin. A
/// stateless value that any thread may use. Adding a large record, and listing after the index was lost, take
/// time: do both in a worker (FileWork::keep).
class RunStore
{
public:
    using Clock = std::function<WallTime()>;

    /// folder: in the user's data; created with the first run. clock: time of additions.
    explicit RunStore(QString folder, RunStoreLimits limits = {}, Clock clock = {});

    /// The same store with other limits.
    [[nodiscard]] RunStore within(RunStoreLimits limits) const { return RunStore(m_folder, limits, m_clock); }
    /// Adds a run; removes the oldest unpinned runs to make room. Of a virtual run that is larger than
    /// `recordBytes`, keeps the first 1000 calls with the numbers of the whole run (WholeRun): its seed makes
    /// it again. BadUsage: the record is empty, another one is larger than `recordBytes`, or pinned runs
    /// leave no room. Environment: disk or lock error.
    Result<AddedRun> add(const RunRecord& record, IfThere ifThere = IfThere::AddAgain) const;
    /// Lists the runs; empty if there is no store yet.
    [[nodiscard]] Result<RunList> list() const;
    /// Reads a run. BadUsage: unknown id. BadInput: damaged file.
    [[nodiscard]] Result<RunRecord> open(const QString& id, const Progress& progress = {}) const;
    /// Removes a run, even if pinned. BadUsage: unknown id.
    Result<Done> remove(const QString& id) const;
    /// Removes many runs in one change; ignores unknown ids. After an error, the runs before it are removed.
    Result<Done> remove(const QStringList& ids) const;
    /// Adds interrupted runs from their journals, removes the journals and returns the ids. Renames an
    /// unreadable or too large journal to `left.…` and reports it once. Keeps the journals of running runs.
    Result<QStringList> recover() const;
    /// Path for the journal of a new run. Creates the folder.
    Result<QString> newJournalPath() const;
    Result<Done> pin(const QString& id, bool isPinned) const;

private:
    [[nodiscard]] std::optional<RunSummary> find(const RunRecord& record) const;

    QString m_folder;
    RunStoreLimits m_limits;
    Clock m_clock;
};

} // namespace retryscope::io
