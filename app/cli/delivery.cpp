// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"

#include "app/cli/output_journal.h"
#include "core/io/documents/record_json.h"
#include "core/io/export/export_report.h"
#include "core/io/files/library.h"
#include "core/io/files/run_journal.h"

namespace retryscope::cli {

Report recordText(const RunRecord& record, const Arguments& arguments, const Console& console)
{
    return io::recordReport(record, console.style().width, recordOptions(arguments));
}

io::RecordJsonOptions recordOptions(const Arguments& arguments)
{
    return {.includeSecrets = arguments.has(QStringLiteral("include-secrets"))};
}

void saveOutput(const std::function<void(QIODevice&)>& write, const Arguments& arguments)
{
    const QString option = QStringLiteral("output");
    if (arguments.has(option)) {
        need(io::writeFile(arguments.value(option), write, io::Readers::Owner));
    }
}

void saveOutput(const std::function<void(QIODevice&)>& write, const Arguments& arguments,
                io::JournalFile* journal)
{
    try {
        saveOutput(write, arguments);
    } catch (const io::Error&) {
        OutputJournal::tellOf(journal);
        throw;
    }
    if (journal != nullptr) {
        journal->remove();
    }
}

void saveOutput(const QJsonObject& document, const Arguments& arguments)
{
    saveOutput([&document](QIODevice& file) { file.write(io::documentBytes(document)); }, arguments);
}

ExitCode deliverRecord(const RunRecord& record, const Arguments& arguments, const Console& console,
                       io::JournalFile* journal)
{
    const auto write = [&record, &arguments](QIODevice& device) {
        io::writeRecord(device, record, recordOptions(arguments));
    };
    saveOutput(write, arguments, journal);
    console.wantsJson() ? console.print(write) : console.print(recordText(record, arguments, console));
    return record.allSucceeded() ? ExitCode::Succeeded : ExitCode::CallFailed;
}

} // namespace retryscope::cli
