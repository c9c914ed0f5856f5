// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// The names that somebody who wrote `wanted` probably meant, best first, at most three.
[[nodiscard]] QStringList closestNames(const QString& wanted, const QStringList& names);
/// Those of the clients that `wanted` is a usual name of, such as `boto3` of botocore; in the order of names.
[[nodiscard]] QStringList namesCalled(const QString& wanted, const QStringList& names);
/// A sentence for messages: `did you mean a, b?`, or the first 24 names when none is close.
[[nodiscard]] QString suggestionFor(const QString& wanted, const QStringList& names);

} // namespace retryscope::io
