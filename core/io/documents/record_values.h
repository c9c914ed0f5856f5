// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/io/documents/record_fields.h"

#include <QStringList>

#include <limits>
#include <optional>

// Small readers that the parts of a record share.
namespace retryscope::io {

/// Missing members keep the fallback's values.
template <typename Struct>
Struct readDescribed(const JsonCursor& cursor, Struct fallback = {})
{
    FieldReader reader(cursor);
    describe(reader, fallback);
    return fallback;
}

/// Checks that an end is not before its start.
inline void requireOrder(const JsonCursor& cursor, Instant start, Instant end)
{
    if (const JsonCursor at = cursor.at("endMs"); at.isPresent() && end < start) {
        at.complain(QStringLiteral("a time not before startMs, which is %1")
                        .arg(toMilliseconds(start.time_since_epoch())));
    }
}

} // namespace retryscope::io
