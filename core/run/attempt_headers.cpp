// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/attempt_headers.h"

#include <array>
#include <cstdio>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

/// `20260101T000000Z`
std::string compactTime(WallTime time)
{
    using namespace std::chrono;
    const auto days = floor<std::chrono::days>(time);
    const year_month_day date{sys_days{days}};
    const hh_mm_ss<seconds> clock{duration_cast<seconds>(time - days)};
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%04d%02u%02uT%02d%02d%02dZ", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()));
    return text.data();
}

void fill(std::string& text, std::string_view placeholder, const std::string& value)
{
    for (std::size_t at = text.find(placeholder); at != std::string::npos;
         at = text.find(placeholder, at + value.size())) {
        text.replace(at, placeholder.size(), value);
    }
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
    for (const AttemptHeader& header : policy.attemptHeaders) {
        std::string text = templateFor(header, values.attempt, request.serverAhead.has_value());
        fill(text, "{attempt}", std::to_string(values.attempt));
        fill(text, "{max}", std::to_string(policy.attempts.attempts()));
        fill(text, "{callId}", values.callId);
        if (request.serverAhead) {
            const Duration ahead = values.readTimeout + *request.serverAhead;
            fill(text, "{ttl}", compactTime(values.now + std::chrono::duration_cast<WallTime>(ahead)));
        }
        headers.add(header.name, std::move(text));
    }
    return headers;
}

std::string uuidFrom(double first, double second)
{
    constexpr double kScale = 281474976710656.0; // 2^48: twelve hexadecimal digits of each draw
    const auto high = static_cast<unsigned long long>(first * kScale);
    const auto low = static_cast<unsigned long long>(second * kScale);
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), "%08llx-%04llx-4%03llx-a%03llx-%012llx", high >> 16U,
                  high & 0xffffU, low & 0xfffU, (low >> 12U) & 0xfffU,
                  (low * 0x9e3779b1ULL) & 0xffffffffffffULL);
    return text.data();
}

} // namespace retryscope
