// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/commands.h"
#include "app/cli/delivery.h"
#include "app/cli/json_values.h"
#include "app/cli/recorded_attempt.h"
#include "core/explain/imported_report.h"
#include "core/io/files/opened_file.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QJsonArray>

namespace retryscope::cli {

namespace {

QJsonObject previewToJson(const RunRecord& record)
{
    const ImportNotes& notes = *record.header().import;
    const QJsonArray understood = arrayOf(notes.understood, [&record](const ImportedLine& line) {
        const CallRecord& call = record.callAt(line.call);
        const AttemptRecord& attempt = call.attempts[static_cast<std::size_t>(line.attempt)];
        const Response* response = attempt.facts.response.get();
        return QJsonObject{{QStringLiteral("place"), toQString(line.place)},
                           {QStringLiteral("method"), toQString(attempt.sentTarget->method)},
                           {QStringLiteral("url"), toQString(attempt.sentTarget->url)},
                           {QStringLiteral("status"), response ? QJsonValue(response->status) : QJsonValue()},
                           {QStringLiteral("client"), call.client},
                           {QStringLiteral("call"), call.call},
                           {QStringLiteral("attempt"), attempt.attempt},
                           {QStringLiteral("groupedBy"), toQString(wordOf(call.source->groupedBy))},
                           {QStringLiteral("confidence"), call.source->confidence}};
    });
    const QJsonArray skipped = arrayOf(notes.skipped, [](const SkippedLine& line) {
        return QJsonObject{{QStringLiteral("place"), toQString(line.place)},
                           {QStringLiteral("text"), toQString(line.text)},
                           {QStringLiteral("why"), toQString(line.why)}};
    });
    return {{QStringLiteral("from"), toQString(notes.format)},
            {QStringLiteral("title"), toQString(notes.title)},
            {QStringLiteral("calls"), static_cast<qint64>(record.calls().size())},
            {QStringLiteral("requests"), static_cast<qint64>(notes.understoodCount)},
            {QStringLiteral("understood"), understood},
            {QStringLiteral("notUnderstoodCount"), static_cast<qint64>(notes.skippedCount)},
            {QStringLiteral("notUnderstood"), skipped},
            {QStringLiteral("remarks"), textsToJson(notes.remarks)}};
}

} // namespace

ExitCode importTrafficCommand(const Arguments& arguments, const Console& console)
{
    const bool isPreview = arguments.has(QStringLiteral("preview"));
    if (arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("import needs a FILE, got none"));
    }
    if (!isPreview && !arguments.has(QStringLiteral("output"))) {
        throw usageError(QStringLiteral("import needs --output RECORD, or --preview"));
    }
    RunRecord record = need(io::openRecord(arguments.positional, arguments.value(QStringLiteral("from")), {},
                                           groupByIn(arguments)));
    if (!record.header().import) {
        throw usageError(QStringLiteral("%1 is a record of Retryscope, so there is nothing to import")
                             .arg(arguments.positional.first()));
    }
    if (!isPreview) {
        saveOutput([&](QIODevice& device) { io::writeRecord(device, record, recordOptions(arguments)); },
                   arguments);
    }
    const RunRecord shown =
        recordOptions(arguments).includeSecrets ? std::move(record) : io::redacted(record);
    console.wantsJson() ? console.print(previewToJson(shown)) : console.print(importedReport(shown));
    return ExitCode::Succeeded;
}

} // namespace retryscope::cli
