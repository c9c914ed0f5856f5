// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/run_outline.h"

#include <QStyledItemDelegate>

#include <vector>

namespace retryscope::ui {

struct Theme;

/// Draws a run in two lines (outcome and time; request and policy) with a small timeline.
class RunDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// Paints a run as a small bar that fills the rectangle.
void paintOutline(QPainter& painter, const QRectF& rect, const std::vector<OutlineSegment>& outline,
                  const Theme& theme);

} // namespace retryscope::ui
