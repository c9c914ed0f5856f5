// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace retryscope::ui {

class ComparisonChart;

/// All lanes with axis and legend, light, into a file: svg or png (twice the size) by its ending. Result:
/// what went wrong, for people; empty when the file was written.
[[nodiscard]] QString saveComparisonPicture(const ComparisonChart& chart, const QString& file, int width);

} // namespace retryscope::ui
