// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/user_agent.h"

#include "core/facts/letter_case.h"

#include <algorithm>
#include <array>

namespace retryscope {

namespace {

struct Product
{
    std::string_view start; ///< of a word, in lower case; the version follows
    std::string_view client;
};

/// The surest first: boto3 and the CLI name botocore beside themselves.
constexpr std::array<Product, 20> kProducts{{{"botocore/", "botocore"},      {"md/botocore#", "botocore"},
                                             {"aws-sdk-cpp/", "cpp"},        {"aws-sdk-nodejs/", "jsv2"},
                                             {"aws-sdk-js/2.", "jsv2"},      {"aws-sdk-js/", "jsv3"},
                                             {"aws-sdk-go-v2/", "go-v2"},    {"aws-sdk-java/2.", "java-v2"},
                                             {"aws-sdk-kotlin/", "kotlin"},  {"aws-sdk-rust/", "rust"},
                                             {"aws-sdk-ruby3/", "ruby"},     {"aws-sdk-ruby4/", "ruby"},
                                             {"aws-sdk-php/", "php"},        {"crt-aws", "crt"},
                                             {"aws-cli/", "botocore"},       {"curl/", "curl"},
                                             {"python-urllib3/", "urllib3"}, {"python-requests/", "urllib3"},
                                             {"grpc-python/", "grpc"},       {"grpc-c/", "grpc"}}};

bool isOfVersion(char letter)
{
    return (letter >= '0' && letter <= '9') || letter == '.';
}

/// The words of a User-Agent, in lower case, without what is in parentheses around them.
template <typename Use>
void forWords(std::string_view text, Use use)
{
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" ()[],;"), text.size());
        if (end > 0) {
            use(text.substr(0, end));
        }
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

std::string versionAfter(std::string_view word, const Product& product)
{
    // The start of the version may be part of what was looked for.
    std::size_t from = product.start.size();
    while (from > 0 && isOfVersion(word[from - 1])) {
        --from;
    }
    const std::string_view rest = word.substr(from);
    const auto end = std::find_if_not(rest.begin(), rest.end(), isOfVersion);
    return {rest.begin(), end};
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

SaidClient saidBy(std::string_view userAgent)
{
    constexpr std::string_view kMode = "cfg/retry-mode"; // and # or, in older ones, /
    constexpr std::string_view kFeatures = "m/";
    SaidClient said;
    std::size_t best = kProducts.size();
    std::string features;
    // A comma divides features; everywhere else it ends a word as a blank does.
    if (const std::size_t at = userAgent.find(" m/"); at != std::string_view::npos) {
        const std::string_view rest = userAgent.substr(at + 1 + kFeatures.size());
        features = modeOfFeatures(rest.substr(0, rest.find(' ')));
    }
    forWords(userAgent, [&](std::string_view original) {
        const std::string word = inLowerCase(original);
        if (word.starts_with(kMode) && word.size() > kMode.size() && said.mode.empty()) {
            said.mode = word.substr(kMode.size() + 1);
        }
        for (std::size_t index = 0; index < best; ++index) {
            if (word.starts_with(kProducts[index].start)) {
                best = index;
                said.client = kProducts[index].client;
                said.version = versionAfter(word, kProducts[index]);
            }
        }
    });
    if (said.client == "botocore" && kProducts[best].start == "aws-cli/") {
        said.version.clear(); // that of the command line program, whose botocore is not named
    }
    if (said.mode.empty()) {
        said.mode = features;
    }
    return said;
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
