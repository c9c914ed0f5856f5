// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/log_lines.h"

#include <QIODevice>

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::size_t kMostOfALine = std::size_t{256} * 1024;

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

/// Reads in blocks: a device without a buffer takes a system call for each byte of a line.
class BlockReader
{
public:
    explicit BlockReader(QIODevice& device) : m_device(device) {}

    /// Up to and with the next line end, but kMostOfALine bytes at most; empty at the end. Valid until the
    /// next call.
    std::string_view next()
    {
        std::size_t end = m_bytes.find('\n', m_begin);
        while (end == std::string::npos && m_bytes.size() - m_begin < kMostOfALine) {
            const std::size_t searched = m_bytes.size() - m_begin;
            if (!readMore()) {
                break;
            }
            end = m_bytes.find('\n', searched);
        }
        const std::size_t size = (end == std::string::npos ? m_bytes.size() : end + 1) - m_begin;
        const std::string_view line = std::string_view(m_bytes).substr(m_begin, std::min(size, kMostOfALine));
        m_begin += line.size();
        return line;
    }
    [[nodiscard]] bool isAtEnd() const { return m_begin == m_bytes.size() && m_device.atEnd(); }

private:
    bool readMore()
    {
        m_bytes.erase(0, std::exchange(m_begin, 0));
        const std::size_t before = m_bytes.size();
        m_bytes.resize(before + kMostOfALine);
        const qint64 read = m_device.read(m_bytes.data() + before, static_cast<qint64>(kMostOfALine));
        m_bytes.resize(before + static_cast<std::size_t>(std::max<qint64>(read, 0)));
        return read > 0;
    }

    QIODevice& m_device;
    std::string m_bytes;
    std::size_t m_begin = 0; ///< of the next line
};

} // namespace

Result<Done> readLogLines(QIODevice& device, const QString& place, const Progress& progress,
                          const std::function<void(const LogLine&)>& take)
{
    constexpr std::size_t kReported = 1000; // lines
    BlockReader reader(device);
    LogLine line;
    bool isRest = false; // of a line that was too long
    for (;;) {
        std::string_view text = reader.next();
        if (text.empty()) {
            return Done{};
        }
        const bool isWhole = text.ends_with('\n');
        if (!isRest) {
            while (text.ends_with('\n') || text.ends_with('\r')) {
                text.remove_suffix(1);
            }
            line.isCut = !isWhole && !reader.isAtEnd();
            line.text = text;
            line.time = takeTime(line.text);
            take(line);
        }
        isRest = !isWhole;
        line.number += isWhole ? 1 : 0;
        const bool isToReport = isRest || line.number % kReported == 0;
        if (progress && isToReport && device.size() > 0 &&
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
