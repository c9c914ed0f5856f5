// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/hover_card.h"

#include "ui/parts/fitted_text.h"
#include "ui/parts/long_words.h"
#include "ui/parts/verdict_sign.h"
#include "ui/theme/theme.h"
#include "ui/timeline/rows/bar_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr double kMargin = 12;
constexpr double kColumnGap = 24;
constexpr double kCardSwatch = 8;
constexpr double kIndent = kCardSwatch + 7;
constexpr double kGroupGap = 9;
constexpr double kWidest = 380;
constexpr int kBesideMouse = 14;

} // namespace

HoverCard::HoverCard(QWidget* parent) : QFrame(parent, Qt::ToolTip)
{
    setObjectName(QStringLiteral("hoverCard"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setFocusPolicy(Qt::NoFocus);
}

void HoverCard::setContent(const CardContent& content)
{
    m_content = content;
    setAccessibleName(text());
    resize(sizeHint());
    update();
}

QString HoverCard::text() const
{
    QStringList lines{m_content.title + QLatin1Char(' ') + m_content.caption, m_content.outcome};
    for (const CardLine& line : m_content.lines) {
        lines << line.label + QStringLiteral(": ") + line.value;
    }
    lines << m_content.sentence;
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

void HoverCard::showBeside(QPoint globalPosition)
{
    const QRect room = screen()->availableGeometry();
    QPoint at = globalPosition + QPoint(kBesideMouse, kBesideMouse);
    if (at.x() + width() > room.right()) {
        at.setX(globalPosition.x() - kBesideMouse - width());
    }
    if (at.y() + height() > room.bottom()) {
        at.setY(globalPosition.y() - kBesideMouse - height());
    }
    move(std::max(room.left(), at.x()), std::max(room.top(), at.y()));
    show();
}

QSize HoverCard::sizeHint() const
{
    const double width = wantedWidth();
    return QSizeF(std::ceil(width), std::ceil(paintContent(nullptr, width))).toSize();
}

double HoverCard::wantedWidth() const
{
    const QFontMetricsF bold(Theme::boldFont(font()));
    const QFontMetricsF plain(font());
    const double head = bold.horizontalAdvance(m_content.title + m_content.outcome) +
                        plain.horizontalAdvance(m_content.caption) + kColumnGap + 10;
    double widest = std::min(head, kWidest); // a caption may be the error name of a server
    for (const CardLine& line : m_content.lines) {
        widest = std::max(widest, kIndent + plain.horizontalAdvance(line.label) + kColumnGap +
                                      plain.horizontalAdvance(line.value));
    }
    if (!m_content.sentence.isEmpty()) {
        widest =
            std::max(widest, std::min(kWidest - 2 * kMargin, plain.horizontalAdvance(m_content.sentence)));
    }
    return std::min(std::max(widest, 180.0) + 2 * kMargin + 2, 2 * kWidest);
}

double HoverCard::paintContent(QPainter* painter, double width) const
{
    const Theme& theme = Theme::forPalette(palette());
    const QFontMetricsF bold(Theme::boldFont(font()));
    const QFontMetricsF plain(font());
    const QRectF head(kMargin, kMargin - 2, width - 2 * kMargin, bold.height());
    if (painter != nullptr) {
        painter->setFont(Theme::boldFont(font()));
        painter->setPen(theme.text);
        painter->drawText(head, Qt::AlignLeft | Qt::AlignVCenter, m_content.title);
        painter->setPen(m_content.verdict ? signColour(signOf(*m_content.verdict), theme) : theme.muted);
        painter->drawText(head, Qt::AlignRight | Qt::AlignVCenter, m_content.outcome);
        painter->setFont(font());
        painter->setPen(theme.muted);
        const QRectF caption = head.adjusted(bold.horizontalAdvance(m_content.title) + 8, 0,
                                             -bold.horizontalAdvance(m_content.outcome) - 8, 0);
        drawFitted(*painter, caption, Qt::AlignLeft | Qt::AlignVCenter, m_content.caption);
    }
    double y = paintLines(painter, width, head.bottom() + kGroupGap);
    if (!m_content.sentence.isEmpty()) {
        const QRectF room(kMargin, y + kGroupGap, width - 2 * kMargin, 10'000);
        const QRectF needed = plain.boundingRect(room, Qt::TextWordWrap, breakable(m_content.sentence));
        if (painter != nullptr) {
            painter->setPen(QPen(theme.grid, 1));
            painter->drawLine(QPointF(kMargin, std::round(y + kGroupGap / 2) + 0.5),
                              QPointF(width - kMargin, std::round(y + kGroupGap / 2) + 0.5));
            painter->setPen(theme.text);
            painter->drawText(room, Qt::TextWordWrap, breakable(m_content.sentence));
        }
        y = needed.bottom();
    }
    return y + kMargin - 2;
}

double HoverCard::paintLines(QPainter* painter, double width, double top) const
{
    const Theme& theme = Theme::forPalette(palette());
    const double height = std::ceil(QFontMetricsF(font()).height()) + 2;
    double y = top;
    for (const CardLine& line : m_content.lines) {
        if (line.beginsGroup) {
            if (painter != nullptr) {
                painter->setPen(QPen(theme.grid, 1));
                painter->drawLine(QPointF(kMargin, std::round(y + kGroupGap / 2) + 0.5),
                                  QPointF(width - kMargin, std::round(y + kGroupGap / 2) + 0.5));
            }
            y += kGroupGap;
        }
        const QRectF row(kMargin, y, width - 2 * kMargin, height);
        if (painter != nullptr) {
            if (line.phase) {
                painter->fillRect(QRectF(row.left(), std::round(row.center().y() - kCardSwatch / 2),
                                         kCardSwatch, kCardSwatch),
                                  phaseColour(theme, *line.phase));
            }
            painter->setPen(theme.muted);
            painter->drawText(row.adjusted(kIndent, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, line.label);
            painter->setPen(theme.text);
            painter->drawText(row, Qt::AlignRight | Qt::AlignVCenter, line.value);
        }
        y += height;
    }
    return y;
}

void HoverCard::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.fillRect(rect(), theme.card);
    painter.setPen(QPen(theme.border, 1));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
    painter.setFont(font());
    static_cast<void>(paintContent(&painter, width()));
}

} // namespace retryscope::ui
