// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/recipes/client_code.h"

#include <QJsonArray>
#include <QJsonValue>

#include <optional>
#include <string>
#include <vector>

namespace retryscope::cli {

/// convert: makes a JSON value of each.
template <typename Range, typename Convert>
[[nodiscard]] QJsonArray arrayOf(const Range& range, Convert convert)
{
    QJsonArray array;
    for (const auto& one : range) {
        array.append(convert(one));
    }
    return array;
}

/// Null if there is none. convert: makes a JSON value.
template <typename Value, typename Convert>
[[nodiscard]] QJsonValue orNull(const std::optional<Value>& value, Convert convert)
{
    return value ? QJsonValue(convert(*value)) : QJsonValue();
}
/// Null if the text is empty.
[[nodiscard]] QJsonValue textOrNull(const std::string& text);
[[nodiscard]] QJsonValue numberOrNull(const std::optional<int>& number);
/// In milliseconds.
[[nodiscard]] QJsonValue durationOrNull(const std::optional<Duration>& duration);
/// `[LOW, HIGH]` in milliseconds.
[[nodiscard]] QJsonValue windowToJson(const std::optional<DelayWindow>& window);
[[nodiscard]] QJsonArray textsToJson(const std::vector<std::string>& texts);
/// `[{"title": …, "text": …}]`
[[nodiscard]] QJsonArray snippetsToJson(const std::vector<CodeSnippet>& snippets);
/// `[{"what", "policy", "client"}]`; null if one side has no such value.
[[nodiscard]] QJsonArray gapsToJson(const std::vector<PolicyDifference>& gaps);

} // namespace retryscope::cli
