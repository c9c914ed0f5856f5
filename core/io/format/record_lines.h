// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/format/record_json.h"

#include <QByteArray>
#include <QIODevice>

#include <memory>

namespace retryscope::io {

/// End of the first line of such a record.
inline constexpr auto kFirstCallFollows = ",\"calls\":[";

/// A record line by line, for one that is written while its run goes on: a line that opens the document, a
/// line for each call, a line that ends it. It says `"cutOff": true`. Without its last lines it is read all
/// the same.
class RecordLines
{
public:
    /// Bytes of a response body that a line keeps: whoever writes it does so between two events of the run,
    /// some 10 ms a MiB.
    static constexpr std::size_t kMostOfABody = std::size_t{1024} * 1024;

    /// header: with isCutOff. options: `beyond` and `progress` have no meaning here.
    RecordLines(RunHeader header, const RecordJsonOptions& options);
    ~RecordLines();
    RecordLines(const RecordLines&) = delete;
    RecordLines& operator=(const RecordLines&) = delete;

    [[nodiscard]] QByteArray header();
    /// A call that is under way may come again; the calls of a client come in order. isFirst: no other line
    /// stands before it.
    [[nodiscard]] QByteArray call(const CallRecord& call, bool isFirst);
    [[nodiscard]] static QByteArray end() { return QByteArrayLiteral("]}\n"); }

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// What such a record holds up to its last whole line, from `start`, ended as a document that says
/// `"endLost": true`; nothing for any other text. device: can seek, and outlives it.
[[nodiscard]] std::unique_ptr<QIODevice> wholeLinesOf(QIODevice& device, qint64 start);

/// The same up to the first line that is damaged: what stands behind it is lost, too.
[[nodiscard]] std::unique_ptr<QIODevice> soundLinesOf(QIODevice& device, qint64 start);

} // namespace retryscope::io
