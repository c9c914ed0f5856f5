// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// At most three names that `wanted` was probably meant to be, best first: names that begin with it, that
/// have words that begin with its words (NameMatch), similar spellings, names that contain it, else names
/// whose beginning is similar.
[[nodiscard]] QStringList closestNames(const QString& wanted, const QStringList& names);
/// `did you mean a, b?`, best first; empty if nothing is similar.
[[nodiscard]] QString nearestText(const QString& wanted, const QStringList& names);
/// `did you mean json? allowed: text, json`. A long list is left out beside a suggestion.
[[nodiscard]] QString allowedText(const QString& wanted, const QStringList& names);
/// Like nearestText(), or the first 24 names if nothing is similar.
[[nodiscard]] QString suggestionFor(const QString& wanted, const QStringList& names);
/// The three paths whose words are most like those of `wanted`, nearest first, however unlike they are; fewer
/// if there are fewer: `backoff.cap` for `backof.cap` or `cap`, `attempts.max` for `maxAttempts`.
[[nodiscard]] QStringList nearestPaths(const QString& wanted, const QStringList& paths);

} // namespace retryscope::io
