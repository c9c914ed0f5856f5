// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/file_work.h"

#include "core/io/documents/record_json.h"
#include "core/io/files/library.h"

#include <QThread>

#include <new>
#include <utility>

namespace retryscope::io {

FileWork::FileWork(QObject* parent) : QObject(parent) {}

FileWork::~FileWork()
{
    cancel();
    if (m_thread) {
        m_thread->wait();
    }
}

void FileWork::open(const QStringList& paths, std::function<void(Result<OpenedFile>)> done,
                    const IsConfiguration& isConfiguration)
{
    start([this, paths, isConfiguration] { return openAnything(paths, isConfiguration, progress()); },
          std::move(done));
}

void FileWork::open(const QByteArray& text, const QString& place,
                    std::function<void(Result<OpenedFile>)> done, const IsConfiguration& isConfiguration)
{
    start([this, text, place, isConfiguration] { return openText(text, place, isConfiguration, progress()); },
          std::move(done));
}

void FileWork::open(const RunStore& store, const QString& id, std::function<void(Result<RunRecord>)> done)
{
    start([this, store, id] { return store.open(id, progress()); }, std::move(done));
}

void FileWork::save(const QString& path, RunRecord record, std::function<void(Result<Done>)> done,
                    const WriteRun& write)
{
    const WriteRun writer = write ? write : [](QIODevice& file, const RunRecord& run, const Progress& told) {
        writeRecord(file, run, {.progress = told});
    };
    auto kept = std::make_shared<const RunRecord>(std::move(record));
    start(
        [this, path, kept, writer, readers = write ? Readers::AsUsual : Readers::Owner] {
            return writeFile(
                path, [&](QIODevice& file) { writer(file, *kept, progress()); }, readers);
        },
        std::move(done));
}

void FileWork::keep(RunStore store, RunRecord record, std::unique_ptr<JournalFile> journal, IfThere ifThere,
                    std::function<void(Result<AddedRun>)> done)
{
    auto kept = std::make_shared<const RunRecord>(std::move(record));
    start(
        [store = std::move(store), kept, ifThere,
         journal = std::shared_ptr<JournalFile>(std::move(journal))] {
            Result<AddedRun> added = store.add(*kept, ifThere);
            if (journal && (added || added.error().kind != Error::Kind::Environment)) {
                journal->remove();
            }
            return added;
        },
        std::move(done));
}

void FileWork::recover(RunStore store, std::function<void(Result<QStringList>)> done)
{
    start([store = std::move(store)] { return store.recover(); }, std::move(done));
}

Progress FileWork::progress()
{
    return [this, told = 0](double done) mutable {
        if (const int percent = static_cast<int>(done * 100); percent > told) {
            told = percent;
            Q_EMIT progressed(done); // queued: the receiver lives in another thread
        }
        return !m_isCancelled;
    };
}

namespace {

/// What the work comes to; that a file needs more memory than there is ends the work and not the program.
template <typename Work>
auto outcomeOf(const Work& work) -> decltype(work())
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Error{.kind = Error::Kind::Environment,
                     .message = QStringLiteral("not enough memory; what is open stays unchanged"),
                     .place = {}};
    }
}

} // namespace

template <typename Outcome, typename Work>
void FileWork::start(Work work, std::function<void(Outcome)> done)
{
    m_thread.reset(QThread::create([this, work = std::move(work), done = std::move(done)] {
        auto outcome = std::make_shared<Outcome>(outcomeOf(work));
        QMetaObject::invokeMethod(
            this, [outcome, done] { done(std::move(*outcome)); }, Qt::QueuedConnection);
    }));
    m_thread->start();
}

} // namespace retryscope::io
