// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/rule.h"
#include "ui/parts/table_model.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace retryscope::ui {

/// The source of a number or rule that the user set in the window.
inline constexpr const char* kOwnSource = "set in the window";

/// `503, 5xx, 500-599`, the form that statusRangesFrom() reads.
[[nodiscard]] QString statusText(const std::vector<StatusRange>& ranges);
/// Parses statuses `503`, `5xx` or `500-599`, separated by commas. Absent if any part is invalid.
[[nodiscard]] std::optional<std::vector<StatusRange>> statusRangesFrom(const QString& text);

/// `SlowDown, Throttling`
[[nodiscard]] QString namesText(const std::vector<std::string>& names);
/// Splits at commas and white space; empty parts are dropped.
[[nodiscard]] std::vector<std::string> namesFrom(const QString& text);

/// The kinds a rule can give, in words.
[[nodiscard]] QString kindTitle(ErrorKind kind);
[[nodiscard]] const std::vector<ErrorKind>& ruleKinds();

/// The rules of a policy, in the order in which the client tries them. The user can edit title and kind.
[[nodiscard]] EditableTable<Rule>::Columns ruleColumns();

} // namespace retryscope::ui
