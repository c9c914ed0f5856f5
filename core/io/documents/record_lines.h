// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/documents/record_json.h"

#include <QByteArray>
#include <QIODevice>

#include <memory>

namespace retryscope::io {

/// End of the first line of a record written in lines.
inline constexpr auto kFirstCallFollows = ",\"calls\":[";

/// A record in lines, written during its run: one line opens the document, one line per call, one line ends
/// it. It has `"cutOff": true` and can be read without its last lines.
class RecordLines
{
public:
    /// Bytes of a response body kept in a line: writing happens between two events of the run, about 10 ms
    /// per MiB.
    static constexpr std::size_t kMostOfABody = std::size_t{1024} * 1024;

    /// header: with isCutOff. options: `beyond` and `progress` have no meaning here.
    RecordLines(RunHeader header, const RecordJsonOptions& options);
    ~RecordLines();
    RecordLines(const RecordLines&) = delete;
    RecordLines& operator=(const RecordLines&) = delete;

    [[nodiscard]] QByteArray header();
    /// The line of a call. A running call can be written again; the calls of a client come in order. isFirst:
    /// the first call line.
    [[nodiscard]] QByteArray call(const CallRecord& call, bool isFirst);
    [[nodiscard]] static QByteArray end() { return QByteArrayLiteral("]}\n"); }

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The record up to its last complete line, from `start`, closed as a document with `"endLost": true`; null
/// for any other text. device: seekable; must outlive the result.
[[nodiscard]] std::unique_ptr<QIODevice> wholeLinesOf(QIODevice& device, qint64 start);

/// The same, up to the first damaged line; later lines are lost too.
[[nodiscard]] std::unique_ptr<QIODevice> soundLinesOf(QIODevice& device, qint64 start);

} // namespace retryscope::io
