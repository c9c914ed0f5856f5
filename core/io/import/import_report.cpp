// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/import_report.h"

#include "core/explain/phrases.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// As the text is read; what is not written comes last. A row is the setting's own cells after its line.
template <typename Setting, typename Cells>
void addSettings(Report& report, std::vector<Setting> settings, const char* title, const char* remark,
                 Cells cellsOf)
{
    if (settings.empty()) {
        return;
    }
    std::ranges::stable_sort(
        settings, {}, [](const Setting& setting) { return std::pair(setting.line == 0, setting.line); });
    ReportTable table{{{"line"}, {title, WhenNarrow::Fold}, {remark, WhenNarrow::Fold}}, {}};
    for (const Setting& setting : settings) {
        std::vector<Toned> cells = cellsOf(setting);
        cells.insert(cells.begin(), {setting.line > 0 ? std::to_string(setting.line) : "-"});
        table.add(std::move(cells));
    }
    report.gap();
    report.add(std::move(table));
}

/// Where the policy is now, and how it is used.
void addPlace(Report& report, const SavedTo& saved)
{
    report.gap();
    if (saved.file.isEmpty()) {
        report.code("The policy was not saved. Save it with --output FILE, then use it with --policy FILE.");
        return;
    }
    report.code(filled("Saved to %1%2. Use it with --policy %1.", fromQString(saved.file),
                       saved.isReplacing ? ", replacing the previous file" : ""));
}

} // namespace

Report importReport(const ImportedPolicy& imported, const SavedTo& saved)
{
    constexpr int kTextColumn = 9;
    Report report;
    const QString guessed = QStringLiteral(" (guessed from %1; to choose, use --from KIND)");
    report.field("read as",
                 fromQString(titleOf(imported.kind) +
                             (imported.guessedBy.isEmpty() ? QString() : guessed.arg(imported.guessedBy))),
                 kTextColumn);
    report.field("part", fromQString(imported.part), kTextColumn);
    if (imported.parts.size() > 1) {
        const QStringList some = imported.parts.mid(0, 20);
        report.field("parts",
                     fromQString(some.join(QStringLiteral(", "))) +
                         (imported.parts.size() > some.size() ? ", …" : "") + " (choose with --part)",
                     kTextColumn);
    }
    report.field("policy", imported.policy.id + ", extends " + fromQString(imported.base), kTextColumn);
    addSettings(report, imported.understood, "understood", "in the policy", [](const UnderstoodSetting& one) {
        return std::vector<Toned>{{fromQString(one.setting), Tone::Good}, {fromQString(one.became)}};
    });
    addSettings(report, imported.notUnderstood, "not in the policy", "why, and the effect on retries",
                [](const SkippedSetting& one) {
                    return std::vector<Toned>{{fromQString(one.setting), Tone::Warning},
                                              {fromQString(one.reasonAndEffect())}};
                });
    addSettings(report, imported.unimportant, "does not matter", "why not",
                [](const UnimportantSetting& one) {
                    return std::vector<Toned>{{fromQString(one.setting)}, {fromQString(one.why)}};
                });
    report.gap();
    report.say(fromQString(whatWasRead(imported)) +
               (imported.parts.size() > 1 ? " To import another part, use --part." : ""));
    addPlace(report, saved);
    return report;
}

} // namespace retryscope::io
