// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <optional>

namespace retryscope::io {

/// A repeated key in one object. JSON readers silently keep the last one, so a part of the text would be
/// lost.
struct RepeatedKey
{
    QByteArray key;       ///< as written, without its quotes
    qsizetype offset = 0; ///< of the second one
};

/// The first repeated key in a valid JSON text.
[[nodiscard]] std::optional<RepeatedKey> repeatedKeyIn(const QByteArray& json);

} // namespace retryscope::io
