// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/error_name.h"
#include "core/facts/instant.h"
#include "core/policy/rule.h"

#include <QString>
#include <QStringView>

#include <optional>

namespace retryscope::io {

/// Description of a duration, for error messages.
inline constexpr char16_t kDurationForms[] =
    u"a duration with its unit (us, ms, s, min or h), for example \"100ms\", \"1.5s\" or \"1min\"";

/// Parses `50ms`, `1.5s`, `1min`. Absent without a unit, for negative numbers, below a microsecond, and above
/// the 292,000 years that a Duration can hold.
[[nodiscard]] std::optional<Duration> durationFromText(QStringView text);
/// The shortest exact form, in the largest unit with a whole number.
[[nodiscard]] QString durationToText(Duration duration);

/// Description of a set of statuses, for error messages.
inline constexpr char16_t kStatusForms[] =
    u"an HTTP status from 100 to 999 such as 503, or a range such as \"5xx\" or \"500-599\"";

/// Reads `5xx`, `500-599` and `503`.
[[nodiscard]] std::optional<StatusRange> statusRangeFromText(QStringView text);
/// `503`, `5xx` or `500-599`.
[[nodiscard]] QString statusRangeToText(const StatusRange& range);

/// Description of a place, for error messages.
inline constexpr char16_t kNamePlaceForms[] =
    u"a place: \"header:NAME\", \"xml:PATH\", \"json:PATH\", \"status\" or \"reason\"";

[[nodiscard]] std::optional<NamePlace> namePlaceFromText(const QString& text);
[[nodiscard]] QString namePlaceToText(const NamePlace& place);

} // namespace retryscope::io
