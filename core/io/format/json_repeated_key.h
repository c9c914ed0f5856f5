// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace retryscope::io {

/// A key that stands twice in one object. JSON readers keep the last one silently, so half of what somebody
/// wrote would be lost.
struct RepeatedKey
{
    QByteArray key;       ///< as written, without its quotes
    qsizetype offset = 0; ///< of the second one
};

/// The first repeated key of a text that is known to be JSON.
[[nodiscard]] std::optional<RepeatedKey> repeatedKeyIn(const QByteArray& json);

} // namespace retryscope::io
