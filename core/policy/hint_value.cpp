// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/hint_value.h"

#include "core/facts/header_syntax.h"
#include "core/facts/http_date.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

namespace retryscope {

namespace {

/// From 2024 on a number of seconds is a moment to clients that read both in one header (ky 1.14.3,
/// core/Ky.js).
constexpr double kFirstMoment = 1'704'067'200;

/// Whole non-negative number with nothing else around it.
std::optional<Duration> wholeNumber(std::string_view text, Duration unit)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0) {
        return std::nullopt;
    }
    return unit * std::min<std::int64_t>(value, kHundredYears / unit);
}

/// A number from 0 on, in the form of digits that may be followed by a dot and more of them; kept to
/// milliseconds, as timers are.
std::optional<Duration> decimalNumber(std::string_view text, Duration unit)
{
    const std::size_t dot = text.find('.');
    const std::optional<Duration> whole = wholeNumber(text.substr(0, dot), unit);
    if (!whole || dot == std::string_view::npos) {
        return whole;
    }
    const std::string_view digits = text.substr(dot + 1);
    constexpr std::string_view kDigits = "0123456789";
    if (digits.empty() || digits.find_first_not_of(kDigits) != std::string_view::npos) {
        return std::nullopt;
    }
    double part = 0;
    for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
        part = (part + (*digit - '0')) / 10;
    }
    return *whole + std::chrono::floor<std::chrono::milliseconds>(unit * part);
}

/// The number with which a text begins, and what follows it.
std::optional<std::pair<double, std::string_view>> leadingNumber(std::string_view text)
{
    constexpr std::string_view kBegins = "+-.0123456789";
    if (text.empty() || kBegins.find(text.front()) == std::string_view::npos) {
        return std::nullopt; // from_chars knows names of numbers, too
    }
    const std::string_view rest = text.front() == '+' ? text.substr(1) : text;
    double value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc{} || !std::isfinite(value)) {
        return std::nullopt;
    }
    return std::pair{value, rest.substr(static_cast<std::size_t>(end - rest.data()))};
}

/// In units of so much; what is below 0 is 0.
Duration inUnits(double number, Duration unit)
{
    const double longest = toSeconds(kHundredYears) * 1000;
    return fromMilliseconds(std::clamp(number * toMilliseconds(unit), 0.0, longest));
}

std::optional<Duration> number(const HintSpec& hint, std::string_view text, Duration unit)
{
    if (hint.isSigned || hint.leading) {
        const auto found = leadingNumber(text);
        return found && (hint.leading || found->second.empty()) && (hint.isSigned || found->first >= 0)
                   ? std::optional(inUnits(found->first, unit))
                   : std::nullopt;
    }
    return hint.decimals ? decimalNumber(text, unit) : wholeNumber(text, unit);
}

std::optional<Duration> untilMoment(std::optional<WallTime> moment, std::optional<WallTime> now)
{
    if (!moment || !now) {
        return std::nullopt;
    }
    const WallTime left = std::clamp<WallTime>(*moment - *now, WallTime::zero(), kHundredYears);
    return std::chrono::duration_cast<Duration>(left);
}

std::optional<WallTime> momentOf(double seconds)
{
    constexpr double kPerSecond = 1000;
    constexpr double kLast = 1e12;
    return WallTime{static_cast<WallTime::rep>(std::clamp(seconds, 0.0, kLast) * kPerSecond)};
}

/// `1h`, `6m0s`, `1.5s`, `20ms`, as Go writes durations.
std::optional<Duration> durationIn(std::string_view text)
{
    constexpr std::array<std::pair<std::string_view, double>, 6> kUnits{
        {{"ms", 1}, {"us", 1e-3}, {"ns", 1e-6}, {"s", 1e3}, {"m", 6e4}, {"h", 3.6e6}}};
    double milliseconds = 0;
    if (text.empty()) {
        return std::nullopt;
    }
    while (!text.empty()) {
        const auto part = leadingNumber(text);
        if (!part || part->first < 0) {
            return std::nullopt;
        }
        const auto unit = std::find_if(kUnits.begin(), kUnits.end(), [&part](const auto& known) {
            return part->second.starts_with(known.first);
        });
        if (unit == kUnits.end()) {
            return std::nullopt;
        }
        milliseconds += part->first * unit->second;
        text = part->second.substr(unit->first.size());
    }
    return inUnits(milliseconds, std::chrono::milliseconds{1});
}

std::optional<WallTime> withoutZone(std::string_view text)
{
    return parseHttpDate(std::string(text) + " GMT");
}

/// `2026-12-24T00:00:00Z`, `2026-12-24T00:00:00`, `2026-12-24` (ECMAScript, Date Time String Format).
std::optional<WallTime> isoMoment(std::string_view text)
{
    constexpr std::size_t kDay = 10;
    if (const std::optional<WallTime> moment = parseTimestamp(text)) {
        return moment;
    }
    if (text.size() == kDay) {
        return parseTimestamp(std::string(text) + "T00:00:00Z");
    }
    return parseTimestamp(std::string(text) + 'Z');
}

/// A date in one of the forms that this client reads.
std::optional<WallTime> dateIn(const HintSpec& hint, std::string_view text)
{
    if (const std::optional<WallTime> date = parseHttpDate(text)) {
        return date;
    }
    switch (hint.dates) {
    case DateForms::Http:
        break;
    case DateForms::Python:
        return withoutZone(text);
    case DateForms::JavaScript:
        if (const std::optional<WallTime> date = withoutZone(text)) {
            return date;
        }
        return isoMoment(text);
    case DateForms::Smithy:
        return isoMoment(text);
    }
    return std::nullopt;
}

/// Seconds or a date.
std::optional<Duration> secondsOrDate(const HintSpec& hint, std::string_view text,
                                      std::optional<WallTime> now)
{
    constexpr std::string_view kJoined = "GMT, ";
    if (const std::size_t at = text.find(kJoined);
        hint.dates == DateForms::Smithy && at != std::string_view::npos) {
        return number(hint, trimmed(text.substr(at + kJoined.size()), " \t"), std::chrono::seconds{1});
    }
    const std::optional<Duration> seconds = number(hint, text, std::chrono::seconds{1});
    return seconds ? seconds : untilMoment(dateIn(hint, text), now);
}

std::optional<Duration> secondsDateOrEpoch(const HintSpec& hint, std::string_view text,
                                           std::optional<WallTime> now)
{
    const std::optional<double> seconds = numberIn(text);
    if (seconds && *seconds >= kFirstMoment) {
        return untilMoment(momentOf(*seconds), now);
    }
    const std::optional<Duration> read = number(hint, text, std::chrono::seconds{1});
    return read ? read : untilMoment(dateIn(hint, text), now);
}

/// Exactly so many digits.
std::optional<int> digitsAt(std::string_view text, std::size_t at, std::size_t count)
{
    int value = 0;
    if (at + count > text.size()) {
        return std::nullopt;
    }
    for (const char digit : text.substr(at, count)) {
        if (digit < '0' || digit > '9') {
            return std::nullopt;
        }
        value = value * 10 + (digit - '0');
    }
    return value;
}

/// `Z`, or `+02:00`: what our time of day is ahead of UTC.
std::optional<std::chrono::minutes> offsetIn(std::string_view zone)
{
    if (zone == "Z" || zone == "z") {
        return std::chrono::minutes{0};
    }
    const std::optional<int> hours = digitsAt(zone, 1, 2);
    const std::optional<int> minutes = digitsAt(zone, 4, 2);
    if (zone.size() != 6 || (zone[0] != '+' && zone[0] != '-') || zone[3] != ':' || !hours || !minutes) {
        return std::nullopt;
    }
    const std::chrono::minutes ahead = std::chrono::hours{*hours} + std::chrono::minutes{*minutes};
    return zone[0] == '-' ? -ahead : ahead;
}

} // namespace

std::optional<double> numberIn(std::string_view text)
{
    const auto found = leadingNumber(trimmed(text));
    return found && found->second.empty() ? std::optional(found->first) : std::nullopt;
}

bool isInThePast(std::string_view text, const std::optional<Duration>& asked)
{
    return asked == Duration::zero() && numberIn(text).value_or(-1) < 0;
}

std::optional<WallTime> parseTimestamp(std::string_view text)
{
    constexpr std::size_t kSeconds = 19; // of `2026-01-31T12:00:00`
    const auto year = digitsAt(text, 0, 4);
    const auto month = digitsAt(text, 5, 2);
    const auto day = digitsAt(text, 8, 2);
    const auto hour = digitsAt(text, 11, 2);
    const auto minute = digitsAt(text, 14, 2);
    const auto second = digitsAt(text, 17, 2);
    if (!year || !month || !day || !hour || !minute || !second || text[4] != '-' || text[7] != '-' ||
        (text[10] != 'T' && text[10] != 't' && text[10] != ' ') || text[13] != ':' || text[16] != ':') {
        return std::nullopt;
    }
    const std::chrono::year_month_day date{std::chrono::year{*year},
                                           std::chrono::month{static_cast<unsigned>(*month)},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    if (!date.ok() || *hour > 23 || *minute > 59 || *second > 60) {
        return std::nullopt;
    }
    std::string_view rest = text.substr(kSeconds);
    double fraction = 0;
    if (!rest.empty() && rest.front() == '.') {
        const std::size_t end = std::min(rest.find_first_not_of("0123456789", 1), rest.size());
        for (std::size_t i = end - 1; i > 0; --i) {
            fraction = (fraction + (rest[i] - '0')) / 10;
        }
        rest.remove_prefix(end);
    }
    const std::optional<std::chrono::minutes> offset = offsetIn(rest);
    if (!offset) {
        return std::nullopt;
    }
    const WallTime days = std::chrono::sys_days{date}.time_since_epoch();
    return days + std::chrono::hours{*hour} + std::chrono::minutes{*minute} + std::chrono::seconds{*second} +
           WallTime{static_cast<WallTime::rep>(fraction * 1000)} - *offset;
}

std::optional<Duration> hintValue(const HintSpec& hint, std::string_view text, std::optional<WallTime> now)
{
    text = trimmed(text, " \t"); // blanks around a value are none of it (RFC 9110, 5.5)
    switch (hint.unit) {
    case HintUnit::Seconds:
        return number(hint, text, std::chrono::seconds{1});
    case HintUnit::Date:
        return untilMoment(dateIn(hint, text), now);
    case HintUnit::SecondsOrDate:
        return secondsOrDate(hint, text, now);
    case HintUnit::Milliseconds:
        return number(hint, text, std::chrono::milliseconds{1});
    case HintUnit::TimeSpan:
        return durationIn(text);
    case HintUnit::EpochSeconds: {
        const std::optional<double> seconds = numberIn(text);
        return seconds ? untilMoment(momentOf(*seconds), now) : std::nullopt;
    }
    case HintUnit::Timestamp:
        return untilMoment(parseTimestamp(text), now);
    case HintUnit::SecondsDateOrEpoch:
        return secondsDateOrEpoch(hint, text, now);
    }
    return std::nullopt;
}

bool isForStatus(const HintSpec& hint, int status)
{
    return hint.statusIn.empty() ||
           std::any_of(hint.statusIn.begin(), hint.statusIn.end(),
                       [status](const StatusRange& range) { return range.contains(status); });
}

bool bringsHint(const std::vector<HintSpec>& hints, const AttemptFacts& facts)
{
    if (!facts.response) {
        return false;
    }
    const Headers& headers = facts.response->headers;
    return std::any_of(hints.begin(), hints.end(), [&](const HintSpec& hint) {
        const std::string* text = headers.find(hint.header);
        return text != nullptr && isForStatus(hint, facts.response->status) &&
               hintValue(hint, *text, WallTime::zero()).has_value(); // whatever the time, a date is one
    });
}

} // namespace retryscope
