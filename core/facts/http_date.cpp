// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/http_date.h"

#include "core/facts/padded_number.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::array<std::string_view, 7> kDays{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};

std::optional<int> numberIn(std::string_view text)
{
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() && value >= 0 ? std::optional(value)
                                                                                  : std::nullopt;
}

std::optional<unsigned> monthIn(std::string_view text)
{
    const auto found = std::find(kMonths.begin(), kMonths.end(), text);
    return found == kMonths.end() ? std::nullopt
                                  : std::optional(static_cast<unsigned>(found - kMonths.begin()) + 1U);
}

std::vector<std::string_view> split(std::string_view text, std::string_view separators)
{
    std::vector<std::string_view> parts;
    std::size_t begin = text.find_first_not_of(separators);
    while (begin != std::string_view::npos) {
        const std::size_t end = text.find_first_of(separators, begin);
        parts.push_back(text.substr(begin, end - begin));
        begin = text.find_first_not_of(separators, end == std::string_view::npos ? text.size() : end);
    }
    return parts;
}

/// `Sun` or `Sunday`; which day it really was is not checked, because a wrong one changes nothing.
bool isDayName(std::string_view text)
{
    return std::any_of(kDays.begin(), kDays.end(),
                       [text](std::string_view day) { return text.starts_with(day); });
}

/// What a local time is ahead of UTC: `GMT`, `UTC`, `+0200`, `PDT`. HTTP knows GMT alone; the clients that
/// read dates (curl, Python's email.utils.parsedate_tz, Date.parse of JavaScript) take all of these.
std::optional<std::chrono::minutes> zoneOffset(std::string_view text)
{
    using std::chrono::hours;
    using std::chrono::minutes;
    constexpr std::array<std::pair<std::string_view, int>, 12> kZones{{{"GMT", 0},
                                                                       {"UTC", 0},
                                                                       {"UT", 0},
                                                                       {"Z", 0},
                                                                       {"EST", -5},
                                                                       {"EDT", -4},
                                                                       {"CST", -6},
                                                                       {"CDT", -5},
                                                                       {"MST", -7},
                                                                       {"MDT", -6},
                                                                       {"PST", -8},
                                                                       {"PDT", -7}}};
    for (const auto& [name, ahead] : kZones) {
        if (text == name) {
            return hours{ahead};
        }
    }
    constexpr std::size_t kNumeric = 5; // of `+0200`
    if (text.size() != kNumeric || (text.front() != '+' && text.front() != '-')) {
        return std::nullopt;
    }
    const std::optional<int> hour = numberIn(text.substr(1, 2));
    const std::optional<int> minute = numberIn(text.substr(3, 2));
    if (!hour || !minute || *hour > 23 || *minute > 59) {
        return std::nullopt;
    }
    const minutes ahead = hours{*hour} + minutes{*minute};
    return text.front() == '-' ? -ahead : ahead;
}

struct TextParts
{
    std::string_view day, month, year, time;
    std::chrono::minutes zone{0};
};

/// The three forms: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`,
/// `Sun Nov  6 08:49:37 1994`; the first two also without the day's name.
std::optional<TextParts> partsOf(std::string_view text)
{
    std::vector<std::string_view> words = split(text, " ,");
    const bool hasDayName = !words.empty() && isDayName(words.front());
    if (hasDayName) {
        words.erase(words.begin());
        if (words.size() == 4 && monthIn(words[0])) {
            return TextParts{words[1], words[0], words[3], words[2]};
        }
    }
    if (words.size() == 3) {
        const std::vector<std::string_view> date = split(words.front(), "-");
        words.erase(words.begin());
        words.insert(words.begin(), date.begin(), date.end());
    }
    const std::optional<std::chrono::minutes> zone = words.size() == 5 ? zoneOffset(words[4]) : std::nullopt;
    return zone ? std::optional(TextParts{words[0], words[1], words[2], words[3], *zone}) : std::nullopt;
}

std::optional<std::chrono::seconds> timeOfDay(std::string_view text)
{
    const std::vector<std::string_view> words = split(text, ":");
    if (words.size() != 3) {
        return std::nullopt;
    }
    const std::optional<int> hour = numberIn(words[0]);
    const std::optional<int> minute = numberIn(words[1]);
    const std::optional<int> second = numberIn(words[2]);
    if (!hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 60) {
        return std::nullopt;
    }
    return std::chrono::hours{*hour} + std::chrono::minutes{*minute} + std::chrono::seconds{*second};
}

int fullYear(int year, std::size_t digits)
{
    if (digits > 2) {
        return year;
    }
    return year + (year < 70 ? 2000 : 1900);
}

} // namespace

std::string httpDate(WallTime time)
{
    using namespace std::chrono;
    const auto days = floor<std::chrono::days>(time);
    const year_month_day date{sys_days{days}};
    const hh_mm_ss<seconds> clock{duration_cast<seconds>(time - days)};
    std::string text;
    text.reserve(sizeof("Thu, 01 Jan 2026 00:00:00 GMT") - 1);
    text.append(kDays.at(weekday{sys_days{days}}.c_encoding())).append(", ");
    appendPadded(text, static_cast<unsigned>(date.day()), 2);
    text.append(" ").append(kMonths.at(static_cast<unsigned>(date.month()) - 1U)).append(" ");
    appendPadded(text, static_cast<int>(date.year()), 4);
    for (const auto& [mark, part] :
         {std::pair(' ', clock.hours().count()), std::pair(':', clock.minutes().count()),
          std::pair(':', clock.seconds().count())}) {
        text += mark;
        appendPadded(text, part, 2);
    }
    text += " GMT";
    return text;
}

std::optional<WallTime> parseHttpDate(std::string_view text)
{
    using namespace std::chrono;
    const std::optional<TextParts> parts = partsOf(text);
    if (!parts) {
        return std::nullopt;
    }
    const std::optional<int> dayNumber = numberIn(parts->day);
    const std::optional<unsigned> monthNumber = monthIn(parts->month);
    const std::optional<int> yearNumber = numberIn(parts->year);
    const std::optional<seconds> clock = timeOfDay(parts->time);
    if (!dayNumber || !monthNumber || !yearNumber || !clock || *yearNumber > 9999) {
        return std::nullopt;
    }
    const year_month_day date{year{fullYear(*yearNumber, parts->year.size())}, month{*monthNumber},
                              day{static_cast<unsigned>(*dayNumber)}};
    if (!date.ok()) {
        return std::nullopt;
    }
    return duration_cast<WallTime>(sys_days{date}.time_since_epoch() + *clock - parts->zone);
}

} // namespace retryscope
