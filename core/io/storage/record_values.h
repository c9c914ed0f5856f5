// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/io/storage/record_fields.h"

#include <QStringList>

#include <limits>
#include <optional>

// Small readers that the parts of a record share.
namespace retryscope::io {

inline constexpr int kMaxInt = std::numeric_limits<int>::max();

/// The enumerator of this word; complains and answers with the first one otherwise.
template <WordedEnum Enum>
Enum readWord(const JsonCursor& cursor, const char* orElse = "one of ")
{
    if (const std::optional<Enum> known = fromWord<Enum>(cursor.text())) {
        return *known;
    }
    QStringList words;
    for (const auto& [value, word] : EnumWords<Enum>::kWords) {
        words.append(QLatin1String(word));
    }
    cursor.complain(QLatin1String(orElse) + words.join(QStringLiteral(", ")));
    return EnumWords<Enum>::kWords.front().first;
}

inline std::optional<StopReason> readStopReason(const JsonCursor& cursor)
{
    return cursor.isPresent() ? std::optional(readWord<StopReason>(cursor)) : std::nullopt;
}

template <typename Struct>
Struct readDescribed(const JsonCursor& cursor)
{
    Struct value;
    RuleBook noRules;
    FieldReader reader(cursor, noRules);
    describe(reader, value);
    return value;
}

inline Instant readInstant(const JsonCursor& cursor)
{
    return Instant(millisecondsFromJson(cursor));
}

inline qint64 readCount(const JsonCursor& cursor, qint64 fallback)
{
    return cursor.integer(0, std::numeric_limits<qint64>::max(), fallback);
}

/// What has ended has not ended before it began.
inline void requireOrder(const JsonCursor& cursor, Instant start, Instant end)
{
    if (const JsonCursor at = cursor.at("endMs"); at.isPresent() && end < start) {
        at.complain(QStringLiteral("a time not before startMs, which is %1")
                        .arg(toMilliseconds(start.time_since_epoch())));
    }
}

} // namespace retryscope::io
