// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/text/input_file.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryFile>

#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

namespace retryscope::io {

namespace {

/// Descriptors that whoever started the program opened for it: standard input, `<(…)` of a shell.
bool isHandedOver(const QString& path)
{
    return path == QLatin1String("/dev/stdin") || path.startsWith(QLatin1String("/dev/fd/")) ||
           path.startsWith(QLatin1String("/proc/self/fd/"));
}

/// Why a path is not opened at all; absent when it may be.
std::optional<Error> problemOf(const QString& path)
{
    const auto refused = [&path](const QString& message) {
        return Error{.kind = Error::Kind::BadInput, .message = message, .place = path};
    };
    const QFileInfo info(path);
    if (!info.exists()) {
        return refused(info.isSymLink() ? QStringLiteral("this link points to no file")
                                        : QStringLiteral("no such file"));
    }
    if (info.isDir()) {
        return refused(QStringLiteral("this is a folder; name a file"));
    }
    if (!info.isFile() && !isHandedOver(path) && path != QLatin1String("/dev/null")) {
        return refused(QStringLiteral(
            "this is a device or a pipe, which might never end; name a file, or use standard input"));
    }
    return std::nullopt;
}

/// One byte more is asked for, so that a stream that does not end is told from one that just fits.
Result<QByteArray> readBounded(QFile& file, const QString& place, qint64 mostBytes)
{
    constexpr qint64 kPiece = qint64{256} * 1024;
    QByteArray content;
    while (content.size() <= mostBytes) {
        const QByteArray piece = file.read(std::min(kPiece, mostBytes + 1 - content.size()));
        if (piece.isEmpty()) {
            break;
        }
        content += piece;
    }
    if (file.error() != QFileDevice::NoError) {
        return Error{.kind = Error::Kind::Environment,
                     .message = QStringLiteral("cannot read this input: %1").arg(file.errorString()),
                     .place = place};
    }
    return content.size() > mostBytes ? Result<QByteArray>(tooLarge(place, mostBytes))
                                      : Result<QByteArray>(std::move(content));
}

/// The content of a gzip file as a file that can seek, deleted at the end. What a damaged file holds before
/// the damage is there.
Result<std::unique_ptr<QIODevice>> unpacked(const QString& path, qint64 size)
{
    constexpr qint64 kSmall = qint64{64} * 1024 * 1024;
    constexpr qint64 kMostGrowth = 200; // logs shrink to a hundredth at most
    const qint64 most = std::min(kMostRecordBytes, std::max(kSmall, kMostGrowth * size));
    const auto failed = [&path](const QString& why) {
        return Error{.kind = Error::Kind::Environment,
                     .message = QStringLiteral("cannot unpack this file: %1").arg(why),
                     .place = path};
    };
    auto content = std::make_unique<QTemporaryFile>();
    const std::unique_ptr<gzFile_s, int (*)(gzFile)> packed(gzopen(QFile::encodeName(path).constData(), "rb"),
                                                            gzclose);
    if (!packed || !content->open()) {
        return failed(packed ? content->errorString() : QStringLiteral("it is not readable"));
    }
    QByteArray piece(256 * 1024, Qt::Uninitialized);
    for (int read = 0;
         (read = gzread(packed.get(), piece.data(), static_cast<unsigned>(piece.size()))) > 0;) {
        if (content->write(piece.constData(), read) != read) {
            return failed(content->errorString());
        }
        if (content->size() > most) {
            return tooLarge(path, most);
        }
    }
    content->seek(0);
    return std::unique_ptr<QIODevice>(std::move(content));
}

} // namespace

Error tooLarge(const QString& place, qint64 mostBytes)
{
    return {.kind = Error::Kind::BadInput,
            .message = QStringLiteral("larger than the limit of %1 MiB for such a file")
                           .arg(mostBytes / (qint64{1024} * 1024)),
            .place = place};
}

Result<std::unique_ptr<QIODevice>> openToRead(const QString& path, qint64 mostBytes)
{
    if (std::optional<Error> problem = problemOf(path)) {
        return *std::move(problem);
    }
    auto file = std::make_unique<QFile>(path);
    if (!file->open(QIODevice::ReadOnly | QIODevice::Unbuffered)) {
        return Error{.kind = Error::Kind::Environment,
                     .message = QStringLiteral("cannot read this input: %1").arg(file->errorString()),
                     .place = path};
    }
    if (!file->isSequential() && file->size() > mostBytes) {
        return tooLarge(path, mostBytes);
    }
    if (!file->isSequential() && file->size() > 0) {
        return std::unique_ptr<QIODevice>(std::move(file));
    }
    Result<QByteArray> bytes = readBounded(*file, path, std::min(mostBytes, kMostFileBytes));
    if (!bytes) {
        return bytes.error();
    }
    auto content = std::make_unique<QBuffer>();
    content->setData(std::move(bytes).value());
    content->open(QIODevice::ReadOnly);
    return std::unique_ptr<QIODevice>(std::move(content));
}

Result<std::unique_ptr<QIODevice>> openUnpacked(const QString& path)
{
    Result<std::unique_ptr<QIODevice>> device = openToRead(path);
    const bool isPacked = device && qobject_cast<QFile*>(device.value().get()) != nullptr &&
                          device.value()->peek(3) == QByteArrayView("\x1f\x8b\x08");
    return isPacked ? unpacked(path, device.value()->size()) : std::move(device);
}

Result<QByteArray> readFile(const QString& path, qint64 mostBytes)
{
    const Result<std::unique_ptr<QIODevice>> device = openToRead(path, mostBytes);
    return device ? Result<QByteArray>(device.value()->readAll()) : Result<QByteArray>(device.error());
}

Result<QByteArray> readStandardInput(qint64 mostBytes)
{
    const QString place = QStringLiteral("standard input");
    static bool wasRead = false; // nothing would be there the second time, and pass for an empty body
    if (std::exchange(wasRead, true)) {
        return Error{.kind = Error::Kind::BadUsage,
                     .message = QStringLiteral("can serve only one option; give a file for the other"),
                     .place = place};
    }
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly)) {
        return Error{.kind = Error::Kind::Environment,
                     .message = QStringLiteral("cannot read this input: %1").arg(input.errorString()),
                     .place = place};
    }
    return readBounded(input, place, mostBytes);
}

} // namespace retryscope::io
