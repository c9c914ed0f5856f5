// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/client_version.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace retryscope {

namespace {

/// `2.44 and later` begins with 2.44, `2.x` with 2; absent of dates and names.
std::optional<std::vector<int>> numbersOf(std::string_view version)
{
    constexpr int kYears = 1900;
    std::vector<int> numbers;
    const char* at = version.data();
    const char* const end = version.data() + version.size();
    for (int number = 0; at < end;) {
        const auto [next, problem] = std::from_chars(at, end, number);
        if (problem != std::errc()) {
            break;
        }
        numbers.push_back(number);
        at = next < end && *next == '.' ? next + 1 : end;
    }
    return numbers.empty() || numbers.front() > kYears ? std::nullopt : std::optional(numbers);
}

} // namespace

const std::string& versionOf(const Policy& preset)
{
    return preset.emulates.empty() ? preset.version : preset.emulates.front().version;
}

int compareVersions(std::string_view left, std::string_view right)
{
    const std::vector<int> one = numbersOf(left).value_or(std::vector<int>{});
    const std::vector<int> other = numbersOf(right).value_or(std::vector<int>{});
    return one == other ? 0 : one < other ? -1 : 1;
}

double versionDistance(std::string_view left, std::string_view right)
{
    constexpr double kFar = 3;
    constexpr double kMinor = 0.5; // for each doubling of how many minor versions lie between
    const std::optional<std::vector<int>> one = numbersOf(left);
    const std::optional<std::vector<int>> other = numbersOf(right);
    if (!one || !other || one == other) {
        return 0;
    }
    if (one->front() != other->front() || one->size() < 2 || other->size() < 2) {
        return one->front() == other->front() ? kMinor : kFar;
    }
    return std::min(kFar, kMinor * std::log2(1.0 + std::abs((*one)[1] - (*other)[1])));
}

bool isVersionNumber(std::string_view version)
{
    return !version.empty() && version.find_first_not_of("0123456789.") == std::string_view::npos;
}

namespace {

bool claims(const PresetFit& fit)
{
    return fit.agent == AgentMatch::Own && !fit.saidVersion.empty() && !fit.isRuledOut;
}

/// The recorded versions of one mode around the one that the client reports.
struct NearVersions
{
    const std::string* below = nullptr;
    const std::string* above = nullptr;

    void add(const PresetFit& fit)
    {
        const bool isBelow = compareVersions(fit.version, fit.saidVersion) <= 0;
        const std::string*& nearest = isBelow ? below : above;
        if (nearest == nullptr || (compareVersions(*nearest, fit.version) < 0) == isBelow) {
            nearest = &fit.version;
        }
    }

    [[nodiscard]] bool have(const PresetFit& fit) const
    {
        const auto is = [&fit](const std::string* nearest) {
            return nearest != nullptr && compareVersions(fit.version, *nearest) == 0;
        };
        return is(below) || is(above);
    }
};

} // namespace

void ruleOutOtherVersions(std::vector<PresetFit>& fits)
{
    bool isExact = false;
    std::map<std::string, NearVersions> near; // by mode: a mode may have no preset of the newest version
    for (const PresetFit& fit : fits) {
        if (claims(fit) && numbersOf(fit.version)) {
            isExact = isExact || fit.version == fit.saidVersion;
            near[fit.mode].add(fit);
        }
    }
    for (PresetFit& fit : fits) {
        if (claims(fit)) {
            fit.isOtherVersion = isExact ? fit.version != fit.saidVersion
                                         : numbersOf(fit.version) && !near[fit.mode].have(fit);
        }
    }
}

} // namespace retryscope
