// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/scenario.h"

#include "core/run/seeded_dice.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace retryscope {

namespace {

const EndpointStep& emptyResponse()
{
    static const EndpointStep step{.status = 200, .reason = "OK"};
    return step;
}

/// `*` stands for any text, also none.
bool fitsPattern(std::string_view text, std::string_view pattern)
{
    std::size_t at = 0;
    std::size_t inPattern = 0;
    std::size_t star = std::string_view::npos; ///< the last one met
    std::size_t afterStar = 0;                 ///< where what it stands for ends, so far
    while (at < text.size()) {
        if (inPattern < pattern.size() && pattern[inPattern] == '*') {
            star = inPattern++;
            afterStar = at;
        } else if (inPattern < pattern.size() && pattern[inPattern] == text[at]) {
            ++inPattern;
            ++at;
        } else if (star != std::string_view::npos) {
            inPattern = star + 1;
            at = ++afterStar;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', inPattern) == std::string_view::npos;
}

bool holdsFor(const std::optional<StepCondition>& when, std::string_view method, std::string_view path)
{
    return !when || ((when->method.empty() || when->method == method) &&
                     (when->path.empty() || fitsPattern(path, when->path)));
}

const std::vector<EndpointStep>& stepsOfCall(const Scenario& scenario, int call)
{
    int passed = 0;
    for (const CallScript& script : scenario.calls) {
        passed += std::max(script.times, 1);
        if (call <= passed) {
            return script.steps;
        }
    }
    return scenario.calls.empty() ? scenario.steps : scenario.calls.back().steps;
}

const EndpointStep& stepAmong(const std::vector<EndpointStep>& steps, std::int64_t request)
{
    if (steps.empty()) {
        return emptyResponse();
    }
    std::int64_t passed = 0;
    for (const EndpointStep& step : steps) {
        passed += std::max(step.repeat, 1);
        if (request <= passed) {
            return step;
        }
    }
    return steps.back();
}

/// Value of a placeholder without its braces; absent when it is none of ours.
std::optional<std::string> placeholderValue(std::string_view name, WallTime now, std::string_view requestId)
{
    if (name == "requestId") {
        return std::string(requestId);
    }
    constexpr std::string_view kDate = "date";
    if (!name.starts_with(kDate)) {
        return std::nullopt;
    }
    std::string_view shift = name.substr(kDate.size());
    if (shift.empty()) {
        return httpDate(now);
    }
    const bool isLater = shift.front() == '+';
    if (!isLater && shift.front() != '-') {
        return std::nullopt;
    }
    shift.remove_prefix(1);
    std::int64_t seconds = 0;
    const auto [end, error] = std::from_chars(shift.data(), shift.data() + shift.size(), seconds);
    constexpr std::int64_t kLongest = 100LL * 366 * 24 * 3600;
    if (error != std::errc{} || end != shift.data() + shift.size() || seconds < 0 || seconds > kLongest) {
        return std::nullopt;
    }
    return httpDate(now + std::chrono::seconds{isLater ? seconds : -seconds});
}

} // namespace

std::string_view toString(Misbehaviour fault)
{
    return wordOf(fault);
}

std::optional<Misbehaviour> misbehaviourFrom(std::string_view name)
{
    return name.empty() ? std::nullopt : fromWord<Misbehaviour>(name);
}

const EndpointStep& stepFor(const Scenario& scenario, int call, std::int64_t request)
{
    return stepAmong(stepsOfCall(scenario, call), request);
}

const EndpointStep* overlayStepFor(const Scenario& scenario, int call, std::int64_t request,
                                   std::string_view method, std::string_view path)
{
    path = path.substr(0, path.find('?'));
    std::int64_t passed = 0;
    const EndpointStep* last = nullptr;
    for (const EndpointStep& step : stepsOfCall(scenario, call)) {
        if (!holdsFor(step.when, method, path)) {
            continue;
        }
        last = &step;
        passed += std::max(step.repeat, 1);
        if (request <= passed) {
            break;
        }
    }
    return last;
}

bool isPassedOn(const EndpointStep& step)
{
    const bool isSuccess = step.fault == Misbehaviour::None && step.status >= 200 && step.status < 300;
    return step.pass || (isSuccess && !step.announcedBytes && !step.close && !step.beforeBody);
}

const EndpointStep& ThrottleGate::pass(const EndpointStep& step, Instant now)
{
    if (!step.throttle || step.throttled.empty()) {
        return step;
    }
    const ThrottleSpec& limit = *step.throttle;
    const auto [at, isNew] = m_buckets.try_emplace(&step, Bucket{.tokens = limit.burst, .filled = now});
    Bucket& bucket = at->second;
    const double seconds = std::max(0.0, toSeconds(now - bucket.filled));
    bucket.tokens = std::min(limit.burst, bucket.tokens + seconds * limit.ratePerSecond);
    bucket.filled = now;
    // A client that keeps to the rate exactly shall not be refused for a rounding error.
    constexpr double kWhole = 1 - 1e-9;
    if (bucket.tokens < kWhole) {
        return step.throttled.front();
    }
    bucket.tokens -= 1;
    return step;
}

std::string fillPlaceholders(std::string_view text, WallTime now, std::string_view requestId)
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        const std::size_t close = open == std::string_view::npos ? open : text.find('}', open);
        if (close == std::string_view::npos) {
            break;
        }
        result += text.substr(0, open);
        if (const auto value = placeholderValue(text.substr(open + 1, close - open - 1), now, requestId)) {
            result += *value;
            text.remove_prefix(close + 1);
        } else {
            result += '{';
            text.remove_prefix(open + 1);
        }
    }
    return result += text;
}

std::string requestIdFor(std::uint64_t seed, int client, int call, int attempt)
{
    constexpr std::string_view kCharacters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    constexpr std::uint64_t kMultiplier = 6364136223846793005U; // Knuth's MMIX generator
    constexpr std::uint64_t kIncrement = 1442695040888963407U;
    std::uint64_t state = seededBits(seed, client, call, attempt);
    std::string id;
    for (int i = 0; i < 16; ++i) {
        state = state * kMultiplier + kIncrement;
        id += kCharacters[(state >> 33U) % kCharacters.size()];
    }
    return id;
}

const std::string& titleOf(const Scenario& scenario)
{
    return scenario.title.empty() ? scenario.id : scenario.title;
}

const std::string& shortNameOf(const Scenario& scenario)
{
    return scenario.shortName.empty() ? titleOf(scenario) : scenario.shortName;
}

} // namespace retryscope
