// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// The names that somebody who wrote `wanted` probably meant, best first, at most three: those spelled nearly
/// so, then those that begin with it or hold it; else those whose beginning is spelled nearly so.
[[nodiscard]] QStringList closestNames(const QString& wanted, const QStringList& names);
/// Those of the clients that `wanted` is the first word of, as `go` is, or a usual name of, such as `boto3`
/// of botocore; in the order of names.
[[nodiscard]] QStringList namesCalled(const QString& wanted, const QStringList& names);
/// `did you mean a, b?`, the nearest first; empty when none is close.
[[nodiscard]] QString nearestText(const QString& wanted, const QStringList& names);
/// `did you mean explain? allowed: policies, …`
[[nodiscard]] QString allowedText(const QString& wanted, const QStringList& names);
/// The same as nearestText(), or the first 24 names when none is close.
[[nodiscard]] QString suggestionFor(const QString& wanted, const QStringList& names);

} // namespace retryscope::io
