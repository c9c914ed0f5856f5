// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <vector>

namespace retryscope::ui {

enum class LineMark {
    Same,
    Other,  ///< the other text has no equal line here
    Filler, ///< padding next to a line that only the other text has
};

struct AlignedLine
{
    QString text;
    LineMark mark = LineMark::Same;
    bool operator==(const AlignedLine&) const = default;
};

/// Two texts aligned side by side: equal lines face each other, and both have the same number of lines.
struct AlignedTexts
{
    std::vector<AlignedLine> left;
    std::vector<AlignedLine> right;
};

/// Aligns the longest common subsequence of lines. In the common beginning, and beyond kMostMatched lines,
/// compares lines only by their number.
[[nodiscard]] AlignedTexts alignedLines(const QStringList& left, const QStringList& right);

/// Most lines of each text that are searched for equal lines; the cost grows with the product.
inline constexpr qsizetype kMostMatched = 400;

} // namespace retryscope::ui
