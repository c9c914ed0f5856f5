// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/bounds_chart.h"

#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/theme/theme.h"
#include "ui/timeline/rows/time_scale.h"

#include <QPainter>

#include <array>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr double kInset = 12;
constexpr double kTickDistance = 80;
constexpr double kSmallestAttempt = 2;

struct Row
{
    QString name;
    Duration TimeBounds::*time;
};

std::array<Row, 3> rows()
{
    return {{{BoundsChart::tr("best"), &TimeBounds::best},
             {BoundsChart::tr("expected"), &TimeBounds::expected},
             {BoundsChart::tr("worst"), &TimeBounds::worst}}};
}

struct Place
{
    QRectF plot;
    TimeScale scale;
    double rowHeight = 0;

    [[nodiscard]] double xOf(Duration at) const
    {
        return std::clamp(scale.toX(Instant{} + at), plot.left(), plot.right());
    }
};

void paintAxis(QPainter& painter, const Place& place, const Theme& theme)
{
    const QFontMetricsF metrics(painter.font());
    for (const TimeTick& tick : ticksOf(place.scale, kTickDistance)) {
        const double x = std::round(place.scale.toX(tick.at)) + 0.5;
        painter.setPen(QPen(theme.grid, 1));
        painter.drawLine(QPointF(x, place.plot.top()), QPointF(x, place.plot.bottom()));
        const double width = metrics.horizontalAdvance(tick.label) + 2;
        painter.setPen(theme.muted);
        painter.drawText(QRectF(x - width / 2, place.plot.bottom() + 3, width, metrics.height()),
                         Qt::AlignCenter, tick.label);
    }
}

void paintRow(QPainter& painter, const Place& place, const CallBounds& bounds, const Row& row, double top,
              const Theme& theme)
{
    const double height = std::round(place.rowHeight * 0.5);
    const double barTop = std::round(top + (place.rowHeight - height) / 2);
    const double end = place.xOf(bounds.total.*row.time);
    painter.fillRect(
        QRectF(QPointF(place.plot.left(), barTop + height / 4), QPointF(end, barTop + height * 3 / 4)),
        theme.retryDelay);
    double drawnTo = place.plot.left() - 1;
    for (const AttemptBounds& attempt : bounds.schedule) {
        if (attempt.start.*row.time > bounds.total.*row.time) {
            break; // with a limit of time of the client's own the shortest call need not make every attempt
        }
        const double left = place.xOf(attempt.start.*row.time);
        const double right = std::max(left + kSmallestAttempt, place.xOf(attempt.end.*row.time));
        if (right > drawnTo) {
            painter.fillRect(QRectF(QPointF(left, barTop), QPointF(right, barTop + height)), theme.wait);
            drawnTo = right;
        }
    }
}

/// What the two colours mean, in a line that begins at `at`.
void paintLegend(QPainter& painter, QPointF at, const Theme& theme)
{
    const QFontMetricsF metrics(painter.font());
    const double size = metrics.ascent();
    for (const auto& [colour, text] :
         {std::pair(theme.wait, BoundsChart::tr("attempt")),
          std::pair(theme.retryDelay, BoundsChart::tr("delay before the next attempt"))}) {
        painter.fillRect(QRectF(at.x(), at.y() + metrics.descent() / 2, size * 1.4, size), colour);
        painter.setPen(theme.muted);
        painter.drawText(QPointF(at.x() + size * 1.4 + 6, at.y() + metrics.ascent()), text);
        at.rx() += size * 1.4 + metrics.horizontalAdvance(text) + 24;
    }
}

/// A dashed line from top to bottom with its name above.
void paintMoment(QPainter& painter, const Place& place, Duration at, const QString& text,
                 const QColor& colour)
{
    const double x = std::round(place.xOf(at)) + 0.5;
    painter.setPen(QPen(colour, 2, Qt::DashLine));
    painter.drawLine(QPointF(x, place.plot.top() - 2), QPointF(x, place.plot.bottom()));
    const QFontMetricsF metrics(painter.font());
    const double width = metrics.horizontalAdvance(text) + 2;
    const QRectF name(std::clamp(x - width / 2, place.plot.left(), place.plot.right() - width),
                      place.plot.top() - metrics.height() - 4, width, metrics.height());
    painter.setPen(colour);
    painter.drawText(name, Qt::AlignCenter, text);
}

void paintDeadline(QPainter& painter, const Place& place, Duration deadline, const Theme& theme)
{
    QColor pale = theme.card;
    pale.setAlphaF(0.6F);
    const QPointF corner(std::round(place.xOf(deadline)) + 0.5, place.plot.top());
    painter.fillRect(QRectF(corner, place.plot.bottomRight()), pale);
    paintMoment(painter, place, deadline,
                BoundsChart::tr("deadline %1").arg(toQString(durationText(deadline))), theme.danger);
}

/// The client's own limit, where it is not beyond what is drawn and the deadline's name leaves room for its.
void paintOwnLimit(QPainter& painter, const Place& place, const CallBounds& bounds, const Theme& theme)
{
    if (!bounds.ownLimit || !bounds.ownLimit->canEndIt) {
        return;
    }
    const QString text =
        BoundsChart::tr("client's limit %1").arg(toQString(durationText(bounds.ownLimit->limit)));
    const double room = QFontMetricsF(painter.font()).horizontalAdvance(text) * 2;
    const bool isNear = bounds.deadline && std::abs(place.xOf(bounds.deadline->deadline) -
                                                    place.xOf(bounds.ownLimit->limit)) < room;
    paintMoment(painter, place, bounds.ownLimit->limit, isNear ? QString() : text, theme.muted);
}

} // namespace

BoundsChart::BoundsChart(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void BoundsChart::display(const CallBounds& bounds)
{
    m_bounds = bounds;
    update();
}

double BoundsChart::rowHeight() const
{
    return std::max(30.0, QFontMetricsF(font()).height() * 2);
}

QSize BoundsChart::sizeHint() const
{
    const double line = QFontMetricsF(font()).height();
    return {560, static_cast<int>(3 * rowHeight() + 4 * line + 20)};
}

QSize BoundsChart::minimumSizeHint() const
{
    return {320, sizeHint().height()};
}

void BoundsChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Theme& theme = Theme::forPalette(palette());
    const QFontMetricsF metrics(font());
    const double times = metrics.horizontalAdvance(QStringLiteral("88 min 88 s ")) + kInset;
    const double names = metrics.horizontalAdvance(rows()[1].name) + 2 * kInset;
    Place place;
    place.rowHeight = rowHeight();
    place.plot = QRectF(names, metrics.height() + 8, width() - names - times, 3 * place.rowHeight);
    const Duration deadline = m_bounds.deadline ? m_bounds.deadline->deadline : Duration::zero();
    const Duration limit =
        m_bounds.ownLimit && m_bounds.ownLimit->canEndIt ? m_bounds.ownLimit->limit : Duration::zero();
    const Duration longest = std::max({m_bounds.total.worst, deadline, limit, Duration{1000}});
    place.scale = {.begin = Instant{},
                   .end = Instant{} + longest + longest / 40,
                   .left = place.plot.left(),
                   .width = place.plot.width()};
    painter.setFont(Theme::smallFont(font()));
    paintAxis(painter, place, theme);
    double top = place.plot.top();
    for (const Row& row : rows()) {
        paintRow(painter, place, m_bounds, row, top, theme);
        top += place.rowHeight;
    }
    paintOwnLimit(painter, place, m_bounds, theme);
    if (m_bounds.deadline) {
        paintDeadline(painter, place, deadline, theme);
    }
    paintLegend(painter, {place.plot.left(), place.plot.bottom() + metrics.height() + 10}, theme);
    painter.setFont(font());
    top = place.plot.top();
    for (const Row& row : rows()) {
        painter.setPen(theme.muted);
        painter.drawText(QRectF(kInset, top, names, place.rowHeight), Qt::AlignVCenter, row.name);
        painter.setPen(theme.text);
        painter.drawText(QRectF(place.plot.right() + 6, top, times - 6, place.rowHeight), Qt::AlignVCenter,
                         toQString(durationText(m_bounds.total.*row.time)));
        top += place.rowHeight;
    }
}

} // namespace retryscope::ui
