// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/record_lines.h"
#include "core/io/text/result.h"
#include "core/run/run_record.h"

#include <QBasicTimer>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace retryscope::io {

/// The file of a journal: its owner's alone (0600), and locked while somebody writes to it, so that others
/// can tell a run that goes on from one that was cut off. Any thread may have it, one at a time.
class JournalFile
{
public:
    /// A new file. What a run that was cut off left there is kept as `PATH.old`, or, where that is taken, as
    /// `PATH.old2` and so on.
    /// Environment: the folder refuses, or another run writes there.
    static Result<std::unique_ptr<JournalFile>> create(const QString& path);
    /// One that is there, when nobody writes to it; null while somebody does, or when there is none.
    static std::unique_ptr<JournalFile> takeOver(const QString& path);
    /// The file stays.
    ~JournalFile();
    JournalFile(const JournalFile&) = delete;
    JournalFile& operator=(const JournalFile&) = delete;

    [[nodiscard]] const QString& path() const { return m_path; }
    /// False once something could not be added.
    [[nodiscard]] bool isWhole() const { return m_isWhole; }
    void noteIncomplete() { m_isWhole = false; }
    /// Where an older journal was moved to; empty: there was none.
    [[nodiscard]] const QString& movedOlder() const { return m_movedOlder; }
    /// Everything from this byte on becomes `content`.
    Result<Done> replaceEnd(qint64 from, const QByteArray& content);
    /// The record is where it belongs, or nobody wants it.
    void remove();

private:
    JournalFile(QString path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor) {}

    QString m_path;
    int m_descriptor;
    QString m_movedOlder;
    bool m_isWhole = true;
};

/// What a live run has recorded so far, in a file that opens like a record: for the case that the program is
/// ended before the run is over. Calls that ended stand there at most half a second later, with 1 MiB of each
/// response's body, and beside them a hundred of those under way, as far as they come to 512 KiB. After the
/// end of the process nothing of it is lost, after that of the machine the last seconds may be. Costs the
/// writing of each call once more; a run without a journal pays nothing.
class RunJournal final : public QObject
{
public:
    /// header: of the run that begins. mostBytes: beyond it nothing more is added.
    static Result<std::unique_ptr<RunJournal>> begin(const QString& path, const RunHeader& header,
                                                     const RecordJsonOptions& options, qint64 mostBytes);

    /// An event landed there. record: of that run, the same each time, until end() or abandon().
    void note(const RunRecord& record, Place place);
    /// The run is over: writes what is not there yet, and hands the file over.
    [[nodiscard]] std::unique_ptr<JournalFile> end();
    /// Nobody wants the run any more, and its record may be gone: removes the file.
    void abandon();
    /// Where the journal of an earlier run was moved to; empty: there was none.
    [[nodiscard]] const QString& movedOlder() const { return m_file->movedOlder(); }
    /// The first problem: since then nothing was added.
    [[nodiscard]] const QString& problem() const { return m_problem; }

protected:
    void timerEvent(QTimerEvent* event) override;

private:
    RunJournal(std::unique_ptr<JournalFile> file, const RunHeader& header, const RecordJsonOptions& options,
               qint64 mostBytes);
    /// running: calls under way, behind those that ended.
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
