// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/delivery.h"
#include "app/cli/policy_choice.h"
#include "app/cli/run_plan.h"
#include "core/io/storage/record_json.h"
#include "core/simulate/simulate.h"

#include <QJsonArray>

#include <algorithm>

namespace retryscope::cli {

namespace {

io::Result<BeyondRecord> beyondRecord(const Arguments& arguments)
{
    const io::Result<QString> beyond =
        arguments.oneOf(QStringLiteral("beyond"),
                        {QStringLiteral("repeat"), QStringLiteral("succeed"), QStringLiteral("stop")});
    if (!beyond) {
        return beyond.error();
    }
    if (beyond.value() == QLatin1String("succeed")) {
        return BeyondRecord::Succeed;
    }
    return beyond.value() == QLatin1String("stop") ? BeyondRecord::Stop : BeyondRecord::RepeatLast;
}

io::Result<RunRecord> readRecord(const Arguments& arguments)
{
    if (arguments.positional.size() != 1) {
        return usageError(QStringLiteral("replay needs one RECORD file, got %1")
                              .arg(arguments.positional.isEmpty()
                                       ? QStringLiteral("none")
                                       : arguments.positional.join(QStringLiteral(", "))));
    }
    const QString& file = arguments.positional.first();
    const io::Result<QByteArray> content = io::readFile(file);
    if (!content) {
        return content.error();
    }
    return io::recordFromJson(content.value(), file);
}

Outcome deliverRecords(const std::vector<RunRecord>& records, const Arguments& arguments,
                       const Console& console)
{
    QJsonArray documents;
    QString text;
    for (const RunRecord& record : records) {
        documents.append(recordDocument(record, arguments));
        text +=
            (text.isEmpty() ? QString() : QStringLiteral("\n\n")) + recordText(record, arguments, console);
    }
    const QJsonObject document{{QStringLiteral("records"), documents}};
    if (const io::Result<io::Done> saved = saveOutput(document, arguments); !saved) {
        return saved.error();
    }
    const io::Result<io::Done> printed = console.wantsJson() ? console.print(document) : console.print(text);
    if (!printed) {
        return printed.error();
    }
    const bool allSucceeded = std::all_of(records.begin(), records.end(),
                                          [](const RunRecord& record) { return record.allSucceeded(); });
    return allSucceeded ? ExitCode::Succeeded : ExitCode::CallFailed;
}

} // namespace

Outcome replayCommand(const Arguments& arguments, const Console& console)
{
    const io::Library library = userLibrary();
    const QStringList ids = policyIds(arguments, library);
    if (ids.isEmpty()) {
        return usageError(QStringLiteral("replay needs --policy ID|FILE, or --policy all"));
    }
    const io::Result<BeyondRecord> beyond = beyondRecord(arguments);
    if (!beyond) {
        return beyond.error();
    }
    if (const io::Result<io::Done> done = checkOutput(arguments); !done) {
        return done.error();
    }
    const io::Result<RunRecord> record = readRecord(arguments);
    if (!record) {
        return record.error();
    }
    std::vector<RunRecord> replays;
    for (const QString& id : ids) {
        const io::Result<PolicyChoice> choice =
            choosePolicy(arguments, library, id, record.value().header().spec);
        if (!choice) {
            return choice.error();
        }
        replays.push_back(whatIf(record.value(), choice.value().policy->policy, beyond.value()));
    }
    return replays.size() == 1 ? deliverRecord(replays.front(), arguments, console)
                               : deliverRecords(replays, arguments, console);
}

} // namespace retryscope::cli
