// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace retryscope::io {

/// What a message allows: `a whole number from 1 to 1000`, `a whole number of at least 1, with at most 9
/// digits`. A limit that is only that of the integer type is not named; the number of digits is.
[[nodiscard]] QString wholeNumberText(qint64 lowest, qint64 highest);

} // namespace retryscope::io
