// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/declared_attempt.h"

#include "core/facts/header_syntax.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace retryscope {

namespace {

constexpr std::size_t kMostOfAnId = 200;
constexpr int kMostAttempts = 10'000;

std::optional<int> attemptNumber(std::string_view text, int least)
{
    int number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool isNumber = problem == std::errc() && end == text.data() + text.size();
    return isNumber && number >= least && number <= kMostAttempts ? std::optional(number) : std::nullopt;
}

/// The value of `name=` or `name/` in a list; empty without it.
std::string_view parameter(std::string_view list, std::string_view start, std::string_view separators)
{
    std::size_t at = 0;
    while (at < list.size()) {
        const std::size_t end = std::min(list.find_first_of(separators, at), list.size());
        const std::string_view item = trimmed(list.substr(at, end - at));
        if (item.starts_with(start)) {
            return item.substr(start.size());
        }
        at = end + 1;
    }
    return {};
}

struct IdHeader
{
    std::string_view name;
    double certainty;
};
/// Ids that a client keeps over the attempts of a call, the surest first. Idempotency keys may be the
/// caller's, who then makes the call twice with one.
constexpr std::array<IdHeader, 4> kIdHeaders{{{"amz-sdk-invocation-id", 1.0},
                                              {"x-ms-client-request-id", 0.95},
                                              {"idempotency-key", 0.9},
                                              {"x-goog-gcs-idempotency-token", 0.9}}};

constexpr double kCertaintyOfEnvoy = 0.95;

void readId(DeclaredAttempt& declared, std::string_view name, std::string_view id, double certainty)
{
    if (declared.callId.empty() && !id.empty() && id.size() <= kMostOfAnId) {
        declared.callId = std::string(name) + ": " + std::string(id);
        declared.certainty = certainty;
    }
}

} // namespace

DeclaredAttempt declaredIn(const Headers& headers, const std::string& groupBy)
{
    DeclaredAttempt declared;
    for (const auto& [name, certainty] : kIdHeaders) {
        if (const std::string* id = headers.find(name)) {
            readId(declared, name, trimmed(*id), certainty);
        }
    }
    if (const std::string* request = headers.find("amz-sdk-request")) {
        declared.attempt = attemptNumber(parameter(*request, "attempt=", ";"), 0);
        declared.max = attemptNumber(parameter(*request, "max=", ";"), 1);
    }
    if (const std::string* google = headers.find("x-goog-api-client")) {
        readId(declared, "gccl-invocation-id", parameter(*google, "gccl-invocation-id/", " "), 1.0);
        if (!declared.attempt) {
            declared.attempt = attemptNumber(parameter(*google, "gccl-attempt-count/", " "), 1);
        }
    }
    if (const std::string* retries = headers.find("x-stainless-retry-count"); retries && !declared.attempt) {
        if (const std::optional<int> made = attemptNumber(trimmed(*retries), 0)) {
            declared.attempt = *made + 1;
        }
    }
    if (const std::string* count = headers.find("x-envoy-attempt-count")) {
        if (const std::optional<int> attempt = attemptNumber(trimmed(*count), 1)) {
            // Envoy keeps the request id over its retries. A client before it may keep it, too.
            if (const std::string* id = headers.find("x-request-id")) {
                readId(declared, "x-request-id", trimmed(*id), kCertaintyOfEnvoy);
            }
            declared.attempt = declared.attempt ? declared.attempt : attempt;
        }
    }
    if (const std::string* id = groupBy.empty() ? nullptr : headers.find(groupBy)) {
        // Each attempt is a span of its own (W3C Trace Context): the trace is what they share.
        const bool isTrace = equalsIgnoringCase(groupBy, "traceparent");
        std::string_view key = trimmed(*id);
        if (isTrace && !key.empty()) { // version-trace-span-flags
            key = key.substr(std::min(key.find('-'), key.size() - 1) + 1);
            key = key.substr(0, key.find('-'));
        }
        declared.callId.clear();
        declared.certainty = 0;
        readId(declared, groupBy, key, 1.0);
    }
    return declared;
}

} // namespace retryscope
