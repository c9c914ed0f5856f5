// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/call_lanes.h"

#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/fitted_text.h"
#include "ui/parts/verdict_sign.h"
#include "ui/theme/theme.h"
#include "ui/timeline/rows/time_scale.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kLaneInset = 16;
constexpr double kLeastBar = 3;
constexpr int kTickDistance = 80; ///< pixels

void putText(QPainter& painter, const QRectF& rect, Qt::Alignment alignment, const QString& text)
{
    drawFitted(painter, rect, alignment | Qt::AlignVCenter, text);
}

} // namespace

/// Where things lie, left to right: number and status, names of the lanes, the axis, the verdict.
struct CallLanes::Plot
{
    const Theme& theme;
    QFont font;
    QFont small;
    QFont bold;
    int statusLeft;
    int nameLeft;
    int verdictLeft;
    int rowHeight;
    int lane; ///< height of one
    TimeScale scale;
};

CallLanes::CallLanes(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("callLanes"));
    setAccessibleName(tr("Attempts of the call, and what the preset would have done"));
}

void CallLanes::display(std::vector<LaneRow> rows)
{
    m_rows = std::move(rows);
    QStringList lines;
    for (const LaneRow& row : m_rows) {
        const QString wait = row.wait ? tr(", delay %1").arg(toQString(durationText(*row.wait))) : QString();
        lines += tr("Attempt %1: %2 %3%4. %5, %6")
                     .arg(row.number, row.status, row.caption, wait, row.word, row.detail);
    }
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
    updateGeometry();
    update();
}

int CallLanes::rowHeight() const
{
    return std::max(60, fontMetrics().height() * 3 + 18);
}

QSize CallLanes::sizeHint() const
{
    return {fontMetrics().averageCharWidth() * 90,
            static_cast<int>(m_rows.size()) * rowHeight() + fontMetrics().height() + 12};
}

QSize CallLanes::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 58, sizeHint().height()};
}

/// Until all that is drawn is over: attempts, waits, and windows at their longest.
Duration CallLanes::length() const
{
    Duration end = std::chrono::milliseconds{1};
    for (const LaneRow& row : m_rows) {
        end = std::max(end, row.end + row.wait.value_or(Duration::zero()));
        if (row.window) {
            end = std::max(end, row.end + std::min<Duration>(row.window->high, std::chrono::hours{1}));
        }
    }
    return end;
}

CallLanes::Plot CallLanes::plot() const
{
    const int letter = fontMetrics().averageCharWidth();
    const int statusLeft = kLaneInset + 3 * letter;
    const int nameLeft = statusLeft + std::max(13, width() / letter / 8) * letter;
    const int left = nameLeft + 8 * letter;
    const int verdictLeft = std::max(left + 20 * letter, width() - 32 * letter);
    TimeScale scale;
    scale.begin = Instant{};
    scale.end = Instant{} + length();
    scale.left = left;
    scale.width = verdictLeft - left - 10 * letter; // the text at the last delay
    return {Theme::forPalette(palette()),
            font(),
            Theme::smallFont(font()),
            Theme::boldFont(font()),
            statusLeft,
            nameLeft,
            verdictLeft,
            rowHeight(),
            rowHeight() / 3,
            scale};
}

void CallLanes::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    const Plot plot = this->plot();
    painter.fillRect(event->rect(), plot.theme.card);
    if (m_rows.empty()) {
        return;
    }
    paintAxis(painter, plot);
    const int first = std::max(0, event->rect().top() / plot.rowHeight);
    const int last = std::min(static_cast<int>(m_rows.size()) - 1, event->rect().bottom() / plot.rowHeight);
    for (int row = first; row <= last; ++row) {
        paintRow(painter, plot, m_rows[static_cast<std::size_t>(row)], row * plot.rowHeight);
        paintVerdict(painter, plot, m_rows[static_cast<std::size_t>(row)], row * plot.rowHeight);
    }
}

void CallLanes::paintAxis(QPainter& painter, const Plot& plot) const
{
    const int bottom = static_cast<int>(m_rows.size()) * plot.rowHeight;
    painter.setFont(plot.small);
    for (const TimeTick& tick : ticksOf(plot.scale, kTickDistance)) {
        const double x = plot.scale.toX(tick.at);
        painter.setPen(plot.theme.grid);
        painter.drawLine(QPointF(x, 0), QPointF(x, bottom));
        painter.setPen(plot.theme.muted);
        putText(painter, QRectF(x - 60, bottom + 2, 120, plot.lane), Qt::AlignHCenter, tick.label);
    }
}

void CallLanes::paintRow(QPainter& painter, const Plot& plot, const LaneRow& row, int top) const
{
    const Theme& theme = plot.theme;
    const double real = top + plot.rowHeight * 0.32;
    const double preset = top + plot.rowHeight * 0.68;
    const auto x = [&plot](Duration at) {
        return plot.scale.toX(Instant{} + at);
    };
    painter.setPen(theme.grid);
    painter.drawLine(0, top + plot.rowHeight - 1, width(), top + plot.rowHeight - 1);

    const auto text = [&](double left, double right, double centre, const QFont& font, const QColor& colour,
                          const QString& what, Qt::Alignment alignment = Qt::AlignLeft) {
        painter.setFont(font);
        painter.setPen(colour);
        putText(painter, QRectF(left, centre - plot.lane / 2.0, std::max(0.0, right - left), plot.lane),
                alignment, what);
    };
    text(kLaneInset, plot.statusLeft, real, plot.small, theme.muted, row.number);
    text(plot.statusLeft, plot.nameLeft, real, plot.bold, theme.text, row.status);
    text(plot.statusLeft, plot.nameLeft, preset, plot.small, theme.muted, row.caption);
    text(plot.nameLeft, plot.scale.left - 8, real, plot.small, theme.text, tr("real"), Qt::AlignRight);
    if (!row.word.isEmpty()) { // a preset is held against it
        text(plot.nameLeft, plot.scale.left - 8, preset, plot.small, theme.muted, tr("preset"),
             Qt::AlignRight);
    }

    const double height = plot.lane * 0.7;
    const double from = x(row.start);
    const double to = std::max(from + kLeastBar, x(row.end));
    painter.fillRect(QRectF(from, real - height / 2, to - from, height), theme.wait);
    painter.fillRect(QRectF(from, preset - height / 2, to - from, height),
                     QBrush(theme.connect, Qt::BDiagPattern));
    if (row.wait) {
        const double end = std::max(to + 1, x(row.end + *row.wait));
        painter.fillRect(QRectF(to + 1, real - height / 4, end - to - 1, height / 2), theme.retryDelay);
        painter.fillRect(QRectF(end - 1, real - height / 2, 2, height), theme.plannedTick);
        text(end + 6, plot.verdictLeft - 4, real, plot.small, theme.delayText,
             toQString(durationText(*row.wait)));
        painter.setPen(QPen(theme.plannedTick, 1, Qt::DashLine));
        painter.drawLine(QPointF(end, preset - height / 2), QPointF(end, preset + height / 2));
    }
    if (row.window) {
        const double low = std::max(to + 1, x(row.end + row.window->low));
        const double high = std::max(low + kLeastBar, x(row.end + row.window->high));
        painter.setPen(theme.retryDelay);
        painter.setBrush(theme.delayWindow);
        painter.drawRect(
            QRectF(low, preset - height / 4, std::min(high, plot.verdictLeft - 4.0) - low, height / 2));
        painter.setBrush(Qt::NoBrush);
        text(high + 6, plot.verdictLeft - 4, preset, plot.small, theme.muted,
             toQString(windowText(row.window->low, row.window->high)));
    }
}

void CallLanes::paintVerdict(QPainter& painter, const Plot& plot, const LaneRow& row, int top) const
{
    if (row.word.isEmpty()) {
        return;
    }
    const Theme& theme = plot.theme;
    const bool differs = row.agreement == LaneRow::Agreement::Differs;
    const double real = top + plot.rowHeight * 0.32;
    const double preset = top + plot.rowHeight * 0.68;
    const QRectF sign(plot.verdictLeft, real - plot.lane / 2.0, plot.lane, plot.lane);
    const double left = sign.right() + 8;
    painter.setFont(plot.bold);
    painter.setPen(differs ? theme.danger : theme.text);
    if (differs) {
        painter.drawText(sign, Qt::AlignCenter, QStringLiteral("≠"));
    } else if (row.agreement == LaneRow::Agreement::Same) {
        paintSign(painter, sign, Sign::Done, theme);
        painter.setPen(theme.text);
    }
    painter.setFont(plot.bold);
    putText(painter, QRectF(left, sign.top(), width() - left - 4, plot.lane), Qt::AlignLeft, row.word);
    painter.setFont(plot.small);
    painter.setPen(theme.muted);
    putText(painter, QRectF(left, preset - plot.lane / 2.0, width() - left - 4, plot.lane), Qt::AlignLeft,
            row.detail);
}

void CallLanes::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange) {
        updateGeometry();
        update();
    }
}

} // namespace retryscope::ui
