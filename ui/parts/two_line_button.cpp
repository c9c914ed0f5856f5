// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/two_line_button.h"

#include "ui/parts/fitted_text.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/text_space.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QStyleOptionButton>
#include <QStylePainter>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kSidePadding = 10;
constexpr int kArrowWidth = 20;
constexpr int kArrowSize = 14;

} // namespace

TwoLineButton::TwoLineButton(QWidget* parent) : QPushButton(parent)
{
    setProperty("look", QStringLiteral("chooser"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void TwoLineButton::display(const QString& title, const QString& summary)
{
    m_summary = summary;
    setText(title);
    const QString tip = summary.isEmpty() ? title : title + QLatin1Char('\n') + summary;
    setToolTip(plainToolTip(tip));
    setAccessibleDescription(tip);
    updateGeometry();
    update();
}

void TwoLineButton::setCharacters(int most, int least)
{
    m_most = most;
    m_least = least;
    updateGeometry();
}

void TwoLineButton::keepTitle(bool isKept)
{
    m_keepsTitle = isKept;
    updateGeometry();
}

int TwoLineButton::widthOf(int characters) const
{
    return characters * fontMetrics().averageCharWidth();
}

int TwoLineButton::titleWidth() const
{
    return fontMetrics().horizontalAdvance(text()) + 1;
}

QSize TwoLineButton::sizeFor(int textWidth) const
{
    return {textWidth + 2 * kSidePadding + Theme::scaled(kArrowWidth, font()), barHeight(font())};
}

QSize TwoLineButton::sizeHint() const
{
    const int summary = QFontMetrics(Theme::smallFont(font())).horizontalAdvance(m_summary) + 1;
    const int least = m_keepsTitle ? std::max(widthOf(m_least), titleWidth()) : widthOf(m_least);
    return sizeFor(std::clamp(std::max(titleWidth(), summary), least, std::max(least, widthOf(m_most))));
}

QSize TwoLineButton::minimumSizeHint() const
{
    return sizeFor(m_keepsTitle ? std::max(widthOf(m_least), titleWidth()) : widthOf(m_least));
}

void TwoLineButton::paintEvent(QPaintEvent* /*event*/)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    const QString title = std::exchange(option.text, QString());
    painter.drawControl(QStyle::CE_PushButton, option);

    const Theme& theme = Theme::forPalette(palette());
    QRect field = rect().adjusted(kSidePadding, 4, -kSidePadding, -4);
    const int side = Theme::scaled(kArrowSize, font());
    const QRect arrow(field.right() - side, field.center().y() - side / 2, side, side);
    theme.icon(QStringLiteral("chevron")).paint(&painter, arrow);
    field.setRight(field.right() - Theme::scaled(kArrowWidth, font()));
    const bool hasSummary = !m_summary.isEmpty();
    const QFont small = Theme::smallFont(font());
    const int upper = hasSummary ? field.height() - QFontMetrics(small).height() : field.height();
    painter.setPen(isEnabled() ? theme.text : theme.disabled);
    painter.setFont(font());
    drawFitted(painter, QRect(field.left(), field.top(), field.width(), upper),
               Qt::AlignVCenter | Qt::AlignLeft, title);
    if (hasSummary) {
        painter.setFont(small);
        painter.setPen(isEnabled() ? theme.muted : theme.disabled);
        drawFitted(painter, QRect(field.left(), field.top() + upper, field.width(), field.height() - upper),
                   Qt::AlignVCenter | Qt::AlignLeft, m_summary, {.loss = Loss::Parts});
    }
}

} // namespace retryscope::ui
