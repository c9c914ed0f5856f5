// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace retryscope::ui {

/// Paints a call of a CallsModel in two lines: its outcome, its request, a small picture of its attempts and
/// delays, and its duration. Paints plain text only and elides what does not fit.
class CallsDelegate : public QStyledItemDelegate
{
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Without the small pictures.
    void setNarrow(bool isNarrow) { m_isNarrow = isNarrow; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    bool m_isNarrow = false;
};

} // namespace retryscope::ui
