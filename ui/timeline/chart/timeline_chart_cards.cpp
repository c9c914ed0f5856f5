// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The hover card of the timeline: of an attempt, of a call, or of the rows that share a line of pixels.

#include "core/explain/explain.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/timeline/chart/overview_image.h"
#include "ui/timeline/chart/rows_item.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/call_texts.h"

namespace retryscope::ui {

namespace {

CardContent cardOf(const AttemptTexts& texts)
{
    CardContent card;
    card.title = QStringLiteral("%1 · %2").arg(texts.number(), texts.status());
    card.caption = texts.caption();
    card.outcome = texts.verdict();
    card.verdict = texts.attempt().isRunning ? std::nullopt : std::optional(texts.attempt().decision.verdict);
    card.lines = texts.lines();
    card.sentence = shortened(texts.why());
    return card;
}

} // namespace

CardContent TimelineChart::cardFor(int row) const
{
    const Place place = m_rows.at(row);
    if (place.attempt >= 0) {
        return cardOf(AttemptTexts(*m_record, place));
    }
    const CallTexts texts(*m_record, place.call);
    const OutcomeCounts counts = outcomesOf(scene(), row, row);
    CardContent card;
    card.title = tr("call %1").arg(texts.number());
    card.caption = texts.attempts();
    card.outcome = texts.verdict();
    if (texts.call().verdict != CallVerdict::Running) {
        card.verdict = texts.call().verdict == CallVerdict::Succeeded ? Verdict::Succeed : Verdict::Stop;
    }
    card.lines.push_back({tr("began at"), textOf(texts.call().start.time_since_epoch())});
    if (texts.call().verdict != CallVerdict::Running) {
        card.lines.push_back({tr("took"), textOf(texts.call().end - texts.call().start)});
    }
    card.lines.push_back({tr("retries"), QString::number(counts.retried)});
    card.sentence = toQString(summaryOf(texts.call()));
    return card;
}

/// Several rows to a line of pixels: how many attempts of which outcome, and of which time.
CardContent TimelineChart::cardForLine(double y) const
{
    const RowSpan rows = rowsInLine(m_layout, static_cast<int>(y - m_plot.top()), 1);
    const OutcomeCounts counts = outcomesOf(scene(), rows.first, rows.last);
    const TimeRange range = rangeOfRows(rows.first, rows.last);
    CardContent card;
    card.title = tr("%L1 attempts").arg(counts.all());
    card.caption = tr("in rows %L1 to %L2").arg(rows.first + 1).arg(rows.last + 1);
    for (const auto& [label, count] :
         {std::pair(tr("✕ stopped"), counts.stopped), std::pair(tr("↻ retried"), counts.retried),
          std::pair(tr("✓ done"), counts.succeeded), std::pair(tr("under way"), counts.running)}) {
        if (count > 0) {
            card.lines.push_back({label, tr("%L1").arg(count)});
        }
    }
    card.lines.push_back({tr("from"), timeText(range.begin), std::nullopt, true});
    card.lines.push_back({tr("to"), timeText(range.end)});
    return card;
}

QString TimelineChart::timeText(Instant at) const
{
    const bool onWallClock = m_wallClock && m_record != nullptr;
    return momentText(m_scale, at, onWallClock ? std::optional(m_record->header().startedAt) : std::nullopt);
}

void TimelineChart::showCard(int row, QPoint globalPosition)
{
    if (row < 0 || m_drag != Drag::None) {
        hideCard();
        return;
    }
    const bool isOverview = densityOf(m_layout.rowHeight, m_heights) == RowDensity::Overview;
    m_card->setContent(isOverview ? cardForLine(viewport()->mapFromGlobal(globalPosition).y())
                                  : cardFor(row));
    m_card->showBeside(globalPosition);
}

/// For the keyboard, and also where a row is too thin to be met with the mouse.
void TimelineChart::showCardOfCurrentRow()
{
    const int row = currentRow();
    if (row < 0) {
        return;
    }
    showRow(row);
    m_card->setContent(cardFor(row));
    const double x = std::clamp(m_scale.toX(scene().barAt(row).start), m_plot.left(), m_plot.right());
    const double bottom = m_layout.topOf(row) + m_layout.rowHeight;
    m_card->showBeside(viewport()->mapToGlobal(QPointF(x, bottom).toPoint()));
}

void TimelineChart::hideCard()
{
    m_card->hide();
}

} // namespace retryscope::ui
