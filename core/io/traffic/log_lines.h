// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/json/json_parse.h"
#include "core/io/text/result.h"
#include "core/io/traffic/moment.h"

#include <QByteArrayView>

#include <functional>
#include <optional>
#include <string_view>

namespace retryscope::io {

/// A line of a log.
struct LogLine
{
    std::size_t number = 1;     ///< from 1
    std::optional<Moment> time; ///< at the beginning of the line, in brackets or not; absent: there is none
    std::string_view text;      ///< behind the time, without the line end; the first 256 KiB
    bool isCut = false;         ///< the line is longer
};

/// Goes through a log line by line. An error if reading was stopped.
Result<Done> readLogLines(QIODevice& device, const QString& place, const Progress& progress,
                          const std::function<void(const LogLine&)>& take);

/// True if a line begins with a time.
[[nodiscard]] bool beginsWithTime(std::string_view line);
/// True if isOne() accepts a line of the text.
[[nodiscard]] bool hasLine(QByteArrayView text, const std::function<bool(std::string_view line)>& isOne);
/// The delay of at most a day at the beginning of a text: `0.587 seconds`.
[[nodiscard]] std::optional<Duration> secondsIn(std::string_view text);

/// `line 12`.
[[nodiscard]] std::string placeOf(const LogLine& line);

} // namespace retryscope::io
