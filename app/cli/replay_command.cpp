// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/comparison_report.h"
#include "app/cli/delivery.h"
#include "app/cli/interrupt.h"
#include "app/cli/policy_choice.h"
#include "app/cli/recorded_attempt.h"
#include "app/cli/run_plan.h"
#include "app/cli/text_table.h"
#include "core/io/json/json_fields.h"
#include "core/io/text/utf8.h"
#include "core/simulate/simulate.h"

#include <QJsonArray>

#include <algorithm>
#include <cstdint>
#include <utility>

namespace retryscope::cli {

namespace {

BeyondRecord beyondRecord(const Arguments& arguments)
{
    const QString beyond = arguments.choice(QStringLiteral("beyond"));
    if (beyond == QLatin1String("succeed")) {
        return BeyondRecord::Succeed;
    }
    return beyond == QLatin1String("stop") ? BeyondRecord::Stop : BeyondRecord::RepeatLast;
}

/// What foreign clients drew is not known, and a recording has no seed of draws: they come from --seed, else
/// from a new one that is told. A record of ours keeps its own.
RunRecord withDraws(RunRecord record, const Arguments& arguments)
{
    if (!record.header().isRecorded) {
        if (arguments.has(QStringLiteral("seed"))) {
            Console::note(
                QStringLiteral("WARNING: --seed has no effect: this record keeps its own random delays"));
        }
        return record;
    }
    RunHeader header = record.header();
    header.seed = chooseSeed(arguments);
    RunRecord result(std::move(header));
    result.reserveCalls(record.calls().size());
    for (const CallRecord& call : record.calls()) {
        result.adopt(call);
    }
    return result;
}

io::Result<RunRecord> recordIn(const Arguments& arguments)
{
    if (arguments.positional.size() != 1) {
        return usageError(QStringLiteral("replay needs one RECORD file, got %1")
                              .arg(arguments.positional.isEmpty()
                                       ? QStringLiteral("none")
                                       : arguments.positional.join(QStringLiteral(", "))));
    }
    io::Result<RunRecord> record = readRecord(arguments.positional.first());
    return record ? io::Result<RunRecord>(withDraws(std::move(record).value(), arguments)) : record;
}

QString assumptionText(BeyondRecord beyond)
{
    switch (beyond) {
    case BeyondRecord::RepeatLast:
        return QStringLiteral("the last response of the call repeats");
    case BeyondRecord::Succeed:
        return QStringLiteral("the next response is a success");
    case BeyondRecord::Stop:
        return QStringLiteral("the call ends there");
    }
    return {};
}

std::string_view toString(BeyondRecord beyond)
{
    switch (beyond) {
    case BeyondRecord::RepeatLast:
        return "repeat";
    case BeyondRecord::Succeed:
        return "succeed";
    case BeyondRecord::Stop:
        return "stop";
    }
    return {};
}

qsizetype assumedIn(const RunRecord& record)
{
    qsizetype assumed = 0;
    for (const CallRecord& call : record.calls()) {
        assumed += std::count_if(call.attempts.begin(), call.attempts.end(),
                                 [](const AttemptRecord& attempt) { return attempt.assumed; });
    }
    return assumed;
}

/// What was assumed, or that nothing had to be.
QString assumptionLine(const std::vector<RunRecord>& replays, BeyondRecord beyond)
{
    qsizetype assumed = 0;
    for (const RunRecord& replay : replays) {
        assumed += assumedIn(replay);
    }
    const QString rest = assumptionText(beyond);
    return assumed == 0 ? QStringLiteral("No response was assumed (--beyond %1 would assume: %2).\n")
                              .arg(toQString(toString(beyond)), rest)
                        : QStringLiteral("Where the record ends, responses are assumed (--beyond %1): %2.\n")
                              .arg(toQString(toString(beyond)), rest);
}

io::RecordJsonOptions optionsFor(const RunRecord& replay, BeyondRecord beyond, const Arguments& arguments)
{
    io::RecordJsonOptions options = recordOptions(arguments);
    options.beyond = assumedIn(replay) > 0 ? toString(beyond) : std::string_view();
    return options;
}

void writeReplays(QIODevice& device, const std::vector<RunRecord>& replays, BeyondRecord beyond,
                  const Arguments& arguments)
{
    io::JsonWriter writer(device, io::JsonWriter::Layout::Indented);
    writer.beginObject(io::JsonWriter::Members::Sorted);
    writer.key("records");
    writer.beginArray();
    for (const RunRecord& replay : replays) {
        io::writeRecord(writer, replay, optionsFor(replay, beyond, arguments));
    }
    writer.endArray();
    writer.endObject();
    writer.finish();
}

/// isOne: one policy was asked for. Interrupted, several may have left fewer records.
Outcome deliver(const std::vector<RunRecord>& replays, bool isOne, BeyondRecord beyond,
                const Arguments& arguments, const Console& console)
{
    const auto write = [&](QIODevice& device) {
        isOne ? io::writeRecord(device, replays.front(), optionsFor(replays.front(), beyond, arguments))
              : writeReplays(device, replays, beyond, arguments);
    };
    if (const io::Result<io::Done> saved = saveOutput(write, arguments); !saved) {
        return saved.error();
    }
    const auto asText = [&] {
        const QString report = isOne ? recordText(replays.front(), arguments, console)
                                     : comparisonTable(replays, rowOrder(arguments), console.style());
        return report + QLatin1Char('\n') +
               wrapped(assumptionLine(replays, beyond).trimmed(), console.style(), 0, 0) + QLatin1Char('\n');
    };
    const io::Result<io::Done> printed = console.wantsJson() ? console.print(write) : console.print(asText());
    if (!printed) {
        return printed.error();
    }
    const bool allSucceeded = std::all_of(replays.begin(), replays.end(),
                                          [](const RunRecord& replay) { return replay.allSucceeded(); });
    return allSucceeded ? ExitCode::Succeeded : ExitCode::CallFailed;
}

io::Result<Policy> policyFor(const QString& id, const Arguments& arguments, const io::Library& library,
                             const RunRecord& record)
{
    if (id == QLatin1String(kOwnPolicy) && record.header().policy) {
        return record.header().policy->policy;
    }
    const io::Result<PolicyChoice> choice = choosePolicy(arguments, library, id, record.header().spec);
    return choice ? io::Result<Policy>(choice.value().policy->policy) : choice.error();
}

} // namespace

Outcome replayCommand(const Arguments& arguments, const Console& console)
{
    const io::Library library = userLibrary();
    const QStringList ids = policyIds(arguments, library);
    if (ids.isEmpty()) {
        return usageError(QStringLiteral(
            "replay needs --policy ID|FILE, --policy all, or --policy record (the record's own)"));
    }
    const BeyondRecord beyond = beyondRecord(arguments);
    if (const io::Result<io::Done> done = checkOutput(arguments); !done) {
        return done.error();
    }
    const io::Result<RunRecord> record = recordIn(arguments);
    if (!record) {
        return record.error();
    }
    constexpr qsizetype kMostReplayed = 1'000'000; // kept at a time, with some 2 KiB each
    const qsizetype most =
        std::max<qsizetype>(1, kMostReplayed / std::max<qsizetype>(1, record.value().attemptCount()));
    if (ids.size() > most) {
        return usageError(QStringLiteral("replay can keep %1 attempts; it can replay this record under at "
                                         "most %2 policies at once, not %3")
                              .arg(kMostReplayed)
                              .arg(most)
                              .arg(ids.size()));
    }
    const Interrupt interrupt(Interrupt::Remains::Record);
    std::vector<RunRecord> replays;
    int made = 0;
    for (const QString& id : ids) {
        if (!replays.empty() && Interrupt::wasRaised()) {
            break;
        }
        const io::Result<Policy> policy = policyFor(id, arguments, library, record.value());
        if (!policy) {
            return policy.error();
        }
        replays.push_back(whatIf(record.value(), policy.value(), beyond, Interrupt::wasRaised));
        made += replays.back().attemptCount();
        if (made > kMostMadeAgain) {
            return io::Error{
                io::Error::Kind::BadInput,
                QStringLiteral("replay makes at most %L1 attempts; under %2 these %L3 calls need more")
                    .arg(kMostMadeAgain)
                    .arg(id)
                    .arg(record.value().calls().size()),
                arguments.positional.first()};
        }
    }
    const Outcome delivered = deliver(replays, ids.size() == 1, beyond, arguments, console);
    return delivered && Interrupt::wasRaised() ? Outcome(ExitCode::Interrupted) : delivered;
}

} // namespace retryscope::cli
