// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/backoff.h"

#include <algorithm>
#include <cmath>

namespace retryscope {

namespace {

constexpr double kLongestMilliseconds = toMilliseconds(kHundredYears);

double capped(double milliseconds, const std::optional<Duration>& cap)
{
    const double bound = cap ? std::min(toMilliseconds(*cap), kLongestMilliseconds) : kLongestMilliseconds;
    return std::min(milliseconds, bound);
}

/// Infinity from absurd exponents is cut by capped().
double grown(double base, double factor, int exponent)
{
    if (base == 0) {
        return 0;
    }
    // The usual factor, for which ldexp() is as exact as pow() and much faster.
    return factor == 2 ? std::ldexp(base, exponent) : base * std::pow(factor, exponent);
}

double jittered(const BackoffSpec& spec, double milliseconds, double base, double draw, double previous)
{
    switch (spec.jitter) {
    case Jitter::None:
        return milliseconds;
    case Jitter::Full:
        return draw * milliseconds;
    case Jitter::Equal:
        return milliseconds / 2 + draw * milliseconds / 2;
    case Jitter::Decorrelated:
        return base + draw * (std::max(previous * 3, base) - base);
    case Jitter::DecorrelatedV2: // has a formula of its own
        break;
    case Jitter::Around:
        return milliseconds * (1 - spec.spread + draw * 2 * spec.spread);
    case Jitter::Above:
        return milliseconds * (1 + draw * spec.spread);
    case Jitter::Below:
        return milliseconds * (1 - spec.spread + draw * spec.spread);
    case Jitter::Plus:
        return milliseconds + draw * toMilliseconds(spec.noise);
    }
    return milliseconds;
}

/// Grows from 0 nearly as 2^t.
double smooth(double t)
{
    constexpr double kSteepness = 4;
    return t <= 0 ? 0 : std::exp2(t) * std::tanh(std::sqrt(kSteepness * t));
}

/// Source: Polly, RetryHelper.cs, DecorrelatedJitterBackoffV2().
void drawDecorrelatedV2(BackoffComputed& result, int retry, double before)
{
    constexpr double kScale = 1 / 1.4;
    const double last = result.exponent - 1;
    const auto delayFor = [&](double draw, double drawBefore) {
        const double reached = smooth(result.exponent + draw);
        const double grownBy =
            retry <= 1 || !std::isfinite(reached) ? reached : reached - smooth(last + drawBefore);
        return fromMilliseconds(
            capped(std::max(grownBy, 0.0) * kScale * toMilliseconds(result.base), result.cap));
    };
    result.low = delayFor(0, 1);
    result.high = delayFor(1, 0);
    result.result = delayFor(result.draw, before);
}

/// What the formula makes of this retry, before cap and jitter.
double formulaValue(const BackoffSpec& spec, const BackoffComputed& computed, int retry)
{
    const double base = toMilliseconds(computed.base);
    switch (spec.type) {
    case BackoffType::Exponential:
        return grown(base, spec.factor, computed.exponent);
    case BackoffType::Linear:
        return base * std::max(computed.exponent + 1.0, 0.0);
    case BackoffType::Listed: {
        const std::size_t last = spec.delays.empty() ? 0 : spec.delays.size() - 1;
        const auto index = static_cast<std::size_t>(std::max(retry, 1) - 1);
        return spec.delays.empty() ? 0 : toMilliseconds(spec.delays[std::min(index, last)]);
    }
    case BackoffType::None:
        break;
    }
    return 0;
}

} // namespace

BackoffComputed computeBackoff(const BackoffSpec& spec, int retry, ErrorKind kind, double draw,
                               const DelayBefore& before)
{
    BackoffComputed result{.kind = kind,
                           .base = spec.base.of(kind),
                           .factor = spec.factor,
                           .exponent = spec.exponentStart + std::max(retry, 1) - 1,
                           .cap = spec.cap,
                           .capApplies = spec.capApplies,
                           .jitter = spec.jitter,
                           .draw = draw,
                           .type = spec.type};
    if (spec.type == BackoffType::None || (spec.firstRetryAtOnce && retry <= 1)) {
        result.atOnce = true;
        return result;
    }
    const double base = toMilliseconds(result.base);
    if (spec.jitter == Jitter::DecorrelatedV2) {
        drawDecorrelatedV2(result, retry, before.draw);
        return result;
    }
    const double last = std::max(toMilliseconds(before.delay), base);
    const double raw = formulaValue(spec, result, retry);
    if (spec.type == BackoffType::Listed) {
        result.base = fromMilliseconds(raw);
        result.factor = 1;
    }
    const double floor = spec.floor ? toMilliseconds(*spec.floor) : 0;
    const auto delayFor = [&](double number) {
        if (spec.capApplies == CapApplies::BeforeJitter && spec.jitter != Jitter::Decorrelated) {
            return fromMilliseconds(
                std::max(floor, jittered(spec, capped(raw, spec.cap), base, number, last)));
        }
        return fromMilliseconds(
            std::max(floor, capped(jittered(spec, capped(raw, std::nullopt), base, number, last), spec.cap)));
    };
    if (spec.firstWithoutJitter && retry <= 1) {
        result.jitter = Jitter::None;
        result.low = result.high = result.result = fromMilliseconds(capped(raw, spec.cap));
        return result;
    }
    result.low = delayFor(0);
    result.high = delayFor(1);
    result.result = delayFor(draw);
    return result;
}

} // namespace retryscope
