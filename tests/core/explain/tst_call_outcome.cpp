// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/call_outcome.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

/// How a run of several calls ended, in the window, the history and the reports alike.
class TstCallOutcome : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theOutcomeComesFirst_data()
    {
        QTest::addColumn<CallCounts>("counts");
        QTest::addColumn<QString>("outcome");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const CallCounts& counts, const char* outcome,
                            const char* reason) {
            QTest::newRow(name) << counts << QString::fromUtf8(outcome) << QString::fromUtf8(reason);
        };
        const CallCounts all{.calls = 3000, .succeeded = 3000, .time = ms(2000)};
        row("all", all, "all 3,000 calls succeeded in 2 s", "");
        CallCounts some = all;
        some.succeeded = 2990;
        some.failed = 10;
        row("some failed", some, "10 of 3,000 calls failed in 2 s", "");
        some.isVirtual = true;
        row("virtual time", some, "10 of 3,000 calls failed in 2 s of virtual time", "");
        row("none succeeded", {.calls = 2, .failed = 2, .time = ms(2000)}, "all 2 calls failed in 2 s", "");
        CallCounts stopped{.calls = 9, .succeeded = 3, .failed = 1, .time = ms(500), .isCancelled = true};
        row("cancelled", stopped, "cancelled after 500 ms", "3 of 9 calls succeeded, 1 failed");
        stopped.isCutOff = true;
        row("interrupted", stopped, "interrupted after 500 ms, when Retryscope ended",
            "3 of 9 calls succeeded, 1 failed");
        row("recorded", {.calls = 9, .succeeded = 3, .failed = 1, .isRecorded = true, .isCancelled = true},
            "3 of 9 calls succeeded in an unknown time", "1 failed");
    }

    void theOutcomeComesFirst()
    {
        QFETCH(CallCounts, counts);
        QTEST(QString::fromStdString(runOutcome(counts)), "outcome");
        QTEST(QString::fromStdString(runReason(counts)), "reason");
    }

    void aCallThatWasPlannedCounts()
    {
        RunHeader header;
        header.callsPerClient = 30;
        RunRecord record(header);
        record.append(CallBegan{});
        record.append(CallEnded{.verdict = CallVerdict::Succeeded});
        QCOMPARE(countsOf(record).calls, std::int64_t{1}); // nothing stopped it: it is a record of one call
        record.append(CallBegan{.call = 2});
        record.append(
            CallEnded{.call = 2, .verdict = CallVerdict::Cancelled, .stopReason = StopReason::Cancelled});
        QCOMPARE(countsOf(record).calls, std::int64_t{30});
        QVERIFY(summaryOf(record).ends_with(": 1 of 30 calls succeeded"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstCallOutcome)
#include "tst_call_outcome.moc"
