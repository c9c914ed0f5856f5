// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/run_summary.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "ui/runs/run_words.h"
#include "ui/send/outcome.h"
#include "ui/send/run_summary.h"

using namespace retryscope;
using namespace retryscope::ui;

class TstRunSummary : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anEmptyRecordHasNone();
    void saysHowTheCallEnded_data();
    void saysHowTheCallEnded();
    void countsTokensOnlyWhereThereAreAny();
    void tokensThatCameBackAreSaid();
    void aRunThatGoesOnHasNoTimeYet();
    void theUserIsNamedOnceAsWhoStoppedIt();
    void ofAStoppedRunTheCallsAreCounted();
    void severalCallsAreCounted();
    void namesThePolicy();
};

void TstRunSummary::anEmptyRecordHasNone()
{
    QCOMPARE(runSummaryOf(RunRecord()), QString());
}

void TstRunSummary::saysHowTheCallEnded_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("expected");
    QTest::newRow("success") << 200 << QStringLiteral("✓ succeeded  ·  1 attempt  ·  1 ms  ·  ");
    QTest::newRow("not retryable") << 404
                                   << QStringLiteral("✕ failed · not retryable  ·  1 attempt  ·  1 ms  ·  ");
    QTest::newRow("exhausted") << 503
                               << QStringLiteral("✕ failed · attempts used up  ·  3 attempts  ·  3 ms  ·  ");
}

void TstRunSummary::saysHowTheCallEnded()
{
    QFETCH(int, status);
    QFETCH(QString, expected);
    const QString summary = runSummaryOf(test::runOf(test::plainPolicy(), {test::response(status)}));
    QVERIFY2(summary.startsWith(expected), qPrintable(summary));
}

void TstRunSummary::countsTokensOnlyWhereThereAreAny()
{
    Policy policy = test::plainPolicy();
    QVERIFY(!runSummaryOf(test::runOf(policy, {test::response(503)})).contains(QStringLiteral("token")));
    policy.quota = test::plainQuota();
    const QString summary = runSummaryOf(test::runOf(policy, {test::response(503)}));
    QVERIFY2(summary.contains(QStringLiteral("10 tokens spent")), qPrintable(summary));
}

void TstRunSummary::tokensThatCameBackAreSaid()
{
    Policy policy = test::plainPolicy();
    policy.quota = test::plainQuota();
    const QString summary = runSummaryOf(test::runOf(policy, {test::response(503), test::response(200)}));
    QVERIFY2(summary.contains(QStringLiteral("5 tokens spent, 5 given back")), qPrintable(summary));
}

void TstRunSummary::aRunThatGoesOnHasNoTimeYet()
{
    RunRecord record;
    record.append(CallBegan{});
    record.append(AttemptBegan{.at = Instant{std::chrono::milliseconds(1)}});
    const QString summary = runSummaryOf(record);
    QVERIFY2(summary.startsWith(QStringLiteral("running  ·  1 attempt  ·  seed ")), qPrintable(summary));
    QVERIFY2(!summary.contains(QStringLiteral("wire")), qPrintable(summary));
}

void TstRunSummary::theUserIsNamedOnceAsWhoStoppedIt()
{
    RunRecord record;
    record.append(CallBegan{});
    record.append(CallEnded{.verdict = CallVerdict::Cancelled, .stopReason = StopReason::Cancelled});
    const QString summary = runSummaryOf(record);
    QVERIFY2(summary.startsWith(QStringLiteral("□ stopped by you  ·  0 attempts")), qPrintable(summary));
}

/// In the strip, the status bar and the history alike.
void TstRunSummary::ofAStoppedRunTheCallsAreCounted()
{
    RunHeader header;
    header.callsPerClient = 30;
    RunRecord record(header);
    record.append(CallBegan{});
    record.append(CallEnded{.verdict = CallVerdict::Succeeded});
    record.append(CallBegan{.call = 2});
    record.append(
        CallEnded{.call = 2, .verdict = CallVerdict::Cancelled, .stopReason = StopReason::Cancelled});
    const QString summary = runSummaryOf(record);
    QVERIFY2(summary.startsWith(QStringLiteral("□ stopped by you · 1 of 30 calls succeeded")),
             qPrintable(summary));
    const Outcome outcome = outcomeOf(record);
    QVERIFY(outcome.sign == Sign::Stopped);
    QCOMPARE(outcome.reason, QStringLiteral("1 of 30 calls succeeded"));
    const QString title = titleOf(io::summarized(record));
    QVERIFY2(title.startsWith(QStringLiteral("Stopped by you after ")) &&
                 title.endsWith(QStringLiteral("1 of the first 2 calls succeeded")),
             qPrintable(title));
}

void TstRunSummary::severalCallsAreCounted()
{
    const RunRecord record = test::runOf(test::plainPolicy(), {test::response(404), test::response(200)},
                                         {.spec = {}, .draw = 0.5, .calls = 2, .limits = {}, .state = {}});
    const QString summary = runSummaryOf(record);
    QVERIFY2(summary.startsWith(QStringLiteral("✕ 1 of 2 calls succeeded")), qPrintable(summary));
}

void TstRunSummary::namesThePolicy()
{
    const Policy policy = test::plainPolicy();
    const QString summary = runSummaryOf(test::runOf(policy, {test::response(200)}));
    QVERIFY2(summary.endsWith(QString::fromStdString(policy.id)), qPrintable(summary));
}

RETRYSCOPE_TEST(TstRunSummary)
#include "tst_run_summary.moc"
