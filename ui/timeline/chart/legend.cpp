// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/legend.h"

#include "core/explain/terms.h"
#include "core/io/text/utf8.h"
#include "core/read/spans.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/term.h"
#include "ui/parts/tr.h"
#include "ui/timeline/rows/bar_painter.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <initializer_list>
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
    const char* term = nullptr; ///< that explains it
};

bool has(const LegendParts& parts, SpanKind kind)
{
    return (parts.spanKinds & kindBit(kind)) != 0;
}

void addAttemptEntries(std::vector<Entry>& entries, const LegendParts& parts, const Theme& theme)
{
    if (parts.hasRest && !parts.isOverview) {
        entries.push_back({Swatch::Fill, theme.attempt, tr("In Retryscope")});
    }
    if (parts.hasUnknown && !parts.isOverview) {
        entries.push_back({Swatch::Fill, theme.attempt, tr("Attempt, phases unknown"), "phases"});
    }
    if (parts.hasRunning) {
        entries.push_back({Swatch::Outline, theme.wait, tr("Under way")});
    }
}

void addMarkEntries(std::vector<Entry>& entries, const LegendParts& parts, const Theme& theme)
{
    if (parts.hasHint) {
        entries.push_back({Swatch::Triangle, theme.delayText, tr("Server's delay hint"), "hint"});
    }
    if (parts.hasUnmet) {
        entries.push_back({Swatch::Outline, theme.danger, tr("Breaks an expectation")});
    }
    if (parts.hasNew) {
        entries.push_back({Swatch::Link, theme.muted, tr("New connection")});
    }
    if (parts.hasReused) {
        entries.push_back({Swatch::Chain, theme.muted, tr("Reused connection")});
    }
}

/// Delays and their marks; waiting is what the timeline is looked at for.
void addDelayEntries(std::vector<Entry>& entries, const LegendParts& parts, const Theme& theme)
{
    if (has(parts, SpanKind::RetryDelay)) {
        entries.push_back({Swatch::Fill, theme.retryDelay, tr("Retry delay"), "delay"});
    }
    if (parts.hasPlanned) {
        entries.push_back({Swatch::Tick, theme.plannedTick, tr("Planned"), "planned"});
    }
    if (parts.hasWindow) {
        entries.push_back({Swatch::Fill, theme.delayWindow, tr("Jitter range"), "jitter-range"});
    }
    if (has(parts, SpanKind::SendDelay)) {
        entries.push_back({Swatch::Hatch, theme.sendDelay, tr("Delay before sending"), "send-rate"});
    }
}

void addPhases(std::vector<Entry>& entries, const LegendParts& parts, const Theme& theme,
               std::initializer_list<std::pair<SpanKind, QString>> phases)
{
    for (const auto& [kind, text] : phases) {
        if (has(parts, kind) && !parts.isOverview) {
            entries.push_back({Swatch::Fill, phaseColour(theme, kind), text});
        }
    }
}

/// What matters most comes first: a narrow line has room for a few of them.
std::vector<Entry> entriesOf(const LegendParts& parts, const Theme& theme)
{
    std::vector<Entry> entries;
    if (parts.isOverview) {
        entries = {{Swatch::Fill, theme.succeed, tr("✓ Succeed")},
                   {Swatch::Fill, theme.wait, tr("↻ Retry")},
                   {Swatch::Fill, theme.stop, tr("✕ Stop")}};
    }
    addDelayEntries(entries, parts, theme);
    addPhases(entries, parts, theme,
              {{SpanKind::Hop, tr("Redirect")},
               {SpanKind::Lookup, tr("Look-up")},
               {SpanKind::Connect, tr("Connect")},
               {SpanKind::Tls, tr("TLS")},
               {SpanKind::Send, tr("Send")},
               {SpanKind::Wait, tr("Wait")},
               {SpanKind::Receive, tr("Receive")}});
    addAttemptEntries(entries, parts, theme);
    if (parts.hasAssumed) {
        entries.push_back({Swatch::Dashed, theme.wait, tr("Assumed, not recorded")});
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

/// at: left end of a line's middle.
void paintEntry(QPainter& painter, QPointF at, const Entry& entry, const Theme& theme)
{
    const QFontMetricsF metrics(painter.font());
    paintSwatch(painter, QRectF(at.x(), std::round(at.y() - 5), kSwatch, 10), entry);
    painter.setPen(theme.muted);
    painter.drawText(QRectF(at.x() + kSwatch + kSwatchGap, at.y() - metrics.height() / 2,
                            metrics.horizontalAdvance(entry.text) + 1, metrics.height()),
                     Qt::AlignLeft | Qt::AlignVCenter, entry.text);
}

double widthOf(const Entry& entry, const QFontMetricsF& metrics)
{
    return kSwatch + kSwatchGap + metrics.horizontalAdvance(entry.text) + 1;
}

} // namespace

double paintLegend(QPainter* painter, const QRectF& area, const LegendParts& parts, const Theme& theme,
                   const QFont& font)
{
    const QFont small = Theme::smallFont(font);
    const QFontMetricsF metrics(small);
    const double lineHeight = std::ceil(metrics.height()) + 4;
    double x = area.left();
    double y = area.top();
    for (const Entry& entry : entriesOf(parts, theme)) {
        const double width = widthOf(entry, metrics);
        if (x > area.left() && x + width > area.right()) {
            x = area.left();
            y += lineHeight;
        }
        if (painter != nullptr) {
            painter->setFont(small);
            paintEntry(*painter, {x, y + lineHeight / 2}, entry, theme);
        }
        x += width + kEntryGap;
    }
    return y - area.top() + lineHeight;
}

Legend::Legend(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("timelineLegend"));
    setTerm(this, "delay");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void Legend::setParts(const LegendParts& parts)
{
    if (parts == m_parts) {
        return;
    }
    m_parts = parts;
    QStringList words;
    QStringList lines;
    for (const Entry& entry : entriesOf(parts, Theme::forPalette(palette()))) {
        words += entry.text;
        const Term* term = entry.term != nullptr ? termOf(entry.term) : nullptr;
        lines += term != nullptr ? QStringLiteral("%1: %2").arg(entry.text, toQString(term->sentence))
                                 : entry.text;
    }
    setToolTip(plainToolTip(lines.join(QLatin1Char('\n'))));
    setAccessibleName(tr("Legend: %1").arg(words.join(QStringLiteral(", "))));
    update();
}

QSize Legend::sizeHint() const
{
    return {400, fontMetrics().height() + 8};
}

QSize Legend::minimumSizeHint() const
{
    return {0, fontMetrics().height()};
}

void Legend::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
    }
}

void Legend::paintEvent(QPaintEvent* /*event*/)
{
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.setFont(Theme::smallFont(font()));
    const QFontMetricsF metrics(painter.font());
    const double lineHeight = std::ceil(metrics.height()) + 1;
    const int lines = std::max(1, static_cast<int>(height() / lineHeight));
    const std::vector<Entry> entries = entriesOf(m_parts, theme);
    const double more = kEntryGap + metrics.horizontalAdvance(QStringLiteral("+99"));
    std::vector<QPointF> places; // of the entries that fit; y: number of the line
    double x = 0;
    int line = 0;
    for (const Entry& entry : entries) {
        const double needed = widthOf(entry, metrics);
        const bool isLast = places.size() + 1 == entries.size();
        if (x > 0 && x + needed > width() && line + 1 < lines) {
            x = 0;
            ++line;
        }
        if (x + needed + (line + 1 == lines && !isLast ? more : 0) > width()) {
            break;
        }
        places.emplace_back(x, line);
        x += needed + kEntryGap;
    }
    const double top = (height() - (line + 1) * lineHeight) / 2;
    for (std::size_t index = 0; index < places.size(); ++index) {
        const double middle = std::round(top + (places[index].y() + 0.5) * lineHeight);
        paintEntry(painter, {places[index].x(), middle}, entries[index], theme);
    }
    if (places.size() < entries.size()) {
        painter.setPen(theme.muted); // the tool tip has them all
        painter.drawText(QRectF(x, top + line * lineHeight, width() - x, lineHeight),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         QStringLiteral("+%1").arg(entries.size() - places.size()));
    }
}

} // namespace retryscope::ui
