// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/own_folders.h"

#include "core/io/files/library.h"

#include <QDateTime>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

#include <algorithm>

namespace retryscope::io {

namespace {

/// Of a folder, when its newest file was written.
QDateTime newestIn(const QString& path)
{
    const QFileInfo info(path);
    if (!info.isDir()) {
        return info.lastModified();
    }
    QDateTime newest;
    for (QDirIterator files(path, QDir::Files, QDirIterator::Subdirectories); files.hasNext();) {
        files.next();
        newest = newest.isValid() ? std::max(newest, files.fileInfo().lastModified())
                                  : files.fileInfo().lastModified();
    }
    return newest.isValid() ? newest : info.lastModified();
}

bool rename(const QString& from, const QString& to)
{
    return QDir().mkpath(QFileInfo(to).path()) && QDir().rename(from, to);
}

/// `path.old`, or `path.old-2` where that is taken.
QString keptName(const QString& path)
{
    QString name = path + QStringLiteral(".old");
    for (int number = 2; QFileInfo::exists(name); ++number) {
        name = path + QStringLiteral(".old-%1").arg(number);
    }
    return name;
}

} // namespace

QString stateFolder()
{
    const QString named = qEnvironmentVariable("XDG_STATE_HOME");
    const QString home =
        QDir::isAbsolutePath(named)
            ? named
            : QDir::homePath() + QStringLiteral("/.local/state"); // as the specification says
    return home + QStringLiteral("/retryscope");
}

QString oldDataFolder()
{
    return Library::defaultFolder() + QStringLiteral("/retryscope");
}

MovedFile movedOnce(const QString& from, const QString& to)
{
    const bool isSame =
        from == to || QFileInfo(from).canonicalFilePath() == QFileInfo(to).canonicalFilePath();
    if (!QFileInfo::exists(from) || isSame) {
        return {.place = to, .note = {}};
    }
    QString note;
    if (QFileInfo::exists(to)) {
        const bool isOldNewer = newestIn(from) > newestIn(to);
        const QString lost = isOldNewer ? to : from;
        const QString kept = keptName(to);
        if (!rename(lost, kept)) {
            return {.place = isOldNewer ? from : to,
                    .note = QStringLiteral("%1: cannot be moved to %2; it stays unused").arg(lost, kept)};
        }
        note = QStringLiteral("%1: found in two places; the older one is %2 now").arg(to, kept);
        if (!isOldNewer) {
            return {.place = to, .note = note};
        }
    }
    if (!rename(from, to)) {
        return {.place = from,
                .note = QStringLiteral("%1: cannot be moved to %2; it stays in use").arg(from, to)};
    }
    return {.place = to, .note = note};
}

} // namespace retryscope::io
