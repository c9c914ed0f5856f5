// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace retryscope {

namespace {

std::string formatted(const char* format, double value)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// At most `decimals` of them, without trailing zeros.
std::string shortNumber(double value, int decimals)
{
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    std::string result = text.data();
    if (result.find('.') != std::string::npos) {
        result.erase(result.find_last_not_of('0') + 1);
        if (result.back() == '.') {
            result.pop_back();
        }
    }
    return result;
}

/// So many significant digits and at least all of the whole number, without trailing zeros.
std::string digitsOf(double value, int digits)
{
    const double size = std::abs(value);
    const int whole = size >= 100 ? 3 : size >= 10 ? 2 : 1;
    return shortNumber(value, std::max(0, digits - whole));
}

std::string usualDigits(double value)
{
    return digitsOf(value, kUsualDigits);
}

std::string longDuration(double seconds)
{
    constexpr double kMinute = 60;
    constexpr double kHour = 3600;
    constexpr double kDay = 86400;
    const auto two = [](double first, const char* unit, double second, const char* smaller) {
        return numberText(static_cast<std::int64_t>(first)) + " " + unit +
               (second > 0 ? formatted(" %.0f ", second) + smaller : "");
    };
    const double whole = std::round(seconds);
    if (whole < kHour) {
        return two(std::floor(whole / kMinute), "min", std::fmod(whole, kMinute), "s");
    }
    if (whole < kDay) {
        return two(std::floor(whole / kHour), "h", std::floor(std::fmod(whole, kHour) / kMinute), "min");
    }
    const double days = std::floor(whole / kDay);
    return two(days, days == 1 ? "day" : "days", std::floor(std::fmod(whole, kDay) / kHour), "h");
}

} // namespace

std::string tokensNumber(int units, int perToken)
{
    constexpr int kDecimals = 3;
    return shortNumber(static_cast<double>(units) / perToken, kDecimals);
}

std::string durationText(Duration duration, int digits)
{
    constexpr double kFirstInMinutes = 99.95; // seconds; 99.9 s has three digits
    if (duration < Duration::zero()) {
        return "−" + durationText(duration == Duration::min() ? Duration::max() : -duration, digits);
    }
    const double milliseconds = toMilliseconds(duration);
    if (milliseconds == 0) {
        return "0 ms";
    }
    if (milliseconds < 999.5) {
        return digitsOf(milliseconds, digits) + " ms";
    }
    const double seconds = milliseconds / 1000;
    return seconds < kFirstInMinutes || digits > kUsualDigits ? digitsOf(seconds, digits) + " s"
                                                              : longDuration(seconds);
}

std::pair<std::string, std::string> unequalDurations(Duration one, Duration other)
{
    constexpr int kMostDigits = 18; // more than a Duration has
    for (int digits = kUsualDigits; digits < kMostDigits; ++digits) {
        const std::string text = durationText(one, digits);
        const std::string otherText = durationText(other, digits);
        if (text != otherText || one == other) {
            return {text, otherText};
        }
    }
    return {durationText(one), durationText(other)};
}

namespace {

/// Three significant digits up to 100 s, whole seconds above.
Duration grainOf(Duration duration)
{
    constexpr Duration kSecond = std::chrono::seconds(1);
    constexpr int kDigits = 100; // the first of three digits is that of the hundreds
    if (duration >= 100 * kSecond) {
        return kSecond;
    }
    Duration grain{10}; // no more than two decimals of a millisecond are shown
    while (duration / kDigits / 10 >= grain) {
        grain *= 10;
    }
    return grain;
}

} // namespace

Duration roundedDown(Duration duration)
{
    return duration - duration % grainOf(duration);
}

Duration roundedUp(Duration duration)
{
    const Duration down = roundedDown(duration);
    return down == duration ? duration : down + grainOf(duration);
}

std::string windowText(Duration low, Duration high)
{
    if (low == high) {
        return durationText(low);
    }
    const std::string from = durationText(low);
    const std::string to = durationText(high);
    if (from == to) { // they differ by less than is shown
        return to;
    }
    const std::size_t unit = to.rfind(' ');
    // `0 to 400 ms` reads better than `0 ms to 400 ms`.
    if (low == Duration::zero()) {
        return "0 to " + to;
    }
    const bool sameUnit = from.size() > to.size() - unit && from.ends_with(to.substr(unit));
    return (sameUnit ? from.substr(0, from.rfind(' ')) : from) + " to " + to;
}

std::string numberText(std::int64_t number)
{
    constexpr std::int64_t kMostWritten = 1'000'000'000'000'000'000;
    if (number > kMostWritten) { // a product that no longer fits is the largest number
        return "more than 10^18";
    }
    std::string text = std::to_string(number);
    const std::size_t first = number < 0 ? 1 : 0;
    for (std::size_t place = text.size(); place > first + 3;) {
        text.insert(place -= 3, ",");
    }
    return text;
}

std::string rateText(double perSecond)
{
    return usualDigits(perSecond) + " per second";
}

std::string bytesText(std::int64_t bytes)
{
    constexpr double kKibi = 1024;
    const auto size = static_cast<double>(bytes);
    if (size < kKibi) {
        return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    }
    if (size < kKibi * kKibi) {
        return usualDigits(size / kKibi) + " KiB";
    }
    return usualDigits(size / (kKibi * kKibi)) + " MiB";
}

std::string factorText(double factor)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%g", factor);
    return text.data();
}

} // namespace retryscope
