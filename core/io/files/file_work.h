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

/// Writes a run into a file, with secrets redacted.
using WriteRun = std::function<void(QIODevice& file, const RunRecord& record, const Progress& progress)>;

/// Opens or saves files in a separate thread, so that the window stays responsive. Calls back in the
/// object's thread, and never after its destruction.
class FileWork : public QObject
{
    Q_OBJECT
public:
    explicit FileWork(QObject* parent = nullptr);
    /// Stops the work and waits for its end.
    ~FileWork() override;

    /// paths: one file, or several that are imported as one record; see openAnything(). isConfiguration:
    /// called in the other thread; empty: nothing is one.
    void open(const QStringList& paths, std::function<void(Result<OpenedFile>)> done,
              const IsConfiguration& isConfiguration = {});
    /// See openText(). isConfiguration: called in the other thread.
    void open(const QByteArray& text, const QString& place, std::function<void(Result<OpenedFile>)> done,
              const IsConfiguration& isConfiguration);
    /// Opens a run from the history.
    void open(const RunStore& store, const QString& id, std::function<void(Result<RunRecord>)> done);
    /// Saves the record with secrets redacted: as a record that only its owner may read, or as `write` does,
    /// for files that are passed on.
    void save(const QString& path, RunRecord record, std::function<void(Result<Done>)> done,
              const WriteRun& write = {});
    /// Adds a run to the history. journal: the run's journal, or null; deleted afterwards unless the write
    /// fails.
    void keep(RunStore store, RunRecord record, std::unique_ptr<JournalFile> journal, IfThere ifThere,
              std::function<void(Result<AddedRun>)> done);
    /// Adds incomplete runs from journals to the history.
    void recover(RunStore store, std::function<void(Result<QStringList>)> done);
    /// Ends opening soon, with an error; lets saving finish.
    void cancel() { m_isCancelled = true; }
    [[nodiscard]] bool isCancelled() const { return m_isCancelled; }

Q_SIGNALS:
    /// done: from 0 to 1; emitted at most a hundred times.
    void progressed(double done);

private:
    [[nodiscard]] Progress progress();
    /// work: runs in a separate thread. done: gets the result in the object's thread.
    template <typename Outcome, typename Work>
    void start(Work work, std::function<void(Outcome)> done);

    std::unique_ptr<QThread> m_thread;
    std::atomic<bool> m_isCancelled = false;
};

} // namespace retryscope::io
