// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>

#include <array>

namespace retryscope::test {

/// How many requests of a file have something in common. What groups them can take longer for some shapes
/// than for others, so the laws of cost go through all.
struct TrafficShape
{
    enum class Pace {
        AtOneMoment,
        OneAfterTheOther, ///< one a second
        LastingAYear,     ///< as the pace before, but each goes on for a year
    };
    enum class Fate {
        Fails,    ///< 503
        Breaks,   ///< no response
        Succeeds, ///< 200
    };
    const char* name;
    Pace pace;
    bool isAlike = true; ///< each request has the same address
    bool isOneClient = true;
    Fate fate = Fate::Fails;
};

inline constexpr std::array kTrafficShapes = [] {
    using Pace = TrafficShape::Pace;
    using Fate = TrafficShape::Fate;
    return std::array{
        TrafficShape{"alike, at one moment", Pace::AtOneMoment},
        TrafficShape{"alike, one after the other", Pace::OneAfterTheOther},
        TrafficShape{"alike, lasting a year", Pace::LastingAYear},
        TrafficShape{"alike, many clients, at one moment", Pace::AtOneMoment, true, false},
        TrafficShape{"alike, many clients, one after the other", Pace::OneAfterTheOther, true, false},
        TrafficShape{"alike, many clients, lasting a year", Pace::LastingAYear, true, false},
        TrafficShape{"different, at one moment", Pace::AtOneMoment, false},
        TrafficShape{"different, one after the other", Pace::OneAfterTheOther, false},
        TrafficShape{"different, lasting a year", Pace::LastingAYear, false},
        TrafficShape{"different, many clients, one after the other", Pace::OneAfterTheOther, false, false},
        TrafficShape{"alike, broken, at one moment", Pace::AtOneMoment, true, true, Fate::Breaks},
        TrafficShape{"alike, broken, one after the other", Pace::OneAfterTheOther, true, true, Fate::Breaks},
        TrafficShape{"alike, successful, at one moment", Pace::AtOneMoment, true, true, Fate::Succeeds},
        TrafficShape{"different, successful, one after the other", Pace::OneAfterTheOther, false, true,
                     Fate::Succeeds}};
}();

/// A file of this format with so many requests of this shape; empty where nobody knows how to write the
/// format: then its reader is not measured, and the law of cost fails.
[[nodiscard]] QByteArray trafficOf(const QString& format, const TrafficShape& shape, int count);

} // namespace retryscope::test
