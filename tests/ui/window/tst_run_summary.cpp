// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/documents/run_summary.h"
#include "core/recording/call_grouping.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "ui/parts/library_items.h"
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
    void aFailedCallCountsMoreThanAnErrorInASuccess();
    void namesThePolicy();
    void aRecordingSaysWhatItIsAndNothingElse();
    void saysThatAPresetWasEdited();
    void theFirstDelayIsNamedAsWhatItIs();
};

/// Two clients, three calls on three connections, each of its own service.
void TstRunSummary::aRecordingSaysWhatItIsAndNothingElse()
{
    CallGrouping grouping(recordedHeader(WallTime{1767225600000}, "s3"));
    for (int call = 1; call <= 3; ++call) {
        SeenRequest request;
        request.at = Instant{std::chrono::seconds{call}};
        request.peer = "127.0.0.1";
        request.connection = call;
        request.method = "GET";
        request.url = "http://127.0.0.1/" + std::to_string(call);
        request.headers.add("User-Agent", call == 1 ? "curl/8.1" : "got");
        AttemptFacts facts = test::response(200);
        auto wire = std::make_shared<WireFacts>();
        wire->connection = call;
        facts.wire = std::move(wire);
        grouping.end(grouping.begin(request), request.at + std::chrono::milliseconds{500}, std::move(facts));
    }
    grouping.finish(Instant{std::chrono::seconds{9}});
    const RunRecord& record = grouping.record();

    const QString summary = runSummaryOf(record);
    QVERIFY2(summary.contains(QStringLiteral("wire: 3 requests on 3 connections")), qPrintable(summary));
    QVERIFY2(summary.contains(QStringLiteral("2.5 s")), qPrintable(summary)); // from the first request on
    QVERIFY2(!summary.contains(QStringLiteral("seed")), qPrintable(summary));

    const io::RunSummary kept = io::summarized(record);
    QVERIFY(kept.isRecorded);
    QCOMPARE(kept.clients, 2);
    QVERIFY2(titleOf(kept).contains(QStringLiteral("2.5 s")), qPrintable(titleOf(kept)));
    QVERIFY2(originOf(kept).startsWith(QStringLiteral("Recording of 2 clients")), qPrintable(originOf(kept)));
    for (const auto& [title, fact] : factsOf(kept)) {
        QVERIFY2(title != QLatin1String("Judged as") && title != QLatin1String("Seed") &&
                     title != QLatin1String("Policy"),
                 qPrintable(title));
    }
}

void TstRunSummary::anEmptyRecordHasNone()
{
    QCOMPARE(runSummaryOf(RunRecord()), QString());
}

void TstRunSummary::saysHowTheCallEnded_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("expected");
    QTest::newRow("success") << 200 << QStringLiteral("✓ Succeeded at the first attempt in 1 ms  ·  ");
    QTest::newRow("not retryable") << 404
                                   << QStringLiteral("✕ Failed after 1 attempt in 1 ms: not retryable  ·  ");
    QTest::newRow("exhausted") << 503
                               << QStringLiteral("✕ Failed after 3 attempts in 3 ms: no attempts left  ·  ");
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
    QVERIFY2(summary.contains(QStringLiteral("10 tokens used")), qPrintable(summary));
}

void TstRunSummary::tokensThatCameBackAreSaid()
{
    Policy policy = test::plainPolicy();
    policy.quota = test::plainQuota();
    const QString summary = runSummaryOf(test::runOf(policy, {test::response(503), test::response(200)}));
    QVERIFY2(summary.contains(QStringLiteral("5 tokens used, 5 returned")), qPrintable(summary));
}

void TstRunSummary::aRunThatGoesOnHasNoTimeYet()
{
    RunRecord record;
    record.append(CallBegan{});
    record.append(AttemptBegan{.at = Instant{std::chrono::milliseconds(1)}});
    const QString summary = runSummaryOf(record);
    QVERIFY2(summary.startsWith(QStringLiteral("Running  ·  1 attempt  ·  seed ")), qPrintable(summary));
    QVERIFY2(!summary.contains(QStringLiteral("wire")), qPrintable(summary));
}

void TstRunSummary::theUserIsNamedOnceAsWhoStoppedIt()
{
    RunRecord record;
    record.append(CallBegan{});
    record.append(CallEnded{.verdict = CallVerdict::Cancelled, .stopReason = StopReason::Cancelled});
    const QString summary = runSummaryOf(record);
    QVERIFY2(summary.startsWith(QStringLiteral("□ Cancelled after 0 attempts")), qPrintable(summary));
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
    QVERIFY2(summary.startsWith(QStringLiteral("□ Cancelled after ")) &&
                 summary.contains(QStringLiteral(": 1 of 30 calls succeeded  ·  ")),
             qPrintable(summary));
    const Outcome outcome = outcomeOf(record);
    QVERIFY(outcome.sign == Sign::Stopped);
    QCOMPARE(outcome.reason, QStringLiteral("1 of 30 calls succeeded"));
    const QString title = titleOf(io::summarized(record));
    QVERIFY2(title.startsWith(QStringLiteral("Cancelled after ")) &&
                 title.endsWith(QStringLiteral("1 of the first 2 calls succeeded")),
             qPrintable(title));
}

void TstRunSummary::severalCallsAreCounted()
{
    const RunRecord record = test::runOf(test::plainPolicy(), {test::response(404), test::response(200)},
                                         {.spec = {}, .draw = 0.5, .calls = 2, .limits = {}, .state = {}});
    const QString summary = runSummaryOf(record);
    QVERIFY2(summary.startsWith(QStringLiteral("✕ 1 of 2 calls failed")), qPrintable(summary));
}

void TstRunSummary::aFailedCallCountsMoreThanAnErrorInASuccess()
{
    const RunRecord record =
        test::runOf(test::plainPolicy(), {test::response(404), test::xmlError(200, "InternalError")},
                    {.spec = {}, .draw = 0.5, .calls = 2, .limits = {}, .state = {}});
    QCOMPARE(io::summarized(record).doubted, 1);
    const QString summary = runSummaryOf(record);
    QVERIFY2(summary.startsWith(QStringLiteral("✕ 1 of 2 calls failed")), qPrintable(summary));
}

void TstRunSummary::namesThePolicy()
{
    const Policy policy = test::plainPolicy();
    const QString summary = runSummaryOf(test::runOf(policy, {test::response(200)}));
    QVERIFY2(summary.endsWith(QString::fromStdString(policy.id)), qPrintable(summary));
}

void TstRunSummary::saysThatAPresetWasEdited()
{
    Policy policy = io::presetPolicy(QStringLiteral("cpp-1.11.332-default")).value();
    QVERIFY(runSummaryOf(test::runOf(policy, {test::response(200)}))
                .endsWith(QStringLiteral("  ·  cpp-1.11.332-default")));
    policy.attempts.max = 2;
    QVERIFY(runSummaryOf(test::runOf(policy, {test::response(200)}))
                .endsWith(QStringLiteral("  ·  cpp-1.11.332-default, edited")));
}

void TstRunSummary::theFirstDelayIsNamedAsWhatItIs()
{
    const auto line = [](const char* id) {
        return policySummaryLine(io::presetPolicy(QString::fromLatin1(id)).value(), false);
    };
    QCOMPARE(line("cpp-1.11.332-default"),
             QStringLiteral("11 attempts · first retry at once · then up to 12.8 s · recorded"));
    QCOMPARE(
        line("botocore-1.43.67-standard-newretries"),
        QStringLiteral(
            "3 attempts · first retry after 0 to 50 ms, throttling 0 to 1 s · then up to 2 s · recorded"));
    QCOMPARE(line("urllib3-2-retry-default"),
             QStringLiteral("11 attempts · no delay unless asked for · from source"));
    QCOMPARE(line("okhttp-5-default"), QStringLiteral("21 attempts · no delay · from source"));
}

RETRYSCOPE_TEST(TstRunSummary)
#include "tst_run_summary.moc"
