// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/files/opened_file.h"
#include "core/io/files/run_journal.h"
#include "core/io/files/run_store.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>

class QThread;

namespace retryscope::io {

/// Opens or saves one file on a thread of its own, so that a window goes on. Everything is told in the thread
/// of the object; once it is destroyed, nothing is.
class FileWork : public QObject
{
    Q_OBJECT
public:
    explicit FileWork(QObject* parent = nullptr);
    /// Stops the work and waits for its end.
    ~FileWork() override;

    void open(const QString& path, std::function<void(Result<OpenedFile>)> done);
    /// A run of the history.
    void open(const RunStore& store, const QString& id, std::function<void(Result<RunRecord>)> done);
    /// Without secrets.
    void save(const QString& path, RunRecord record, std::function<void(Result<Done>)> done);
    /// Adds a run to the history. journal: what the run left, or null; removed unless the disk refuses.
    void keep(RunStore store, RunRecord record, std::unique_ptr<JournalFile> journal,
              std::function<void(Result<AddedRun>)> done);
    /// Adds runs that were cut off to the history.
    void recover(RunStore store, std::function<void(Result<QStringList>)> done);
    /// Opening ends soon, with an error; a file that is saved is finished.
    void cancel() { m_isCancelled = true; }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }

Q_SIGNALS:
    /// From 0 to 1, at most a hundred times.
    void progressed(double done);

private:
    [[nodiscard]] Progress progress();
    /// work: on a thread of its own; done: what came of it, in the thread of the object.
    template <typename Outcome, typename Work>
    void start(Work work, std::function<void(Outcome)> done);

    std::unique_ptr<QThread> m_thread;
    std::atomic<bool> m_isCancelled = false;
};

} // namespace retryscope::io
