// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/attempt_bars.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr std::uint32_t kInMilliseconds = 0x8000'0000U;
constexpr std::int64_t kLargest = 0x7FFF'FFFF;
constexpr std::uint8_t kAssumed = 1;
constexpr std::uint8_t kHint = 2;

std::uint32_t packed(Duration duration)
{
    const std::int64_t micros = std::max<std::int64_t>(0, duration.count());
    if (micros <= kLargest) {
        return static_cast<std::uint32_t>(micros);
    }
    return static_cast<std::uint32_t>(std::min(micros / 1000, kLargest)) | kInMilliseconds;
}

Duration unpacked(std::uint32_t value)
{
    const auto count = static_cast<std::int64_t>(value & ~kInMilliseconds);
    return Duration{(value & kInMilliseconds) != 0 ? count * 1000 : count};
}

} // namespace

AttemptBar AttemptBars::at(int index) const
{
    const Packed& from = m_bars[static_cast<std::size_t>(index)];
    AttemptBar bar;
    bar.state = static_cast<AttemptBar::State>(from.states & 3U);
    bar.connection = static_cast<AttemptBar::Connection>((from.states >> 2U) & 3U);
    bar.verdict = static_cast<Verdict>((from.states >> 4U) & 3U);
    bar.assumed = (from.flags & kAssumed) != 0;
    bar.hasHint = (from.flags & kHint) != 0;
    bar.spanKinds = from.spanKinds;
    bar.start = Instant{Duration{from.start}};
    bar.sendDelayBegin = bar.start - unpacked(from.sendDelay);
    bar.end = bar.start + unpacked(from.took);
    bar.delayEnd = bar.end + unpacked(from.delay);
    bar.planned = bar.end + unpacked(from.planned);
    bar.windowBegin = bar.end + unpacked(from.windowLow);
    bar.windowEnd = bar.end + unpacked(from.windowHigh);
    return bar;
}

void AttemptBars::set(int index, const AttemptBar& bar)
{
    if (index >= count()) {
        m_bars.resize(static_cast<std::size_t>(index) + 1);
    }
    const auto states = static_cast<unsigned>(bar.state) | static_cast<unsigned>(bar.connection) << 2U |
                        static_cast<unsigned>(bar.verdict) << 4U;
    m_bars[static_cast<std::size_t>(index)] = {
        .start = bar.start.time_since_epoch().count(),
        .sendDelay = packed(bar.start - bar.sendDelayBegin),
        .took = packed(bar.end - bar.start),
        .delay = packed(bar.delayEnd - bar.end),
        .planned = packed(bar.planned - bar.end),
        .windowLow = packed(bar.windowBegin - bar.end),
        .windowHigh = packed(bar.windowEnd - bar.end),
        .spanKinds = static_cast<std::uint16_t>(bar.spanKinds),
        .flags = static_cast<std::uint8_t>((bar.assumed ? kAssumed : 0) | (bar.hasHint ? kHint : 0)),
        .states = static_cast<std::uint8_t>(states)};
}

} // namespace retryscope::ui
