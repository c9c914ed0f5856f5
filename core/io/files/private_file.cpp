// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/private_file.h"

#include "core/io/files/library.h"

#include <QDateTime>
#include <QDir>
#include <QFileInfo>

#ifdef Q_OS_UNIX
#include <fcntl.h>
#include <unistd.h>
#endif

namespace retryscope::io {

Result<Done> makePrivateFolder(const QString& path)
{
    const QFileDevice::Permissions owners =
        QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner;
    const bool isThere = !path.isEmpty() && QDir().mkpath(path) && QFile::setPermissions(path, owners);
    if (!isThere) {
        return Error{.kind = Error::Kind::Environment,
                     .message = QStringLiteral("cannot create this folder, or it is not yours"),
                     .place = path};
    }
    return Done{};
}

Result<Done> writePrivateFile(const QString& path, const QByteArray& content)
{
    return writeFile(
        path, [&content](QIODevice& file) { file.write(content); }, Readers::OwnerOrNone);
}

void removeRemains(const QString& path)
{
    constexpr qint64 kOld = 600; // seconds
    const QFileInfo whole(path);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QStringList pattern{whole.fileName() + QStringLiteral(".??????")};
    for (const QFileInfo& file : whole.dir().entryInfoList(pattern, QDir::Files)) {
        if (file.lastModified().secsTo(now) > kOld) {
            QFile::remove(file.filePath());
        }
    }
}

void syncFolder(const QString& path)
{
#ifdef Q_OS_UNIX
    const int folder = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder >= 0) {
        ::fsync(folder);
        ::close(folder);
    }
#else
    Q_UNUSED(path)
#endif
}

} // namespace retryscope::io
