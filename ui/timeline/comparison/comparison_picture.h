// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace retryscope::ui {

class ComparisonChart;

/// Saves all lanes with axis and legend in light colours; the suffix of the file selects svg or png (double
/// size). Returns an error message for the user; empty if the file was written.
[[nodiscard]] QString saveComparisonPicture(const ComparisonChart& chart, const QString& file, int width);

} // namespace retryscope::ui
