// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/bounds_tables.h"

#include "core/explain/bounds_text.h"
#include "core/explain/units.h"
#include "core/io/json/json_units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

namespace retryscope::ui {

namespace {

constexpr int kMostAttempts = 1000;

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
    return !row.deadline                           ? tr("no deadline")
           : needsShortDelays(row)                 ? tr("with short delays only")
           : row.attempt.end.worst < *row.deadline ? tr("in time")
                                                   : tr("too late");
}

QString inTimeText(const AttemptBoundsRow& row)
{
    return row.attempt.madeIn < 1 ? tr("%1, reached in %2 of calls")
                                        .arg(arrivalText(row), toQString(percentText(row.attempt.madeIn)))
                                  : arrivalText(row);
}

QString inTimeTip(const AttemptBoundsRow& row)
{
    QStringList tips;
    if (needsShortDelays(row)) {
        tips += tr("The attempt ends before the deadline only if the random delays are short.");
    }
    if (row.attempt.madeIn < 1) {
        tips += tr("The client makes this attempt only if it begins before the client's own time limit.");
    }
    return tips.isEmpty() ? inTimeText(row) : tips.join(QLatin1Char(' '));
}

Tone inTimeTone(const AttemptBoundsRow& row)
{
    return !row.deadline || row.attempt.end.worst < *row.deadline ? Tone::Plain
           : needsShortDelays(row)                                ? Tone::Warning
                                                                  : Tone::Bad;
}

bool setAttempts(LayerRow& row, const QVariant& value)
{
    bool isNumber = false;
    const int attempts = value.toInt(&isNumber);
    if (!isNumber || attempts < 1 || attempts > kMostAttempts) {
        return false;
    }
    row.layer.attempts = attempts;
    return true;
}

/// A number without a unit is in milliseconds.
bool setDelay(LayerRow& row, const QVariant& value)
{
    bool isNumber = false;
    QString text = value.toString().remove(QLatin1Char(' '));
    (void)text.toDouble(&isNumber);
    const std::optional<Duration> delay = io::durationFromText(isNumber ? text + QStringLiteral("ms") : text);
    if (!delay || *delay < Duration::zero()) {
        return false;
    }
    row.layer.delay = *delay;
    return true;
}

} // namespace

TableModel<AttemptBoundsRow>::Columns attemptBoundsColumns()
{
    return {{.id = "attempt",
             .title = tr("Attempt"),
             .text = [](const AttemptBoundsRow& row) { return QString::number(row.number); },
             .about = tr("Attempt of one call, the first one included"),
             .isNumber = true},
            {.id = "delay",
             .title = tr("Delay before"),
             .text =
                 [](const AttemptBoundsRow& row) {
                     return windowOf(row.attempt.delayBefore.low, row.attempt.delayBefore.high);
                 },
             .about = tr("Shortest and longest delay before the attempt")},
            {.id = "begins",
             .title = tr("Begins"),
             .text = momentText<&AttemptBounds::start>,
             .about = tr("Earliest and latest time since the start of the call")},
            {.id = "ends",
             .title = tr("Ends"),
             .text = momentText<&AttemptBounds::end>,
             .about = tr("Earliest and latest time since the start of the call")},
            {.id = "deadline",
             .title = tr("Deadline"),
             .text = inTimeText,
             .toolTip = inTimeTip,
             .tone = inTimeTone,
             .about = tr("Whether the attempt ends before the caller's deadline")}};
}

std::vector<AttemptBoundsRow> attemptBoundsRows(const CallBounds& bounds)
{
    std::vector<AttemptBoundsRow> rows;
    for (const AttemptBounds& attempt : bounds.schedule) {
        rows.push_back(
            {.number = static_cast<int>(rows.size()) + 1,
             .attempt = attempt,
             .deadline = bounds.deadline ? std::optional(bounds.deadline->deadline) : std::nullopt});
    }
    return rows;
}

TableModel<LayerBounds>::Columns layerBoundsColumns()
{
    return {{.id = "layer",
             .title = tr("Layer"),
             .text = [](const LayerBounds& layer) { return toQString(layer.name); },
             .whenNarrow = WhenNarrow::Fold},
            {.id = "attempts",
             .title = tr("Attempts"),
             .text = [](const LayerBounds& layer) { return QString::number(layer.attempts); },
             .isNumber = true},
            {.id = "requests",
             .title = tr("Requests to the server"),
             .text = [](const LayerBounds& layer) { return QString::number(layer.requests); },
             .isNumber = true},
            {.id = "worst",
             .title = tr("Worst time"),
             .text = [](const LayerBounds& layer) { return toQString(durationText(layer.total.worst)); },
             .isNumber = true}};
}

EditableTable<LayerRow>::Columns layerColumns()
{
    return {{.id = "name",
             .title = tr("Layer"),
             .text = [](const LayerRow& row) { return toQString(row.layer.name); },
             .whenNarrow = WhenNarrow::Shorten,
             .set =
                 [](LayerRow& row, const QVariant& value) {
                     row.layer.name = fromQString(value.toString().trimmed());
                     return true;
                 },
             .isChecked = [](const LayerRow& row) { return row.isTaken; },
             .setChecked =
                 [](LayerRow& row, bool isOn) {
                     row.isTaken = isOn;
                 }},
            {.id = "attempts",
             .title = tr("Attempts"),
             .text = [](const LayerRow& row) { return QString::number(row.layer.attempts); },
             .set = setAttempts,
             // A number, so that the editor has arrows.
             .edited =
                 [](const LayerRow& row) {
                     return QVariant(row.layer.attempts);
                 }},
            {.id = "delay",
             .title = tr("Delay"),
             .text = [](const LayerRow& row) { return toQString(durationText(row.layer.delay)); },
             .set = setDelay},
            {.id = "serverSide",
             .title = tr("Server side"),
             .text = [](const LayerRow& row) { return row.isBehind ? tr("yes") : tr("no"); },
             .isChecked = [](const LayerRow& row) { return row.isBehind; },
             .setChecked =
                 [](LayerRow& row, bool isOn) {
                     row.isBehind = isOn;
                 }}};
}

std::vector<LayerRow> usualLayers()
{
    return {{.layer = {.name = fromQString(tr("application")), .attempts = 3}},
            {.layer = {.name = fromQString(tr("proxy")), .attempts = 2}, .isBehind = true}};
}

std::vector<RetryLayer> takenLayers(const std::vector<LayerRow>& rows, bool isBehind)
{
    std::vector<RetryLayer> layers;
    for (const LayerRow& row : rows) {
        if (row.isTaken && row.isBehind == isBehind) {
            layers.push_back(row.layer);
        }
    }
    return layers;
}

} // namespace retryscope::ui
