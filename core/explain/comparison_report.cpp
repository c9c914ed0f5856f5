// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/comparison_report.h"

#include "core/explain/attempt_columns.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_summary.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/explain/verdict_row.h"
#include "core/read/quota_ledger.h"

#include <algorithm>
#include <map>
#include <utility>

namespace retryscope {

namespace {

bool hasSucceeded(const ComparedRun& run)
{
    return run.totals.succeeded == run.totals.calls;
}

/// `succeeded`, `failed`; of several calls `70 of 80 succeeded`, or `70 of 80 succeeded (12 assumed)` where
/// responses that are not in the record decided 12 calls. Of one call the attempts say it.
Toned resultCell(const ComparedRun& run)
{
    const RunTotals& totals = run.totals;
    const std::string several =
        filled("%1 of %2 succeeded", totals.succeeded, totals.calls) +
        (totals.assumedCalls == 0 ? "" : filled(" (%1 assumed)", totals.assumedCalls));
    return {totals.calls == 1 ? std::string(toString(run.verdict)) : several,
            hasSucceeded(run) ? Tone::Good : Tone::Bad};
}

std::string attemptsCell(const ComparedRun& run)
{
    return std::to_string(run.totals.attempts) +
           (run.totals.assumed == 0 ? "" : filled(" (%1 assumed)", run.totals.assumed));
}

std::string reasonsText(const RunRecord& record)
{
    std::vector<std::string> reasons;
    for (const CallRecord& call : record.calls()) {
        const bool isRecordAtEnd = call.stopReason == StopReason::Cancelled && !call.attempts.empty() &&
                                   call.attempts.back().assumed;
        const std::string reason = isRecordAtEnd     ? "the recorded responses end here"
                                   : call.stopReason ? stopText(call)
                                                     : std::string();
        if (!reason.empty() && std::ranges::find(reasons, reason) == reasons.end()) {
            reasons.push_back(reason);
        }
    }
    return joined(reasons, ", ");
}

std::string fewestTokensText(const RunRecord& record)
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
    return lowest == nullptr ? std::string() : filled("%1 → %2", before, lowest->after);
}

std::string signedNumber(int difference)
{
    return difference == 0  ? "="
           : difference > 0 ? "+" + std::to_string(difference)
                            : "−" + std::to_string(-difference);
}

std::string signedDuration(Duration difference)
{
    return difference == Duration::zero()
               ? "="
               : (difference > Duration::zero() ? "+" : "") + durationText(difference);
}

std::string moreAttempts(const RunTotals& totals, const RunTotals& first)
{
    return signedNumber(totals.attempts - first.attempts);
}

std::string moreTime(const RunTotals& totals, const RunTotals& first)
{
    return signedDuration(totals.plannedTime - first.plannedTime);
}

/// The report's cells of an attempt, for comparison with another run; absent past the end.
using AttemptCells = std::optional<std::vector<std::string>>;

class ComparedAttempts
{
public:
    explicit ComparedAttempts(const RunRecord& record) : m_record(record), m_quota(quotaLedgerOf(record))
    {
        for (const AttemptColumn* column : columnsIn(&AttemptColumn::report)) {
            for (const std::string_view id : {"start", "result", "verdict", "delay", "tokens"}) {
                if (column->id == id) {
                    m_columns.push_back(column);
                }
            }
        }
    }

    [[nodiscard]] const AttemptColumns& columns() const { return m_columns; }
    [[nodiscard]] int attemptsIn(int call) const
    {
        const auto calls = static_cast<int>(m_record.calls().size());
        return call < calls ? static_cast<int>(m_record.callAt(call).attempts.size()) : 0;
    }
    [[nodiscard]] AttemptCells cells(Place place) const
    {
        if (place.attempt >= attemptsIn(place.call)) {
            return std::nullopt;
        }
        AttemptContext at = contextOf(m_record, place);
        if (!m_quota.empty()) {
            at.quota = m_quota[static_cast<std::size_t>(place.call)][static_cast<std::size_t>(place.attempt)];
        }
        std::vector<std::string> texts;
        for (const AttemptColumn* column : m_columns) {
            texts.push_back(cellText(*column, &AttemptColumn::report, at));
        }
        return texts;
    }

private:
    const RunRecord& m_record;
    std::vector<std::vector<QuotaEntry>> m_quota;
    AttemptColumns m_columns;
};

void addSide(ReportTable& table, const std::string& name, const char* side, const AttemptCells& cells,
             const AttemptCells& other)
{
    std::vector<Toned> row{{name}, {side, Tone::Faint}};
    for (std::size_t i = 0; i + 2 < table.columns.size(); ++i) {
        if (!cells) {
            row.push_back({i == 0 ? "no such attempt" : "", Tone::Faint});
        } else {
            row.push_back({(*cells)[i], !other || (*other)[i] != (*cells)[i] ? Tone::Strong : Tone::Plain});
        }
    }
    table.add(std::move(row));
}

} // namespace

ReportTable attemptsSideBySide(const RunRecord& earlier, const RunRecord& later)
{
    const ComparedAttempts before(earlier);
    const ComparedAttempts after(later);
    ReportTable table{{{"attempt"}, {"run"}}, {}};
    for (const AttemptColumn* column : before.columns()) {
        table.columns.push_back({column->report.title, column->report.whenNarrow == WhenNarrow::Shorten
                                                           ? WhenNarrow::Fold
                                                           : WhenNarrow::Keep});
    }
    const auto calls = static_cast<int>(std::max(earlier.calls().size(), later.calls().size()));
    int shown = 0;
    int hidden = 0;
    for (int call = 0; call < calls; ++call) {
        const int attempts = std::max(before.attemptsIn(call), after.attemptsIn(call));
        for (int attempt = 0; attempt < attempts; ++attempt) {
            if (shown == kMostSideBySide) {
                ++hidden;
                continue;
            }
            ++shown;
            const std::string name =
                calls == 1 ? std::to_string(attempt + 1) : filled("call %1, %2", call + 1, attempt + 1);
            const AttemptCells left = before.cells({call, attempt});
            const AttemptCells right = after.cells({call, attempt});
            addSide(table, name, "earlier", left, right);
            addSide(table, {}, "later", right, left);
        }
    }
    if (hidden > 0) {
        table.addLine(filled("%1 more attempts are not shown.", hidden));
    }
    return table;
}

ComparedRun comparedRun(std::string name, const RunRecord& record)
{
    const RunHeader& header = record.header();
    return {.name = std::move(name),
            .totals = totalsOf(record),
            .reasons = reasonsText(record),
            .tokens = header.isRecorded ? "unknown" : fewestTokensText(record),
            .evidence = header.isRecorded ? "recorded" // what happened; its policy stands for none
                        : header.policy   ? std::string(wordOf(evidenceOf(*header.policy)))
                                          : std::string(),
            .until = record.end().time_since_epoch(),
            .verdict = record.calls().empty() ? CallVerdict{} : record.calls().front().verdict};
}

ReportTable comparisonTable(const std::vector<ComparedRun>& runs)
{
    constexpr int kShort = 9; // folded before others are dropped
    ReportTable table{{{"policy"},
                       {"verdict"},
                       {"attempts", WhenNarrow::Fold},
                       {"time"},
                       {"tokens", WhenNarrow::Drop},
                       {"evidence", WhenNarrow::DropFirst},
                       {"reason", WhenNarrow::Fold, kShort}},
                      {}};
    for (const ComparedRun& run : runs) {
        table.add({{run.name, Tone::Strong},
                   resultCell(run),
                   {attemptsCell(run)},
                   {durationText(run.until)},
                   {run.tokens},
                   {run.evidence},
                   {run.reasons}});
    }
    return table;
}

ReportTable comparedWithFirstTable(const std::vector<ComparedRun>& runs)
{
    ReportTable table{{{"policy", WhenNarrow::Shorten, 42},
                       {"verdict"},
                       {.title = "attempts", .isNumber = true},
                       {.title = "Δ attempts", .isNumber = true},
                       {.title = "time in calls", .isNumber = true},
                       {.title = "Δ time", .isNumber = true},
                       {.title = "tokens", .isNumber = true},
                       {"evidence", WhenNarrow::Drop},
                       {"reason", WhenNarrow::Fold}},
                      {}};
    for (const ComparedRun& run : runs) {
        const bool isFirst = &run == &runs.front();
        const RunTotals& first = runs.front().totals;
        table.add({{run.name},
                   resultCell(run),
                   {attemptsCell(run)},
                   {isFirst ? "" : moreAttempts(run.totals, first)},
                   {durationText(run.totals.plannedTime)},
                   {isFirst ? "" : moreTime(run.totals, first)},
                   {run.tokens},
                   {run.evidence},
                   {run.reasons}});
    }
    return table;
}

Report comparisonReport(const std::vector<ComparedRun>& runs)
{
    std::map<Verdict, int> ends;
    for (const ComparedRun& run : runs) {
        ++ends[hasSucceeded(run) ? Verdict::Succeed : Verdict::Stop];
    }
    Report report(comparisonTable(runs));
    report.gap();
    report.say(counted(static_cast<int>(runs.size()), "policy", "policies") + ": " + verdictCounts(ends));
    return report;
}

std::string comparedLine(const ComparedRun& run, const std::optional<RunTotals>& first)
{
    const RunTotals& totals = run.totals;
    const auto with = [&](const std::string& value, const std::string& more) {
        return more.empty() || more == "=" ? value : value + " (" + more + ")";
    };
    std::vector<std::string> parts{
        (totals.calls > 0 && hasSucceeded(run) ? "✓ " : "✕ ") +
            with(counted(totals.attempts, "attempt"), first ? moreAttempts(totals, *first) : ""),
        first ? with(durationText(totals.plannedTime), moreTime(totals, *first))
              : durationText(totals.time)}; // the run itself, as everywhere else
    if (totals.tokensSpent) {
        parts.push_back(counted(*totals.tokensSpent, "token"));
    }
    parts.push_back(resultCell(run).text + (run.reasons.empty() ? "" : ": " + run.reasons));
    return joined(parts, " · ", " · ");
}

Report differencesReport(const ComparedRun& here, const Policy* hereUnder, const ComparedRun& there,
                         const Policy* thereUnder)
{
    Report report;
    if (hereUnder == nullptr || thereUnder == nullptr) {
        report.title(filled("%1, compared with %2", here.name, there.name));
        report.say("A recording has no policy; it shows only what the client did:");
        const auto item = [&report](const char* what, const std::string& left, const std::string& right) {
            report.item(filled("%1: %2, compared with %3", what, left, right));
        };
        item("attempts", attemptsCell(here), attemptsCell(there));
        item("time in calls", durationText(here.totals.plannedTime), durationText(there.totals.plannedTime));
        item("verdict", resultCell(here).text, resultCell(there).text);
        return report;
    }
    report.title(filled("%1, compared with %2", shortNameOf(*hereUnder), shortNameOf(*thereUnder)));
    const std::vector<PolicyDifference> differences = differencesBetween(*hereUnder, *thereUnder);
    if (differences.empty()) {
        report.say("No difference in numbers and rules.");
    }
    for (const PolicyDifference& difference : differences) {
        report.item(differenceText(difference));
    }
    return report;
}

} // namespace retryscope
