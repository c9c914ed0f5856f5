// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/timeline_cards.h"

#include "core/explain/call_outcome.h"
#include "core/explain/explain.h"
#include "core/explain/phrases.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/tr.h"
#include "ui/timeline/chart/overview_image.h"
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

CardContent cardOfRow(const TimelineSight& sight, int row)
{
    const RunRecord& record = *sight.run().record();
    const Place place = sight.rows().at(row);
    if (place.attempt >= 0) {
        return cardOf(AttemptTexts(record, place));
    }
    const CallTexts texts(record, place.call);
    const OutcomeCounts counts = outcomesOf(sight.scene(), row, row);
    CardContent card;
    card.title = tr("Call %1").arg(texts.number());
    card.caption = texts.attempts();
    card.outcome = texts.verdict();
    if (texts.call().verdict != CallVerdict::Running) {
        card.verdict = texts.call().verdict == CallVerdict::Succeeded ? Verdict::Succeed : Verdict::Stop;
    }
    card.lines.push_back({tr("Started"), textOf(texts.call().start.time_since_epoch())});
    if (texts.call().verdict != CallVerdict::Running) {
        card.lines.push_back({tr("Duration"), textOf(texts.call().end - texts.call().start)});
    }
    card.lines.push_back({tr("Retries"), QString::number(counts.retried)});
    card.sentence = toQString(capitalised(summaryOf(texts.call())) + ".");
    return card;
}

CardContent cardOfLine(const TimelineSight& sight, double y)
{
    const RowSpan rows = rowsInLine(sight.layout(), static_cast<int>(y - sight.plot().top()), 1);
    const OutcomeCounts counts = outcomesOf(sight.scene(), rows.first, rows.last);
    const TimeRange range = sight.rangeOfRows(rows.first, rows.last);
    CardContent card;
    card.title = tr("%L1 attempts").arg(counts.all());
    card.caption = tr("in rows %L1 to %L2").arg(rows.first + 1).arg(rows.last + 1);
    for (const auto& [label, count] :
         {std::pair(tr("✕ Stop"), counts.stopped), std::pair(tr("↻ Retry"), counts.retried),
          std::pair(tr("✓ Succeed"), counts.succeeded), std::pair(tr("Under way"), counts.running)}) {
        if (count > 0) {
            card.lines.push_back({label, tr("%L1").arg(count)});
        }
    }
    card.lines.push_back({tr("From"), sight.timeText(range.begin), std::nullopt, true});
    card.lines.push_back({tr("To"), sight.timeText(range.end)});
    return card;
}

} // namespace retryscope::ui
