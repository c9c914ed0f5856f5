// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/attempt_bounds_model.h"

#include "core/explain/bounds_text.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"

namespace retryscope::ui {

namespace {

QString windowOf(Duration best, Duration worst)
{
    return toQString(windowText(best, worst));
}

/// Earliest and latest.
template <TimeBounds AttemptBounds::*Moment>
QString momentText(const AttemptBoundsRow& row)
{
    return windowOf((row.attempt.*Moment).best, (row.attempt.*Moment).worst);
}

bool needsShortDelays(const AttemptBoundsRow& row)
{
    return row.deadline && row.attempt.end.worst >= *row.deadline && row.attempt.end.best < *row.deadline;
}

QString arrivalText(const AttemptBoundsRow& row)
{
    return !row.deadline                           ? AttemptBoundsModel::tr("no deadline")
           : needsShortDelays(row)                 ? AttemptBoundsModel::tr("with short delays only")
           : row.attempt.end.worst < *row.deadline ? AttemptBoundsModel::tr("in time")
                                                   : AttemptBoundsModel::tr("too late");
}

QString inTimeText(const AttemptBoundsRow& row)
{
    return row.attempt.madeIn < 1 ? AttemptBoundsModel::tr("%1, reached in %2 of calls")
                                        .arg(arrivalText(row), toQString(percentText(row.attempt.madeIn)))
                                  : arrivalText(row);
}

QString inTimeTip(const AttemptBoundsRow& row)
{
    QStringList tips;
    if (needsShortDelays(row)) {
        tips += AttemptBoundsModel::tr(
            "The attempt ends before the deadline only if the random delays are short.");
    }
    if (row.attempt.madeIn < 1) {
        tips += AttemptBoundsModel::tr(
            "The client makes this attempt only if it begins before the client's own time limit.");
    }
    return tips.isEmpty() ? inTimeText(row) : tips.join(QLatin1Char(' '));
}

} // namespace

AttemptBoundsModel::AttemptBoundsModel(QObject* parent)
    : TableModel({{.title = tr("Attempt"),
                   .text = [](const AttemptBoundsRow& row) { return QString::number(row.number); },
                   .about = tr("Attempt of one call, the first one included")},
                  {.title = tr("Delay before"),
                   .text =
                       [](const AttemptBoundsRow& row) {
                           return windowOf(row.attempt.delayBefore.low, row.attempt.delayBefore.high);
                       },
                   .about = tr("Shortest and longest delay before the attempt")},
                  {.title = tr("Begins"),
                   .text = momentText<&AttemptBounds::start>,
                   .about = tr("Earliest and latest time since the start of the call")},
                  {.title = tr("Ends"),
                   .text = momentText<&AttemptBounds::end>,
                   .about = tr("Earliest and latest time since the start of the call")},
                  {.title = tr("Deadline"),
                   .text = inTimeText,
                   .toolTip = inTimeTip,
                   .about = tr("Whether the attempt ends before the caller's deadline")}},
                 parent)
{
}

void AttemptBoundsModel::display(const CallBounds& bounds)
{
    std::vector<AttemptBoundsRow> rows;
    for (const AttemptBounds& attempt : bounds.schedule) {
        rows.push_back(
            {.number = static_cast<int>(rows.size()) + 1,
             .attempt = attempt,
             .deadline = bounds.deadline ? std::optional(bounds.deadline->deadline) : std::nullopt});
    }
    setRows(std::move(rows));
}

} // namespace retryscope::ui
