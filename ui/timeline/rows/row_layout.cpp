// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/rows/row_layout.h"

#include <cmath>

namespace retryscope::ui {

int RowLayout::rowAt(double y) const
{
    if (y < top || y >= top + height) {
        return -1;
    }
    const double row = std::floor((y - top + offset) / rowHeight);
    return row >= 0 && row < rows ? static_cast<int>(row) : -1;
}

int RowLayout::firstVisible() const
{
    return std::clamp(static_cast<int>(std::floor(offset / rowHeight)), 0, std::max(0, rows - 1));
}

int RowLayout::lastVisible() const
{
    return std::min(rows - 1, static_cast<int>(std::ceil((offset + height) / rowHeight)) - 1);
}

RowLayout RowLayout::withOffset(double pixels) const
{
    RowLayout result = *this;
    result.offset = std::clamp(pixels, 0.0, largestOffset());
    return result;
}

RowLayout RowLayout::showing(int row) const
{
    const double rowTop = row * rowHeight;
    return withOffset(std::clamp(offset, std::min(rowTop, rowTop + rowHeight - height), rowTop));
}

RowLayout RowLayout::withRowHeight(double pixels, double y) const
{
    RowLayout result = *this;
    const double content = (y - top + offset) / rowHeight;
    result.rowHeight = pixels;
    return result.withOffset(content * pixels - (y - top));
}

RowDensity densityOf(double rowHeight, const RowHeights& heights)
{
    if (rowHeight >= heights.roomy) {
        return RowDensity::Roomy;
    }
    if (rowHeight >= heights.compact) {
        return RowDensity::Compact;
    }
    return rowHeight >= RowHeights::kThin ? RowDensity::Thin : RowDensity::Overview;
}

double readableRowHeight(int rows, double plotHeight, const RowHeights& heights)
{
    const double share = plotHeight / std::max(1, rows);
    return std::clamp(share, heights.compact, heights.roomiest);
}

double fittingRowHeight(int rows, double plotHeight, const RowHeights& heights)
{
    return std::min(heights.roomiest, plotHeight / std::max(1, rows));
}

} // namespace retryscope::ui
