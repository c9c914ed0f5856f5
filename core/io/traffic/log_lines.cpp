// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/log_lines.h"

#include <QByteArray>
#include <QIODevice>

#include <algorithm>
#include <charconv>

namespace retryscope::io {

namespace {

constexpr qint64 kMostOfALine = qint64{256} * 1024;

/// Takes the time off the beginning of the line.
std::optional<Moment> takeTime(std::string_view& text)
{
    constexpr std::size_t kToSeconds = std::string_view("2026-01-31T12:00:00").size();
    std::string_view rest = text.starts_with('[') ? text.substr(1) : text;
    if (rest.size() < kToSeconds) {
        return std::nullopt;
    }
    const std::size_t end = std::min(rest.find_first_of(" \t]", kToSeconds), rest.size());
    const std::optional<Moment> time = readMoment(rest.substr(0, end));
    if (time) {
        rest.remove_prefix(end);
        const std::size_t begin = rest.find_first_not_of(" \t]");
        text = begin == std::string_view::npos ? std::string_view() : rest.substr(begin);
    }
    return time;
}

} // namespace

Result<Done> readLogLines(QIODevice& device, const QString& place, const Progress& progress,
                          const std::function<void(const LogLine&)>& take)
{
    constexpr std::size_t kReported = 1000; // lines
    QByteArray buffer(kMostOfALine + 1, Qt::Uninitialized);
    LogLine line;
    bool isRest = false; // of a line that was too long
    for (;;) {
        const qint64 size = device.readLine(buffer.data(), buffer.size());
        if (size <= 0) {
            return Done{};
        }
        std::string_view text(buffer.constData(), static_cast<std::size_t>(size));
        const bool isWhole = text.ends_with('\n');
        if (!isRest) {
            while (text.ends_with('\n') || text.ends_with('\r')) {
                text.remove_suffix(1);
            }
            line.isCut = !isWhole && !device.atEnd();
            line.text = text;
            line.time = takeTime(line.text);
            take(line);
        }
        isRest = !isWhole;
        line.number += isWhole ? 1 : 0;
        if (progress && isWhole && line.number % kReported == 0 && device.size() > 0 &&
            !progress(static_cast<double>(device.pos()) / static_cast<double>(device.size()))) {
            return Error{Error::Kind::Environment, QStringLiteral("reading was stopped"), place};
        }
    }
}

bool hasLine(QByteArrayView text, const std::function<bool(std::string_view line)>& isOne)
{
    while (!text.isEmpty()) {
        const qsizetype end = text.indexOf('\n');
        const QByteArrayView line = end < 0 ? text : text.first(end);
        if (isOne({line.data(), static_cast<std::size_t>(line.size())})) {
            return true;
        }
        text = end < 0 ? QByteArrayView() : text.sliced(end + 1);
    }
    return false;
}

std::optional<Duration> secondsIn(std::string_view text)
{
    constexpr double kMost = 86400;
    double seconds = 0;
    const bool isNumber = std::from_chars(text.data(), text.data() + text.size(), seconds).ec == std::errc();
    return isNumber && seconds >= 0 && seconds <= kMost ? std::optional(fromMilliseconds(seconds * 1000))
                                                        : std::nullopt;
}

bool beginsWithTime(std::string_view line)
{
    return takeTime(line).has_value();
}

std::string placeOf(const LogLine& line)
{
    return "line " + std::to_string(line.number);
}

} // namespace retryscope::io
