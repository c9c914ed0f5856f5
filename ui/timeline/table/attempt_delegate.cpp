// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/table/attempt_delegate.h"

#include "ui/parts/verdict_sign.h"
#include "ui/theme/theme.h"
#include "ui/timeline/table/attempts_model.h"

#include <QApplication>
#include <QPainter>

namespace retryscope::ui {

namespace {

constexpr int kSignSide = 14;
constexpr int kSignGap = 6;

/// `↻ Retry` -> `Retry`: the sign is painted.
QString withoutMark(const QString& verdict)
{
    return verdict.section(QLatin1Char(' '), 1);
}

} // namespace

void AttemptDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    QStyleOptionViewItem inner = option;
    inner.rect.adjust(kInset, 0, -kInset, 0);
    const auto sign = static_cast<Sign>(index.data(AttemptsModel::SignRole).toInt());
    const QString word = withoutMark(index.data().toString());
    if (sign == Sign::None || word.isEmpty()) {
        QStyledItemDelegate::paint(painter, inner, index);
        return;
    }
    const Theme& theme = Theme::forPalette(option.palette);
    const QRect place(inner.rect.left() + 2, inner.rect.center().y() - kSignSide / 2, kSignSide, kSignSide);
    paintSign(*painter, place, sign, theme);
    const QRect text = inner.rect.adjusted(2 + kSignSide + kSignGap, 0, 0, 0);
    painter->save();
    painter->setFont(Theme::boldFont(option.font));
    painter->setPen(signColour(sign, theme));
    painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetrics(painter->font()).elidedText(word, Qt::ElideRight, text.width()));
    painter->restore();
}

QSize AttemptDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool hasSign = index.data(AttemptsModel::SignRole).toInt() != static_cast<int>(Sign::None);
    const int more = 2 * kInset + (hasSign ? kSignSide : 0);
    return QStyledItemDelegate::sizeHint(option, index) + QSize(more, 0);
}

} // namespace retryscope::ui
