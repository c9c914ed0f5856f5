// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/trusted_certificates.h"

#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QStandardPaths>

namespace retryscope::ui {

namespace {

/// A host as part of a file name.
QString fileNameOf(const QString& host, const QByteArray& content)
{
    QString name;
    for (const QChar one : host.left(60)) {
        const bool isPlain = one.unicode() < 0x80 && (one.isLetterOrNumber() || one == QLatin1Char('-'));
        name += isPlain ? one : QLatin1Char('_');
    }
    const QByteArray hash = QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex().left(8);
    return name + QLatin1Char('-') + QString::fromLatin1(hash) + QStringLiteral(".pem");
}

} // namespace

io::Result<QString> keepTrusted(const QString& host, const std::string& pem, const std::string& present)
{
    QByteArray content = QByteArray::fromStdString(pem);
    if (QFile before(toQString(present)); !present.empty() && before.open(QIODevice::ReadOnly)) {
        const QByteArray kept = before.readAll();
        content = kept.contains(content) ? kept : kept + content;
    }
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) +
                      QStringLiteral("/certificates"));
    const QString path = folder.filePath(fileNameOf(host, content));
    folder.mkpath(QStringLiteral("."));
    if (const io::Result<io::Done> written = io::writeFile(path, content); !written) {
        return written.error();
    }
    return path;
}

} // namespace retryscope::ui
