// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/bounds_tables.h"

#include "core/explain/units.h"
#include "core/io/json/json_units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

namespace retryscope::ui {

namespace {

constexpr int kMostAttempts = 1000;

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
             .isNumber = true,
             .set = setAttempts,
             // A number, so that the editor has arrows.
             .edited =
                 [](const LayerRow& row) {
                     return QVariant(row.layer.attempts);
                 }},
            {.id = "delay",
             .title = tr("Delay"),
             .text = [](const LayerRow& row) { return toQString(durationText(row.layer.delay)); },
             .isNumber = true,
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
