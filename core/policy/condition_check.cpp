// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/condition_check.h"

#include "core/facts/header_syntax.h"
#include "core/facts/http_method.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

namespace retryscope {

namespace {

/// Faults that cut a response short: its head, and part of its body, may have arrived.
bool leavesPartOfAResponse(FaultKind kind)
{
    return kind == FaultKind::ResponseTruncated || kind == FaultKind::ResponseReset ||
           kind == FaultKind::ReadTimeout || kind == FaultKind::ResponseTooLarge;
}

bool wantsResponse(const Condition& when)
{
    return !when.statusIn.empty() || !when.nameIn.empty() || when.nameIs || !when.bodyIs.empty() ||
           !when.jsonIs.empty() || !when.headerIn.empty() || !when.headerValues.empty() ||
           !when.bodyHas.empty() || when.hinted.value_or(false);
}

bool isNumberWithin(const HeaderValue& value, std::string_view text)
{
    text = trimmed(text);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() &&
           (!value.from || number >= *value.from) && (!value.to || number <= *value.to);
}

/// Asks for one of some texts and for a number that none of them is.
bool contradictsItself(const HeaderValue& value)
{
    return !value.textIn.empty() && (value.from || value.to) &&
           std::none_of(value.textIn.begin(), value.textIn.end(),
                        [&value](const std::string& text) { return isNumberWithin(value, text); });
}

template <typename T>
bool contains(const std::vector<T>& values, const T& value)
{
    return std::find(values.begin(), values.end(), value) != values.end();
}

template <typename T>
bool containsAll(const std::vector<T>& values, const std::vector<T>& asked)
{
    return std::all_of(asked.begin(), asked.end(),
                       [&values](const T& value) { return contains(values, value); });
}

/// Of lists of which one entry has to hold.
template <typename T>
bool isAsWide(const std::vector<T>& wide, const std::vector<T>& narrow)
{
    return wide.empty() || (!narrow.empty() && containsAll(wide, narrow));
}

template <typename T>
bool isAsWide(const std::optional<T>& wide, const std::optional<T>& narrow)
{
    return !wide || wide == narrow;
}

bool isAsWide(const std::vector<StatusRange>& wide, const std::vector<StatusRange>& narrow)
{
    return wide.empty() ||
           (!narrow.empty() && std::all_of(narrow.begin(), narrow.end(), [&wide](const StatusRange& range) {
               return std::any_of(wide.begin(), wide.end(), [&range](const StatusRange& around) {
                   return around.from <= range.from && range.to <= around.to;
               });
           }));
}

} // namespace

std::optional<std::string> contradictionIn(const Condition& when)
{
    const bool canHaveResponse =
        when.faultIn.empty() || std::any_of(when.faultIn.begin(), when.faultIn.end(), leavesPartOfAResponse);
    if (wantsResponse(when) && !canHaveResponse) {
        return "asks for a response and for a fault without a response, so it can never match";
    }
    if (!when.nameIn.empty() && when.nameIs == NameIs::Absent) {
        return "asks for an error name and for no error name, so it can never match";
    }
    if (!when.nameIn.empty() && when.nameIs == NameIs::Unknown) {
        return "asks for listed error names and for an unknown one, so it can never match";
    }
    return std::nullopt;
}

std::optional<std::string> idlenessOf(const Condition& when, bool hasHints)
{
    if (when.hinted == true && !hasHints) {
        return "asks for a readable delay hint, but the policy reads no header for one (\"hints\"), so it "
               "can never match";
    }
    if (when.idempotent == false && !when.methodIn.empty() &&
        std::all_of(when.methodIn.begin(), when.methodIn.end(), isIdempotentMethod)) {
        return "asks for only idempotent methods and for a request that is not idempotent, so it can never "
               "match";
    }
    if (!when.bodyHas.empty() && when.bodyIs == std::vector{BodyState::Absent}) {
        return "asks for a text in the body and for no body, so it can never match";
    }
    if (std::any_of(when.headerValues.begin(), when.headerValues.end(), contradictsItself)) {
        return "asks for certain header values and for a number range that contains none of them, so it can "
               "never match";
    }
    return std::nullopt;
}

bool covers(const Condition& wide, const Condition& narrow)
{
    const bool matchesNothing = wide.nameMustBeListed && wide.nameIn.empty();
    return !matchesNothing && isAsWide(wide.statusIn, narrow.statusIn) &&
           isAsWide(wide.nameIn, narrow.nameIn) && isAsWide(wide.namePrefixIn, narrow.namePrefixIn) &&
           isAsWide(wide.nameHas, narrow.nameHas) && isAsWide(wide.nameIs, narrow.nameIs) &&
           isAsWide(wide.bodyIs, narrow.bodyIs) && containsAll(narrow.lacks, wide.lacks) &&
           isAsWide(wide.methodIn, narrow.methodIn) && isAsWide(wide.jsonIs, narrow.jsonIs) &&
           isAsWide(wide.faultIn, narrow.faultIn) && isAsWide(wide.protocolIn, narrow.protocolIn) &&
           isAsWide(wide.serviceIn, narrow.serviceIn) && isAsWide(wide.operationIn, narrow.operationIn) &&
           containsAll(narrow.operationNotIn, wide.operationNotIn) &&
           isAsWide(wide.idempotent, narrow.idempotent) && isAsWide(wide.messageHas, narrow.messageHas) &&
           isAsWide(wide.bodyHas, narrow.bodyHas) && containsAll(narrow.headerValues, wide.headerValues) &&
           isAsWide(wide.hinted, narrow.hinted) && isAsWide(wide.afterRules, narrow.afterRules) &&
           isAsWide(wide.headerIn, narrow.headerIn) && isAsWide(wide.valueAt, narrow.valueAt) &&
           isAsWide(wide.serverClockOff, narrow.serverClockOff) &&
           isAsWide(wide.crc32Mismatch, narrow.crc32Mismatch) && isAsWide(wide.partDone, narrow.partDone);
}

} // namespace retryscope
