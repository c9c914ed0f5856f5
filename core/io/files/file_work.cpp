// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/file_work.h"

#include "core/io/files/library.h"
#include "core/io/format/record_json.h"

#include <QThread>

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

void FileWork::open(const QString& path, std::function<void(Result<OpenedFile>)> done)
{
    start([this, path, done = std::move(done)] {
        auto result = std::make_shared<Result<OpenedFile>>(openFile(path, progress()));
        QMetaObject::invokeMethod(
            this, [result, done] { done(std::move(*result)); }, Qt::QueuedConnection);
    });
}

void FileWork::open(const RunStore& store, const QString& id, std::function<void(Result<RunRecord>)> done)
{
    start([this, store, id, done = std::move(done)] {
        auto result = std::make_shared<Result<RunRecord>>(store.open(id, progress()));
        QMetaObject::invokeMethod(
            this, [result, done] { done(std::move(*result)); }, Qt::QueuedConnection);
    });
}

void FileWork::save(const QString& path, RunRecord record, std::function<void(Result<Done>)> done)
{
    auto kept = std::make_shared<const RunRecord>(std::move(record));
    start([this, path, kept, done = std::move(done)] {
        const Result<Done> result = writeFile(
            path, [this, &kept](QIODevice& file) { writeRecord(file, *kept, {.progress = progress()}); });
        QMetaObject::invokeMethod(
            this, [result, done] { done(result); }, Qt::QueuedConnection);
    });
}

void FileWork::keep(RunStore store, RunRecord record, std::function<void(Result<AddedRun>)> done)
{
    auto kept = std::make_shared<const RunRecord>(std::move(record));
    start([this, store = std::move(store), kept, done = std::move(done)] {
        const Result<AddedRun> result = store.add(*kept);
        QMetaObject::invokeMethod(
            this, [result, done] { done(result); }, Qt::QueuedConnection);
    });
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

void FileWork::start(std::function<void()> work)
{
    m_thread.reset(QThread::create(std::move(work)));
    m_thread->start();
}

} // namespace retryscope::io
