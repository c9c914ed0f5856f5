// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/row_text_painter.h"

#include "ui/parts/fitted_text.h"
#include "ui/parts/tr.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/bar_painter.h"
#include "ui/timeline/rows/call_texts.h"
#include "ui/timeline/rows/round_step.h"

#include <QPaintEngine>
#include <QPainter>
#include <QPolygonF>

#include <cmath>
#include <cstdlib>

namespace retryscope::ui {

namespace {

constexpr double kGap = 7;
constexpr double kLabelInset = 16;
constexpr double kConnectionWidth = 20;
constexpr int kSign = 15;         ///< side of a sign
constexpr double kSmallSign = 11; ///< where rows are thin
constexpr double kFewestPixelsOfSign = 8;
constexpr qsizetype kFewestLetters = 3; ///< of a caption that is cut short, its dots included

/// Number of a row: of its attempt, or of its call.
QString numberOf(const TimelineScene& scene, int row)
{
    const Place place = scene.rows->at(row);
    return place.attempt < 0 ? CallTexts(*scene.record, place.call).number()
                             : AttemptTexts(*scene.record, place).number();
}

} // namespace

RowTexts::RowTexts(const QFont& base)
    : title(Theme::font(base, TextStyle::Heading))
    , bold(Theme::boldFont(base))
    , small(Theme::smallFont(base))
    , m_base(base)
{
}

void RowTexts::drawSign(QPainter& painter, const QRectF& rect, Sign sign, const Theme& theme)
{
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        paintSign(painter, rect, sign, theme);
        return;
    }
    if (m_theme != &theme) {
        m_theme = &theme;
        m_signs.clear();
    }
    const double ratio = painter.device()->devicePixelRatioF();
    const int side = std::max(1, static_cast<int>(std::ceil(rect.width() * ratio)));
    QPixmap& picture = m_signs[{static_cast<int>(sign), side}];
    if (picture.isNull()) {
        picture = QPixmap(side, side);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        QPainter inner(&picture);
        paintSign(inner, QRectF(0, 0, side / ratio, side / ratio), sign, theme);
    }
    painter.drawPixmap(QPointF(std::round(rect.left() * ratio), std::round(rect.top() * ratio)) / ratio,
                       picture);
}

RowTextPainter::RowTextPainter(QPainter& painter, const TimelineScene& scene, RowTexts& texts)
    : m_painter(painter)
    , m_scene(scene)
    , m_texts(texts)
    , m_title(texts.title)
    , m_bold(texts.bold)
    , m_small(texts.small)
{
    if (scene.rows->count() > 0) {
        const qsizetype last = numberOf(scene, scene.rows->count() - 1).size();
        const QString widest = QString(std::max<qsizetype>(1, last), QLatin1Char('8'));
        m_numberWidth = m_small.widthOf(widest);
    }
}

QRectF RowTextPainter::rectOf(int row) const
{
    return {m_scene.area.left(), m_scene.layout.topOf(row), m_scene.area.width(), m_scene.layout.rowHeight};
}

void RowTextPainter::paint(int row)
{
    if (m_scene.rows->at(row).attempt < 0) {
        paintCall(row, rectOf(row));
    } else {
        paintAttempt(row, rectOf(row));
    }
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
    const QString title = tr("Call %1").arg(texts.number());
    const double left = rect.left() + kLabelInset + 6;
    m_painter.setPen(m_scene.theme->text);
    m_bold.draw(m_painter, {left, rect.center().y() - m_bold.height() / 2}, title);
    paintCaption(AttemptTexts(*m_scene.record, m_scene.rows->attemptAt(row)).result(),
                 {left + m_bold.widthOf(title) + kGap, rect.center().y() - m_small.height() / 2},
                 roomForLabel(bar));
    paintOutcome(outcomeOf(texts), rect);
    paintWayTo(bar, rect);
}

void RowTextPainter::paintAttempt(int row, const QRectF& rect)
{
    const AttemptTexts texts(*m_scene.record, m_scene.rows->at(row));
    const AttemptBar bar = m_scene.barAt(row);
    double right = roomForLabel(bar);
    if (m_scene.density() == RowDensity::Roomy && isSeen(bar)) {
        const QString below = m_small.elided(textBelow(texts, bar), m_scene.plot.width());
        const QPointF place = placeBelow(below, bar, row);
        m_painter.setPen(bar.delayEnd > bar.end ? m_scene.theme->delayText : m_scene.theme->muted);
        m_small.draw(m_painter, place, below);
        right = std::max(m_scene.plot.left() - kGap, std::min(right, place.x() - kGap));
    }
    paintLabel(texts, bar, rect, right);
    paintOutcome(outcomeOf(texts, bar), rect);
    paintWayTo(bar, rect);
}

double RowTextPainter::roomForLabel(const AttemptBar& bar) const
{
    const double drawn = isSeen(bar) ? m_scene.xOf(bar.sendDelayBegin) : m_scene.plot.right() - 2 * kGap;
    return std::max(m_scene.plot.left(), drawn) - kGap;
}

/// A triangle that points right, or down at the attempts under it.
void RowTextPainter::paintFoldMark(bool isFolded, const QRectF& row)
{
    const QPointF centre(row.left() + kLabelInset - 5, row.center().y());
    const QPolygonF mark =
        isFolded ? QPolygonF{centre + QPointF(-2, -4), centre + QPointF(3, 0), centre + QPointF(-2, 4)}
                 : QPolygonF{centre + QPointF(-4, -2), centre + QPointF(4, -2), centre + QPointF(0, 3)};
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_scene.theme->muted);
    m_painter.drawPolygon(mark);
    m_painter.setRenderHint(QPainter::Antialiasing, false);
}

void RowTextPainter::paintLabel(const AttemptTexts& texts, const AttemptBar& bar, const QRectF& row,
                                double right)
{
    const bool isRoomy = m_scene.density() == RowDensity::Roomy;
    LaidOutTexts& title = isRoomy ? m_title : m_bold;
    const double height = isRoomy ? title.height() + m_small.height() : title.height();
    const double top = row.center().y() - height / 2;
    const double left = row.left() + kLabelInset;
    const double textLeft = left + m_numberWidth + 10;
    const QString status = texts.status();
    m_painter.setPen(m_scene.theme->muted);
    m_small.draw(m_painter, {left, top + (title.height() - m_small.height()) / 2}, texts.number());
    m_painter.setPen(m_scene.theme->text);
    title.draw(m_painter, {textLeft, top}, status);
    double after = textLeft + title.widthOf(status) + kGap;
    if (bar.connection != AttemptBar::Connection::Unknown &&
        after + kConnectionWidth <= m_scene.plot.left() - kGap) {
        paintConnectionMark(m_painter, {after + kConnectionWidth / 2, top + title.height() / 2},
                            bar.connection == AttemptBar::Connection::Reused, m_scene.theme->muted);
        after += kConnectionWidth + kGap;
    }
    const QPointF below(textLeft, top + title.height());
    const QPointF beside(after, top + (title.height() - m_small.height()) / 2);
    if (isRoomy) {
        paintLines(texts.caption(), below, right);
    } else {
        paintCaption(texts.caption(), beside, right);
    }
}

void RowTextPainter::paintCaption(const QString& caption, QPointF at, double right)
{
    const QString fitting = m_small.elided(caption, right - at.x());
    if (fitting == caption || fitting.size() > kFewestLetters) {
        m_painter.setPen(m_scene.theme->muted);
        m_small.draw(m_painter, at, fitting);
    }
}

/// In up to two lines.
void RowTextPainter::paintLines(const QString& caption, QPointF at, double right)
{
    m_painter.setPen(m_scene.theme->muted);
    for (const QString& line : fittedLines(caption, m_small.font(), right - at.x(), {.lines = 2})) {
        m_small.draw(m_painter, at, line);
        at.ry() += m_small.height();
    }
}

/// The delay and what it was drawn from; without one, how long the attempt took.
QString RowTextPainter::textBelow(const AttemptTexts& texts, const AttemptBar& bar) const
{
    const bool hasDelay = texts.hasDelay() && texts.attempt().decision.delay > Duration::zero();
    if (!hasDelay && texts.attempt().facts.timesUnseen) {
        return {}; // the imported file has no times
    }
    if (bar.state == AttemptBar::State::Running || !hasDelay) {
        return textOf(bar.end - bar.start);
    }
    const QString hint = texts.hintText();
    return hint.isEmpty() ? texts.delayOfWindow() : texts.delay() + QStringLiteral(" · ") + hint;
}

/// Under the delay, else from where the attempt begins; never outside of the plot, and beside the line of the
/// current row.
QPointF RowTextPainter::placeBelow(const QString& text, const AttemptBar& bar, int row) const
{
    const double width = m_small.widthOf(text) + 1;
    const double begin = bar.delayEnd > bar.end ? m_scene.xOf(bar.end) : m_scene.xOf(bar.start);
    constexpr double kBesideCursor = 4; // whose line stands at the end of a short bar
    double left = std::clamp(begin + kBesideCursor, m_scene.plot.left(),
                             std::max(m_scene.plot.left(), m_scene.plot.right() - width));
    const std::optional<double> line = m_scene.cursorLine();
    if (line && left < *line + kBesideCursor && left + width > *line - kBesideCursor) {
        const double after = *line + kBesideCursor;
        const double before = *line - kBesideCursor - width;
        left = after + width <= m_scene.plot.right() ? after : before >= m_scene.plot.left() ? before : left;
    }
    const BarGeometry geometry = barGeometryOf(m_scene, row);
    return {left, geometry.barTop + geometry.barHeight + 3};
}

RowTextPainter::Outcome RowTextPainter::outcomeOf(const AttemptTexts& texts, const AttemptBar& bar) const
{
    Outcome outcome{.sign = texts.sign(), .word = texts.verdictWithDelay()};
    outcome.shortWord = outcome.word.section(u' ', 0, 0);
    if (bar.state == AttemptBar::State::Running) {
        outcome.note = textOf(bar.end - bar.start);
    } else if (m_scene.density() == RowDensity::Roomy) { // else there is one line, and the word has its delay
        outcome.note = texts.shortReason();
    }
    return outcome;
}

RowTextPainter::Outcome RowTextPainter::outcomeOf(const CallTexts& texts) const
{
    Outcome outcome{.sign = texts.sign(), .word = texts.outcomeWord()};
    outcome.shortWord = outcome.word;
    if (outcome.sign != Sign::Running) {
        outcome.shortNote = textOf(texts.call().end - texts.call().start);
        outcome.note = QStringLiteral("%1 · %2").arg(texts.attempts(), outcome.shortNote);
    } else {
        outcome.note = texts.attempts();
    }
    return outcome;
}

void RowTextPainter::paintOutcome(const Outcome& outcome, const QRectF& row)
{
    const bool isRoomy = m_scene.density() == RowDensity::Roomy;
    const double left = m_scene.plot.right() + kGap + 3;
    const double right = m_scene.area.right() - kGap;
    const double height = isRoomy ? m_bold.height() + m_small.height() : m_bold.height();
    const double top = row.center().y() - height / 2;
    const double sign = Theme::scaled(kSign, m_scene.font);
    m_texts.drawSign(m_painter, QRectF(left, top + (m_bold.height() - sign) / 2, sign, sign), outcome.sign,
                     *m_scene.theme);
    const double textLeft = left + sign + kGap;
    const bool hasRoom = textLeft + m_bold.widthOf(outcome.word) <= right;
    const QString& word = hasRoom ? outcome.word : outcome.shortWord;
    if (textLeft + m_bold.widthOf(word) > right) {
        return;
    }
    m_painter.setPen(signColour(outcome.sign, *m_scene.theme));
    m_bold.draw(m_painter, {textLeft, top}, word);
    m_painter.setPen(m_scene.theme->muted);
    if (isRoomy) {
        const QString rest = hasRoom ? QString() : outcome.word.mid(word.size() + 1);
        const QString note = rest.isEmpty() ? outcome.note : rest + QStringLiteral(" · ") + outcome.note;
        m_small.draw(m_painter, {textLeft, top + m_bold.height()}, m_small.elided(note, right - textLeft));
        return;
    }
    for (const QString& note : {outcome.note, outcome.shortNote}) {
        const double begin = right - m_small.widthOf(note);
        if (begin >= textLeft + m_bold.widthOf(word) + kGap) {
            m_small.draw(m_painter, {begin, top + (height - m_small.height()) / 2}, note);
            return;
        }
    }
}

void RowTextPainter::paintOutcome(int row)
{
    const QRectF rect = rectOf(row);
    const double side = std::min(kSmallSign, rect.height() - 2);
    if (side < kFewestPixelsOfSign) {
        return;
    }
    const Place place = m_scene.rows->at(row);
    const Sign sign = place.attempt < 0 ? CallTexts(*m_scene.record, place.call).sign()
                                        : AttemptTexts(*m_scene.record, place).sign();
    m_texts.drawSign(m_painter,
                     QRectF(m_scene.plot.right() + kGap + 3, rect.center().y() - side / 2, side, side), sign,
                     *m_scene.theme);
}

void RowTextPainter::paintWayTo(const AttemptBar& bar, const QRectF& row)
{
    if (isSeen(bar)) {
        return;
    }
    const bool isBefore = bar.last() < m_scene.scale.begin;
    const QPointF tip(isBefore ? m_scene.plot.left() + 2 : m_scene.plot.right() - 2, row.center().y());
    const double back = isBefore ? 4 : -4;
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    m_painter.setPen(QPen(m_scene.theme->muted, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    m_painter.drawPolyline(QPolygonF{tip + QPointF(back, -4), tip, tip + QPointF(back, 4)});
    m_painter.setRenderHint(QPainter::Antialiasing, false);
}

bool RowTextPainter::isSeen(const AttemptBar& bar) const
{
    return bar.last() >= m_scene.scale.begin && bar.sendDelayBegin <= m_scene.scale.end;
}

} // namespace retryscope::ui
