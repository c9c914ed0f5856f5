// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// A setting of nginx or HAProxy: its name, then its arguments.
struct Directive
{
    int line = 1;      ///< from 1
    QStringList words; ///< not empty

    [[nodiscard]] const QString& name() const { return words.first(); }
    [[nodiscard]] QString text() const { return words.join(QLatin1Char(' ')); }
};

} // namespace retryscope::io
