// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <optional>
#include <type_traits>

namespace retryscope {

/// A Duration that may be absent, in the space of one: a record holds seven for every attempt. Used like
/// std::optional<Duration>. Duration::min(), which nothing can take, stands for absence.
class OptionalDuration
{
public:
    using value_type = Duration;

    constexpr OptionalDuration() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): reads like std::optional
    constexpr OptionalDuration(std::nullopt_t) {}
    template <typename Time>
    // NOLINTNEXTLINE(google-explicit-constructor): reads like std::optional
    requires(std::is_convertible_v<Time, Duration>) constexpr OptionalDuration(Time time) : m_duration(time)
    {
    }
    // NOLINTNEXTLINE(google-explicit-constructor): reads like std::optional
    constexpr OptionalDuration(std::optional<Duration> duration) : m_duration(duration.value_or(kAbsent)) {}
    // NOLINTNEXTLINE(google-explicit-constructor): reads like std::optional
    [[nodiscard]] constexpr operator std::optional<Duration>() const
    {
        return has_value() ? std::optional(m_duration) : std::nullopt;
    }

    [[nodiscard]] constexpr bool has_value() const { return m_duration != kAbsent; }
    [[nodiscard]] constexpr explicit operator bool() const { return has_value(); }
    [[nodiscard]] constexpr const Duration& operator*() const { return m_duration; }
    [[nodiscard]] constexpr Duration& operator*() { return m_duration; }
    [[nodiscard]] constexpr Duration value_or(Duration otherwise) const
    {
        return has_value() ? m_duration : otherwise;
    }
    constexpr Duration& emplace(Duration duration = Duration::zero()) { return m_duration = duration; }
    constexpr void reset() { m_duration = kAbsent; }

    constexpr bool operator==(const OptionalDuration&) const = default;

private:
    static constexpr Duration kAbsent = Duration::min();
    Duration m_duration = kAbsent;
};

} // namespace retryscope
