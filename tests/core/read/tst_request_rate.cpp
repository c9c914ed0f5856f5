// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/request_rate.h"

#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

using namespace retryscope;

namespace {

Instant at(double milliseconds)
{
    return Instant{fromMilliseconds(milliseconds)};
}

/// A call whose attempts begin at these times; all but the last failed.
void addCall(RunRecord& record, const std::vector<double>& starts)
{
    CallRecord call;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        AttemptRecord attempt;
        attempt.start = at(starts[i]);
        attempt.end = at(starts[i] + 1);
        attempt.isRunning = false;
        attempt.decision.verdict = i + 1 < starts.size() ? Verdict::Retry : Verdict::Succeed;
        call.attempts.push_back(attempt);
    }
    record.adopt(std::move(call));
}

} // namespace

/// Requests over the time of a run.
class TstRequestRate : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRunWithoutRequestsHasNone()
    {
        QVERIFY(requestRateOf(RunRecord{}).bins.empty());
        RunRecord unseen;
        CallRecord call;
        call.attempts.emplace_back().facts.timesUnseen = true;
        unseen.adopt(std::move(call));
        QVERIFY(requestRateOf(unseen).bins.empty());
    }

    void firstAttemptsAndRetriesAreApart()
    {
        RunRecord record;
        addCall(record, {1000, 1500, 3000});
        addCall(record, {1200});
        const RequestRate rate = requestRateOf(record, 4);
        QVERIFY(rate.begin == at(1000));
        QVERIFY(rate.width == fromMilliseconds(1000));
        QCOMPARE(rate.bins.size(), std::size_t{3});
        QVERIFY((rate.bins[0] == RateBin{.first = 2, .retries = 1, .failed = 2}));
        QVERIFY(rate.bins[1] == RateBin{});
        QVERIFY((rate.bins[2] == RateBin{.first = 0, .retries = 1, .failed = 0}));
        QCOMPARE(rate.perSecond(3), 3.0);
    }

    /// A law over lengths of runs from microseconds to years.
    void everyRequestIsInOneOfAtMostSoManyBins()
    {
        for (double length = 0.001; length < 1e11; length *= 7) {
            RunRecord record;
            addCall(record, {5, 5 + length / 3, 5 + length});
            const RequestRate rate = requestRateOf(record);
            QVERIFY2(!rate.bins.empty() && rate.bins.size() <= kMostRateBins,
                     qPrintable(QStringLiteral("%1: %2").arg(length).arg(rate.bins.size())));
            int requests = 0;
            for (const RateBin& bin : rate.bins) {
                requests += bin.first + bin.retries;
            }
            QCOMPARE(requests, 3);
        }
    }
};

RETRYSCOPE_TEST(TstRequestRate)
#include "tst_request_rate.moc"
