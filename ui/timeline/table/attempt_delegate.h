// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace retryscope::ui {

/// Paints cells of the attempts table, with a margin at both sides, and verdicts with a coloured sign.
class AttemptDelegate : public QStyledItemDelegate
{
public:
    static constexpr int kInset = 6; ///< pixels at either side of a cell's text

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace retryscope::ui
