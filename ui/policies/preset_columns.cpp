// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/preset_columns.h"

#include "core/explain/units.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

namespace retryscope::ui {

namespace {

template <auto Member>
QString ofPreset(const PresetRow& row)
{
    return toQString(row.preset.*Member);
}

template <auto Member>
QString ofSummary(const PresetRow& row)
{
    return toQString(row.summary.*Member);
}

QString capText(const PresetRow& row)
{
    return row.summary.cap ? toQString(durationText(*row.summary.cap)) : tr("none");
}

/// Without regard to case.
template <auto Text>
QVariant sortText(const PresetRow& row)
{
    return Text(row).toLower();
}

} // namespace

TableModel<PresetRow>::Columns presetColumns()
{
    return {{.id = "client",
             .title = tr("Client"),
             .text = ofSummary<&PolicySummary::client>,
             .sortValue = sortText<ofSummary<&PolicySummary::client>>,
             .tone = [](const PresetRow&) { return Tone::Strong; },
             .whenNarrow = WhenNarrow::Shorten,
             .readable = 12,
             .groups = true},
            {.id = "preset",
             .title = tr("Preset"),
             .text = [](const PresetRow& row) { return toQString(shortNameOf(row.preset)); },
             .sortValue =
                 [](const PresetRow& row) { return QVariant(toQString(shortNameOf(row.preset)).toLower()); },
             .toolTip = ofPreset<&Policy::title>},
            {.id = "version",
             .title = tr("Version"),
             .text = ofPreset<&Policy::version>,
             .whenNarrow = WhenNarrow::Shorten,
             .readable = 10},
            {.id = "mode",
             .title = tr("Mode"),
             .text = ofPreset<&Policy::mode>,
             .whenNarrow = WhenNarrow::Shorten},
            {.id = "evidence",
             .title = tr("Evidence"),
             .text =
                 [](const PresetRow& row) {
                     return toQString(evidenceText(row.summary.evidence));
                 }},
            {.id = "attempts",
             .title = tr("Attempts"),
             .text = [](const PresetRow& row) { return QString::number(row.summary.attempts); },
             .sortValue = [](const PresetRow& row) { return QVariant(row.summary.attempts); },
             .isNumber = true},
            {.id = "firstDelay",
             .title = tr("First delay"),
             .text =
                 [](const PresetRow& row) {
                     return toQString(windowText(row.summary.firstDelayLow, row.summary.firstDelayHigh));
                 },
             .sortValue =
                 [](const PresetRow& row) {
                     return QVariant(toMilliseconds(row.summary.firstDelayHigh));
                 }},
            {.id = "cap",
             .title = tr("Cap"),
             .text = capText,
             .sortValue =
                 [](const PresetRow& row) {
                     return QVariant(toMilliseconds(row.summary.cap.value_or(Duration::max())));
                 },
             .isNumber = true},
            {.id = "jitter",
             .title = tr("Jitter"),
             .text = ofSummary<&PolicySummary::jitter>,
             .whenNarrow = WhenNarrow::Shorten},
            {.id = "quota",
             .title = tr("Retry quota"),
             .text = ofSummary<&PolicySummary::quota>,
             .whenNarrow = WhenNarrow::Shorten},
            {.id = "hints",
             .title = tr("Delay hints"),
             .text = ofSummary<&PolicySummary::hints>,
             .whenNarrow = WhenNarrow::Shorten}};
}

std::vector<PresetRow> presetRows(const io::Library& library)
{
    std::vector<PresetRow> presets;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        const QString& key = entry.isBuiltIn ? entry.id : entry.path;
        if (const io::Result<Policy> policy = library.policy(key)) {
            presets.push_back({policy.value(), summaryOf(policy.value()), key});
        }
    }
    return presets;
}

} // namespace retryscope::ui
