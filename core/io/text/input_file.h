// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/io/text/result.h"

#include <QByteArray>
#include <QString>

#include <memory>

class QIODevice;

namespace retryscope::io {

/// Longest policy, scenario or settings file. A scenario takes some 16 times its size in memory.
inline constexpr qint64 kMostDocumentBytes = qint64{32} * 1024 * 1024;
/// Longest response, body or other file that is read at one go.
inline constexpr qint64 kMostFileBytes = qint64{256} * 1024 * 1024;
/// Longest record: it is read piece by piece.
inline constexpr qint64 kMostRecordBytes = qint64{4} * 1024 * 1024 * 1024;

/// The complaint about a file that is longer than that.
[[nodiscard]] Error tooLarge(const QString& place, qint64 mostBytes);
/// What regular files hold, and what comes through standard input or a pipe under `/dev/fd`, if it is no more
/// than `mostBytes`; other pipes and devices are refused, since they may never end or never begin. Nothing is
/// in `/dev/null`.
Result<QByteArray> readFile(const QString& path, qint64 mostBytes = kMostFileBytes);
/// All that comes on standard input, up to as many bytes. BadUsage the second time: it comes once.
Result<QByteArray> readStandardInput(qint64 mostBytes = kMostFileBytes);
/// A file opened for reading; what comes through a pipe is read first, so that it can be gone back in, and is
/// held to kMostFileBytes.
Result<std::unique_ptr<QIODevice>> openToRead(const QString& path, qint64 mostBytes = kMostRecordBytes);

} // namespace retryscope::io
