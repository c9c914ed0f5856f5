// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/presets_model.h"

#include "core/explain/units.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"

#include <algorithm>

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
    return row.summary.cap ? toQString(durationText(*row.summary.cap)) : PresetsModel::tr("none");
}

} // namespace

PresetsModel::PresetsModel(QObject* parent)
    : TableModel({{.title = tr("Client"), .text = ofSummary<&PolicySummary::client>},
                  {.title = tr("Preset"),
                   .text =
                       [](const PresetRow& row) {
                           return toQString(shortNameOf(row.preset));
                       }},
                  {.title = tr("Version"), .text = ofPreset<&Policy::version>},
                  {.title = tr("Mode"), .text = ofPreset<&Policy::mode>},
                  {.title = tr("Evidence"),
                   .text =
                       [](const PresetRow& row) {
                           return toQString(evidenceText(row.summary.evidence));
                       }},
                  {.title = tr("Attempts"),
                   .text = [](const PresetRow& row) { return QString::number(row.summary.attempts); },
                   .sortValue =
                       [](const PresetRow& row) {
                           return QVariant(row.summary.attempts);
                       }},
                  {.title = tr("First delay"),
                   .text =
                       [](const PresetRow& row) {
                           return toQString(
                               windowText(row.summary.firstDelayLow, row.summary.firstDelayHigh));
                       },
                   .sortValue =
                       [](const PresetRow& row) {
                           return QVariant(toMilliseconds(row.summary.firstDelayHigh));
                       }},
                  {.title = tr("Cap"),
                   .text = capText,
                   .sortValue =
                       [](const PresetRow& row) {
                           return QVariant(toMilliseconds(row.summary.cap.value_or(Duration::max())));
                       }},
                  {.title = tr("Jitter"), .text = ofSummary<&PolicySummary::jitter>},
                  {.title = tr("Retry quota"), .text = ofSummary<&PolicySummary::quota>},
                  {.title = tr("Delay hints"), .text = ofSummary<&PolicySummary::hints>}},
                 parent)
{
}

void PresetsModel::load(const io::Library& library)
{
    std::vector<PresetRow> presets;
    for (const io::Library::Entry& entry : library.policyEntries()) {
        const QString& key = entry.isBuiltIn ? entry.id : entry.path;
        if (const io::Result<Policy> policy = library.policy(key)) {
            presets.push_back({policy.value(), summaryOf(policy.value()), key});
        }
    }
    setRows(std::move(presets));
}

int PresetsModel::rowOf(const QString& key) const
{
    const auto found =
        std::find_if(rows().begin(), rows().end(), [&key](const PresetRow& row) { return row.key == key; });
    return found == rows().end() ? -1 : static_cast<int>(found - rows().begin());
}

} // namespace retryscope::ui
