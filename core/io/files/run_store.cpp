// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/run_store.h"

#include "core/explain/units.h"
#include "core/io/documents/record_json.h"
#include "core/io/files/library.h"
#include "core/io/files/private_file.h"
#include "core/io/files/run_index.h"
#include "core/io/text/utf8.h"
#include "core/read/whole_run.h"

#include <QDateTime>
#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QLockFile>
#include <QTemporaryFile>

#ifdef Q_OS_UNIX
#include <unistd.h>
#endif

#include <algorithm>
#include <memory>
#include <utility>

namespace retryscope::io {

namespace {

/// A change takes some milliseconds; another process may make the index anew.
constexpr int kPatience = 10'000;
/// Of a simulation that is too large as a whole.
constexpr std::size_t kFirstCalls = 1000;
/// Within one try the lock waits ever longer; several short ones come sooner to their turn.
constexpr int kOneTry = 20;
/// Processes that ended are noticed at once; this is for those of another machine.
constexpr int kStale = 600'000;

Error refused(const QString& message, const QString& place)
{
    return {.kind = Error::Kind::Environment, .message = message, .place = place};
}

Error unknownRun(const QString& id)
{
    return {.kind = Error::Kind::BadUsage,
            .message = QStringLiteral("the history has no run \"%1\"").arg(id.left(40)),
            .place = {}};
}

WallTime systemTime()
{
    return WallTime(QDateTime::currentMSecsSinceEpoch());
}

QString lockPath(const QString& folder)
{
    return QDir(folder).filePath(QStringLiteral("lock"));
}

bool lockInTime(QLockFile& lock)
{
    const QDeadlineTimer deadline(kPatience);
    while (!lock.tryLock(kOneTry)) {
        if (deadline.hasExpired() || lock.error() != QLockFile::LockFailedError) {
            return false;
        }
    }
    QFile::setPermissions(lock.fileName(), QFile::ReadOwner | QFile::WriteOwner); // as all files beside it
    return true;
}

/// One change of the store: the folder is there and locked, the index is as the files are.
class Change
{
public:
    static Result<std::unique_ptr<Change>> begin(const QString& folder)
    {
        if (const Result<Done> made = makePrivateFolder(folder); !made) {
            return made.error();
        }
        auto lock = std::make_unique<QLockFile>(lockPath(folder));
        lock->setStaleLockTime(kStale);
        if (!lockInTime(*lock)) {
            return refused(lock->error() == QLockFile::PermissionError
                               ? QStringLiteral("cannot write this file")
                               : QStringLiteral("another window is changing the history; try again"),
                           lockPath(folder));
        }
        removeRemains(RunIndex::pathIn(folder));
        return std::unique_ptr<Change>(new Change(folder, std::move(lock)));
    }

    [[nodiscard]] QString path(const RunSummary& run) const
    {
        return QDir(m_folder).filePath(runFileName(run.id, run.isPinned));
    }

    Result<Done> remove(const QString& id)
    {
        const auto run = index.runs.find(id);
        if (run == index.runs.end()) {
            return unknownRun(id);
        }
        QFile file(path(run->second));
        if (!file.remove()) {
            return refused(QStringLiteral("cannot delete this file: %1").arg(file.errorString()),
                           file.fileName());
        }
        index.runs.erase(run);
        return Done{};
    }

    Result<Done> end()
    {
        Result<Done> written = index.write();
        syncFolder(m_folder);
        m_lock->unlock();
        return written;
    }

    RunIndex index;

private:
    Change(QString folder, std::unique_ptr<QLockFile> lock)
        : index(RunIndex::of(folder)), m_folder(std::move(folder)), m_lock(std::move(lock))
    {
    }

    QString m_folder;
    std::unique_ptr<QLockFile> m_lock;
};

/// Passes on what is written, up to a limit, and then refuses.
class LimitedDevice final : public QIODevice
{
public:
    LimitedDevice(QIODevice& target, qint64 limit) : m_target(target), m_left(limit)
    {
        open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    }

    [[nodiscard]] bool isFull() const { return m_left < 0; }
    [[nodiscard]] bool isSequential() const override { return true; }

protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(const char* data, qint64 size) override
    {
        m_left = m_left < size ? -1 : m_left - size;
        return isFull() ? -1 : m_target.write(data, size);
    }

private:
    QIODevice& m_target;
    qint64 m_left;
};

/// The record in a file that has no name yet, and is gone if it gets none.
Result<Done> writePart(QTemporaryFile& part, const RunRecord& record, qint64 mostBytes)
{
    if (!part.open()) {
        return refused(QStringLiteral("cannot write this file: %1").arg(part.errorString()),
                       part.fileTemplate());
    }
    LimitedDevice device(part, mostBytes);
    writeRecord(device, record);
    if (device.isFull()) {
        return Error{.kind = Error::Kind::BadUsage,
                     .message = QStringLiteral("the run is larger than %1, too large for the history")
                                    .arg(toQString(bytesText(mostBytes))),
                     .place = {}};
    }
    const bool isWritten = part.error() == QFileDevice::NoError && part.flush();
#ifdef Q_OS_UNIX
    const bool isSafe = isWritten && ::fsync(part.handle()) == 0;
#else
    const bool isSafe = isWritten;
#endif
    if (!isSafe) {
        return refused(QStringLiteral("cannot write this file: %1").arg(part.errorString()),
                       part.fileTemplate());
    }
    return Done{};
}

/// The oldest runs that have to go so that one more of this size fits; absent when what is pinned leaves no
/// room.
std::optional<std::vector<RunSummary>> runsToRemove(const RunIndex& index, qint64 moreBytes,
                                                    const RunStoreLimits& limits)
{
    std::vector<RunSummary> removed;
    qint64 bytes = index.bytes() + moreBytes;
    auto count = static_cast<qint64>(index.runs.size()) + 1;
    for (auto run = index.runs.begin();
         run != index.runs.end() && (bytes > limits.bytes || count > limits.runs); ++run) {
        if (!run->second.isPinned) {
            bytes -= run->second.bytes;
            --count;
            removed.push_back(run->second);
        }
    }
    if (bytes > limits.bytes || count > limits.runs) {
        return std::nullopt;
    }
    return removed;
}

/// Later than every other, also where the clock stood still or went back.
WallTime timeOfNext(const RunIndex& index, WallTime now)
{
    const WallTime last =
        index.runs.empty() ? WallTime{0} : WallTime(index.runs.rbegin()->first.toLongLong());
    constexpr WallTime kFirst{1'000'000'000'000}; // ids have 13 digits, so that they sort as text
    return std::max({now, last + WallTime{1}, kFirst});
}

} // namespace

RunStore::RunStore(QString folder, RunStoreLimits limits, Clock clock)
    : m_folder(std::move(folder)), m_limits(limits), m_clock(clock ? std::move(clock) : Clock(systemTime))
{
}

/// Summaries are compared first, since reading a record takes time.
std::optional<RunSummary> RunStore::find(const RunRecord& record) const
{
    const Result<RunList> stored = list();
    if (!stored) {
        return std::nullopt;
    }
    const RunSummary wanted = summarized(record);
    QByteArray content;
    for (const RunSummary& run : stored.value().runs) {
        RunSummary comparable = run;
        comparable.id = wanted.id;
        comparable.storedAt = wanted.storedAt;
        comparable.bytes = wanted.bytes;
        comparable.isPinned = wanted.isPinned;
        if (comparable != wanted) {
            continue;
        }
        if (content.isEmpty()) {
            content = recordBytes(record);
        }
        if (const Result<RunRecord> other = open(run.id); other && recordBytes(other.value()) == content) {
            return run;
        }
    }
    return std::nullopt;
}

Result<AddedRun> RunStore::add(const RunRecord& record, IfThere ifThere) const
{
    if (ifThere == IfThere::Find && !record.isEmpty()) {
        if (const std::optional<RunSummary> there = find(record)) {
            return AddedRun{.summary = *there, .removed = {}, .wasThere = true};
        }
    }
    if (record.isEmpty()) {
        return Error{.kind = Error::Kind::BadUsage,
                     .message = QStringLiteral("the run is empty: nothing to keep"),
                     .place = {}};
    }
    if (const Result<Done> made = makePrivateFolder(m_folder); !made) {
        return made.error();
    }
    QTemporaryFile part(QDir(m_folder).filePath(QStringLiteral(".part-XXXXXX")));
    const Result<Done> written = writePart(part, record, std::min(m_limits.recordBytes, m_limits.bytes));
    // A simulation can be made again: its first calls and the numbers of the whole run are enough.
    const bool isCut = !written && written.error().kind == Error::Kind::BadUsage &&
                       record.header().isVirtual && record.calls().size() > kFirstCalls;
    if (isCut) {
        return add(firstCallsOf(record, kFirstCalls), IfThere::AddAgain);
    }
    if (!written) {
        return written.error();
    }
    AddedRun added{.summary = summarized(record), .removed = {}};
    added.summary.bytes = part.size();

    const Result<std::unique_ptr<Change>> change = Change::begin(m_folder);
    if (!change) {
        return change.error();
    }
    RunIndex& index = change.value()->index;
    const std::optional<std::vector<RunSummary>> removed = runsToRemove(index, added.summary.bytes, m_limits);
    if (!removed) {
        return Error{.kind = Error::Kind::BadUsage,
                     .message =
                         QStringLiteral("pinned runs fill the history (at most %1 runs and %2); unpin some")
                             .arg(m_limits.runs)
                             .arg(toQString(bytesText(m_limits.bytes))),
                     .place = {}};
    }
    added.summary.storedAt = timeOfNext(index, m_clock());
    added.summary.id = QString::number(added.summary.storedAt.count());
    const QString path = change.value()->path(added.summary);
    if (!part.rename(path)) {
        return refused(QStringLiteral("cannot write this file: %1").arg(part.errorString()), path);
    }
    part.setAutoRemove(false);
    index.runs.emplace(added.summary.id, added.summary);
    for (const RunSummary& run : *removed) {
        QFile::remove(change.value()->path(run));
        index.runs.erase(run.id);
        added.removed += run.id;
    }
    const Result<Done> ended = change.value()->end();
    return ended ? Result<AddedRun>(std::move(added)) : Result<AddedRun>(ended.error());
}

Result<RunList> RunStore::list() const
{
    const QFileInfo folder(m_folder);
    if (!folder.exists()) {
        return RunList{};
    }
    if (!folder.isDir() || !folder.isReadable()) {
        return refused(QStringLiteral("cannot read the folder of the history"), m_folder);
    }
    RunIndex index = RunIndex::of(m_folder);
    if (index.isChanged()) {
        // What was found out is kept for the next time, unless somebody else is at it.
        QLockFile lock(lockPath(m_folder));
        lock.setStaleLockTime(kStale);
        if (lock.tryLock(0)) {
            index.reconcile();
            [[maybe_unused]] const Result<Done> written = index.write();
        }
    }
    RunList list{.runs = {}, .problems = index.problems()};
    list.runs.reserve(index.runs.size());
    for (auto run = index.runs.rbegin(); run != index.runs.rend(); ++run) {
        list.runs.push_back(std::move(run->second));
    }
    return list;
}

Result<RunRecord> RunStore::open(const QString& id, const Progress& progress) const
{
    if (!isRunId(id)) {
        return unknownRun(id);
    }
    for (const bool isPinned : {false, true, false}) { // it may be pinned by another process in the meantime
        const QString path = QDir(m_folder).filePath(runFileName(id, isPinned));
        if (QFile::exists(path)) {
            const Result<std::unique_ptr<QIODevice>> device = openToRead(path);
            return device ? readRecord(*device.value(), path, progress) : Result<RunRecord>(device.error());
        }
    }
    return unknownRun(id);
}

Result<Done> RunStore::remove(const QString& id) const
{
    const Result<std::unique_ptr<Change>> change = Change::begin(m_folder);
    if (!change) {
        return change.error();
    }
    const Result<Done> removed = change.value()->remove(id);
    return removed ? change.value()->end() : removed;
}

Result<Done> RunStore::remove(const QStringList& ids) const
{
    const Result<std::unique_ptr<Change>> change = Change::begin(m_folder);
    if (!change) {
        return change.error();
    }
    Result<Done> removed = Done{};
    for (const QString& id : ids) {
        if (removed && change.value()->index.runs.contains(id)) {
            removed = change.value()->remove(id);
        }
    }
    const Result<Done> ended = change.value()->end();
    return removed ? ended : removed;
}

Result<Done> RunStore::pin(const QString& id, bool isPinned) const
{
    const Result<std::unique_ptr<Change>> change = Change::begin(m_folder);
    if (!change) {
        return change.error();
    }
    const auto run = change.value()->index.runs.find(id);
    if (run == change.value()->index.runs.end()) {
        return unknownRun(id);
    }
    if (run->second.isPinned == isPinned) {
        return Done{};
    }
    QFile file(change.value()->path(run->second));
    run->second.isPinned = isPinned;
    if (!file.rename(change.value()->path(run->second))) {
        return refused(QStringLiteral("cannot rename this file: %1").arg(file.errorString()),
                       file.fileName());
    }
    return change.value()->end();
}

} // namespace retryscope::io
