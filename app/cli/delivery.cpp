// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"

#include "app/cli/output_journal.h"
#include "app/cli/record_report.h"
#include "core/io/documents/record_json.h"
#include "core/io/files/library.h"
#include "core/io/files/run_journal.h"

namespace retryscope::cli {

Report recordText(const RunRecord& record, const Arguments& arguments, const Console& console)
{
    return recordReport(record, arguments.has(QStringLiteral("include-secrets")), console.style().width);
}

io::RecordJsonOptions recordOptions(const Arguments& arguments)
{
    return {.includeSecrets = arguments.has(QStringLiteral("include-secrets"))};
}

io::Result<io::Done> saveOutput(const std::function<void(QIODevice&)>& write, const Arguments& arguments)
{
    const QString option = QStringLiteral("output");
    return arguments.has(option) ? io::writeFile(arguments.value(option), write, io::Readers::Owner)
                                 : io::Result<io::Done>(io::Done{});
}

io::Result<io::Done> saveOutput(const QJsonObject& document, const Arguments& arguments)
{
    return saveOutput([&document](QIODevice& file) { file.write(io::documentBytes(document)); }, arguments);
}

Outcome deliverRecord(const RunRecord& record, const Arguments& arguments, const Console& console,
                      io::JournalFile* journal)
{
    const auto write = [&record, &arguments](QIODevice& device) {
        io::writeRecord(device, record, recordOptions(arguments));
    };
    if (const io::Result<io::Done> saved = saveOutput(write, arguments); !saved) {
        OutputJournal::tellOf(journal);
        return saved.error();
    }
    if (journal != nullptr) {
        journal->remove();
    }
    if (console.wantsJson()) {
        if (const io::Result<io::Done> printed = console.print(write); !printed) {
            return printed.error();
        }
    }
    if (!console.wantsJson()) {
        if (const io::Result<io::Done> printed = console.print(recordText(record, arguments, console));
            !printed) {
            return printed.error();
        }
    }
    return record.allSucceeded() ? ExitCode::Succeeded : ExitCode::CallFailed;
}

} // namespace retryscope::cli
