// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/probe/bench_difference.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <memory>
#include <string_view>

namespace retryscope {

namespace {

bool isAlphanumeric(char character)
{
    return std::isalnum(static_cast<unsigned char>(character)) != 0;
}

bool isDigit(char character)
{
    return character >= '0' && character <= '9';
}

/// The day and month of a date whose numbers are `#` already, as `Sun, # Nov #`, become `#`, too.
std::string withoutDates(std::string text)
{
    constexpr std::array<std::string_view, 7> kDays{"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"};
    constexpr std::array<std::string_view, 12> kMonths{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    constexpr std::string_view kNumber = ", # ";
    for (std::size_t at = text.find(kNumber); at != std::string::npos; at = text.find(kNumber, at + 1)) {
        const std::size_t month = at + kNumber.size();
        const auto isAt = [&text](std::size_t from) {
            return [&text, from](std::string_view word) {
                return text.compare(from, word.size(), word) == 0;
            };
        };
        if (at >= 3 && std::any_of(kDays.begin(), kDays.end(), isAt(at - 3)) &&
            std::any_of(kMonths.begin(), kMonths.end(), isAt(month))) {
            text.replace(month, 3, "#");
            text.replace(at - 3, 3, "#");
            at -= 2;
        }
    }
    return text;
}

/// Numbers, and long words with digits in them (ids), become `#`: they differ from run to run.
std::string withoutNumbers(const std::string& text)
{
    constexpr std::ptrdiff_t kLongWord = 12;
    std::string result;
    for (auto at = text.begin(); at != text.end();) {
        const auto end = std::find_if_not(at, text.end(), isAlphanumeric);
        if (end == at) {
            result += *at++;
            continue;
        }
        const bool isId = end - at >= kLongWord && std::any_of(at, end, isDigit);
        if (isId) {
            result += '#';
            at = end;
            continue;
        }
        while (at != end) {
            if (!isDigit(*at)) {
                result += *at++;
                continue;
            }
            result += '#';
            at = std::find_if_not(at, end, isDigit);
        }
    }
    return result;
}

std::string bodyOf(const AttemptFacts& facts)
{
    return facts.response ? withoutDates(withoutNumbers(facts.response->body)) : std::string();
}

/// As people paste it: a field for text makes LF of CRLF, and an editor may add a line end, or drop it.
std::string pastedBodyOf(const AttemptFacts& facts)
{
    std::string body = bodyOf(facts);
    std::erase(body, '\r');
    body.erase(body.find_last_not_of('\n') + 1);
    return body;
}

/// Of a body without a status: by the body alone; a head without an error name may be one that was not
/// copied.
bool hasThisBody(const AttemptFacts& client, const AttemptFacts& sought)
{
    if (pastedBodyOf(client) != pastedBodyOf(sought)) {
        return false;
    }
    if (!isWithoutStatus(sought)) {
        return plainErrorNameOf(client) == plainErrorNameOf(sought);
    }
    if (!client.response || sought.response->body.empty()) {
        return false;
    }
    Response response = *sought.response;
    response.status = client.response->status;
    const std::string name = plainErrorNameOf({.response = std::make_shared<const Response>(response)});
    return name.empty() || name == plainErrorNameOf(client);
}

enum class BodySort { None, Html, Xml, Json, Other };

BodySort sortOfBody(const AttemptFacts& facts)
{
    if (!facts.response || facts.response->body.empty()) {
        return BodySort::None;
    }
    const ParsedBody& parsed = facts.response->parsed;
    if (parsed.isHtml) {
        return BodySort::Html;
    }
    if (parsed.isXml) {
        return BodySort::Xml;
    }
    return parsed.isJson ? BodySort::Json : BodySort::Other;
}

/// What a change of the box's configuration is to mend.
struct Trouble
{
    int flips = 0;   ///< 1: some client decides otherwise behind the box
    int resends = 0; ///< what the box sends beside each request
};

Trouble troubleOf(const BenchRow& row)
{
    const int sent = std::max(row.requests, 1);
    return {.flips = row.isFlipped() ? 1 : 0, .resends = std::max((row.arrivals + sent - 1) / sent - 1, 0)};
}

} // namespace

bool areAlike(const AttemptFacts& left, const AttemptFacts& right)
{
    const bool isSameFault = left.fault ? right.fault && left.fault->kind == right.fault->kind : !right.fault;
    const int leftStatus = left.response ? left.response->status : 0;
    const int rightStatus = right.response ? right.response->status : 0;
    return isSameFault && leftStatus == rightStatus && sortOfBody(left) == sortOfBody(right);
}

BenchProgress progressOf(const Bench& earlier, const Bench& later)
{
    BenchProgress progress;
    if (!earlier.isOriginReached || !later.isOriginReached) {
        return progress;
    }
    for (const BenchRow& row : later.rows) {
        const BenchRow* before = earlier.find(row.id);
        const Trouble was = before != nullptr ? troubleOf(*before) : Trouble();
        const Trouble is = troubleOf(row);
        const bool isUnknown = row.outcome == RowOutcome::NotSent ||
                               (later.evidence == BenchEvidence::Measured && row.isUnseen());
        const bool isWorse = is.flips > was.flips || is.resends > was.resends;
        const bool isBetter = is.flips < was.flips || is.resends < was.resends;
        if (isWorse) {
            progress.fresh.push_back(row.id);
        } else if (isBetter && !isUnknown) {
            progress.mended.push_back(row.id);
        }
    }
    return progress;
}

bool haveSameBody(const AttemptFacts& left, const AttemptFacts& right)
{
    return bodyOf(left) == bodyOf(right);
}

bool isWithoutStatus(const AttemptFacts& facts)
{
    return facts.response && facts.response->status == 0;
}

std::vector<Likeness> behavioursLike(const Bench& bench, const AttemptFacts& facts)
{
    std::vector<Likeness> exact;
    std::vector<Likeness> alike;
    for (std::size_t i = 0; i < bench.rows.size(); ++i) {
        const AttemptFacts& client = bench.rows[i].client;
        const bool isSameSort = isWithoutStatus(facts) || areAlike(client, facts);
        if (isSameSort && hasThisBody(client, facts)) {
            exact.push_back({.row = i, .isExact = true});
        } else if (isSameSort && !isWithoutStatus(facts)) {
            alike.push_back({.row = i, .isExact = false});
        }
    }
    exact.insert(exact.end(), alike.begin(), alike.end());
    return exact;
}

} // namespace retryscope
