// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/comparison_report.h"
#include "core/explain/escape.h"
#include "core/explain/report_markdown.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::test;

namespace {

ComparedRun failed(const char* name, int attempts, Duration time, const char* reasons)
{
    return {.name = name,
            .totals = {.calls = 1, .failed = 1, .attempts = attempts, .plannedTime = time},
            .reasons = reasons,
            .tokens = "",
            .evidence = "recorded",
            .verdict = CallVerdict::Failed};
}

} // namespace

class TstComparisonReport : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void aRunIsSummedUpFromItsRecord()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        const ComparedRun run =
            comparedRun("some policy", runOf(policy, std::vector{response(503)}, {.calls = 2}));
        QCOMPARE(run.totals.calls, 2);
        QCOMPARE(run.reasons, std::string("no attempts left"));
        QVERIFY2(run.tokens.starts_with("500 → "), run.tokens.c_str());
        const ReportTable table = comparisonTable({run});
        QCOMPARE(table.rows.front()[1].text, std::string("0 of 2 succeeded"));
        QCOMPARE(table.rows.front()[1].tone, Tone::Bad);
    }

    void anAssumedResultIsSaidToBeOne()
    {
        const RunRecord seen = runOf(plainPolicy(), {response(503)});
        Policy longer = plainPolicy();
        longer.attempts.max = 20;
        const RunRecord two =
            whatIf(runOf(plainPolicy(), {response(503)}, {.calls = 2}), longer, BeyondRecord::RepeatLast);
        QCOMPARE(comparisonTable({comparedRun("a", two)}).rows.front()[1].text,
                 std::string("0 of 2 succeeded (2 assumed)"));
        QCOMPARE(comparisonTable({comparedRun("a", seen)}).rows.front()[1].text, std::string("failed"));
    }

    void aRecordingHasNoQuotaThatIsKnown()
    {
        RunHeader header;
        header.policy = std::make_shared<const ResolvedPolicy>(resolved(plainPolicy()));
        header.isRecorded = true;
        const ComparedRun run = comparedRun("recording", RunRecord(header));
        QCOMPARE(run.tokens, std::string("unknown"));
        QCOMPARE(run.evidence, std::string("recorded"));
    }

    void twoRunsAreComparedAttemptByAttempt()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        const RunRecord earlier = runOf(policy, std::vector{response(503), response(503), response(200)});
        const RunRecord later = runOf(policy, std::vector{response(503), response(200)});
        const ReportTable table = attemptsSideBySide(earlier, later);
        QCOMPARE(table.columns.size(), std::size_t{7});
        QCOMPARE(table.columns[0].title, std::string("attempt"));
        QCOMPARE(table.rows.size(), std::size_t{6});
        const auto cell = [&table](std::size_t row, const char* title) {
            const auto at = std::ranges::find(table.columns, std::string(title), &ReportColumn::title);
            return table.rows[row][static_cast<std::size_t>(at - table.columns.begin())];
        };
        QCOMPARE(cell(0, "attempt").text, std::string("1"));
        QCOMPARE(cell(0, "run").text, std::string("earlier"));
        QCOMPARE(cell(1, "run").text, std::string("later"));
        QCOMPARE(cell(0, "response").tone, Tone::Plain); // 503 both
        QVERIFY(cell(2, "response").text.starts_with("503"));
        QVERIFY(cell(3, "response").text.starts_with("200"));
        QCOMPARE(cell(2, "response").tone, Tone::Strong);
        QCOMPARE(cell(3, "verdict").tone, Tone::Strong);
        QCOMPARE(cell(5, "start").text, std::string("no such attempt"));
        QVERIFY(reportCsv(Report(table)).find("later") != std::string::npos);
    }

    void aVeryLongRunIsComparedAtItsStart()
    {
        const RunRecord run = runOf(plainPolicy(), std::vector{response(200)}, {.calls = 1002});
        const ReportTable table = attemptsSideBySide(run, run);
        QCOMPARE(table.rows.size(), std::size_t{2 * kMostSideBySide + 1});
        QCOMPARE(table.rows.back().front().text, std::string("2 more attempts are not shown."));
        QCOMPARE(table.rows[2].front().text, std::string("call 2, 1"));
    }

    void theOthersAreComparedWithTheFirst()
    {
        const std::vector<ComparedRun> runs{
            failed("first, really", 3, std::chrono::seconds{2}, "no attempts left"),
            failed("a|b", 1, std::chrono::seconds{1}, "retry quota too low")};
        const ReportTable table = comparedWithFirstTable(runs);
        QCOMPARE(table.rows[0][3].text, std::string());
        QCOMPARE(table.rows[1][3].text, std::string("−2"));
        QCOMPARE(table.rows[1][5].text, std::string("−1 s"));
        QCOMPARE(comparedLine(runs[1], runs[0].totals),
                 std::string("✕ 1 attempt (−2) · 1 s (−1 s) · failed: retry quota too low"));
        QCOMPARE(comparedLine(runs[0], runs[0].totals),
                 std::string("✕ 3 attempts · 2 s · failed: no attempts left"));
        QVERIFY(reportMarkdown(Report(table)).find("| a\\|b | failed | 1 |") != std::string::npos);
    }

    void theEndCountsTheRuns()
    {
        const std::string text =
            reportMarkdown(comparisonReport({failed("a", 3, {}, ""), failed("b", 1, {}, "not retryable")}));
        QVERIFY2(text.ends_with("2 policies: 0 retry, 2 stop, 0 succeed\n"), text.c_str());
    }

    void aRecordingIsComparedByWhatHappened()
    {
        const ComparedRun here = failed("a recording", 3, std::chrono::seconds{2}, "");
        const ComparedRun there = failed("p", 1, std::chrono::seconds{1}, "");
        const Policy policy = plainPolicy();
        const std::string happened = reportMarkdown(differencesReport(here, nullptr, there, &policy));
        QVERIFY2(happened.find("- attempts: 3, compared with 1\n") != std::string::npos, happened.c_str());
        Policy other = policy;
        other.attempts.max = 7;
        const std::string differ = reportMarkdown(differencesReport(here, &policy, there, &other));
        QVERIFY2(differ.find("- attempts: 3 (2 retries) → 7 (6 retries)\n") != std::string::npos,
                 differ.c_str());
        const std::string same = reportMarkdown(differencesReport(here, &policy, there, &policy));
        QVERIFY2(same.find("No difference in numbers and rules.") != std::string::npos, same.c_str());
    }
};

RETRYSCOPE_TEST(TstComparisonReport)
#include "tst_comparison_report.moc"
