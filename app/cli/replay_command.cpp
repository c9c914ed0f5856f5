// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/console.h"
#include "app/cli/delivery.h"
#include "app/cli/expectations.h"
#include "app/cli/interrupt.h"
#include "app/cli/policy_choice.h"
#include "app/cli/recorded_attempt.h"
#include "app/cli/row_order.h"
#include "app/cli/run_plan.h"
#include "core/explain/comparison_report.h"
#include "core/explain/phrases.h"
#include "core/io/json/json_fields.h"
#include "core/io/text/utf8.h"
#include "core/read/run_totals.h"
#include "core/run/run_record.h"
#include "core/simulate/simulate.h"

#include <QJsonArray>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace retryscope::cli {

namespace {

/// In the order of --sort: by verdict those that succeed least come first.
Report sortedComparison(const std::vector<RunRecord>& records, RowOrder order)
{
    std::vector<ComparedRun> runs;
    for (const RunRecord& record : records) {
        runs.push_back(comparedRun(record.header().policy->policy.id, record));
    }
    sortRows(
        runs, order, [](const ComparedRun& run) { return run.name; },
        [](const ComparedRun& run) { return run.totals.succeeded; });
    return comparisonReport(runs);
}

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

RunRecord recordIn(const Arguments& arguments)
{
    if (arguments.positional.isEmpty()) {
        throw usageError(QStringLiteral("replay needs a RECORD file, got none"));
    }
    return withDraws(readRecord(arguments.positional, arguments), arguments);
}

std::string_view assumptionText(BeyondRecord beyond)
{
    switch (beyond) {
    case BeyondRecord::RepeatLast:
        return "the last response of the call repeats";
    case BeyondRecord::Succeed:
        return "the next response is a success";
    case BeyondRecord::Stop:
        return "the call ends there";
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

/// What was assumed, or that nothing had to be.
std::string assumptionLine(const std::vector<RunRecord>& replays, BeyondRecord beyond)
{
    return std::ranges::none_of(replays, hasAssumed)
               ? std::string("The record has every response that this policy needs.")
               : filled("Where the record ends, responses are assumed (--beyond %1): %2.", toString(beyond),
                        assumptionText(beyond));
}

io::RecordJsonOptions optionsFor(const RunRecord& replay, BeyondRecord beyond, const Arguments& arguments)
{
    io::RecordJsonOptions options = recordOptions(arguments);
    options.beyond = hasAssumed(replay) ? toString(beyond) : std::string_view();
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
ExitCode deliver(const std::vector<RunRecord>& replays, bool isOne, BeyondRecord beyond,
                 const Arguments& arguments, const Console& console)
{
    const auto write = [&](QIODevice& device) {
        isOne ? io::writeRecord(device, replays.front(), optionsFor(replays.front(), beyond, arguments))
              : writeReplays(device, replays, beyond, arguments);
    };
    saveOutput(write, arguments);
    const auto asText = [&] {
        Report report = isOne ? recordText(replays.front(), arguments, console)
                              : sortedComparison(replays, rowOrder(arguments));
        report.gap();
        report.say(assumptionLine(replays, beyond));
        return report;
    };
    console.wantsJson() ? console.print(write) : console.print(asText());
    const bool allSucceeded = std::all_of(replays.begin(), replays.end(),
                                          [](const RunRecord& replay) { return replay.allSucceeded(); });
    return allSucceeded ? ExitCode::Succeeded : ExitCode::CallFailed;
}

Policy policyFor(const QString& id, const Arguments& arguments, const io::Library& library,
                 const RunRecord& record)
{
    if (id == QLatin1String(kOwnPolicy) && record.header().policy) {
        return record.header().policy->policy;
    }
    return choosePolicy(arguments, library, id, record.header().spec).policy->policy;
}

} // namespace

ExitCode replayCommand(const Arguments& arguments, const Console& console)
{
    const io::Library library = userLibrary();
    const QStringList ids = policyIds(arguments, library);
    if (ids.isEmpty()) {
        throw usageError(QStringLiteral(
            "replay needs --policy ID|FILE, --policy all, or --policy record (the record's own)"));
    }
    const BeyondRecord beyond = beyondRecord(arguments);
    checkOutput(arguments);
    Expectations expectations(arguments);
    const RunRecord record = recordIn(arguments);
    constexpr qsizetype kMostReplayed = 1'000'000; // kept at a time, with some 2 KiB each
    const qsizetype most =
        std::max<qsizetype>(1, kMostReplayed / std::max<qsizetype>(1, record.attemptCount()));
    if (ids.size() > most) {
        throw usageError(QStringLiteral("replay can keep %1 attempts; it can replay this record under at "
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
        const Policy policy = policyFor(id, arguments, library, record);
        replays.push_back(whatIf(record, policy, beyond, Interrupt::wasRaised));
        made += replays.back().attemptCount();
        if (made > kMostMadeAgain) {
            throw io::Error{
                io::Error::Kind::BadInput,
                QStringLiteral("replay makes at most %L1 attempts; under %2 these %L3 calls need more")
                    .arg(kMostMadeAgain)
                    .arg(id)
                    .arg(record.calls().size()),
                arguments.positional.first()};
        }
    }
    const ExitCode delivered = deliver(replays, ids.size() == 1, beyond, arguments, console);
    for (const RunRecord& replay : replays) {
        expectations.check(replay);
    }
    const ExitCode expected = expectations.deliver(delivered);
    return Interrupt::wasRaised() ? ExitCode::Interrupted : expected;
}

} // namespace retryscope::cli
