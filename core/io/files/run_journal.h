// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/record_lines.h"
#include "core/io/text/result.h"
#include "core/run/run_record.h"

#include <QBasicTimer>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace retryscope::io {

/// The file of a journal: readable by the owner only (0600), and locked while a run writes to it, so that
/// others can tell a running from an interrupted run. Any thread may use it, one at a time.
class JournalFile
{
public:
    /// Creates a file. Keeps the journal of an interrupted run as `PATH.old`, or `PATH.old2` and so on.
    /// Environment: the folder is not writable, or another run is writing there.
    static Result<std::unique_ptr<JournalFile>> create(const QString& path);
    /// An existing file that no run is writing to; null if a run is writing to it or if there is none.
    static std::unique_ptr<JournalFile> takeOver(const QString& path);
    /// Keeps the file.
    ~JournalFile();
    JournalFile(const JournalFile&) = delete;
    JournalFile& operator=(const JournalFile&) = delete;

    [[nodiscard]] const QString& path() const { return m_path; }
    /// False after a failed write.
    [[nodiscard]] bool isWhole() const { return m_isWhole; }
    void noteIncomplete() { m_isWhole = false; }
    /// Where an older journal was moved; empty: there was none.
    [[nodiscard]] const QString& movedOlder() const { return m_movedOlder; }
    /// Replaces everything from this byte on with `content`.
    Result<Done> replaceEnd(qint64 from, const QByteArray& content);
    /// Deletes the file, when its record is stored or no longer needed.
    void remove();

private:
    JournalFile(QString path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}

    QString m_path;
    int m_descriptor;
    QString m_movedOlder;
    bool m_isWhole = true;
};

/// The record of a live run so far, in a file that opens like a record, in case the program ends before the
/// run does. Ended calls are written within half a second, with 1 MiB of each response body; beside them up
/// to a hundred running calls, together up to 512 KiB. A crash of the process loses nothing; a crash of the
/// machine can lose the last seconds. The cost is that each call is written twice.
class RunJournal final : public QObject
{
public:
    /// header: of the new run. mostBytes: size limit of the file.
    static Result<std::unique_ptr<RunJournal>> begin(const QString& path, const RunHeader& header,
                                                     const RecordJsonOptions& options, qint64 mostBytes);

    /// Notes an event at this place. record: the run's record, the same object until end() or abandon().
    void note(const RunRecord& record, Place place);
    /// Ends the journal: writes the rest and returns the file.
    [[nodiscard]] std::unique_ptr<JournalFile> end();
    /// Deletes the file of a run that is no longer needed; its record might already be destroyed.
    void abandon();
    /// Where the journal of an earlier run was moved; empty: there was none.
    [[nodiscard]] const QString& movedOlder() const { return m_file->movedOlder(); }
    /// The first problem; nothing was written after it.
    [[nodiscard]] const QString& problem() const { return m_problem; }

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    RunJournal(std::unique_ptr<JournalFile> file, const RunHeader& header, const RecordJsonOptions& options,
               qint64 mostBytes);
    /// running: calls that have not ended, written after the ended ones.
    void write(const QByteArray& running);
    [[nodiscard]] QByteArray runningCalls();
    void add(const CallRecord& call);

    std::unique_ptr<JournalFile> m_file;
    RecordLines m_lines;
    qint64 m_mostBytes;
    QBasicTimer m_timer;                 ///< runs while something is not written
    const RunRecord* m_record = nullptr; ///< of the last note
    std::vector<int> m_running;          ///< calls that have not ended
    qint64 m_written = 0;                ///< bytes that stay: the header, and calls that ended
    QByteArray m_ended;                  ///< calls that ended and are not written
    bool m_hasCalls = false;             ///< among these bytes
    QString m_problem;
};

} // namespace retryscope::io
