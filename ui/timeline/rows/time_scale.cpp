// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/time_scale.h"

#include "ui/timeline/rows/round_step.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr Duration kDay = std::chrono::hours{24};

double microsPerPixel(const TimeScale& scale)
{
    return static_cast<double>(scale.length().count()) / std::max(1.0, scale.width);
}

/// Smallest round step that is at least this long: 1, 2 or 5 times a power of ten, above a second the steps
/// of a clock, and above a day 1, 2 or 5 times a power of ten days.
Duration tickStep(double micros)
{
    using namespace std::chrono_literals;
    static constexpr std::array<Duration, 15> kClockSteps{
        Duration{1s},    Duration{2s},   Duration{5s},   Duration{10s},  Duration{20s},
        Duration{30s},   Duration{1min}, Duration{2min}, Duration{5min}, Duration{10min},
        Duration{30min}, Duration{1h},   Duration{2h},   Duration{6h},   Duration{12h}};
    if (micros > 500'000) {
        for (const Duration step : kClockSteps) {
            if (static_cast<double>(step.count()) >= micros) {
                return step;
            }
        }
        return kDay *
               roundStep(static_cast<std::int64_t>(std::ceil(micros / static_cast<double>(kDay.count()))));
    }
    return Duration{roundStep(static_cast<std::int64_t>(std::ceil(micros)))};
}

std::vector<Instant> roundInstants(const TimeScale& scale, Duration step)
{
    std::vector<Instant> instants;
    const std::int64_t first = (scale.begin.time_since_epoch().count() + step.count() - 1) / step.count();
    for (Instant at{step * std::max<std::int64_t>(0, first)}; at <= scale.end; at += step) {
        instants.push_back(at);
    }
    return instants;
}

QString number(double value)
{
    return QString::number(value, 'g', 12);
}

/// `45 min`, `1 h 30 min`, `2 days 6 h`: whole minutes. step: an hour or more lets days be named.
QString longLength(Instant at, Duration step)
{
    using namespace std::chrono;
    const Duration length = at.time_since_epoch();
    const auto both = [](std::int64_t first, const char* unit, std::int64_t second, const char* smaller) {
        const QString text = QStringLiteral("%1 %2").arg(first).arg(QLatin1String(unit));
        return second == 0 ? text : text + QStringLiteral(" %1 %2").arg(second).arg(QLatin1String(smaller));
    };
    const std::int64_t wholeMinutes = duration_cast<minutes>(length).count();
    const std::int64_t wholeHours = wholeMinutes / 60;
    if (wholeHours >= 24 && step >= hours{1}) {
        const std::int64_t days = wholeHours / 24;
        return both(days, days == 1 ? "day" : "days", wholeHours % 24, "h");
    }
    return wholeHours == 0 ? QStringLiteral("%1 min").arg(wholeMinutes)
                           : both(wholeHours, "h", wholeMinutes % 60, "min");
}

/// One unit for the whole axis, chosen by the step; from minutes on as many as a clock has.
QString sinceStart(Instant at, Duration step)
{
    using namespace std::chrono_literals;
    const auto micros = static_cast<double>(at.time_since_epoch().count());
    if (at == Instant{}) {
        return QStringLiteral("0");
    }
    if (step >= 1min) {
        return longLength(at, step);
    }
    if (step >= 100ms) {
        return QStringLiteral("%1 s").arg(number(micros / 1e6));
    }
    if (step >= 100us) {
        return QStringLiteral("%1 ms").arg(number(micros / 1e3));
    }
    return QStringLiteral("%1 µs").arg(number(micros));
}

QString wallClock(Instant at, Duration step, std::chrono::milliseconds startedAt)
{
    const std::int64_t micros = std::chrono::microseconds(startedAt).count() + at.time_since_epoch().count();
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(micros / 1000, Qt::UTC);
    if (step >= std::chrono::seconds{1} && micros % 1'000'000 == 0) {
        return time.toString(QStringLiteral("HH:mm:ss"));
    }
    if (step >= std::chrono::milliseconds{1}) {
        return time.toString(QStringLiteral("HH:mm:ss.zzz"));
    }
    return time.toString(QStringLiteral("HH:mm:ss.zzz")) +
           QStringLiteral("%1").arg(micros % 1000, 3, 10, QLatin1Char('0'));
}

} // namespace

double TimeScale::toX(Instant instant) const
{
    return left + static_cast<double>((instant - begin).count()) / microsPerPixel(*this);
}

Instant TimeScale::toTime(double x) const
{
    return begin + Duration{std::llround((x - left) * microsPerPixel(*this))};
}

TimeScale TimeScale::zoomedAbout(double x, double factor) const
{
    const double share = (x - left) / std::max(1.0, width);
    const auto oldLength = static_cast<double>(length().count());
    const double newLength = std::max(oldLength / factor, static_cast<double>(kShortest.count()));
    TimeScale result = *this;
    result.begin = begin + Duration{std::llround(share * (oldLength - newLength))};
    result.end = result.begin + Duration{std::llround(newLength)};
    return result;
}

TimeScale TimeScale::pannedBy(double pixels) const
{
    const Duration shift{std::llround(pixels * microsPerPixel(*this))};
    TimeScale result = *this;
    result.begin -= shift;
    result.end -= shift;
    return result;
}

TimeScale TimeScale::limitedTo(Instant first, Instant last) const
{
    TimeScale result = *this;
    const Duration kept = std::max(kShortest, std::min(length(), last - first));
    result.begin = std::clamp(begin, first, std::max(first, last - kept));
    result.end = result.begin + kept;
    return result;
}

std::vector<TimeTick> ticksOf(const TimeScale& scale, double minimumDistance)
{
    const Duration step = tickStep(minimumDistance * microsPerPixel(scale));
    std::vector<TimeTick> ticks;
    for (const Instant at : roundInstants(scale, step)) {
        ticks.push_back({at, sinceStart(at, step)});
    }
    return ticks;
}

std::vector<TimeTick> wallClockTicksOf(const TimeScale& scale, double minimumDistance,
                                       std::chrono::milliseconds startedAt)
{
    const Duration step = tickStep(minimumDistance * microsPerPixel(scale));
    const auto offset = std::chrono::microseconds(startedAt) % step;
    TimeScale shifted = scale;
    shifted.begin += offset;
    shifted.end += offset;
    std::vector<TimeTick> ticks;
    for (const Instant at : roundInstants(shifted, step)) {
        if (at - offset >= scale.begin) {
            ticks.push_back({at - offset, wallClock(at - offset, step, startedAt)});
        }
    }
    return ticks;
}

QString momentText(const TimeScale& scale, Instant at, std::optional<std::chrono::milliseconds> startedAt)
{
    constexpr double kUsualTickDistance = 92;
    const Duration step = tickStep(microsPerPixel(scale) * kUsualTickDistance);
    const auto exact = std::max<std::int64_t>(1, static_cast<std::int64_t>(microsPerPixel(scale)));
    const std::int64_t grain =
        std::max<std::int64_t>(1, roundStep(exact) == exact ? exact : roundStep(exact) / 2);
    const std::int64_t micros = at.time_since_epoch().count();
    const Instant rounded{Duration{(micros + grain / 2) / grain * grain}};
    return startedAt ? wallClock(rounded, Duration{grain}, *startedAt) : sinceStart(rounded, step);
}

} // namespace retryscope::ui
