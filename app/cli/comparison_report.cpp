// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/comparison_report.h"

#include "app/cli/text_table.h"
#include "core/explain/phrases.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "core/read/quota_ledger.h"

#include <algorithm>
#include <map>

namespace retryscope::cli {

namespace {

struct Counts
{
    int succeeded = 0;
    int attempts = 0;
    int assumed = 0;
};

Counts countsOf(const RunRecord& record)
{
    Counts counts;
    for (const CallRecord& call : record.calls()) {
        counts.succeeded += call.verdict == CallVerdict::Succeeded ? 1 : 0;
        counts.attempts += static_cast<int>(call.attempts.size());
        counts.assumed +=
            static_cast<int>(std::count_if(call.attempts.begin(), call.attempts.end(),
                                           [](const AttemptRecord& attempt) { return attempt.assumed; }));
    }
    return counts;
}

/// `succeeded`, `failed`; of several calls `70 of 80 succeeded`.
Cell verdictCell(const RunRecord& record, const Counts& counts)
{
    const auto calls = static_cast<int>(record.calls().size());
    const Tone tone = counts.succeeded == calls ? Tone::Good : Tone::Bad;
    if (calls == 1) {
        return {toQString(std::string(toString(record.calls().front().verdict))), tone};
    }
    return {QStringLiteral("%1 of %2 succeeded").arg(counts.succeeded).arg(calls), tone};
}

/// Why calls were given up: the reasons met, once each.
QString reasonsText(const RunRecord& record)
{
    QStringList reasons;
    for (const CallRecord& call : record.calls()) {
        if (call.stopReason) {
            reasons.append(toQString(stopText(call)));
        }
    }
    reasons.removeDuplicates();
    return reasons.join(QStringLiteral(", "));
}

/// `500 → 490`, of the client that was left with least; empty without a quota.
QString fewestTokensText(const RunRecord& record)
{
    const QuotaEntry* lowest = nullptr;
    const std::vector<std::vector<QuotaEntry>> ledger = quotaLedgerOf(record);
    int before = 0;
    for (const std::vector<QuotaEntry>& call : ledger) {
        for (const QuotaEntry& entry : call) {
            before = std::max(before, entry.before);
            lowest = lowest == nullptr || entry.after < lowest->after ? &entry : lowest;
        }
    }
    return lowest == nullptr ? QString() : QStringLiteral("%1 → %2").arg(before).arg(lowest->after);
}

} // namespace

QString comparisonTable(const std::vector<RunRecord>& records, RowOrder order, const TextStyle& style)
{
    constexpr int kShort = 9; // folded before others are dropped
    TextTable table({{QStringLiteral("policy")},
                     {QStringLiteral("verdict")},
                     {QStringLiteral("attempts"), WhenNarrow::Fold},
                     {QStringLiteral("time")},
                     {QStringLiteral("tokens"), WhenNarrow::Drop},
                     {QStringLiteral("evidence"), WhenNarrow::DropFirst},
                     {QStringLiteral("reason"), WhenNarrow::Fold, kShort}});
    std::vector<const RunRecord*> rows;
    for (const RunRecord& record : records) {
        rows.push_back(&record);
    }
    sortRows(
        rows, order, [](const RunRecord* record) { return record->header().policy->policy.id; },
        [](const RunRecord* record) { return countsOf(*record).succeeded; });
    std::map<Verdict, int> ends;
    for (const RunRecord* row : rows) {
        const RunRecord& record = *row;
        const Counts counts = countsOf(record);
        const bool succeeds = counts.succeeded == static_cast<int>(record.calls().size());
        ++ends[succeeds ? Verdict::Succeed : Verdict::Stop];
        const QString assumed =
            counts.assumed == 0 ? QString() : QStringLiteral(" (%1 assumed)").arg(counts.assumed);
        table.addRow({{toQString(record.header().policy->policy.id), Tone::Strong},
                      verdictCell(record, counts),
                      {QString::number(counts.attempts) + assumed},
                      {toQString(durationText(record.end().time_since_epoch()))},
                      {fewestTokensText(record)},
                      {toQString(wordOf(evidenceOf(*record.header().policy)))},
                      {reasonsText(record)}});
    }
    return table.text(style) +
           QStringLiteral("\n%1: %2\n")
               .arg(toQString(counted(static_cast<int>(records.size()), "policy", "policies")),
                    verdictCounts(ends));
}

} // namespace retryscope::cli
