// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the run store that knows journals: where they are, and what becomes of those that nobody ended.

#include "core/io/documents/record_json.h"
#include "core/io/files/private_file.h"
#include "core/io/files/run_journal.h"
#include "core/io/files/run_store.h"
#include "core/io/text/input_file.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <atomic>

namespace retryscope::io {

namespace {

const QString kJournalPrefix = QStringLiteral(".running-");

/// A process makes its journal and locks it a moment later.
bool mayJustBegin(const QFileInfo& file)
{
    constexpr qint64 kMoment = 10; // seconds
    return file.size() == 0 && file.lastModified().secsTo(QDateTime::currentDateTimeUtc()) < kMoment;
}

} // namespace

Result<QString> RunStore::newJournalPath() const
{
    if (const Result<Done> made = makePrivateFolder(m_folder); !made) {
        return made.error();
    }
    static std::atomic<int> count = 0;
    return QDir(m_folder).filePath(kJournalPrefix + QStringLiteral("%1-%2-%3")
                                                        .arg(m_clock().count())
                                                        .arg(QCoreApplication::applicationPid())
                                                        .arg(++count));
}

Result<QStringList> RunStore::recover() const
{
    QStringList ids;
    QStringList problems;
    const QFileInfoList files = QDir(m_folder).entryInfoList(
        {kJournalPrefix + u'*'}, QDir::Files | QDir::NoSymLinks | QDir::Hidden, QDir::Name);
    for (const QFileInfo& file : files) {
        const std::unique_ptr<JournalFile> journal =
            mayJustBegin(file) ? nullptr : JournalFile::takeOver(file.filePath());
        if (journal == nullptr) {
            continue;
        }
        const Result<std::unique_ptr<QIODevice>> device = openToRead(journal->path());
        Result<RunRecord> record =
            device ? readRecord(*device.value(), journal->path()) : Result<RunRecord>(device.error());
        const bool isWorthNothing = file.size() == 0 || (record && record.value().isEmpty());
        Result<AddedRun> added = isWorthNothing ? Result<AddedRun>(AddedRun{})
                                 : record       ? add(record.value())
                                                : Result<AddedRun>(record.error());
        if (added) {
            journal->remove();
        } else if (added.error().kind == Error::Kind::Environment) {
            return added.error(); // it is still there the next time
        } else {
            const QString aside = QDir(m_folder).filePath(QStringLiteral("left") + file.fileName());
            QFile::rename(journal->path(), aside);
            problems += QStringLiteral("%1; the file is now %2").arg(added.error().text(), aside);
        }
        if (added && !isWorthNothing) {
            ids += added.value().summary.id;
        }
    }
    if (!problems.isEmpty()) {
        return Error{.kind = Error::Kind::Environment, .message = problems.join(u'\n'), .place = {}};
    }
    return ids;
}

} // namespace retryscope::io
