// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/hint.h"

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

std::optional<Duration> untilDate(std::string_view text, std::optional<WallTime> now)
{
    const std::optional<WallTime> date = parseHttpDate(text);
    if (!date || !now) {
        return std::nullopt;
    }
    const WallTime left = std::clamp<WallTime>(*date - *now, WallTime::zero(), kLongest);
    return std::chrono::duration_cast<Duration>(left);
}

std::optional<Duration> askedFor(const HintSpec& hint, const std::string& text, std::optional<WallTime> now)
{
    switch (hint.unit) {
    case HintUnit::Seconds:
        return wholeNumber(text, std::chrono::seconds{1});
    case HintUnit::Date:
        return untilDate(text, now);
    case HintUnit::SecondsOrDate: {
        const std::optional<Duration> seconds = wholeNumber(text, std::chrono::seconds{1});
        return seconds ? seconds : untilDate(text, now);
    }
    case HintUnit::Milliseconds:
        return wholeNumber(text, std::chrono::milliseconds{1});
    }
    return std::nullopt;
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
    for (const HintSpec& hint : hints) {
        const std::string* text = facts.response->headers.find(hint.header);
        if (!text) {
            continue;
        }
        HintApplied finding{.header = hint.header,
                            .text = *text,
                            .asked = askedFor(hint, *text, wallTime),
                            .lower = hint.bounds == HintBounds::Replace ? Duration::zero() : backoff.result,
                            .upper = upperBound(hint, backoff.result),
                            .applied = backoff.result};
        if (finding.asked) {
            result.result = finding.applied = bounded(hint, *finding.asked, backoff.result);
            result.low = bounded(hint, *finding.asked, backoff.low);
            result.high = bounded(hint, *finding.asked, backoff.high);
        }
        result.findings.push_back(std::move(finding));
        if (result.findings.back().asked) {
            break;
        }
    }
    return result;
}

} // namespace retryscope
