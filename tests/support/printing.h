// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"

#include <QTest>

#include <string>
#include <string_view>

/// What a failed QCOMPARE prints for types of the engine.
namespace QTest {

template <>
inline char* toString(const std::string& text)
{
    return qstrdup(text.c_str());
}

template <>
inline char* toString(const retryscope::Duration& duration)
{
    return qstrdup((std::to_string(duration.count()) + " us").c_str());
}

template <>
inline char* toString(const retryscope::WallTime& time)
{
    return qstrdup((std::to_string(time.count()) + " ms").c_str());
}

template <>
inline char* toString(const retryscope::Instant& instant)
{
    return qstrdup(("instant " + std::to_string(instant.time_since_epoch().count()) + " us").c_str());
}

} // namespace QTest

namespace retryscope::test {

/// Name of an enumerator, as records write it; prints well where the enumerator itself would not.
template <typename Enum>
[[nodiscard]] std::string named(Enum value)
{
    return std::string(toString(value));
}

/// Milliseconds as a record's Duration, to compare with.
[[nodiscard]] constexpr Duration ms(double milliseconds)
{
    return fromMilliseconds(milliseconds);
}

} // namespace retryscope::test
