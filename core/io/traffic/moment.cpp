// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/moment.h"

#include "core/io/text/utf8.h"

#include <QDateTime>

#include <algorithm>

namespace retryscope::io {

namespace {

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

/// Microseconds of the digits after the point; finer ones are dropped.
Duration fractionOf(std::string_view digits)
{
    constexpr int kDigits = 6;
    std::int64_t value = 0;
    for (std::size_t at = 0; at < kDigits; ++at) {
        value = value * 10 + (at < digits.size() ? digits[at] - '0' : 0);
    }
    return Duration{value};
}

/// Seconds east of Greenwich of `Z`, `+01:00`, `-0800`; absent: no zone.
std::optional<int> offsetOf(std::string_view zone)
{
    if (zone == "Z" || zone == "z") {
        return 0;
    }
    std::string digits(zone.substr(std::min<std::size_t>(1, zone.size())));
    std::erase(digits, ':');
    const bool isOffset = !zone.empty() && (zone.front() == '+' || zone.front() == '-') &&
                          digits.size() == 4 && std::ranges::all_of(digits, isDigit);
    if (!isOffset) {
        return std::nullopt;
    }
    const int seconds = std::stoi(digits.substr(0, 2)) * 3600 + std::stoi(digits.substr(2)) * 60;
    return zone.front() == '-' ? -seconds : seconds;
}

} // namespace

std::optional<Moment> readMoment(std::string_view text)
{
    constexpr std::size_t kToSeconds = std::string_view("2026-01-31T12:00:00").size();
    constexpr std::size_t kLongest = 48;
    if (text.size() < kToSeconds || text.size() > kLongest || (text[10] != 'T' && text[10] != ' ')) {
        return std::nullopt;
    }
    std::string day(text.substr(0, kToSeconds));
    day[10] = 'T';
    std::string_view rest = text.substr(kToSeconds);
    std::string_view fraction;
    if (rest.size() > 1 && (rest.front() == '.' || rest.front() == ',')) {
        const auto end = std::find_if_not(rest.begin() + 1, rest.end(), isDigit);
        fraction = rest.substr(1, static_cast<std::size_t>(end - rest.begin()) - 1);
        rest.remove_prefix(fraction.size() + 1);
    }
    const std::optional<int> offset = offsetOf(rest);
    if (!offset && !rest.empty()) {
        return std::nullopt;
    }
    QDateTime time = QDateTime::fromString(toQString(day), Qt::ISODate);
    if (offset) {
        time.setOffsetFromUtc(*offset);
    }
    if (!time.isValid() || time.toSecsSinceEpoch() < 0) {
        return std::nullopt;
    }
    return Moment{.since1970 = std::chrono::seconds{time.toSecsSinceEpoch()} + fractionOf(fraction),
                  .hasZone = offset.has_value()};
}

} // namespace retryscope::io
