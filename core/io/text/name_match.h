// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace retryscope::io {

/// How well what somebody typed fits an entry of a list, best first. One ranking for all lists and for *did
/// you mean*.
enum class NameMatch {
    Exact,     ///< it is one of the names
    Words,     ///< a name begins with these words
    Start,     ///< a name begins with these letters
    WordStart, ///< each typed word begins a word of one name
    InName,    ///< one name contains each typed word
    NearStart, ///< each typed word begins a word of the names or of the other texts
    Anywhere,  ///< each typed word is somewhere in the names or other texts
    None,
};

/// Letter case and the signs between words do not matter: `botocore-1.43.67` is `Botocore 1.43.67`. Nothing
/// typed fits everything, as Anywhere.
/// names: id, title and whatever else the entry is called; rest: what else is known of it.
[[nodiscard]] NameMatch nameMatch(const QString& typed, const QStringList& names, const QString& rest = {});

} // namespace retryscope::io
