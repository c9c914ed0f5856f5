// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/row_text_painter.h"

#include "ui/parts/tr.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/bar_painter.h"
#include "ui/timeline/rows/call_texts.h"
#include "ui/timeline/rows/round_step.h"

#include <QPainter>
#include <QPolygonF>

#include <cmath>
#include <cstdlib>

namespace retryscope::ui {

namespace {

constexpr double kGap = 7;
constexpr double kLabelInset = 16;
constexpr double kConnectionWidth = 17;
constexpr qsizetype kFewestLetters = 3; ///< of a caption that is cut short, its dots included

/// Number of a row: of its attempt, or of its call.
QString numberOf(const TimelineScene& scene, int row)
{
    const Place place = scene.rows->at(row);
    return place.attempt < 0 ? CallTexts(*scene.record, place.call).number()
                             : AttemptTexts(*scene.record, place).number();
}

/// `✓ done · 5 s` -> `✓ done` -> `✓` -> empty; durations are not cut apart.
QString shortened(const QString& text)
{
    const qsizetype part = text.lastIndexOf(QStringLiteral(" · "));
    if (part >= 0) {
        return text.left(part);
    }
    return text.front().isDigit() ? QString() : text.left(std::max<qsizetype>(0, text.indexOf(u' ')));
}

} // namespace

RowTexts::RowTexts(const QFont& base)
    : bold(Theme::boldFont(base)), small(Theme::smallFont(base)), m_base(base)
{
}

RowTextPainter::RowTextPainter(QPainter& painter, const TimelineScene& scene, RowTexts& texts)
    : m_painter(painter), m_scene(scene), m_bold(texts.bold), m_small(texts.small)
{
    if (scene.rows->count() > 0) {
        const qsizetype last = numberOf(scene, scene.rows->count() - 1).size();
        const QString widest = QString(std::max<qsizetype>(1, last), QLatin1Char('8'));
        m_numberWidth = m_bold.widthOf(widest);
    }
}

void RowTextPainter::paint(int row)
{
    const QRectF rect(m_scene.area.left(), m_scene.layout.topOf(row), m_scene.area.width(),
                      m_scene.layout.rowHeight);
    if (m_scene.rows->at(row).attempt < 0) {
        paintCall(row, rect);
        return;
    }
    const AttemptTexts texts(*m_scene.record, m_scene.rows->at(row));
    const AttemptBar bar = m_scene.barAt(row);
    paintLabel(texts, bar, rect);
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
    const double distance = m_small.height() * 1.8;
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

void RowTextPainter::paintNumber(int row, LaidOutTexts& font, const QColor& colour)
{
    const double height = font.height();
    const double middle = m_scene.layout.topOf(row) + m_scene.layout.rowHeight / 2;
    const double top = std::clamp(middle - height / 2, m_scene.plot.top(), m_scene.plot.bottom() - height);
    const Place place = m_scene.rows->at(row);
    const QString more = place.attempt < 0 ? CallTexts(*m_scene.record, place.call).attempts()
                                           : AttemptTexts(*m_scene.record, place).status();
    m_painter.setPen(colour);
    const double left = m_scene.area.left() + kLabelInset;
    font.draw(
        m_painter, {left, top},
        font.elided(numberOf(m_scene, row) + QStringLiteral("  ") + more, m_scene.plot.left() - kGap - left));
}

void RowTextPainter::paintCall(int row, const QRectF& rect)
{
    const Place place = m_scene.rows->at(row);
    const CallTexts texts(*m_scene.record, place.call);
    const AttemptBar bar = m_scene.barAt(row);
    paintFoldMark(m_scene.rows->isFolded(place.call), rect);
    const bool isRoomy = m_scene.density() == RowDensity::Roomy;
    const double room = m_scene.plot.left() - kGap - rect.left() - kLabelInset - m_numberWidth - 10;
    const bool hasRoom = m_bold.widthOf(texts.attempts()) <= room;
    const QString attempts = hasRoom ? texts.attempts() : tr("× %1").arg(texts.call().attempts.size());
    paintLabel(texts.number(), isRoomy ? tr("call %1").arg(texts.number()) : attempts,
               isRoomy ? texts.attempts() : QString(), rect, m_scene.plot.left() - kGap);
    if (isSeen(bar)) {
        const bool isOver = texts.call().verdict != CallVerdict::Running;
        const QColor colour = !isOver                                          ? m_scene.theme->muted
                              : texts.call().verdict == CallVerdict::Succeeded ? m_scene.theme->succeed
                                                                               : m_scene.theme->stop;
        paintBeside(texts.outcome(), isOver ? m_bold : m_small, colour, bar, row);
    }
}

/// A triangle that points right, or down at the attempts under it.
void RowTextPainter::paintFoldMark(bool isFolded, const QRectF& row)
{
    const QPointF centre(row.left() + 9, row.center().y());
    const QPolygonF mark =
        isFolded ? QPolygonF{centre + QPointF(-2, -4), centre + QPointF(3, 0), centre + QPointF(-2, 4)}
                 : QPolygonF{centre + QPointF(-4, -2), centre + QPointF(4, -2), centre + QPointF(0, 3)};
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_scene.theme->muted);
    m_painter.drawPolygon(mark);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
}

void RowTextPainter::paintLabel(const AttemptTexts& texts, const AttemptBar& bar, const QRectF& row)
{
    double right = m_scene.plot.left() - kGap;
    if (bar.connection != AttemptBar::Connection::Unknown) {
        right -= kConnectionWidth;
        paintConnectionMark(m_painter, {right + kConnectionWidth / 2 + 1, row.center().y()},
                            bar.connection == AttemptBar::Connection::Reused, m_scene.theme->muted);
    }
    paintLabel(texts.number(), texts.status(), texts.caption(), row, right);
}

void RowTextPainter::paintLabel(const QString& number, const QString& title, const QString& caption,
                                const QRectF& row, double right)
{
    const Theme& theme = *m_scene.theme;
    const double left = row.left() + kLabelInset;
    const double textLeft = left + m_numberWidth + 10;
    const bool isRoomy = m_scene.density() == RowDensity::Roomy;
    const double firstHeight = isRoomy ? m_bold.height() + m_small.height() : m_bold.height();
    const double firstTop = row.center().y() - firstHeight / 2;

    m_painter.setPen(theme.text);
    m_bold.draw(m_painter, {left, firstTop}, number);
    m_bold.draw(m_painter, {textLeft, firstTop}, title);
    const double captionLeft = isRoomy ? textLeft : textLeft + m_bold.widthOf(title) + kGap;
    const double captionTop =
        isRoomy ? firstTop + m_bold.height() : firstTop + (m_bold.height() - m_small.height()) / 2;
    const QString fitting = m_small.elided(caption, right - captionLeft);
    if (fitting == caption || fitting.size() > kFewestLetters) {
        m_painter.setPen(theme.muted);
        m_small.draw(m_painter, {captionLeft, captionTop}, fitting);
    }
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
        paintBeside(texts.verdict() + QStringLiteral(" · ") + delayText(texts), m_small, verdictColour(bar),
                    bar, row);
    } else if (bar.verdict != Verdict::Retry) {
        paintBeside(texts.verdict(), m_bold, verdictColour(bar), bar, row);
    }
}

QString RowTextPainter::delayText(const AttemptTexts& texts) const
{
    const QString hint = texts.hintText();
    return hint.isEmpty() ? texts.delayOfWindow() : texts.delay() + QStringLiteral(" · ") + hint;
}

void RowTextPainter::paintDelayBelow(const AttemptTexts& texts, const AttemptBar& bar, int row)
{
    const QString prefix =
        bar.verdict == Verdict::Retry ? texts.verdict() + QStringLiteral(" · ") : QString();
    const QString text = m_small.elided(prefix + delayText(texts), m_scene.plot.width());
    const double width = m_small.widthOf(text) + 1;
    const double middle = (std::max(m_scene.xOf(bar.end), m_scene.plot.left()) +
                           std::min(m_scene.xOf(std::max(bar.delayEnd, bar.planned)), m_scene.plot.right())) /
                          2;
    const double left = std::clamp(middle - width / 2, m_scene.plot.left(),
                                   std::max(m_scene.plot.left(), m_scene.plot.right() - width));
    const BarGeometry geometry = barGeometryOf(m_scene, row);
    m_painter.setPen(bar.verdict == Verdict::Retry ? m_scene.theme->retry : m_scene.theme->delayText);
    m_small.draw(m_painter, {left, geometry.barTop + geometry.barHeight + 3}, text);
}

void RowTextPainter::paintBeside(const QString& text, LaidOutTexts& font, const QColor& colour,
                                 const AttemptBar& bar, int row)
{
    const BarGeometry geometry = barGeometryOf(m_scene, row);
    const double width = font.widthOf(text) + 1;
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
            const QString less = shortened(text);
            if (!less.isEmpty()) {
                paintBeside(less, font, colour, bar, row);
            }
            return;
        }
    }
    m_painter.setPen(pen);
    font.draw(m_painter, {at, geometry.barTop + (geometry.barHeight - font.height()) / 2}, text);
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
