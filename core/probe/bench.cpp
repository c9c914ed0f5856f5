// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/bench.h"

#include "core/facts/error_name.h"
#include "core/facts/http_method.h"
#include "core/facts/letter_case.h"
#include "core/policy/resolve.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace retryscope {

namespace {

bool isNameCharacter(char character)
{
    const auto byte = static_cast<unsigned char>(character);
    return std::isalnum(byte) != 0 || character == '-' || character == '_';
}

/// `nginx/1.22.1 (Debian)` -> nginx, 1.22.1
BoxName productIn(std::string_view text)
{
    const auto nameEnd = std::find_if_not(text.begin(), text.end(), isNameCharacter);
    BoxName box{.name = std::string(text.begin(), nameEnd), .version = {}};
    if (nameEnd != text.end() && *nameEnd == '/') {
        const auto end = std::find_if(nameEnd, text.end(), [](char character) {
            return character == ' ' || character == ')' || character == ',' || character == ';';
        });
        box.version = std::string(nameEnd + 1, end);
    }
    return box;
}

/// The comment of a `Via`, which may name the software, else the host that received the message
/// (RFC 9110, section 7.6.3).
BoxName boxInVia(std::string_view via)
{
    if (const std::size_t open = via.find('('); open != std::string_view::npos) {
        return productIn(via.substr(open + 1));
    }
    const std::size_t blank = via.find(' ');
    return productIn(blank == std::string_view::npos ? via : via.substr(blank + 1));
}

} // namespace

DelayChange BenchVerdict::delay() const
{
    if (!direct.window || !through.window || *direct.window == *through.window) {
        return DelayChange::Same;
    }
    const Duration before = direct.window->low + direct.window->high;
    const Duration after = through.window->low + through.window->high;
    return after < before ? DelayChange::Sooner : DelayChange::Later;
}

bool BenchRow::isFlipped() const
{
    return std::any_of(verdicts.begin(), verdicts.end(),
                       [](const BenchVerdict& verdict) { return verdict.isFlipped(); });
}

bool RowFacts::isOriginAway() const
{
    return origin.fault && origin.fault->kind == FaultKind::ConnectionRefused;
}

bool RowFacts::mayBeDoneTwice() const
{
    return isResent() && !isIdempotentMethod(request.method);
}

const BenchRow* Bench::find(const std::string& id) const
{
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&id](const BenchRow& row) { return row.id == id; });
    return found == rows.end() ? nullptr : &*found;
}

int Bench::flips() const
{
    return static_cast<int>(
        std::count_if(rows.begin(), rows.end(), [](const BenchRow& row) { return row.isFlipped(); }));
}

BoxName boxNameFrom(const Headers& headers, const std::string& own)
{
    const std::string* server = headers.find("server");
    if (server != nullptr && !server->empty() && *server != own) {
        return productIn(*server);
    }
    const std::string* via = headers.find("via");
    return via != nullptr ? boxInVia(*via) : BoxName{};
}

std::string plainErrorNameOf(const AttemptFacts& facts)
{
    constexpr int kFirstError = 400;
    if (!facts.response || facts.response->status < kFirstError) {
        return {};
    }
    static const ErrorReading reading = resolve(Policy{}, RequestSpec{}).reading;
    return nameOf(reading, facts).name;
}

} // namespace retryscope
