// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/row_text_painter.h"

#include "ui/timeline/attempt_texts.h"
#include "ui/timeline/bar_painter.h"
#include "ui/timeline/round_step.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>
#include <cstdlib>

namespace retryscope::ui {

namespace {

constexpr double kGap = 7;
constexpr double kLabelInset = 16;

} // namespace

RowTextPainter::RowTextPainter(QPainter& painter, const TimelineScene& scene)
    : m_painter(painter)
    , m_scene(scene)
    , m_bold(Theme::boldFont(scene.font))
    , m_small(Theme::smallFont(scene.font))
{
    if (scene.rows->count() > 0) {
        const QString last = AttemptTexts(*scene.record, scene.rows->at(scene.rows->count() - 1)).number();
        const QString widest = QString(std::max<qsizetype>(1, last.size()), QLatin1Char('8'));
        m_numberWidth = QFontMetricsF(m_bold).horizontalAdvance(widest);
    }
}

void RowTextPainter::paint(int row)
{
    const AttemptTexts texts(*m_scene.record, m_scene.rows->at(row));
    const AttemptBar bar = m_scene.barAt(row);
    const QRectF rect(m_scene.area.left(), m_scene.layout.topOf(row), m_scene.area.width(),
                      m_scene.layout.rowHeight);
    paintLabel(texts, rect);
    if (!isSeen(bar)) {
        return;
    }
    const bool isRoomy = m_scene.density() == RowDensity::Roomy;
    if (isRoomy && texts.hasDelay()) {
        paintDelayBelow(texts, bar, row);
    }
    paintVerdictBeside(texts, bar, row);
}

void RowTextPainter::paintScaleOfRows()
{
    const double distance = QFontMetricsF(m_small).height() * 1.8;
    const auto atLeast = static_cast<int>(std::ceil(distance / m_scene.layout.rowHeight));
    const int step = roundStep(atLeast);
    const int current = m_scene.currentRow;
    const int first = (m_scene.layout.firstVisible() / step) * step + step - 1;
    for (int row = first; row <= m_scene.layout.lastVisible(); row += step) {
        if (current < 0 || std::abs(row - current) >= atLeast) {
            paintNumber(row, m_small, m_scene.theme->muted);
        }
    }
    if (current >= m_scene.layout.firstVisible() && current <= m_scene.layout.lastVisible()) {
        paintNumber(current, m_bold, m_scene.theme->text);
    }
}

void RowTextPainter::paintNumber(int row, const QFont& font, const QColor& colour)
{
    const double height = QFontMetricsF(font).height();
    const double middle = m_scene.layout.topOf(row) + m_scene.layout.rowHeight / 2;
    const double top = std::clamp(middle - height / 2, m_scene.plot.top(), m_scene.plot.bottom() - height);
    const AttemptTexts texts(*m_scene.record, m_scene.rows->at(row));
    m_painter.setFont(font);
    m_painter.setPen(colour);
    m_painter.drawText(QRectF(m_scene.area.left() + kLabelInset, top,
                              m_scene.plot.left() - m_scene.area.left() - kLabelInset - kGap, height),
                       Qt::AlignLeft | Qt::AlignVCenter,
                       texts.number() + QStringLiteral("  ") + texts.status());
}

void RowTextPainter::paintLabel(const AttemptTexts& texts, const QRectF& row)
{
    const Theme& theme = *m_scene.theme;
    const double left = row.left() + kLabelInset;
    const double textLeft = left + m_numberWidth + 10;
    const double right = m_scene.plot.left() - kGap;
    const QFontMetricsF bold(m_bold);
    const QFontMetricsF small(m_small);
    const bool isRoomy = m_scene.density() == RowDensity::Roomy;
    const double firstHeight = isRoomy ? bold.height() + small.height() : bold.height();
    const double firstTop = row.center().y() - firstHeight / 2;

    m_painter.setFont(m_bold);
    m_painter.setPen(theme.text);
    m_painter.drawText(QRectF(left, firstTop, m_numberWidth + 4, bold.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, texts.number());
    const QString status = texts.status();
    m_painter.drawText(QRectF(textLeft, firstTop, right - textLeft, bold.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, status);
    const QRectF captionRect =
        isRoomy ? QRectF(textLeft, firstTop + bold.height(), right - textLeft, small.height())
                : QRectF(textLeft + bold.horizontalAdvance(status) + kGap, firstTop,
                         right - textLeft - bold.horizontalAdvance(status) - kGap, bold.height());
    m_painter.setFont(m_small);
    m_painter.setPen(theme.muted);
    m_painter.drawText(captionRect, Qt::AlignLeft | Qt::AlignVCenter,
                       small.elidedText(texts.caption(), Qt::ElideRight, captionRect.width()));
}

void RowTextPainter::paintVerdictBeside(const AttemptTexts& texts, const AttemptBar& bar, int row)
{
    if (bar.state == AttemptBar::State::Running) {
        paintBeside(textOf(bar.end - bar.start), m_small, m_scene.theme->muted, bar, row);
        return;
    }
    const bool isRoomy = m_scene.density() == RowDensity::Roomy;
    if (!texts.hasDelay()) {
        paintBeside(texts.verdict(), m_bold, verdictColour(bar), bar, row);
    } else if (!isRoomy) {
        paintBeside(texts.verdict() + QStringLiteral(" · ") + texts.delayOfWindow(), m_small,
                    verdictColour(bar), bar, row);
    } else if (bar.verdict != Verdict::Retry) {
        paintBeside(texts.verdict(), m_bold, verdictColour(bar), bar, row);
    }
}

void RowTextPainter::paintDelayBelow(const AttemptTexts& texts, const AttemptBar& bar, int row)
{
    const QFontMetricsF metrics(m_small);
    const QString prefix =
        bar.verdict == Verdict::Retry ? texts.verdict() + QStringLiteral(" · ") : QString();
    const QString text =
        metrics.elidedText(prefix + texts.delayOfWindow(), Qt::ElideRight, m_scene.plot.width());
    const double width = metrics.horizontalAdvance(text) + 1;
    const double middle = (std::max(m_scene.xOf(bar.end), m_scene.plot.left()) +
                           std::min(m_scene.xOf(std::max(bar.delayEnd, bar.planned)), m_scene.plot.right())) /
                          2;
    const double left = std::clamp(middle - width / 2, m_scene.plot.left(),
                                   std::max(m_scene.plot.left(), m_scene.plot.right() - width));
    const BarGeometry geometry = barGeometryOf(m_scene, row);
    m_painter.setFont(m_small);
    m_painter.setPen(bar.verdict == Verdict::Retry ? m_scene.theme->retry : m_scene.theme->delayText);
    m_painter.drawText(QRectF(left, geometry.barTop + geometry.barHeight + 3, width, metrics.height()),
                       Qt::AlignLeft | Qt::AlignVCenter, text);
}

void RowTextPainter::paintBeside(const QString& text, const QFont& font, const QColor& colour,
                                 const AttemptBar& bar, int row)
{
    const QFontMetricsF metrics(font);
    const BarGeometry geometry = barGeometryOf(m_scene, row);
    const double width = metrics.horizontalAdvance(text) + 1;
    const double right = m_scene.xOf(bar.last()) + kGap;
    const double left = m_scene.xOf(bar.sendDelayBegin) - kGap - width;
    const double inside = m_scene.xOf(bar.end) + kGap;
    double at = right;
    QColor pen = colour;
    if (right + width > m_scene.area.right()) {
        if (left >= m_scene.plot.left()) {
            at = left;
        } else if (inside + width <= std::min(m_scene.xOf(bar.delayEnd), m_scene.plot.right())) {
            at = inside;
            pen = m_scene.theme->onDelay;
        } else {
            return;
        }
    }
    m_painter.setFont(font);
    m_painter.setPen(pen);
    m_painter.drawText(
        QRectF(at, geometry.barTop + (geometry.barHeight - metrics.height()) / 2, width, metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter, text);
}

QColor RowTextPainter::verdictColour(const AttemptBar& bar) const
{
    switch (bar.verdict) {
    case Verdict::Succeed:
        return m_scene.theme->succeed;
    case Verdict::Retry:
        return m_scene.theme->retry;
    case Verdict::Stop:
        return m_scene.theme->stop;
    }
    return m_scene.theme->text;
}

bool RowTextPainter::isSeen(const AttemptBar& bar) const
{
    return bar.last() >= m_scene.scale.begin && bar.sendDelayBegin <= m_scene.scale.end;
}

} // namespace retryscope::ui
