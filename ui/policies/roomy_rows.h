// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace retryscope::ui {

/// Adds space between rows of several lines.
class RoomyRows : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        constexpr int kPadding = 8;
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, kPadding);
    }
};

} // namespace retryscope::ui
