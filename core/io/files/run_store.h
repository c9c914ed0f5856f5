// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/json_parse.h"
#include "core/io/format/run_summary.h"
#include "core/io/text/result.h"
#include "core/run/run_record.h"

#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

namespace retryscope::io {

/// How much history is kept. Pinned runs count and never go.
struct RunStoreLimits
{
    qint64 bytes = qint64{512} * 1024 * 1024;      ///< of all records together
    int runs = 1000;                               ///< of all records
    qint64 recordBytes = qint64{64} * 1024 * 1024; ///< a larger record is told and not kept
    bool operator==(const RunStoreLimits&) const = default;
};

/// What the store holds.
struct RunList
{
    std::vector<RunSummary> runs; ///< newest first
    QStringList problems;         ///< files that are no runs, for people; they stay where they are
};

struct AddedRun
{
    RunSummary summary;
    QStringList removed; ///< ids of older runs that made room
};

/// The history of runs in a folder: a record per file, and an index, so that a list does not read records.
/// Secrets are left out as in every record that is saved; folder and files are their owner's alone. Processes
/// may share it: changes are made one after the other under a lock file, and every file is there whole or not
/// at all. The files are the truth: an index that is missing, damaged or behind is made good from them, and
/// names carry time and pin. A value without a state of its own, so that any thread may have one: adding a
/// big record, and the first list after the index was lost, take their time and belong on a worker
/// (FileWork::keep).
class RunStore
{
public:
    using Clock = std::function<WallTime()>;

    /// folder: of the user's data, handed in; made at the first addition. clock: the time of additions.
    explicit RunStore(QString folder, RunStoreLimits limits = {}, Clock clock = {});

    /// The same store with other limits.
    [[nodiscard]] RunStore within(RunStoreLimits limits) const { return RunStore(m_folder, limits, m_clock); }
    /// The oldest runs that are not pinned go to make room. Errors: BadUsage for an empty record, one above
    /// `recordBytes`, or when pinned runs leave no room; Environment when the disk or the lock refuses.
    Result<AddedRun> add(const RunRecord& record) const;
    /// Empty where there is no store yet.
    [[nodiscard]] Result<RunList> list() const;
    /// BadUsage for an id that is not there; BadInput for a file that was damaged.
    [[nodiscard]] Result<RunRecord> open(const QString& id, const Progress& progress = {}) const;
    /// Pinned ones too. BadUsage for an id that is not there.
    Result<Done> remove(const QString& id) const;
    /// Many at once, for the price of one; what is not there is passed over. After an error those that stand
    /// before it are gone.
    Result<Done> remove(const QStringList& ids) const;
    /// Adds runs whose program was ended before they were over, from the journals that they left, and removes
    /// those. The ids. A journal that cannot be read or has no room is put aside (`left.…`) and told once;
    /// those of runs that go on stay.
    Result<QStringList> recover() const;
    /// Where a run that begins keeps its journal. Makes the folder.
    Result<QString> newJournalPath() const;
    Result<Done> pin(const QString& id, bool isPinned) const;

private:
    QString m_folder;
    RunStoreLimits m_limits;
    Clock m_clock;
};

} // namespace retryscope::io
