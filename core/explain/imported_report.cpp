// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/imported_report.h"

#include "core/explain/attempt_words.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"

#include <iterator>

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

constexpr std::size_t kMostShown = 300; ///< bytes of a text from a file

bool hasAttempt(const RunRecord& record, Place place)
{
    return place.call >= 0 && place.call < std::ssize(record.calls()) && place.attempt >= 0 &&
           place.attempt < std::ssize(record.callAt(place.call).attempts);
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
        if (!hasAttempt(record, place)) {
            continue; // of a part of the record, or in a file that somebody made up
        }
        const AttemptContext at = contextOf(record, place);
        const std::string callNumber = std::to_string(line.call + 1);
        table.add({{shownName(line.place, kMostShown)},
                   {at.attempt.sentTarget->method + ' ' + at.attempt.sentTarget->url, Tone::Good},
                   {words::response(at)},
                   {words::took(at)},
                   {callNumber},
                   {std::to_string(at.attempt.attempt)},
                   {groupedText(*at.call.source)}});
    }
    if (const auto more = notes.understoodCount - std::ssize(notes.understood); more > 0) {
        table.addLine(filled("and %1 more", more));
    }
    return table;
}

ReportTable skippedTable(const ImportNotes& notes)
{
    ReportTable table{{{"left out"}, {"text", WhenNarrow::Shorten}, {"why", WhenNarrow::Fold}}, {}};
    for (const SkippedLine& line : notes.skipped) {
        table.add({{shownName(line.place, kMostShown)},
                   {shownName(line.text, kMostShown), Tone::Warning},
                   {shownName(line.why, kMostShown)}});
    }
    if (const auto more = notes.skippedCount - std::ssize(notes.skipped); more > 0) {
        table.addLine(filled("and %1 more", more));
    }
    return table;
}

} // namespace

std::string importedSummary(const RunRecord& record)
{
    const ImportNotes& notes = *record.header().import;
    const auto counted = [](std::ptrdiff_t count, const char* one, const char* many) {
        return std::to_string(count) + ' ' + (count == 1 ? one : many);
    };
    std::string text = shownName(notes.title, kMostShown) + ": " +
                       counted(notes.understoodCount, "request", "requests") + " in " +
                       counted(std::ssize(record.calls()), "call", "calls");
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
    for (const std::string& remark : notes.remarks) {
        report.say(shownName(remark, 2 * kMostShown), Tone::Warning);
    }
    if (!notes.skipped.empty()) {
        report.gap();
        report.add(skippedTable(notes));
    }
    report.gap();
    report.add(understoodTable(record, notes));
    return report;
}

} // namespace retryscope
