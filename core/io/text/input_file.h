// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>

#include <memory>

class QIODevice;

namespace retryscope::io {

/// Largest policy, scenario or settings file. A scenario takes about 16 times its size in memory.
inline constexpr qint64 kMostDocumentBytes = qint64{32} * 1024 * 1024;
/// Largest response, body or other file that is read at once.
inline constexpr qint64 kMostFileBytes = qint64{256} * 1024 * 1024;
/// Largest record; records are read piece by piece.
inline constexpr qint64 kMostRecordBytes = qint64{4} * 1024 * 1024 * 1024;

/// The error for a file above its limit.
[[nodiscard]] Error tooLarge(const QString& place, qint64 mostBytes);
/// Reads a regular file, standard input or a pipe under `/dev/fd`, up to `mostBytes`. Rejects other pipes and
/// devices, which might never begin or end. `/dev/null` is empty.
Result<QByteArray> readFile(const QString& path, qint64 mostBytes = kMostFileBytes);
/// Reads all of standard input, up to mostBytes. A second call is BadUsage.
Result<QByteArray> readStandardInput(qint64 mostBytes = kMostFileBytes);
/// Opens a file for reading. Reads a pipe completely first, up to kMostFileBytes, so that the result can
/// seek.
Result<std::unique_ptr<QIODevice>> openToRead(const QString& path, qint64 mostBytes = kMostRecordBytes);
/// A file to read from its beginning.
struct InputFile
{
    std::unique_ptr<QIODevice> device;
    QString damage; ///< of a gzip file, what is wrong with it; what stands before that is there
};
/// Like openToRead(); unpacks a gzip file into a temporary one, up to 200 times its size.
Result<InputFile> openUnpacked(const QString& path);
/// True if this is the beginning of a gzip file.
[[nodiscard]] bool isPacked(QIODevice& file);

} // namespace retryscope::io
