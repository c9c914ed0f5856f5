// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/attempt_headers.h"

#include "core/facts/padded_number.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace retryscope {

namespace {

/// `20260101T000000Z`
std::string compactTime(WallTime time)
{
    using namespace std::chrono;
    const auto days = floor<std::chrono::days>(time);
    const year_month_day date{sys_days{days}};
    const hh_mm_ss<seconds> clock{duration_cast<seconds>(time - days)};
    std::string text;
    text.reserve(sizeof("20260101T000000Z") - 1);
    appendPadded(text, static_cast<int>(date.year()), 4);
    appendPadded(text, static_cast<unsigned>(date.month()), 2);
    appendPadded(text, static_cast<unsigned>(date.day()), 2);
    text += 'T';
    appendPadded(text, clock.hours().count(), 2);
    appendPadded(text, clock.minutes().count(), 2);
    appendPadded(text, clock.seconds().count(), 2);
    text += 'Z';
    return text;
}

struct Placeholder
{
    std::string_view name;
    std::string_view value; ///< empty: not known, the placeholder stays
};

template <std::size_t Count>
std::string filled(std::string_view text, const std::array<Placeholder, Count>& placeholders)
{
    constexpr std::size_t kUsualValue = 36; // a UUID
    std::string result;
    result.reserve(text.size() + kUsualValue);
    for (std::size_t brace = text.find('{'); brace != std::string_view::npos; brace = text.find('{')) {
        result += text.substr(0, brace);
        text.remove_prefix(brace);
        const auto found =
            std::find_if(placeholders.begin(), placeholders.end(), [text](const Placeholder& placeholder) {
                return !placeholder.value.empty() && text.starts_with(placeholder.name);
            });
        const bool isKnown = found != placeholders.end();
        result += isKnown ? found->value : text.substr(0, 1);
        text.remove_prefix(isKnown ? found->name.size() : 1);
    }
    result += text;
    return result;
}

const std::string& templateFor(const AttemptHeader& header, int attempt, bool knowsServerTime)
{
    if (attempt <= 1 || header.later.empty()) {
        return header.first;
    }
    return knowsServerTime && !header.laterWithTtl.empty() ? header.laterWithTtl : header.later;
}

} // namespace

Headers attemptHeadersFor(const Policy& policy, const RequestState& request,
                          const AttemptHeaderValues& values)
{
    Headers headers;
    headers.entries.reserve(policy.attemptHeaders.size());
    const std::string attempt = std::to_string(values.attempt);
    const std::string most = std::to_string(policy.attempts.attempts());
    for (const AttemptHeader& header : policy.attemptHeaders) {
        const std::string& text = templateFor(header, values.attempt, request.serverAhead.has_value());
        std::string ttl;
        if (request.serverAhead && text.find("{ttl}") != std::string::npos) {
            const Duration ahead = values.readTimeout + *request.serverAhead;
            ttl = compactTime(values.now + std::chrono::duration_cast<WallTime>(ahead));
        }
        const std::string retry = std::to_string(values.attempt - 1);
        const std::array<Placeholder, 5> placeholders{{{"{attempt}", attempt},
                                                       {"{retry}", retry},
                                                       {"{max}", most},
                                                       {"{callId}", values.callId},
                                                       {"{ttl}", ttl}}};
        headers.add(header.name, filled(text, placeholders));
    }
    return headers;
}

std::string uuidFrom(double first, double second)
{
    constexpr double kScale = 281474976710656.0; // 2^48: twelve hexadecimal digits of each draw
    const auto high = static_cast<unsigned long long>(first * kScale);
    const auto low = static_cast<unsigned long long>(second * kScale);
    std::string text;
    text.reserve(sizeof("00000000-0000-4000-a000-000000000000"));
    const auto append = [&text](const char* before, unsigned long long number, std::size_t digits) {
        constexpr int kHexadecimal = 16;
        text += before;
        appendPadded(text, static_cast<long long>(number), digits, kHexadecimal);
    };
    append("", high >> 16U, 8);
    append("-", high & 0xffffU, 4);
    append("-4", low & 0xfffU, 3);
    append("-a", (low >> 12U) & 0xfffU, 3);
    append("-", (low * 0x9e3779b1ULL) & 0xffffffffffffULL, 12);
    return text;
}

} // namespace retryscope
