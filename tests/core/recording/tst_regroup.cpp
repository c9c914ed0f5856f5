// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_json.h"
#include "core/io/files/opened_file.h"
#include "core/recording/call_grouping.h"
#include "core/recording/regroup.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <QBuffer>
#include <QDir>

#include <algorithm>
#include <chrono>
#include <random>
#include <set>
#include <vector>

using namespace std::chrono_literals;

namespace retryscope::test {

namespace {

/// What tells an attempt from all others, whatever call it is in.
using Mark = std::pair<Instant, const WireFacts*>;

std::vector<Mark> marksOf(const CallRecord& call)
{
    std::vector<Mark> marks;
    for (const AttemptRecord& attempt : call.attempts) {
        marks.emplace_back(attempt.start, attempt.facts.wire.get());
    }
    return marks;
}

/// The calls as sets of attempts.
std::set<std::vector<Mark>> partitionOf(const RunRecord& record)
{
    std::set<std::vector<Mark>> calls;
    for (const CallRecord& call : record.calls()) {
        std::vector<Mark> marks = marksOf(call);
        std::ranges::sort(marks);
        calls.insert(std::move(marks));
    }
    return calls;
}

std::multiset<Mark> attemptsOf(const RunRecord& record)
{
    std::multiset<Mark> all;
    for (const CallRecord& call : record.calls()) {
        for (const Mark& mark : marksOf(call)) {
            all.insert(mark);
        }
    }
    return all;
}

/// What every record promises: calls by their begin, numbers without gaps, and a verdict for each attempt
/// that fits its place.
QString flawOf(const RunRecord& record)
{
    std::map<int, int> calls;
    Instant last{};
    for (const CallRecord& call : record.calls()) {
        if (call.start < last) {
            return QStringLiteral("calls are not in the order of time");
        }
        last = call.start;
        if (call.call != ++calls[call.client]) {
            return QStringLiteral("call %1 of client %2 is out of order").arg(call.call).arg(call.client);
        }
        for (std::size_t index = 0; index < call.attempts.size(); ++index) {
            const AttemptRecord& attempt = call.attempts[index];
            const bool isLast = index + 1 == call.attempts.size();
            if (attempt.attempt != static_cast<int>(index) + 1) {
                return QStringLiteral("attempts are not counted from 1");
            }
            if ((attempt.decision.verdict == Verdict::Retry) == isLast) {
                return QStringLiteral("an attempt in the middle was not retried, or the last one was");
            }
        }
        if (call.verdict == CallVerdict::Running) {
            return QStringLiteral("a call still runs");
        }
    }
    return {};
}

QByteArray bytesOf(const RunRecord& record)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    (void)io::writeRecord(buffer, record);
    return buffer.data();
}

RunRecord reread(const RunRecord& record)
{
    QByteArray bytes = bytesOf(record);
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    return io::readRecord(buffer, QStringLiteral("record")).value();
}

/// Two clients, each with two calls of the same request; the first fails twice, then succeeds.
RunRecord recorded()
{
    CallGrouping grouping(recordedHeader(WallTime{1767225600000}));
    int number = 0;
    for (const auto& [at, peer, statuses] : {std::tuple(0s, "10.0.0.1", std::vector{503, 503, 200}),
                                             {10s, "10.0.0.2", std::vector{200}},
                                             {20s, "10.0.0.1", std::vector{500}},
                                             {30s, "10.0.0.2", std::vector{503, 200}}}) {
        Instant now{at};
        for (const int status : statuses) {
            SeenRequest request{.at = now, .peer = peer, .connection = 1, .method = "GET"};
            request.url = "http://127.0.0.1/things";
            request.headers.add("X-Request-Id", "of " + request.peer);
            request.headers.add("X-Number", std::to_string(++number));
            const SeenAttempt seen = grouping.begin(request);
            now += 20ms;
            AttemptFacts facts = response(status);
            auto wire = std::make_shared<WireFacts>();
            wire->sentHeaders = request.headers;
            wire->connection = 1;
            facts.wire = std::move(wire);
            grouping.end(seen, now, std::move(facts));
            now += 100ms;
        }
    }
    grouping.finish(Instant{40s});
    return grouping.takeRecord();
}

std::vector<int> attemptCounts(const RunRecord& record)
{
    std::vector<int> counts;
    for (const CallRecord& call : record.calls()) {
        counts.push_back(static_cast<int>(call.attempts.size()));
    }
    return counts;
}

} // namespace

/// A person joins and splits the calls of a recording, or names the field that holds their id.
class TstRegroup : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QCOMPARE(attemptCounts(recorded()), (std::vector{3, 1, 1, 2})); }

    /// The law: whatever is joined and split, no attempt is lost, and the record stays one.
    void noDecisionLosesAnAttempt_data()
    {
        QTest::addColumn<QString>("file");
        const QDir folder(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import/traffic"));
        for (const QString& name : folder.entryList(QDir::Files, QDir::Name)) {
            if (name != QLatin1String("README.md") && io::openRecord({folder.filePath(name)}, {})) {
                QTest::newRow(qPrintable(name)) << folder.filePath(name);
            }
        }
        QTest::newRow("recorded") << QString();
    }
    void noDecisionLosesAnAttempt()
    {
        QFETCH(const QString, file);
        RunRecord record = file.isEmpty() ? recorded() : io::openRecord({file}, {}).value();
        const std::multiset<Mark> attempts = attemptsOf(record);
        std::mt19937 random(7); // NOLINT(bugprone-random-generator-seed): the same on each run
        const auto below = [&random](std::size_t count) {
            return static_cast<int>(std::uniform_int_distribution<std::size_t>(0, count - 1)(random));
        };
        for (int step = 0; step < 60; ++step) {
            const std::vector<int> two{below(record.calls().size()), below(record.calls().size())};
            const Place at{.call = two[0], .attempt = below(record.callAt(two[0]).attempts.size())};
            if (step % 2 == 0 && two[0] != two[1] && whyNotJoined(record, two).empty()) {
                record = withCallsJoined(record, two);
            } else if (at.attempt > 0) {
                record = withCallSplit(record, at);
            }
            QCOMPARE(attemptsOf(record), attempts);
            QCOMPARE(flawOf(record), QString());
        }
        if (const auto& notes = record.header().import) {
            for (const ImportedLine& line : notes->understood) {
                QVERIFY(line.call < static_cast<int>(record.calls().size()));
                QVERIFY(line.attempt < static_cast<int>(record.callAt(line.call).attempts.size()));
            }
        }
        const RunRecord again = reread(record);
        QCOMPARE(again.header().import != nullptr, record.header().import != nullptr);
        QCOMPARE(bytesOf(again), bytesOf(record));
        QCOMPARE(attemptCounts(again), attemptCounts(record));
    }

    /// The law: grouped as the recorder does, a record has the calls that the recorder gave it.
    void groupedAutomaticallyItIsTheSame_data() { noDecisionLosesAnAttempt_data(); }
    void groupedAutomaticallyItIsTheSame()
    {
        QFETCH(const QString, file);
        const RunRecord record = file.isEmpty() ? recorded() : io::openRecord({file}, {}).value();
        const RunRecord again = withCallsGroupedBy(record, {});
        QCOMPARE(attemptCounts(again), attemptCounts(record));
        QCOMPARE(partitionOf(again), partitionOf(record));
    }

    void joinedCallsAreOne()
    {
        const RunRecord record = recorded();
        const RunRecord joined = withCallsJoined(record, {2, 0});
        QCOMPARE(attemptCounts(joined), (std::vector{4, 1, 2}));
        const CallRecord& call = joined.callAt(0);
        QVERIFY(call.source->groupedBy == GroupedBy::Hand);
        QCOMPARE(call.source->confidence, 1.0);
        QVERIFY(call.verdict == CallVerdict::Failed);
        QVERIFY(call.attempts[2].decision.verdict == Verdict::Retry); // the 200 was not the end
        QCOMPARE(call.attempts[2].actualDelay, OptionalDuration(20s - 260ms));
        QCOMPARE(joined.callAt(1), record.callAt(1)); // others stay as they are
        QVERIFY(reread(joined).callAt(0).source->groupedBy == GroupedBy::Hand);
    }

    void aSplitCallIsTwo()
    {
        const RunRecord split = withCallSplit(recorded(), {.call = 0, .attempt = 1});
        QCOMPARE(attemptCounts(split), (std::vector{1, 2, 1, 1, 2}));
        QVERIFY(split.callAt(0).verdict == CallVerdict::Failed);
        QVERIFY(split.callAt(1).verdict == CallVerdict::Succeeded);
        const RunRecord last = withCallSplit(recorded(), {.call = 3, .attempt = 1});
        QVERIFY(!last.callAt(3).source->isCutByEnd); // the record goes on after it
        QCOMPARE(split.callAt(0).attempts[0].actualDelay, OptionalDuration());
        QVERIFY(split.callAt(1).source->groupedBy == GroupedBy::Hand);
        QCOMPARE(split.callAt(3).call, 3); // the third of its client now
    }

    void callsOfTwoClientsAreNotJoined()
    {
        QVERIFY(whyNotJoined(recorded(), {0, 2}).empty());
        QCOMPARE(whyNotJoined(recorded(), {0, 1}),
                 std::string("These calls are of clients 1 and 2. A call is made by one client."));
        QCOMPARE(whyNotJoined(recorded(), {0}), std::string("Select two or more calls to join them."));
    }

    void aFieldIsTheIdOfTheCall()
    {
        const RunRecord record = recorded();
        QCOMPARE(sharedFieldsOf(record, 8), std::vector<std::string>{"x-request-id"});
        QVERIFY(whyNotGroupedBy(record, "X-Request-ID").empty());
        QVERIFY(whyNotGroupedBy(record, "x-other").find("share: x-request-id") != std::string::npos);
        const RunRecord byField = withCallsGroupedBy(record, "x-request-id");
        QCOMPARE(attemptCounts(byField), (std::vector{4, 3}));
        QVERIFY(byField.callAt(0).source->groupedBy == GroupedBy::InvocationId);
        QCOMPARE(byField.callAt(0).source->confidence, 1.0);
        QCOMPARE(reread(byField).header().groupBy, std::string("x-request-id"));
        QCOMPARE(partitionOf(withCallsGroupedBy(byField, {})), partitionOf(record));
    }

    void whatWasDecidedByHandStays()
    {
        const RunRecord joined = withCallsJoined(recorded(), {0, 2});
        const RunRecord byField = withCallsGroupedBy(joined, "x-number"); // each request has its own
        QCOMPARE(attemptCounts(byField), (std::vector{4, 1, 1, 1}));
        QVERIFY(byField.callAt(0).source->groupedBy == GroupedBy::Hand);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstRegroup)

#include "tst_regroup.moc"
