// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/recorded_attempt.h"

#include "app/cli/console.h"
#include "core/explain/imported_report.h"
#include "core/io/documents/record_json.h"
#include "core/io/files/opened_file.h"
#include "core/io/text/utf8.h"

#include <QRegularExpression>

#include <algorithm>
#include <limits>

namespace retryscope::cli {

namespace {

/// Responds and faults that were judged; a record that was cut off may end in one that was not.
bool wasJudged(const AttemptRecord& attempt)
{
    return !attempt.isRunning && !(attempt.facts.fault && attempt.facts.fault->kind == FaultKind::Cancelled);
}

io::Error notThere(const QString& what, int number, int least, int most)
{
    return usageError(most < least ? QStringLiteral("the record has no %1 to judge").arg(what)
                                   : QStringLiteral("the record has no %1 %2 to judge; choose %3 to %4")
                                         .arg(what)
                                         .arg(number)
                                         .arg(least)
                                         .arg(most));
}

/// Index of the call, or what is there instead.
int findCall(const RunRecord& record, int client, int call)
{
    int most = 0;
    const std::vector<CallRecord>& calls = record.calls();
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (calls[i].client == client && calls[i].call == call) {
            return static_cast<int>(i);
        }
        most = std::max(most, calls[i].client == client ? calls[i].call : 0);
    }
    throw most == 0 ? notThere(QStringLiteral("client"), client, 1, record.header().clients)
                    : notThere(QStringLiteral("call"), call, 1, most);
}

/// From 1: the last that failed, else the last of them.
std::ptrdiff_t decisiveAttempt(const std::vector<AttemptRecord>& attempts, std::ptrdiff_t judged)
{
    for (std::ptrdiff_t number = judged; number > 0; --number) {
        if (attempts[static_cast<std::size_t>(number) - 1].decision.verdict != Verdict::Succeed) {
            return number;
        }
    }
    return judged;
}

/// `Judged: attempt 2 of call 1, the last failure; attempt 3 succeeded. Choose another with --attempt.`
QString choiceText(const RunRecord& record, Place place, std::ptrdiff_t judged, bool wasAskedFor)
{
    const CallRecord& call = record.callAt(place.call);
    const AttemptRecord& attempt = record.at(place);
    QString text = QStringLiteral("Judged: attempt %1 of call %2").arg(attempt.attempt).arg(call.call);
    text += record.header().clients > 1 ? QStringLiteral(" of client %1").arg(call.client) : QString();
    if (wasAskedFor) {
        return text + QLatin1Char('.');
    }
    const bool hasFailed = attempt.decision.verdict != Verdict::Succeed;
    const bool isLast = place.attempt + 1 == judged;
    text += !hasFailed ? QStringLiteral(", the last; none failed")
            : isLast   ? QStringLiteral(", the last")
                       : QStringLiteral(", the last failure; attempt %1 succeeded").arg(judged);
    return text + (judged > 1 ? QStringLiteral("; choose another with --attempt.") : QStringLiteral("."));
}

} // namespace

void tellAbout(const RunRecord& record, const QString& file)
{
    if (const QString note = io::noteAbout(record.header()); !note.isEmpty()) {
        Console::note(QStringLiteral("WARNING: %1: %2").arg(file, note));
    }
    if (const auto& notes = record.header().import; record.header().isImportedNow) {
        Console::note(QStringLiteral("%1: %2").arg(file, toQString(importedSummary(record))));
        for (const std::string& remark : notes->remarks) {
            Console::note(QStringLiteral("WARNING: %1: %2").arg(file, toQString(remark)));
        }
    }
}

QString groupByIn(const Arguments& arguments)
{
    static const QRegularExpression kField(
        QStringLiteral("\\Aheader:([!#$%&'*+.^_`|~0-9A-Za-z-]{1,200})\\z"));
    const QString option = QStringLiteral("group-by");
    const QString value = arguments.value(option);
    if (value.isEmpty() || value == QLatin1String("automatic")) {
        return {};
    }
    const QRegularExpressionMatch field = kField.match(value);
    if (!field.hasMatch()) {
        throw usageError(QStringLiteral("--group-by takes header:NAME, such as header:x-request-id, or "
                                        "automatic; got \"%1\"")
                             .arg(value.left(80)));
    }
    return field.captured(1);
}

RunRecord readRecord(const QStringList& files, const Arguments& arguments)
{
    RunRecord record =
        need(io::openRecord(files, arguments.value(QStringLiteral("from")), {}, groupByIn(arguments)));
    tellAbout(record, files.first());
    return record;
}

RecordedAttempt recordedAttempt(const Arguments& arguments)
{
    const auto number = [&arguments](const char* option) {
        return arguments.integer(QLatin1String(option));
    };
    RunRecord record = readRecord({arguments.value(QStringLiteral("record"))}, arguments);
    const int index = findCall(record, static_cast<int>(number("client").value_or(1)),
                               static_cast<int>(number("call").value_or(1)));
    const std::vector<AttemptRecord>& attempts = record.callAt(index).attempts;
    const auto judged = std::count_if(attempts.begin(), attempts.end(), wasJudged);
    const int decisive = static_cast<int>(decisiveAttempt(attempts, judged));
    const auto wanted = number("attempt").value_or(decisive);
    if (wanted < 1 || wanted > judged) {
        throw notThere(QStringLiteral("attempt"), static_cast<int>(wanted), 1, static_cast<int>(judged));
    }
    const Place place{.call = index, .attempt = static_cast<int>(wanted) - 1};
    QString choice = choiceText(record, place, judged, number("attempt").has_value());
    return RecordedAttempt{.record = std::move(record), .place = place, .choice = std::move(choice)};
}

} // namespace retryscope::cli
