// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/session_store.h"

#include "core/io/documents/bench_json.h"
#include "core/io/files/private_file.h"
#include "core/io/text/input_file.h"

#include <QBuffer>
#include <QDir>
#include <QFile>

#include <utility>

namespace retryscope::io {

namespace {

/// Far above anything that save() writes.
constexpr qint64 kMostBytes = qint64{64} * 1024 * 1024;

} // namespace

SessionStore::SessionStore(QString folder) : m_folder(std::move(folder)) {}

QString SessionStore::path() const
{
    return QDir(m_folder).filePath(QStringLiteral("session.json"));
}

QString SessionStore::probePath() const
{
    return QDir(m_folder).filePath(QStringLiteral("last-probe.json"));
}

Result<Done> SessionStore::saveProbe(const Bench& bench) const
{
    const Result<Done> folder = makePrivateFolder(m_folder);
    if (!folder) {
        return folder;
    }
    QByteArray content;
    QBuffer buffer(&content);
    buffer.open(QIODevice::WriteOnly);
    writeBench(buffer, redacted(bench));
    return writePrivateFile(probePath(), content);
}

Result<Done> SessionStore::save(const Session& session) const
{
    const Result<Done> folder = makePrivateFolder(m_folder);
    return folder ? writePrivateFile(path(), sessionBytes(session)) : folder;
}

Result<ReadSession> SessionStore::load() const
{
    removeRemains(path());
    if (!QFile::exists(path())) {
        return ReadSession{};
    }
    const auto file = openToRead(path());
    if (!file) {
        return file.error();
    }
    Result<ReadSession> session = sessionFromJson(file.value()->read(kMostBytes), path());
    if (session) {
        return session;
    }
    file.value()->close();
    const QString aside = path() + QStringLiteral(".damaged");
    QFile::remove(aside);
    const bool isMoved = QFile::rename(path(), aside);
    const QString told = isMoved ? QStringLiteral("Retryscope moved the file to %1").arg(aside)
                                 : QStringLiteral("and Retryscope cannot move the file away");
    return ReadSession{.session = {}, .problems = {session.error().text() + QStringLiteral("; ") + told}};
}

} // namespace retryscope::io
