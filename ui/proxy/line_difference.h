// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace retryscope::ui {

enum class LineMark {
    Same,
    Other,  ///< the other text has none like it there
    Filler, ///< no line: room beside one that only the other text has
};

struct AlignedLine
{
    QString text;
    LineMark mark = LineMark::Same;
    bool operator==(const AlignedLine&) const = default;
};

/// Two texts side by side: equal lines stand beside each other, and both have as many.
struct AlignedTexts
{
    std::vector<AlignedLine> left;
    std::vector<AlignedLine> right;
};

/// Finds as many equal lines as there are in the same order. Beyond kMostMatched lines of a text, and before
/// them as far as both begin alike, a line is compared with the one of its own number only.
[[nodiscard]] AlignedTexts alignedLines(const QStringList& left, const QStringList& right);

/// Lines of each text whose order is searched: their product is what it costs.
inline constexpr qsizetype kMostMatched = 400;

} // namespace retryscope::ui
