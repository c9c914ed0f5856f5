// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/text/number_text.h"

#include <limits>

namespace retryscope::io {

QString wholeNumberText(qint64 lowest, qint64 highest)
{
    constexpr qint64 kMost = std::numeric_limits<int>::max();
    const bool hasLowest = lowest > std::numeric_limits<int>::min();
    const bool hasHighest = highest != kMost && highest != std::numeric_limits<qint64>::max();
    if (hasLowest && hasHighest) {
        return QStringLiteral("a whole number from %1 to %2").arg(lowest).arg(highest);
    }
    const QString digits = QStringLiteral("at most %1 digits").arg(highest == kMost ? 9 : 18);
    return hasLowest ? QStringLiteral("a whole number of at least %1, with %2").arg(lowest).arg(digits)
                     : QStringLiteral("a whole number with %1").arg(digits);
}

} // namespace retryscope::io
