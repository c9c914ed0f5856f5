// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/user_agent.h"

#include "core/facts/letter_case.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace retryscope {

namespace {

constexpr std::size_t kMostOfAnAgent = 1024;
constexpr std::string_view kAnyAgent = "*";
constexpr std::string_view kNoAgent = "{none}"; ///< a name of any program speaks against it
constexpr std::string_view kBetweenWords = " ()[],;";

bool isOfVersion(char letter)
{
    return (letter >= '0' && letter <= '9') || letter == '.';
}

/// A text of `userAgents`, taken apart: `botocore/{version}`, `aws-sdk-js/{version 3}`, `aws-cli/{program}`,
/// `axios/`, `node`.
struct Pattern
{
    std::string start;        ///< in lower case
    std::string versionStart; ///< the version begins with it: `3.`; empty: with any number
    bool hasVersion = false;
    bool isProgram = false; ///< one that is always made with the client; the version that follows is its own
};

Pattern patternOf(std::string_view text)
{
    constexpr std::string_view kVersion = "{version";
    constexpr std::string_view kProgram = "{program}";
    const std::size_t at = text.find('{');
    Pattern pattern{.start = inLowerCase(text.substr(0, at)), .versionStart = {}};
    if (at == std::string_view::npos) {
        return pattern;
    }
    pattern.isProgram = text.substr(at) == kProgram;
    if (text.substr(at).starts_with(kVersion)) {
        pattern.hasVersion = true;
        std::string_view rest = text.substr(at + kVersion.size());
        rest = rest.substr(0, rest.find('}'));
        if (!rest.empty()) {
            pattern.versionStart = std::string(rest.substr(1)) + '.';
        }
    }
    return pattern;
}

/// The version where the text begins as the pattern has it, empty where that names none; absent: it does not.
std::optional<std::string> versionIn(std::string_view text, const Pattern& pattern)
{
    if (!text.starts_with(pattern.start)) {
        return std::nullopt;
    }
    const std::string_view rest = text.substr(pattern.start.size());
    if (pattern.hasVersion) {
        const std::string version(rest.begin(), std::find_if_not(rest.begin(), rest.end(), isOfVersion));
        return !version.empty() && version.starts_with(pattern.versionStart) ? std::optional(version)
                                                                             : std::nullopt;
    }
    const bool isOpen = pattern.start.ends_with('/') || pattern.start.ends_with('#');
    return isOpen || rest.empty() || kBetweenWords.find(rest.front()) != std::string_view::npos
               ? std::optional(std::string())
               : std::nullopt;
}

/// Features are listed by letters: `m/E,b`.
std::string modeOfFeatures(std::string_view list)
{
    while (!list.empty()) {
        const std::string_view feature = list.substr(0, list.find(','));
        list.remove_prefix(std::min(feature.size() + 1, list.size()));
        if (feature == "D") {
            return "legacy";
        }
        if (feature == "E") {
            return "standard";
        }
        if (feature == "F") {
            return "adaptive";
        }
    }
    return {};
}

} // namespace

AgentClaim claimOf(const Policy& preset, std::string_view userAgent)
{
    if (userAgent.empty() || preset.userAgents.empty()) {
        return {AgentMatch::Unknown, {}};
    }
    const std::string text = inLowerCase(userAgent.substr(0, kMostOfAnAgent));
    for (const std::string& own : preset.userAgents) {
        if (own == kAnyAgent) {
            return {AgentMatch::Any, {}};
        }
        if (own == kNoAgent) {
            continue;
        }
        const Pattern pattern = patternOf(own);
        for (std::size_t at = 0; at < text.size() && !pattern.start.empty(); ++at) {
            const bool isWordStart = at == 0 || kBetweenWords.find(text[at - 1]) != std::string_view::npos;
            if (isWordStart && text[at] == pattern.start.front()) {
                if (std::optional<std::string> version =
                        versionIn(std::string_view(text).substr(at), pattern)) {
                    const bool isOwn = pattern.hasVersion || pattern.isProgram;
                    return {isOwn ? AgentMatch::Own : AgentMatch::Shared, std::move(*version)};
                }
            }
        }
    }
    return {AgentMatch::Other, {}};
}

std::string modeSaidBy(std::string_view userAgent)
{
    constexpr std::string_view kMode = "cfg/retry-mode"; // and # or, in older ones, /
    constexpr std::string_view kFeatures = " m/";
    const std::string text = inLowerCase(userAgent.substr(0, kMostOfAnAgent));
    if (const std::size_t at = text.find(kMode); at != std::string::npos) {
        const std::string_view rest = std::string_view(text).substr(at + kMode.size());
        if (rest.size() > 1) {
            return std::string(rest.substr(1, rest.find_first_of(kBetweenWords, 1) - 1));
        }
    }
    // Letters of features differ by case.
    const std::size_t at = userAgent.find(kFeatures);
    if (at == std::string_view::npos) {
        return {};
    }
    const std::string_view rest = userAgent.substr(at + kFeatures.size());
    return modeOfFeatures(rest.substr(0, rest.find(' ')));
}

std::vector<std::string> modesOf(const Policy& preset)
{
    std::vector<std::string> modes;
    if (!preset.mode.empty()) {
        modes.push_back(preset.mode);
        for (const EmulatedClient& client : preset.emulates) {
            modes.push_back(client.mode.substr(0, client.mode.find('-')));
        }
    }
    return modes;
}

bool isOfMode(const Policy& preset, std::string_view said)
{
    const std::vector<std::string> modes = modesOf(preset);
    return said.empty() || modes.empty() || std::ranges::find(modes, said) != modes.end();
}

std::string steadyUserAgent(std::string_view userAgent)
{
    constexpr std::array<std::string_view, 5> kOfTheOperation{"m/", "ft/", "hll/", "command/", "md/command#"};
    std::string steady;
    steady.reserve(userAgent.size());
    while (!userAgent.empty()) {
        const std::string_view word = userAgent.substr(0, userAgent.find(' '));
        userAgent.remove_prefix(std::min(word.size() + 1, userAgent.size()));
        const bool changes =
            std::ranges::any_of(kOfTheOperation, [&](auto start) { return word.starts_with(start); });
        if (!changes && !word.empty()) {
            steady += steady.empty() ? "" : " ";
            steady += word;
        }
    }
    return steady;
}

} // namespace retryscope
