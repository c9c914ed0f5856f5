// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/imported_report.h"

#include "core/explain/attempt_words.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"

namespace retryscope {

namespace {

/// How sure it is that the attempts of the call belong together.
std::string groupedText(const CallSource& source)
{
    switch (source.groupedBy) {
    case GroupedBy::InvocationId:
        return filled("%1 %, by id", static_cast<int>(source.confidence * 100));
    case GroupedBy::Timing:
        return filled(source.isCounted ? SentenceForm<1>("%1 %, by number")
                                       : SentenceForm<1>("%1 %, by time"),
                      static_cast<int>(source.confidence * 100));
    case GroupedBy::Hand:
        return "by hand";
    case GroupedBy::None:
        break;
    }
    return "-";
}

ReportTable understoodTable(const RunRecord& record, const ImportNotes& notes)
{
    ReportTable table{{{"place"},
                       {"request", WhenNarrow::Shorten},
                       {"response", WhenNarrow::Shorten},
                       {"took", WhenNarrow::DropFirst},
                       {"call"},
                       {"attempt"},
                       {"confidence"}},
                      {}};
    for (const ImportedLine& line : notes.understood) {
        const Place place{.call = line.call, .attempt = line.attempt};
        const AttemptContext at = contextOf(record, place);
        const std::string callNumber = std::to_string(line.call + 1);
        table.add({{line.place},
                   {at.attempt.sentTarget->method + ' ' + at.attempt.sentTarget->url, Tone::Good},
                   {words::response(at)},
                   {words::took(at)},
                   {callNumber},
                   {std::to_string(at.attempt.attempt)},
                   {groupedText(*at.call.source)}});
    }
    if (notes.understoodCount > notes.understood.size()) {
        table.addLine(filled("and %1 more", notes.understoodCount - notes.understood.size()));
    }
    return table;
}

ReportTable skippedTable(const ImportNotes& notes)
{
    ReportTable table{{{"left out"}, {"text", WhenNarrow::Shorten}, {"why", WhenNarrow::Fold}}, {}};
    for (const SkippedLine& line : notes.skipped) {
        table.add({{line.place}, {line.text, Tone::Warning}, {line.why}});
    }
    if (notes.skippedCount > notes.skipped.size()) {
        table.addLine(filled("and %1 more", notes.skippedCount - notes.skipped.size()));
    }
    return table;
}

} // namespace

std::string importedSummary(const RunRecord& record)
{
    const ImportNotes& notes = *record.header().import;
    const auto counted = [](std::size_t count, const char* one, const char* many) {
        return std::to_string(count) + ' ' + (count == 1 ? one : many);
    };
    std::string text = notes.title + ": " + counted(notes.understoodCount, "request", "requests") + " in " +
                       counted(record.calls().size(), "call", "calls");
    if (notes.skippedCount > 0) {
        text += ", " + counted(notes.skippedCount, "part", "parts") + " left out";
    }
    return text + '.';
}

Report importedReport(const RunRecord& record)
{
    const ImportNotes& notes = *record.header().import;
    Report report;
    report.say(importedSummary(record));
    report.say(notes.remarks, Tone::Warning);
    if (!notes.skipped.empty()) {
        report.gap();
        report.add(skippedTable(notes));
    }
    report.gap();
    report.add(understoodTable(record, notes));
    return report;
}

} // namespace retryscope
