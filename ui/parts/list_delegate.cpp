// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/list_delegate.h"

#include "ui/theme/theme.h"

#include <QAbstractItemView>
#include <QPainter>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kRowSide = 16;
constexpr int kRowAbove = 9;
constexpr int kRowGap = 10;
constexpr int kSelectedBar = 3; ///< at the left edge of the selected row
constexpr int kPictureHeight = 14;

void drawLine(QPainter& painter, const QRect& room, const QColor& colour, const QFont& font,
              Qt::Alignment side, const QString& text, const Fit& fit)
{
    painter.setFont(font);
    painter.setPen(colour);
    drawFitted(painter, room, side | Qt::AlignTop, text, fit);
}

} // namespace

ListDelegate::Places ListDelegate::placesIn(const QRect& row, const QFont& font) const
{
    const QFontMetrics metrics(font);
    const QFontMetrics small(Theme::smallFont(font));
    QRect rest = row.adjusted(kRowSide, kRowAbove, -kRowSide, -kRowAbove);
    Places places;
    places.sign = QRect(rest.left(), rest.top(), metrics.height(), rest.height());
    rest.setLeft(places.sign.right() + kRowGap);
    const auto takeRight = [&rest](int width) {
        const QRect taken(rest.right() - width + 1, rest.top(), width, rest.height());
        rest.setRight(taken.left() - kRowGap);
        return taken;
    };
    if (!m_look.widestTime.isEmpty()) {
        places.time = takeRight(small.horizontalAdvance(m_look.widestTime) + 4);
    }
    const int number = small.horizontalAdvance(m_look.widestNumber) + 4;
    const int picture = metrics.averageCharWidth() * m_look.pictureWidth;
    places.numbers = takeRight(m_look.isPictureAbove ? std::max(number, picture) : number);
    if (m_look.isPictureAbove) {
        places.picture =
            QRect(places.numbers.left(), places.numbers.top(), places.numbers.width(), metrics.height());
    } else if (picture > 0) {
        places.picture = takeRight(picture);
    }
    places.texts = rest;
    return places;
}

QSize ListDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QFont bold = Theme::boldFont(option.font);
    const QFont small = Theme::smallFont(option.font);
    int title = QFontMetrics(bold).height();
    int below = QFontMetrics(small).height();
    if (m_look.lines > 1) {
        const auto* view = qobject_cast<const QAbstractItemView*>(option.widget);
        const int width = view == nullptr ? option.rect.width() : view->viewport()->width();
        const int room = placesIn(QRect(0, 0, width, 0), option.font).texts.width();
        const ListRow row = m_rowOf(index);
        title = fittedHeight(row.title, bold, room, m_look.lines);
        below = fittedHeight(row.below, small, room, m_look.lines);
    }
    return {0, title + below + 2 * kRowAbove + 2};
}

void ListDelegate::paintTexts(QPainter& painter, const QRect& room, const QFont& font, const ListRow& row,
                              const Theme& theme) const
{
    const QFont bold = Theme::boldFont(font);
    const QFont small = Theme::smallFont(font);
    const int upper = fittedHeight(row.title, bold, room.width(), m_look.lines);
    drawLine(painter, room, theme.text, bold, Qt::AlignLeft, row.title, {.lines = m_look.lines});
    const QFontMetrics metrics(font);
    const int note = QFontMetrics(bold).horizontalAdvance(row.title) + metrics.averageCharWidth();
    if (!row.note.isEmpty() && note < room.width()) {
        drawLine(painter, room.adjusted(note, 0, 0, 0), theme.muted, font, Qt::AlignLeft, row.note, {});
    }
    QRect below = room.adjusted(0, upper, 0, 0);
    if (!row.remark.isEmpty()) {
        drawLine(painter, below, theme.warning, small, Qt::AlignLeft, row.remark, {});
        below.setLeft(below.left() + QFontMetrics(small).horizontalAdvance(row.remark) + kRowGap);
    }
    if (below.left() < below.right()) {
        Fit fit = row.belowFit;
        fit.lines = m_look.lines;
        drawLine(painter, below, theme.muted, small, Qt::AlignLeft, row.below, fit);
    }
}

void ListDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const
{
    const Theme& theme = Theme::forPalette(option.palette);
    const ListRow row = m_rowOf(index);
    const Places places = placesIn(option.rect, option.font);
    const QFont small = Theme::smallFont(option.font);
    painter->save();
    painter->setClipRect(option.rect);
    if (option.state.testFlag(QStyle::State_Selected)) {
        painter->fillRect(option.rect, theme.selection);
        painter->fillRect(QRect(option.rect.topLeft(), QSize(kSelectedBar, option.rect.height())),
                          theme.accent);
    }
    painter->fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.grid);
    paintSign(*painter, places.sign, row.sign, theme);
    paintTexts(*painter, places.texts, option.font, row, theme);
    const Fit whole{.loss = Loss::Nothing};
    const int upper = QFontMetrics(option.font).height();
    drawLine(*painter,
             places.time.adjusted(0, (places.time.height() - QFontMetrics(small).height()) / 2, 0, 0),
             theme.muted, small, Qt::AlignRight, row.time, whole);
    drawLine(*painter, places.numbers, theme.text, option.font, Qt::AlignRight, row.numberAbove, whole);
    drawLine(*painter, places.numbers.adjusted(0, upper, 0, 0), theme.muted, small, Qt::AlignRight,
             row.numberBelow, whole);
    if (row.picture && places.picture.isValid()) {
        QRectF picture(places.picture);
        const int height = Theme::scaled(kPictureHeight, option.font);
        picture.setTop(places.picture.center().y() - height / 2.0);
        picture.setHeight(height);
        row.picture(*painter, picture, theme);
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.focus, 2));
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

} // namespace retryscope::ui
