// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/run_outline.h"

#include <QStyledItemDelegate>

#include <vector>

namespace retryscope::ui {

struct Theme;

/// Draws a run of a RunsModel in two lines: how it ended and when, what was run; and its small timeline.
class RunDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// A run as a small bar over the whole rectangle.
void paintOutline(QPainter& painter, const QRectF& rect, const std::vector<OutlineSegment>& outline,
                  const Theme& theme);

} // namespace retryscope::ui
