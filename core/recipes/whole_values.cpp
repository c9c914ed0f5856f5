// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recipes/whole_values.h"

#include "core/decide/backoff.h"
#include "core/facts/grpc_status.h"
#include "core/recipes/first_verdicts.h"
#include "core/recipes/recipe_texts.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <utility>

namespace retryscope {

namespace {

/// Before jitter.
Duration firstDelay(const BackoffSpec& backoff)
{
    BackoffSpec plain = backoff;
    plain.jitter = Jitter::None;
    plain.firstRetryAtOnce = false;
    return computeBackoff(plain, 1, ErrorKind::Transient, 0).high;
}

void addHints(RecipeValues& values, const Policy& policy)
{
    std::vector<std::string> seconds;
    std::vector<std::string> moments;
    std::optional<Duration> most;
    for (const HintSpec& hint : policy.hints) {
        (hint.unit == HintUnit::EpochSeconds ? moments : seconds).push_back(hint.header);
        most = hint.ignoreAbove;
    }
    values["noHints"] = flagText(policy.hints.empty());
    values["hintNames"] = quoted(seconds);
    values["hintMoments"] = quoted(moments);
    values["hintMost"] = decimalSeconds(most);
}

/// How often a rule about this fault, or about statuses, may hold within a call.
std::vector<std::string> atMost(const Policy& policy, std::optional<FaultKind> fault)
{
    for (const Rule& rule : policy.rules) {
        const std::vector<FaultKind>& faults = rule.when.faultIn;
        const bool isIt = fault ? std::find(faults.begin(), faults.end(), *fault) != faults.end()
                                : !rule.when.statusIn.empty() && faults.empty();
        if (isIt && rule.atMost && rule.kind != ErrorKind::Permanent) {
            return {std::to_string(*rule.atMost)};
        }
    }
    return {};
}

struct EnvoyWord
{
    const char* word;
    const char* retried;
};
constexpr EnvoyWord kEnvoyWords[] = {{"cancelled", "grpc-1"},
                                     {"deadline-exceeded", "grpc-4"},
                                     {"internal", "grpc-13"},
                                     {"resource-exhausted", "grpc-8"},
                                     {"unavailable", "grpc-14"}};

/// The words of Envoy's retry_on, and the statuses that they do not say.
struct EnvoyConditions
{
    std::string words; ///< `5xx,retriable-status-codes`
    std::vector<std::string> statuses;
};

void addWord(std::string& words, std::string_view word)
{
    words.append(words.empty() ? "" : ",").append(word);
}

EnvoyConditions envoyConditions(const std::vector<std::string>& retried, bool isIstio)
{
    const auto has = [&retried](std::string_view word) {
        return std::find(retried.begin(), retried.end(), word) != retried.end();
    };
    EnvoyConditions conditions;
    const auto add = [&conditions](std::string_view word) {
        addWord(conditions.words, word);
    };
    const bool isBroken = has("connectionReset");
    const bool isServer = has("5xx") && isBroken;
    const bool isGateway = !isServer && has("502") && has("503") && has("504") && isBroken;
    if (isServer || isGateway || isBroken) {
        add(isServer ? "5xx" : isGateway ? "gateway-error" : "reset");
    } else if (has("connectionRefused")) {
        add("connect-failure");
        if (isIstio) {
            add("refused-stream");
        }
    }
    const std::string_view unavailable = "unavailable";
    for (const EnvoyWord& word : kEnvoyWords) {
        if (!isIstio && has(word.retried)) {
            add(word.word);
        }
    }
    if (isIstio && has("grpc-14")) {
        add(unavailable);
    }
    for (const EnvoyWord& word : kEnvoyWords) {
        if (isIstio && word.word != unavailable && has(word.retried)) {
            add(word.word);
        }
    }
    for (const std::string& word : retried) {
        const bool isStatus = isStatusWord(word) && word != "5xx";
        const bool isSaid = (isServer && word.front() == '5') ||
                            (isGateway && (word == "502" || word == "503" || word == "504"));
        if (isStatus && !isSaid) {
            conditions.statuses.push_back(word);
        }
    }
    return conditions;
}

/// Headers of the response whose presence alone makes it retried.
std::vector<std::string> retriableHeaders(const Policy& policy)
{
    std::vector<std::string> headers;
    for (const Rule& rule : policy.rules) {
        Condition rest = rule.when;
        rest.headerIn.clear();
        if (rest == Condition{} && rule.kind != ErrorKind::Permanent && rule.kind != ErrorKind::None) {
            headers.insert(headers.end(), rule.when.headerIn.begin(), rule.when.headerIn.end());
        }
    }
    return headers;
}

/// Whether the client waits by itself before it connects again.
bool waitsToConnect(const Policy& policy)
{
    return std::any_of(policy.rules.begin(), policy.rules.end(), [](const Rule& rule) {
        const std::vector<FaultKind>& faults = rule.when.faultIn;
        return rule.delay > Duration::zero() &&
               std::find(faults.begin(), faults.end(), FaultKind::ConnectionRefused) != faults.end();
    });
}

/// Bytes of a body that are kept for a retry, unless they are as many as usual.
std::vector<std::string> bodyLimit(const Policy& policy, int usual)
{
    return policy.requestBody && policy.requestBody->max != usual
               ? std::vector{std::to_string(policy.requestBody->max)}
               : std::vector<std::string>{};
}

/// HAProxy's tune.bufsize for the policy's limit: beside the body it holds the head (259 bytes, as measured)
/// and what tune.maxrewrite keeps free (1024).
std::vector<std::string> haproxyBuffer(const Policy& policy)
{
    constexpr int kOfHaproxy = 15101;
    constexpr int kBesideBody = 259 + 1024;
    const bool isOther = policy.requestBody && policy.requestBody->max != kOfHaproxy &&
                         policy.requestBody->max < std::numeric_limits<int>::max() - kBesideBody;
    return isOther ? std::vector{std::to_string(policy.requestBody->max + kBesideBody)}
                   : std::vector<std::string>{};
}

std::vector<std::string> statusesAmong(const std::vector<std::string>& words)
{
    std::vector<std::string> statuses;
    std::copy_if(words.begin(), words.end(), std::back_inserter(statuses),
                 [](const std::string& word) { return isStatusWord(word) && word != "5xx"; });
    return statuses;
}

void addRetried(RecipeValues& values, const Policy& policy)
{
    constexpr std::array kOfHaproxy{401, 403, 404, 408, 425, 429, 500, 501, 502, 503, 504};
    const std::vector<std::string> retried = retriedWords(policy, "GET");
    const auto set = [&values](const char* name, std::vector<std::string> texts) {
        values[name] = std::move(texts);
    };
    std::vector<std::string> statuses = statusesAmong(retried);
    std::vector<std::string> grpcNames;
    for (const std::string& word : retried) {
        if (word.starts_with("grpc-")) {
            grpcNames.emplace_back(grpcStatusWord(word.substr(5)));
        }
    }
    std::vector<std::string> ofHaproxy;
    for (const int status : kOfHaproxy) {
        if (std::find(statuses.begin(), statuses.end(), std::to_string(status)) != statuses.end()) {
            ofHaproxy.push_back(std::to_string(status));
        }
    }
    set("grpcRetried", quoted(grpcNames));
    set("haproxyStatuses", std::move(ofHaproxy));
    EnvoyConditions envoy = envoyConditions(retried, false);
    if (!envoy.statuses.empty()) {
        addWord(envoy.words, "retriable-status-codes");
    }
    const std::vector<std::string> headers = retriableHeaders(policy);
    const std::string limited = "x-envoy-ratelimited";
    const bool isLimited = std::find(headers.begin(), headers.end(), limited) != headers.end();
    if (headers.size() > (isLimited ? 1U : 0U)) {
        addWord(envoy.words, "retriable-headers");
    }
    if (isLimited) {
        addWord(envoy.words, "envoy-ratelimited");
    }
    std::vector<std::string> listed;
    std::copy_if(headers.begin(), headers.end(), std::back_inserter(listed),
                 [&limited](const std::string& header) { return header != limited; });
    set("retriableHeaders", quoted(listed));
    set("envoyOn", envoy.words.empty() ? std::vector<std::string>{} : std::vector{envoy.words});
    set("envoyStatuses", envoy.statuses);
    EnvoyConditions istio = envoyConditions(retried, true);
    for (const std::string& status : istio.statuses) {
        addWord(istio.words, status);
    }
    set("istioOn", istio.words.empty() ? std::vector<std::string>{} : std::vector{istio.words});
    set("retriedStatuses", std::move(statuses));
    set("waitsToConnect",
        waitsToConnect(policy) ? std::vector<std::string>{"true"} : std::vector<std::string>{});
    constexpr int kOfEnvoy = 1024 * 1024;
    constexpr int kNone = -1;
    set("bodyLimit", bodyLimit(policy, kOfEnvoy));
    set("bodyBytes", bodyLimit(policy, kNone));
    set("haproxyBuffer", haproxyBuffer(policy));
    set("retried", retried);
    const std::vector<std::string> resent = retriedWords(policy, "POST");
    set("resent", resent);
    std::vector<std::string> others = statusesAmong(resent);
    std::erase_if(others, [&asked = values["statuses"]](const std::string& status) {
        return std::find(asked.begin(), asked.end(), status) != asked.end();
    });
    set("resentStatuses", std::move(others));
    set("mostConnects", atMost(policy, FaultKind::ConnectionRefused));
    set("mostReads", atMost(policy, FaultKind::ReadTimeout));
    set("mostStatuses", atMost(policy, std::nullopt));
}

} // namespace

void addWholeValues(RecipeValues& values, const Policy& policy)
{
    const BackoffSpec& backoff = policy.backoff;
    const auto set = [&values](const char* name, std::vector<std::string> texts) {
        values[name] = std::move(texts);
    };
    const bool waits = backoff.type != BackoffType::None;
    const std::optional<Duration> delay = waits ? std::optional(firstDelay(backoff)) : std::nullopt;
    set("delay", millisecondsText(delay));
    set("delayDecimal", decimalSeconds(delay));
    set("halfDelay", millisecondsText(waits ? std::optional(*delay / 2) : std::nullopt));
    set("longest", millisecondsText(waits ? backoff.cap : std::nullopt));
    set("longestDecimal", decimalSeconds(waits ? backoff.cap : std::nullopt));
    const bool isUsual = delay && backoff.cap && *backoff.cap == 10 * *delay;
    set("capDecimal", decimalSeconds(waits && !isUsual ? backoff.cap : std::nullopt));
    const bool grows = backoff.type == BackoffType::Exponential && backoff.factor != 1;
    set("growth", grows ? std::vector{numberText(backoff.factor)} : std::vector<std::string>{});
    set("linear", flagText(backoff.type == BackoffType::Linear));
    set("jitter", waits ? std::vector{std::string(wordOf(backoff.jitter))} : std::vector<std::string>{});
    set("spread", waits && backoff.jitter == Jitter::Around ? std::vector{numberText(backoff.spread)}
                                                            : std::vector<std::string>{});
    set("noise", decimalSeconds(waits && backoff.jitter == Jitter::Plus ? std::optional(backoff.noise)
                                                                        : std::nullopt));
    set("elapsed", decimalSeconds(policy.attempts.maxElapsed));
    set("timeoutEach", flagText(!policy.attempts.timeoutCoversCall));
    addHints(values, policy);
    addRetried(values, policy);
    if (policy.quota && policy.quota->cost > 0) {
        const double cost = policy.quota->cost;
        set("grpcTokens", {numberText(policy.quota->capacity / cost)});
        set("grpcRatio", {numberText(1 / cost)});
    } else {
        set("grpcTokens", {});
        set("grpcRatio", {});
    }
}

} // namespace retryscope
