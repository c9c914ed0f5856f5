// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_parse.h"
#include "core/io/text/result.h"
#include "core/io/traffic/seen_exchange.h"
#include "core/run/run_record.h"

#include <QString>
#include <QStringList>

#include <string>

namespace retryscope::io {

/// A file of another program with its requests.
struct TrafficFile
{
    QIODevice& device;   ///< seekable, at its beginning
    QString name;        ///< for messages
    QString damage = {}; ///< of the packed file that it was, which gives a remark
};

/// The names of all formats, as `--from` takes them.
[[nodiscard]] QStringList trafficFormats();
/// `HAR 1.2`, for people; format: one of trafficFormats().
[[nodiscard]] QString trafficTitle(const QString& format);
/// The format of this text, or of the file that begins here, by its first 64 KiB; empty if none is
/// recognised.
[[nodiscard]] QString trafficFormatOf(QByteArrayView text);
[[nodiscard]] QString trafficFormatOf(QIODevice& device);

/// Makes one record of the requests in these files, in the order of time. Groups them into calls like the
/// recorder (CallGrouping). Requests that follow a redirect become hops of their attempt. Keeps bodies of at
/// most 64 KiB, 128 MiB in all, and length and digest of the others. header().import says what was
/// understood. groupBy: a header field whose value is the id of the call; empty: automatic. An error if no
/// request is found, if none has that field, or above `most` requests.
Result<RunRecord> importTraffic(const std::vector<TrafficFile>& files, const QString& format,
                                const Progress& progress = {}, std::size_t most = kMostImported,
                                const std::string& groupBy = {});

} // namespace retryscope::io
