// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/hint.h"

#include "core/facts/header_syntax.h"
#include "core/facts/http_date.h"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

constexpr Duration kBoundAboveBackoff = std::chrono::seconds{5};
/// A hundred years: longer wishes are cut here, so that the instants of a run still fit into 64 bits.
constexpr std::chrono::seconds kLongest{3'155'760'000};

/// Whole non-negative number with nothing else around it.
std::optional<Duration> wholeNumber(std::string_view text, Duration unit)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < 0) {
        return std::nullopt;
    }
    return unit * std::min<std::int64_t>(value, kLongest / unit);
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

std::optional<Duration> number(const HintSpec& hint, std::string_view text, Duration unit)
{
    return hint.decimals ? decimalNumber(text, unit) : wholeNumber(text, unit);
}

std::optional<Duration> untilDate(std::string_view text, std::optional<WallTime> now)
{
    const std::optional<WallTime> date = parseHttpDate(text);
    if (!date || !now) {
        return std::nullopt;
    }
    const WallTime left = std::clamp<WallTime>(*date - *now, WallTime::zero(), kLongest);
    return std::chrono::duration_cast<Duration>(left);
}

std::optional<Duration> read(const HintSpec& hint, std::string_view text, std::optional<WallTime> now)
{
    switch (hint.unit) {
    case HintUnit::Seconds:
        return number(hint, text, std::chrono::seconds{1});
    case HintUnit::Date:
        return untilDate(text, now);
    case HintUnit::SecondsOrDate: {
        const std::optional<Duration> seconds = number(hint, text, std::chrono::seconds{1});
        return seconds ? seconds : untilDate(text, now);
    }
    case HintUnit::Milliseconds:
        return number(hint, text, std::chrono::milliseconds{1});
    }
    return std::nullopt;
}

std::optional<Duration> askedFor(const HintSpec& hint, std::string_view text, std::optional<WallTime> now)
{
    return read(hint, trimmed(text, " \t"), now); // blanks around a value are none of it (RFC 9110, 5.5)
}

/// The policy's hints that the response brings, in the policy's order; of those that hide others only the
/// one that stands first in the response.
std::vector<const HintSpec*> hintsIn(const std::vector<HintSpec>& hints, const Headers& headers)
{
    std::vector<const HintSpec*> found;
    const HintSpec* first = nullptr;
    for (const Header& header : headers.entries) {
        const auto hiding = std::find_if(hints.begin(), hints.end(), [&header](const HintSpec& hint) {
            return hint.hidesOthers && equalsIgnoringCase(hint.header, header.name);
        });
        if (hiding != hints.end()) {
            first = &*hiding;
            break;
        }
    }
    for (const HintSpec& hint : hints) {
        if ((!hint.hidesOthers || &hint == first) && headers.contains(hint.header)) {
            found.push_back(&hint);
        }
    }
    return found;
}

Duration bounded(const HintSpec& hint, Duration asked, Duration backoff)
{
    const Duration wish = hint.cap ? std::min(asked, *hint.cap) : asked;
    switch (hint.bounds) {
    case HintBounds::LowerBound:
        return std::max(wish, backoff);
    case HintBounds::Replace:
        return wish;
    case HintBounds::Within5s:
        return std::max(backoff, std::min(wish, backoff + kBoundAboveBackoff));
    }
    return backoff;
}

std::optional<Duration> upperBound(const HintSpec& hint, Duration backoff)
{
    if (hint.bounds == HintBounds::Within5s) {
        return backoff + kBoundAboveBackoff;
    }
    return hint.cap;
}

} // namespace

HintedDelay applyHints(const std::vector<HintSpec>& hints, const AttemptFacts& facts,
                       const BackoffComputed& backoff, std::optional<WallTime> wallTime)
{
    HintedDelay result{.findings = {}, .result = backoff.result, .low = backoff.low, .high = backoff.high};
    if (!facts.response) {
        return result;
    }
    for (const HintSpec* spec : hintsIn(hints, facts.response->headers)) {
        const HintSpec& hint = *spec;
        const std::string* text = facts.response->headers.find(hint.header);
        const std::optional<Duration> asked = askedFor(hint, *text, wallTime);
        if (hint.zeroMeansNone && asked == Duration::zero()) {
            continue;
        }
        HintApplied finding{.header = hint.header,
                            .text = *text,
                            .asked = asked,
                            .lower = hint.bounds == HintBounds::Replace ? Duration::zero() : backoff.result,
                            .upper = upperBound(hint, backoff.result),
                            .applied = backoff.result};
        if (finding.asked) {
            result.result = finding.applied = bounded(hint, *finding.asked, backoff.result);
            result.low = bounded(hint, *finding.asked, backoff.low);
            result.high = bounded(hint, *finding.asked, backoff.high);
        }
        result.findings.push_back(std::move(finding));
        result.isForbidden = hint.unreadableForbids && !result.findings.back().asked;
        if (result.findings.back().asked || result.isForbidden) {
            break;
        }
    }
    return result;
}

} // namespace retryscope
