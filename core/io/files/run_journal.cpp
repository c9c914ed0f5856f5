// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/run_journal.h"

#include <QFile>
#include <QFileInfo>
#include <QTimerEvent>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace retryscope::io {

namespace {

/// Calls under way that are written, the oldest: they are written again each time, between two events, which
/// must not wait for it.
constexpr std::size_t kMostRunning = 100;
constexpr std::size_t kMostRunningBytes = std::size_t{512} * 1024;
constexpr int kFlush = 500; ///< milliseconds; what ended a second ago must be there, on a busy machine too

Error cannotKeep(const QString& path, const QString& why)
{
    return {.kind = Error::Kind::Environment,
            .message = QStringLiteral("cannot write this file: %1").arg(why),
            .place = path};
}

/// `PATH.old`, `PATH.old2`, …: the first under which nothing is; empty: there are very many.
QString freeNameBeside(const QString& path)
{
    constexpr int kMost = 1000;
    for (int number = 1; number <= kMost; ++number) {
        const QString name =
            path + QStringLiteral(".old") + (number == 1 ? QString() : QString::number(number));
        if (!QFileInfo::exists(name)) {
            return name;
        }
    }
    return {};
}

QString lastReason()
{
    return qt_error_string(errno);
}

/// Of a regular file whose lock is ours now; -1 for any other.
int lockedFile(const QString& path, int flags)
{
    constexpr mode_t kOwners = S_IRUSR | S_IWUSR;
    const int descriptor = ::open(QFile::encodeName(path).constData(),
                                  flags | O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, kOwners);
    struct stat status = {};
    if (descriptor >= 0 && (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode) ||
                            ::flock(descriptor, LOCK_EX | LOCK_NB) != 0)) {
        ::close(descriptor);
        return -1;
    }
    return descriptor;
}

/// About as many bytes as a call takes in a record, without writing it.
std::size_t roughSizeOf(const CallRecord& call)
{
    constexpr std::size_t kOfAnAttempt = 2048; // phases, the verdict's steps, names
    std::size_t size = 0;
    for (const AttemptRecord& attempt : call.attempts) {
        size += kOfAnAttempt + attempt.sentBody->size();
        if (attempt.facts.response) {
            size += std::min(attempt.facts.response->body.size(), RecordLines::kMostOfABody);
            for (const BodyField& field : attempt.facts.response->parsed.fields) {
                size += field.text.size();
            }
        }
        if (attempt.facts.wire) {
            size += attempt.facts.wire->rawSent->size() + attempt.facts.wire->rawReceived.size();
        }
    }
    return size;
}

} // namespace

Result<std::unique_ptr<JournalFile>> JournalFile::create(const QString& path)
{
    QString movedOlder;
    for (int attempt = 0; attempt < 2; ++attempt) {
        errno = 0;
        if (const int descriptor = lockedFile(path, O_CREAT | O_EXCL); descriptor >= 0) {
            auto file = std::unique_ptr<JournalFile>(new JournalFile(path, descriptor));
            file->m_movedOlder = movedOlder;
            return file;
        }
        if (errno != EEXIST) {
            return cannotKeep(path, lastReason());
        }
        const std::unique_ptr<JournalFile> older = takeOver(path);
        if (older == nullptr) {
            return cannotKeep(path, QStringLiteral("another run is writing to it, or it is not a file"));
        }
        movedOlder = freeNameBeside(path);
        if (movedOlder.isEmpty() ||
            ::rename(QFile::encodeName(path).constData(), QFile::encodeName(movedOlder).constData()) != 0) {
            return cannotKeep(path, lastReason());
        }
    }
    return cannotKeep(path, QStringLiteral("another run is writing to it"));
}

std::unique_ptr<JournalFile> JournalFile::takeOver(const QString& path)
{
    const int descriptor = lockedFile(path, 0);
    return std::unique_ptr<JournalFile>(descriptor >= 0 ? new JournalFile(path, descriptor) : nullptr);
}

JournalFile::~JournalFile()
{
    ::close(m_descriptor);
}

/// The old end goes first: whenever the process ends, the file is cut short at worst.
Result<Done> JournalFile::replaceEnd(qint64 from, const QByteArray& content)
{
    if (::ftruncate(m_descriptor, from) != 0) {
        return cannotKeep(m_path, lastReason());
    }
    for (qint64 done = 0; done < content.size();) {
        const ssize_t more = ::pwrite(m_descriptor, content.constData() + done,
                                      static_cast<std::size_t>(content.size() - done), from + done);
        if (more <= 0 && errno != EINTR) {
            return cannotKeep(m_path, lastReason());
        }
        done += std::max<qint64>(more, 0);
    }
    return Done{};
}

void JournalFile::remove()
{
    ::unlink(QFile::encodeName(m_path).constData());
}

Result<std::unique_ptr<RunJournal>> RunJournal::begin(const QString& path, const RunHeader& header,
                                                      const RecordJsonOptions& options, qint64 mostBytes)
{
    Result<std::unique_ptr<JournalFile>> file = JournalFile::create(path);
    if (!file) {
        return file.error();
    }
    RunHeader cutOff = header;
    cutOff.isCutOff = true; // until it is removed
    auto journal = std::unique_ptr<RunJournal>(
        new RunJournal(std::move(file).value(), std::move(cutOff), options, mostBytes));
    journal->m_ended = journal->m_lines.header();
    journal->write({});
    return journal;
}

RunJournal::RunJournal(std::unique_ptr<JournalFile> file, const RunHeader& header,
                       const RecordJsonOptions& options, qint64 mostBytes)
    : m_file(std::move(file)), m_lines(header, options), m_mostBytes(mostBytes)
{
}

void RunJournal::note(const RunRecord& record, Place place)
{
    if (!m_problem.isEmpty()) {
        return;
    }
    m_record = &record;
    const CallRecord& call = record.callAt(place.call);
    const auto running = std::find(m_running.begin(), m_running.end(), place.call);
    if (call.verdict == CallVerdict::Running) {
        if (running == m_running.end()) {
            m_running.push_back(place.call);
        }
    } else if (running != m_running.end()) {
        m_running.erase(running);
        add(call);
    }
    if (!m_timer.isActive()) {
        m_timer.start(kFlush, Qt::CoarseTimer, this);
    }
}

void RunJournal::add(const CallRecord& call)
{
    m_ended += m_lines.call(call, !m_hasCalls);
    m_hasCalls = true;
    constexpr qsizetype kMuch = qsizetype{1024} * 1024;
    if (m_ended.size() >= kMuch) {
        write({}); // those under way come back with the timer
    }
}

QByteArray RunJournal::runningCalls()
{
    QByteArray running;
    std::size_t size = 0;
    const std::size_t count = std::min(m_running.size(), kMostRunning);
    for (std::size_t number = 0; number < count; ++number) {
        const CallRecord& call = m_record->callAt(m_running[number]);
        size += roughSizeOf(call);
        if (size > kMostRunningBytes) {
            break;
        }
        running += m_lines.call(call, !m_hasCalls && running.isEmpty());
    }
    return running;
}

void RunJournal::write(const QByteArray& running)
{
    if (!m_problem.isEmpty()) {
        return;
    }
    const qint64 size = m_written + m_ended.size() + running.size();
    Result<Done> written =
        size > m_mostBytes ? Error{.kind = Error::Kind::Environment,
                                   .message = QStringLiteral("the file is full at %1 bytes").arg(m_written),
                                   .place = m_file->path()}
                           : m_file->replaceEnd(m_written, m_ended + running + RecordLines::end());
    if (!written) {
        m_problem = written.error().text();
        m_file->noteIncomplete();
        return;
    }
    m_written += m_ended.size();
    m_ended.clear();
}

std::unique_ptr<JournalFile> RunJournal::end()
{
    m_timer.stop();
    write(runningCalls());
    m_record = nullptr;
    return std::move(m_file);
}

void RunJournal::abandon()
{
    m_timer.stop();
    m_record = nullptr;
    m_running.clear();
    m_file->remove();
}

void RunJournal::timerEvent(QTimerEvent* event)
{
    if (event->timerId() != m_timer.timerId()) {
        QObject::timerEvent(event);
        return;
    }
    m_timer.stop(); // until something is noted again
    write(runningCalls());
}

} // namespace retryscope::io
