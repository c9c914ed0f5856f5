// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/condition_check.h"

#include "core/facts/header_syntax.h"
#include "core/facts/http_method.h"
#include "core/policy/conditions.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <type_traits>
#include <vector>

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
    return anyCondition([&when](const auto& row) {
        if constexpr (std::is_same_v<decltype(row), const YesNoRow&>) {
            return row.needsResponse && when.*row.member == true;
        } else {
            return row.needsResponse && row.hasValue(when);
        }
    });
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
bool containsAll(const std::vector<T>& values, const std::vector<T>& asked)
{
    return std::all_of(asked.begin(), asked.end(), [&values](const T& value) {
        return std::find(values.begin(), values.end(), value) != values.end();
    });
}

bool containsAll(const std::vector<StatusRange>& ranges, const std::vector<StatusRange>& asked)
{
    return std::all_of(asked.begin(), asked.end(), [&ranges](const StatusRange& range) {
        return std::any_of(ranges.begin(), ranges.end(), [&range](const StatusRange& around) {
            return around.from <= range.from && range.to <= around.to;
        });
    });
}

/// Whatever matches `narrow` matches `wide`.
template <typename T>
bool isAsWide(const ConditionRow<std::vector<T>>& row, const std::vector<T>& wide,
              const std::vector<T>& narrow)
{
    if (row.entries == Entries::EachHolds) {
        return containsAll(narrow, wide);
    }
    return wide.empty() || (!narrow.empty() && containsAll(wide, narrow));
}

template <typename T>
bool isAsWide(const ConditionRow<std::optional<T>>&, const std::optional<T>& wide,
              const std::optional<T>& narrow)
{
    return !wide || wide == narrow;
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
    return !anyCondition([&](const auto& row) {
        const bool matchesNothing = row.isAskedBy(wide) && !row.hasValue(wide);
        return matchesNothing || !isAsWide(row, wide.*row.member, narrow.*row.member);
    });
}

} // namespace retryscope
