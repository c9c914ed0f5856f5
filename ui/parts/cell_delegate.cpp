// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/cell_delegate.h"

#include "core/explain/report.h"
#include "ui/parts/fitted_text.h"
#include "ui/parts/verdict_sign.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QLineEdit>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kSignGap = 6;
constexpr int kMostLines = 200; ///< of a text that wraps

Sign signAt(const QModelIndex& index)
{
    return static_cast<Sign>(index.data(CellRole::Sign).toInt());
}

WhenNarrow whenNarrow(const QModelIndex& index)
{
    return static_cast<WhenNarrow>(
        index.model()->headerData(index.column(), Qt::Horizontal, CellRole::WhenNarrow).toInt());
}

bool groups(const QModelIndex& index)
{
    return index.model()->headerData(index.column(), Qt::Horizontal, CellRole::Groups).toBool();
}

/// True where a row begins another group than the one above.
bool beginsGroup(const QModelIndex& index)
{
    return index.row() == 0 || index.data() != index.siblingAtRow(index.row() - 1).data();
}

const QStyle& styleOf(const QStyleOptionViewItem& option)
{
    return *(option.widget != nullptr ? option.widget->style() : QApplication::style());
}

int signSideOf(const QStyleOptionViewItem& option)
{
    constexpr int kSignSide = 14;
    return Theme::scaled(kSignSide, option.font);
}

/// Pixels beside the text, both sides together.
int marginOf(const QStyleOptionViewItem& option, Sign sign)
{
    const int focus = styleOf(option).pixelMetric(QStyle::PM_FocusFrameHMargin, &option, option.widget) + 1;
    return 2 * (focus + CellDelegate::kInset) + (sign == Sign::None ? 0 : signSideOf(option) + kSignGap);
}

QStringList neighboursOf(const QModelIndex& index)
{
    QStringList texts;
    for (const int row : {index.row() - 1, index.row() + 1}) {
        if (row >= 0 && row < index.model()->rowCount()) {
            texts += index.siblingAtRow(row).data().toString();
        }
    }
    return texts;
}

Fit fitFor(const QStyleOptionViewItem& option, const QModelIndex& index, int height)
{
    switch (whenNarrow(index)) {
    case WhenNarrow::Fold:
        return {.lines = kMostLines};
    case WhenNarrow::Shorten:
        return {.loss = groups(index) ? Loss::End : Loss::Shared, // the texts around a group's are not shown
                .lines = std::max(1, (height - CellDelegate::kRowPadding) / option.fontMetrics.height()),
                .neighbours = neighboursOf(index)};
    case WhenNarrow::Keep:
    case WhenNarrow::Drop:
    case WhenNarrow::DropFirst:
        break;
    }
    return {.loss = Loss::Nothing};
}

/// What the style says, without its layout of a text in one line: a table measures thousands of cells.
QSize contentSize(const QStyleOptionViewItem& cell)
{
    const bool hasMore = cell.features.testFlag(QStyleOptionViewItem::HasCheckIndicator) ||
                         cell.features.testFlag(QStyleOptionViewItem::HasDecoration) ||
                         cell.text.contains(QLatin1Char('\n'));
    const QStyle& style = styleOf(cell);
    if (hasMore) {
        return style.sizeFromContents(QStyle::CT_ItemViewItem, &cell, QSize(), cell.widget);
    }
    const int margin = style.pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, cell.widget) + 1;
    return {widthOfLine(cell.text, cell.font) + 2 * margin, cell.fontMetrics.height()};
}

} // namespace

void CellDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    const Theme& theme = Theme::forPalette(option->palette);
    const auto tone = static_cast<Tone>(index.data(CellRole::Tone).toInt());
    const Sign sign = signAt(index);
    if (tone == Tone::Strong || sign != Sign::None) {
        option->font = Theme::boldFont(option->font);
        option->fontMetrics = QFontMetrics(option->font);
    }
    const QColor colour = sign != Sign::None ? signColour(sign, theme) : toneColour(tone, theme);
    option->palette.setColor(QPalette::Text, colour);
    option->palette.setColor(QPalette::HighlightedText, colour);
    if (groups(index) && !beginsGroup(index)) {
        option->text.clear();
    }
}

QStringList CellDelegate::linesIn(QSize size, const QStyleOptionViewItem& option,
                                  const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    return fittedLines(cell.text, cell.font, size.width() - marginOf(cell, signAt(index)),
                       fitFor(cell, index, size.height()));
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const Sign sign = signAt(index);
    QSize size =
        contentSize(cell) + QSize(2 * kInset + (sign == Sign::None ? 0 : signSideOf(cell) + kSignGap), 0);
    if (whenNarrow(index) == WhenNarrow::Fold && option.rect.width() > 0) {
        size.setHeight(kRowPadding + fittedHeight(cell.text, cell.font,
                                                  option.rect.width() - marginOf(cell, sign), kMostLines));
    }
    return size;
}

QWidget* CellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const
{
    QWidget* editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (auto* line = qobject_cast<QLineEdit*>(editor);
        line != nullptr && index.data(Qt::EditRole).toString().isEmpty()) {
        line->setPlaceholderText(index.data().toString());
    }
    return editor;
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const Theme& theme = Theme::forPalette(option.palette);
    const QStyle& style = styleOf(option);
    QRect room = style.subElementRect(QStyle::SE_ItemViewItemText, &cell, option.widget);
    const QString text = std::exchange(cell.text, QString());
    style.drawControl(QStyle::CE_ItemViewItem, &cell, painter, option.widget); // all but the text
    const int focus = style.pixelMetric(QStyle::PM_FocusFrameHMargin, &cell, option.widget) + 1;
    room.adjust(focus + kInset, 0, -focus - kInset, 0);
    painter->save();
    const Sign sign = signAt(index);
    painter->setFont(cell.font);
    painter->setPen(cell.palette.color(option.state.testFlag(QStyle::State_Enabled) ? QPalette::Active
                                                                                    : QPalette::Disabled,
                                       QPalette::Text));
    const int line = cell.fontMetrics.height();
    if (room.height() > 2 * line) { // a row of several lines is read from its top
        room.setTop(room.top() + kRowPadding / 2);
        cell.displayAlignment = (cell.displayAlignment & Qt::AlignHorizontal_Mask) | Qt::AlignTop;
    }
    if (sign != Sign::None && !text.isEmpty()) {
        const int middle =
            cell.displayAlignment.testFlag(Qt::AlignTop) ? room.top() + line / 2 : room.center().y();
        const int side = signSideOf(cell);
        paintSign(*painter, QRect(room.left(), middle - side / 2, side, side), sign, theme);
        room.setLeft(room.left() + side + kSignGap);
    }
    drawFitted(*painter, room, cell.displayAlignment, text, fitFor(cell, index, room.height()));
    const QModelIndex first = index.siblingAtColumn(0);
    if (index.row() > 0 && groups(first) && beginsGroup(first)) {
        painter->setPen(theme.grid);
        painter->drawLine(option.rect.topLeft(), option.rect.topRight());
    }
    painter->restore();
}

} // namespace retryscope::ui
