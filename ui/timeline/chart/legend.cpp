// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/legend.h"

#include "core/read/spans.h"
#include "ui/parts/tr.h"
#include "ui/timeline/rows/bar_painter.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace retryscope::ui {

namespace {

constexpr double kSwatch = 14;
constexpr double kSwatchGap = 5;
constexpr double kEntryGap = 14;

enum class Swatch { Fill, Hatch, Tick, Dashed, Outline, Triangle, Link, Chain };

struct Entry
{
    Swatch swatch;
    QColor colour;
    QString text;
};

bool has(const LegendParts& parts, SpanKind kind)
{
    return (parts.spanKinds & kindBit(kind)) != 0;
}

void addAttemptEntries(std::vector<Entry>& entries, const LegendParts& parts, const Theme& theme)
{
    if (parts.hasRest && !parts.isOverview) {
        entries.push_back({Swatch::Fill, theme.attempt, tr("in this program")});
    }
    if (parts.hasUnknown && !parts.isOverview) {
        entries.push_back({Swatch::Fill, theme.attempt, tr("attempt, phases not known")});
    }
    if (parts.hasRunning) {
        entries.push_back({Swatch::Outline, theme.wait, tr("under way")});
    }
}

void addMarkEntries(std::vector<Entry>& entries, const LegendParts& parts, const Theme& theme)
{
    if (parts.hasHint) {
        entries.push_back({Swatch::Triangle, theme.delayText, tr("asked by the server")});
    }
    if (parts.hasNew) {
        entries.push_back({Swatch::Link, theme.muted, tr("new connection")});
    }
    if (parts.hasReused) {
        entries.push_back({Swatch::Chain, theme.muted, tr("reused")});
    }
}

std::vector<Entry> entriesOf(const LegendParts& parts, const Theme& theme)
{
    const std::array<std::pair<SpanKind, QString>, 6> phases{{
        {SpanKind::Lookup, tr("look-up")},
        {SpanKind::Connect, tr("connect")},
        {SpanKind::Tls, tr("TLS")},
        {SpanKind::Send, tr("send")},
        {SpanKind::Wait, tr("wait")},
        {SpanKind::Receive, tr("receive")},
    }};
    std::vector<Entry> entries;
    if (parts.isOverview) {
        entries = {{Swatch::Fill, theme.succeed, tr("✓ done")},
                   {Swatch::Fill, theme.wait, tr("↻ retried")},
                   {Swatch::Fill, theme.stop, tr("✕ stopped")}};
    }
    for (const auto& [kind, text] : phases) {
        if (has(parts, kind) && !parts.isOverview) {
            entries.push_back({Swatch::Fill, phaseColour(theme, kind), text});
        }
    }
    addAttemptEntries(entries, parts, theme);
    if (has(parts, SpanKind::SendDelay)) {
        entries.push_back({Swatch::Hatch, theme.sendDelay, tr("delay before sending")});
    }
    if (has(parts, SpanKind::RetryDelay)) {
        entries.push_back({Swatch::Fill, theme.retryDelay, tr("retry delay")});
    }
    if (parts.hasPlanned) {
        entries.push_back({Swatch::Tick, theme.plannedTick, tr("planned delay")});
    }
    if (parts.hasWindow) {
        entries.push_back({Swatch::Fill, theme.delayWindow, tr("range of random delays")});
    }
    if (parts.hasAssumed) {
        entries.push_back({Swatch::Dashed, theme.wait, tr("assumed, not recorded")});
    }
    if (!parts.isOverview) {
        addMarkEntries(entries, parts, theme);
    }
    return entries;
}

void paintSwatch(QPainter& painter, const QRectF& rect, const Entry& entry)
{
    switch (entry.swatch) {
    case Swatch::Fill:
        painter.fillRect(rect, entry.colour);
        return;
    case Swatch::Hatch:
        paintHatch(painter, rect, entry.colour, 4);
        return;
    case Swatch::Tick:
        painter.fillRect(QRectF(rect.center().x() - 1, rect.top() - 2, 2, rect.height() + 4), entry.colour);
        return;
    case Swatch::Outline: {
        QColor pale = entry.colour;
        pale.setAlphaF(0.35F);
        painter.fillRect(rect, pale);
        painter.setPen(QPen(entry.colour, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        return;
    }
    case Swatch::Triangle:
        paintHintMark(painter, rect.center() + QPointF(0, 4), entry.colour);
        return;
    case Swatch::Link:
    case Swatch::Chain:
        paintConnectionMark(painter, rect.center(), entry.swatch == Swatch::Chain, entry.colour);
        return;
    case Swatch::Dashed:
        paintHatch(painter, rect, entry.colour, 5);
        painter.setPen(QPen(entry.colour, 1, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        return;
    }
}

} // namespace

void LegendParts::add(const AttemptBar& bar)
{
    spanKinds |= bar.spanKinds;
    hasWindow = hasWindow || bar.windowEnd > bar.windowBegin;
    hasPlanned = hasPlanned || bar.planned > bar.end;
    hasAssumed = hasAssumed || bar.assumed;
    const bool hasBare = (bar.spanKinds & kindBit(SpanKind::Attempt)) != 0;
    constexpr unsigned kDelays = kindBit(SpanKind::SendDelay) | kindBit(SpanKind::RetryDelay);
    const bool hasPhases = (bar.spanKinds & ~kDelays & ~kindBit(SpanKind::Attempt)) != 0;
    hasRest = hasRest || (hasBare && hasPhases);
    hasUnknown = hasUnknown || (hasBare && !hasPhases);
    hasHint = hasHint || bar.hasHint;
    hasNew = hasNew || bar.connection == AttemptBar::Connection::New;
    hasReused = hasReused || bar.connection == AttemptBar::Connection::Reused;
}

double paintLegend(QPainter* painter, const QRectF& area, const LegendParts& parts, const Theme& theme,
                   const QFont& font)
{
    const QFont small = Theme::smallFont(font);
    const QFontMetricsF metrics(small);
    const double lineHeight = std::ceil(metrics.height()) + 4;
    double x = area.left();
    double y = area.top();
    for (const Entry& entry : entriesOf(parts, theme)) {
        const double width = kSwatch + kSwatchGap + metrics.horizontalAdvance(entry.text) + 1;
        if (x > area.left() && x + width > area.right()) {
            x = area.left();
            y += lineHeight;
        }
        if (painter != nullptr) {
            paintSwatch(*painter, QRectF(x, std::round(y + (lineHeight - 10) / 2), kSwatch, 10), entry);
            painter->setFont(small);
            painter->setPen(theme.muted);
            painter->drawText(QRectF(x + kSwatch + kSwatchGap, y, width, lineHeight),
                              Qt::AlignLeft | Qt::AlignVCenter, entry.text);
        }
        x += width + kEntryGap;
    }
    return y - area.top() + lineHeight;
}

Legend::Legend(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("timelineLegend"));
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void Legend::setParts(const LegendParts& parts)
{
    if (parts != m_parts) {
        m_parts = parts;
        reserveHeight();
        update();
    }
}

int Legend::heightForWidth(int width) const
{
    const QRectF area(0, 0, width, 1);
    return static_cast<int>(
        std::ceil(paintLegend(nullptr, area, m_parts, Theme::forPalette(palette()), font())));
}

QSize Legend::sizeHint() const
{
    return {600, heightForWidth(600)};
}

QSize Legend::minimumSizeHint() const
{
    return {200, heightForWidth(100'000)};
}

/// Layouts above ask for a height without naming a width.
void Legend::reserveHeight()
{
    if (width() >= minimumSizeHint().width()) { // it was laid out already
        setFixedHeight(heightForWidth(width()));
    }
}

void Legend::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    reserveHeight();
}

void Legend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        reserveHeight();
    }
}

void Legend::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintLegend(&painter, QRectF(rect()), m_parts, Theme::forPalette(palette()), font());
}

} // namespace retryscope::ui
