// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/client_wishes.h"

#include "core/facts/aws_host.h"
#include "core/facts/grpc_status.h"
#include "core/facts/letter_case.h"
#include "core/policy/mapping.h"
#include "core/recipes/first_verdicts.h"
#include "core/recipes/recipe_texts.h"
#include "core/recipes/service_names.h"
#include "core/recipes/whole_values.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <utility>

namespace retryscope {

namespace {

bool isRetried(ErrorKind kind)
{
    return kind != ErrorKind::Permanent && kind != ErrorKind::None;
}

void addMappings(ClientWishes& wishes, const Policy& wanted)
{
    for (const ErrorMapping& mapping : mappingsOf(wanted)) {
        const bool retries = isRetried(mapping.kind);
        wishes.mapsThrottling = wishes.mapsThrottling || mapping.kind == ErrorKind::Throttling;
        wishes.mapsOtherKinds = wishes.mapsOtherKinds || (retries && mapping.kind != ErrorKind::Throttling);
        if (const auto* name = std::get_if<std::string>(&mapping.what)) {
            (retries ? wishes.names : wishes.noNames).push_back(*name);
        } else if (const auto* status = std::get_if<int>(&mapping.what)) {
            (retries ? wishes.statuses : wishes.noStatuses).push_back(*status);
        } else {
            wishes.mapsFaults = true;
        }
    }
}

/// Rules of the policy's own, as far as they make another verdict of a bare response.
void addStatuses(ClientWishes& wishes, const Policy& preset, const Policy& wanted)
{
    constexpr std::size_t kMostInText = 200;
    const auto add = [](std::vector<int>& list, const std::vector<int>& changed) {
        if (changed.size() > kMostInText) {
            return; // no list for people; what is missing is said as a gap
        }
        for (const int status : changed) {
            if (std::find(list.begin(), list.end(), status) == list.end()) {
                list.push_back(status);
            }
        }
    };
    const ChangedStatuses changed = changedStatuses(preset, wanted);
    add(wishes.statuses, changed.more);
    add(wishes.noStatuses, changed.less);
}

/// `4 for dynamodb, 4 for dynamodb-streams`, where these differ from the general number.
std::string attemptsByService(const Policy& preset)
{
    std::string text;
    for (const auto& [service, change] : preset.services) {
        if (change.attempts && change.attempts->attempts() != preset.attempts.attempts()) {
            text +=
                (text.empty() ? "" : ", ") + std::to_string(change.attempts->attempts()) + " for " + service;
        }
    }
    return text;
}

/// It is written into code as it stands, and may come out of a file.
bool isServiceName(const std::string& text)
{
    constexpr std::size_t kLongest = 64;
    return !text.empty() && text.size() <= kLongest &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

std::vector<std::string> texts(const std::vector<int>& numbers)
{
    std::vector<std::string> result;
    for (const int number : numbers) {
        result.push_back(std::to_string(number));
    }
    return result;
}

constexpr std::array kMethods{"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "POST", "PATCH"};

/// What rules ask of the method, one entry for each rule that does.
std::vector<std::pair<std::vector<std::string>, std::optional<bool>>> askedMethods(const Policy& policy)
{
    std::vector<std::pair<std::vector<std::string>, std::optional<bool>>> asked;
    for (const Rule& rule : policy.rules) {
        if (!rule.when.methodIn.empty() || rule.when.idempotent) {
            asked.emplace_back(rule.when.methodIn, rule.when.idempotent);
        }
    }
    return asked;
}

/// Those of which no other method has more failures retried.
std::vector<std::string> retriedMethods(const Policy& policy)
{
    std::vector<std::size_t> counts;
    for (const char* method : kMethods) {
        counts.push_back(retriedWords(policy, method).size());
    }
    const std::size_t most = *std::max_element(counts.begin(), counts.end());
    std::vector<std::string> methods;
    for (std::size_t i = 0; i < kMethods.size(); ++i) {
        if (counts[i] == most) {
            methods.emplace_back(kMethods.at(i));
        }
    }
    return methods;
}

void addMethods(ClientWishes& wishes, const Policy& preset, const Policy& wanted)
{
    if (askedMethods(preset) == askedMethods(wanted)) {
        return;
    }
    if (const std::vector<std::string> methods = retriedMethods(wanted); methods != retriedMethods(preset)) {
        wishes.anyMethod = methods.size() == kMethods.size();
        wishes.methods = wishes.anyMethod ? std::vector<std::string>{} : methods;
        for (const std::string& method : retriedMethods(preset)) {
            if (std::ranges::find(methods, method) == methods.end()) {
                wishes.noMethods.push_back(method);
            }
        }
    }
}

/// The limit that the hints of a policy have in common with the first of them.
std::optional<Duration> firstOf(const Policy& policy, std::optional<Duration> HintSpec::*limit)
{
    return policy.hints.empty() ? std::nullopt : policy.hints.front().*limit;
}

void addHintLimits(ClientWishes& wishes, const Policy& preset, const Policy& wanted)
{
    if (firstOf(preset, &HintSpec::forbidsAbove) != firstOf(wanted, &HintSpec::forbidsAbove)) {
        wishes.hintForbids = firstOf(wanted, &HintSpec::forbidsAbove);
    }
    if (firstOf(preset, &HintSpec::cap) != firstOf(wanted, &HintSpec::cap)) {
        wishes.hintCaps = firstOf(wanted, &HintSpec::cap);
    }
}

/// Those of the names that are numbers of gRPC's statuses.
std::vector<std::string> grpcNumbers(const std::vector<std::string>& names)
{
    std::vector<std::string> numbers;
    std::copy_if(names.begin(), names.end(), std::back_inserter(numbers),
                 [](const std::string& name) { return !grpcStatusWord(name).empty(); });
    return numbers;
}

std::vector<std::string> grpcWords(const std::vector<std::string>& names)
{
    std::vector<std::string> words;
    for (const std::string& number : grpcNumbers(names)) {
        words.emplace_back(grpcStatusWord(number));
    }
    return words;
}

} // namespace

CodeContext codeContextFor(const Sdks& sdks, const Policy& preset, const std::string& service)
{
    CodeContext context{.service = service == "generic" ? std::string() : std::string(serviceNamed(service))};
    if (const std::optional<SdkPlace> place = placeOf(sdks, preset.id)) {
        const SdkMode& mode = place->line->modes.at(place->mode);
        context.keepsOldRules =
            place->line->use == SwitchUse::Read && !place->isAfter && mode.before != mode.after;
    }
    return context;
}

ClientWishes wishesOf(const Policy& preset, const Policy& wanted, const CodeContext& context)
{
    ClientWishes wishes;
    wishes.hasService = isServiceName(context.service) && context.service != "generic";
    wishes.service = wishes.hasService ? context.service : std::string(kUnnamedService.service);
    wishes.keepsOldRules = context.keepsOldRules;
    wishes.readTimeout = context.readTimeout;
    wishes.connectTimeout = context.connectTimeout;
    if (context.service.empty() && wanted.attempts == preset.attempts) {
        wishes.attemptsByService = attemptsByService(preset);
    }
    wishes.family = preset.family;
    wishes.mode = preset.mode;
    wishes.attempts = wanted.attempts.attempts();
    wishes.wants2026 = isBehindOptIn(preset);
    if (wanted.backoff.type != BackoffType::None &&
        (wanted.backoff.base.byDefault != preset.backoff.base.byDefault ||
         wanted.backoff.type != preset.backoff.type)) {
        wishes.base = wanted.backoff.base.byDefault;
    }
    if (wanted.backoff.cap != preset.backoff.cap) {
        wishes.cap = wanted.backoff.cap;
    }
    addMappings(wishes, wanted);
    addStatuses(wishes, preset, wanted);
    wishes.policy = wanted;
    addMethods(wishes, preset, wanted);
    addHintLimits(wishes, preset, wanted);
    for (const char* method : {"GET", "POST"}) {
        std::vector<std::string> before = retriedWords(preset, method);
        std::vector<std::string> after = retriedWords(wanted, method);
        wishes.retriesElse = wishes.retriesElse || before != after;
        for (std::vector<std::string>* words : {&before, &after}) {
            std::erase_if(*words, isStatusWord);
        }
        wishes.onlyStatuses = wishes.onlyStatuses && before == after;
    }
    return wishes;
}

namespace {

std::vector<std::string> inLowerCase(std::vector<std::string> words)
{
    for (std::string& word : words) {
        word = retryscope::inLowerCase(word);
    }
    return words;
}

RecipeValues changedValues(const ClientWishes& wishes)
{
    const auto flag = [](bool isSet) {
        return isSet ? std::vector<std::string>{"yes"} : std::vector<std::string>{};
    };
    const auto name = [](std::string_view text) {
        return text.empty() ? std::vector<std::string>{} : std::vector{std::string(text)};
    };
    const ServiceNames names = wishes.hasService ? serviceNames(wishes.service) : kUnnamedService;
    return {{"family", name(wishes.family)},
            {"mode", wishes.mode.empty() ? std::vector<std::string>{} : std::vector{wishes.mode}},
            {"attempts", {std::to_string(wishes.attempts)}},
            {"retries", {std::to_string(wishes.attempts - 1)}},
            {"base", millisecondsText(wishes.base)},
            {"baseSeconds", secondsText(wishes.base)},
            {"cap", millisecondsText(wishes.cap)},
            {"baseDecimal", decimalSeconds(wishes.base)},
            {"capDecimal", decimalSeconds(wishes.cap)},
            {"grpcWords", quoted(grpcWords(wishes.names))},
            {"noGrpcWords", quoted(grpcWords(wishes.noNames))},
            {"grpcNumbers", grpcNumbers(wishes.names)},
            {"noGrpcNumbers", grpcNumbers(wishes.noNames)},
            {"names", quoted(wishes.names)},
            {"noNames", quoted(wishes.noNames)},
            {"statuses", texts(wishes.statuses)},
            {"noStatuses", texts(wishes.noStatuses)},
            {"newRetries", flag(wishes.wants2026)},
            {"oldRetries", flag(wishes.keepsOldRules)},
            {"service", {wishes.service}},
            {"noService", flag(!wishes.hasService)},
            {"botoName", name(names.boto)},
            {"jsName", name(names.javaScript)},
            {"jsPackage", name(names.package)},
            {"oldJsName", name(names.oldScript)},
            {"javaName", name(names.java)},
            {"rustName", name(names.rust)},
            {"attemptsByService", wishes.attemptsByService.empty() ? std::vector<std::string>{}
                                                                   : std::vector{wishes.attemptsByService}},
            {"readTimeout", secondsText(wishes.readTimeout)},
            {"connectTimeout", secondsText(wishes.connectTimeout)},
            {"throttling", flag(wishes.mapsThrottling)},
            {"mixedKinds", flag(wishes.mapsThrottling && wishes.mapsOtherKinds)},
            {"faults", flag(wishes.mapsFaults)},
            {"methods", quoted(wishes.methods)},
            {"noMethods", quoted(wishes.noMethods)},
            {"anyMethod", flag(wishes.anyMethod)},
            {"lowerMethods", quoted(inLowerCase(wishes.methods))},
            {"hintForbids", millisecondsText(wishes.hintForbids)},
            {"hintForbidsSeconds", secondsText(wishes.hintForbids)},
            {"hintCaps", millisecondsText(wishes.hintCaps)},
            {"onlyStatuses", flag(wishes.onlyStatuses)},
            {"retriesElse", flag(wishes.retriesElse)}};
}

} // namespace

RecipeValues valuesOf(const ClientWishes& wishes)
{
    RecipeValues values = changedValues(wishes);
    addWholeValues(values, wishes.policy);
    return values;
}

std::string joined(const std::vector<std::string>& texts)
{
    std::string result;
    for (const std::string& text : texts) {
        result += (&text == &texts.front() ? "" : ", ") + text;
    }
    return result;
}

} // namespace retryscope
