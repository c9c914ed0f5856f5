// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/text/input_file.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryFile>

#include <zlib.h>

#include <algorithm>
#include <cstdio>
#include <functional>
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

/// Unpacks a gzip file, block by block: zlib's own reader of files keeps the last block back where a checksum
/// is wrong.
class Unpacking
{
public:
    Unpacking() { m_isReady = inflateInit2(&m_stream, kGzip) == Z_OK; }
    ~Unpacking() { inflateEnd(&m_stream); }
    Unpacking(const Unpacking&) = delete;
    Unpacking& operator=(const Unpacking&) = delete;

    /// Hands on what a block holds; false: `take` wants no more, or nothing can follow.
    bool feed(QByteArray& block, const std::function<bool(const char* bytes, qint64 size)>& take)
    {
        m_stream.next_in = reinterpret_cast<Bytef*>(block.data()); // NOLINT(*-reinterpret-cast): zlib's type
        m_stream.avail_in = static_cast<uInt>(block.size());
        bool isOutputFull = false;
        while (m_isReady && (m_stream.avail_in > 0 || (isOutputFull && !m_hasEnded))) {
            if (m_hasEnded && !beginNext()) {
                return false;
            }
            m_stream.next_out = reinterpret_cast<Bytef*>(m_out.data()); // NOLINT(*-reinterpret-cast)
            m_stream.avail_out = static_cast<uInt>(m_out.size());
            const int result = inflate(&m_stream, Z_NO_FLUSH);
            m_hasEnded = result == Z_STREAM_END;
            isOutputFull = m_stream.avail_out == 0;
            m_isReady = m_hasEnded || result == Z_OK || result == Z_BUF_ERROR;
            if (!m_isReady) {
                m_damage = m_stream.msg == nullptr ? QStringLiteral("its data are not those of gzip")
                                                   : QString::fromLatin1(m_stream.msg);
            }
            if (!take(m_out.constData(), m_out.size() - static_cast<qint64>(m_stream.avail_out))) {
                return false;
            }
        }
        return m_isReady;
    }
    /// What is wrong with the file, at its end; empty: nothing.
    [[nodiscard]] QString damage() const
    {
        return m_damage.isEmpty() && !m_hasEnded ? QStringLiteral("it is cut off") : m_damage;
    }

private:
    static constexpr int kGzip = 15 + 16; ///< the largest window, and gzip's head
    static constexpr qsizetype kBlock = qsizetype{256} * 1024;

    /// Files that were appended to one another are one file; other bytes behind the last are none of it.
    bool beginNext()
    {
        m_isReady = *m_stream.next_in == kFirstOfGzip && inflateReset(&m_stream) == Z_OK;
        m_hasEnded = !m_isReady;
        return m_isReady;
    }
    static constexpr Bytef kFirstOfGzip = 0x1f;

    z_stream m_stream{};
    QByteArray m_out = QByteArray(kBlock, Qt::Uninitialized);
    bool m_isReady = false;
    bool m_hasEnded = false;
    QString m_damage;
};

/// The content of a gzip file as a file that can seek, deleted at the end.
Result<InputFile> unpacked(QIODevice& packed, const QString& path)
{
    constexpr qint64 kSmall = qint64{64} * 1024 * 1024;
    constexpr qint64 kMostGrowth = 200; // logs shrink to a hundredth at most
    constexpr qint64 kBlock = qint64{256} * 1024;
    const qint64 most = std::min(kMostRecordBytes, std::max(kSmall, kMostGrowth * packed.size()));
    auto content = std::make_unique<QTemporaryFile>();
    std::optional<Error> problem;
    const auto fail = [&](QFileDevice& file) {
        problem = Error{.kind = Error::Kind::Environment,
                        .message = QStringLiteral("cannot unpack this file into %1: %2")
                                       .arg(QDir::tempPath(), file.errorString()),
                        .place = path};
        return false;
    };
    if (!content->open()) {
        fail(*content);
        return *problem;
    }
    Unpacking unpacking;
    qint64 size = 0;
    const auto write = [&](const char* bytes, qint64 count) {
        size += count;
        if (size > most) {
            problem = tooLarge(path, most);
            return false;
        }
        while (count > 0) { // what was not taken is tried again, for the reason
            const qint64 written = content->write(bytes, count);
            if (written <= 0) {
                return fail(*content);
            }
            bytes += written;
            count -= written;
        }
        return true;
    };
    for (QByteArray block = packed.read(kBlock); !block.isEmpty() && unpacking.feed(block, write);
         block = packed.read(kBlock)) {
    }
    if (!problem && !content->flush()) {
        fail(*content);
    }
    if (problem) {
        return *std::move(problem);
    }
    content->seek(0);
    return InputFile{.device = std::move(content), .damage = unpacking.damage()};
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

bool isPacked(QIODevice& file)
{
    return file.peek(3) == QByteArrayView("\x1f\x8b\x08");
}

Result<InputFile> openUnpacked(const QString& path)
{
    Result<std::unique_ptr<QIODevice>> device = openToRead(path);
    if (!device) {
        return device.error();
    }
    return qobject_cast<QFile*>(device.value().get()) != nullptr && isPacked(*device.value())
               ? unpacked(*device.value(), path)
               : Result<InputFile>(InputFile{.device = std::move(device).value(), .damage = {}});
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
