// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/call_grouping.h"

#include "core/io/documents/record_json.h"
#include "core/io/http/error_body.h"
#include "core/recording/declared_attempt.h"
#include "core/recording/user_agent.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <algorithm>
#include <map>

namespace retryscope::test {

namespace {

Instant at(double milliseconds)
{
    return Instant{ms(milliseconds)};
}

SeenRequest request(double when, std::vector<Header> headers = {}, const std::string& path = "/b/k")
{
    SeenRequest seen;
    seen.at = at(when);
    seen.peer = "127.0.0.1";
    seen.connection = 1;
    seen.method = "GET";
    seen.url = "http://127.0.0.1:8899" + path;
    seen.headers.entries = std::move(headers);
    return seen;
}

std::vector<Header> withId(const std::string& id, int attempt, int max = 3)
{
    return {{"User-Agent", "Boto3/1.43.67 md/Botocore#1.43.67 ua/2.1 cfg/retry-mode#standard"},
            {"amz-sdk-invocation-id", id},
            {"amz-sdk-request", "attempt=" + std::to_string(attempt) + "; max=" + std::to_string(max)}};
}

/// What a transport would have filled in.
AttemptFacts seenFacts(AttemptFacts facts, const SeenRequest& of)
{
    auto wire = std::make_shared<WireFacts>();
    wire->sentHeaders = of.headers;
    wire->connection = of.connection;
    facts.wire = std::move(wire);
    return facts;
}

/// One request after another, each of which takes a millisecond.
class Recording
{
public:
    SeenAttempt pass(const SeenRequest& seen, AttemptFacts facts)
    {
        const SeenAttempt attempt = grouping.begin(seen);
        grouping.end(attempt, seen.at + ms(1), seenFacts(std::move(facts), seen));
        return attempt;
    }

    /// `503 503 200 succeeded, timing 0.9`
    [[nodiscard]] std::vector<std::string> calls() const
    {
        std::vector<std::string> lines;
        for (const CallRecord& call : grouping.record().calls()) {
            std::string line;
            for (const AttemptRecord& attempt : call.attempts) {
                line += attempt.facts.response ? std::to_string(attempt.facts.response->status) + " "
                                               : std::string("- ");
            }
            line += std::string(toString(call.verdict)) + ", " + std::string(wordOf(call.source->groupedBy));
            lines.push_back(line);
        }
        return lines;
    }

    CallGrouping grouping{recordedHeader(WallTime{1767225600000})};
};

using Lines = std::vector<std::string>;

} // namespace

class TstCallGrouping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// Another attempt might have come: it is not said that the client gave up.
    void aCallThatTheEndCutOffSaysSo()
    {
        const auto isCut = [](int end, int max) {
            Recording recording;
            const auto asked = [max](int time) {
                SeenRequest made = request(time);
                if (max > 0) {
                    made.headers.add("amz-sdk-request", "attempt=2; max=" + std::to_string(max));
                }
                return made;
            };
            recording.pass(asked(0), response(503));
            recording.pass(asked(1000), response(503));
            recording.grouping.finish(at(end));
            const QByteArray json = io::recordBytes(recording.grouping.record());
            const RunRecord read = io::recordFromJson(json, QStringLiteral("r.json")).value();
            return read.callAt(0).source->isCutByEnd;
        };
        QVERIFY(isCut(1100, 0));
        QVERIFY(isCut(2500, 0)); // the delay may have doubled
        QVERIFY(!isCut(9000, 0));
        QVERIFY(!isCut(1100, 2)); // announced as the last
    }

    /// One id and the numbers of its attempts are one call, whatever came between: a success that the client
    /// could not read, a long pause, a connection that went away.
    void theIdDecidesAfterWhatLookedLikeTheEnd()
    {
        Recording recording;
        recording.pass(request(0, withId("one", 1, 5)), response(503));
        recording.pass(request(500, withId("one", 2, 5)), response(200));
        recording.pass(request(600, withId("two", 1, 5)), response(200));
        recording.grouping.endConnection(1, at(700), true);
        recording.pass(request(400'000, withId("one", 3, 5)), response(500));
        recording.pass(request(401'000, withId("one", 4, 5)), response(200));
        recording.grouping.finish(at(402'000));
        QCOMPARE(recording.calls(),
                 (Lines{"503 200 500 200 succeeded, invocationId", "200 succeeded, invocationId"}));
        QVERIFY(!recording.grouping.record().callAt(0).source->isClientGone);
        // A client that begins to count anew makes another call.
        Recording reused;
        reused.pass(request(0, withId("one", 1)), response(200));
        reused.pass(request(100, withId("one", 1)), response(200));
        QCOMPARE(reused.calls().size(), std::size_t{2});
    }

    /// Twelve clients of one program at once, each with a query of its own.
    void parallelCallsWithDifferentQueriesStayApart()
    {
        std::vector<SeenRequest> requests;
        for (int call = 0; call < 12; ++call) {
            double when = 50.0 * call;
            for (const double wait : {205.0, 391.0 + call, 822.0 - call, 0.0}) {
                requests.push_back(request(when, {}, "/items?id=" + std::to_string(call)));
                when += wait;
            }
        }
        std::ranges::stable_sort(requests, {}, &SeenRequest::at);
        Recording recording;
        std::map<std::string, int> made;
        for (const SeenRequest& one : requests) {
            recording.pass(one, response(++made[one.url] < 4 ? 503 : 200));
        }
        recording.grouping.finish(at(9000));
        for (const std::string& call : recording.calls()) {
            QCOMPARE(call, std::string("503 503 503 200 succeeded, timing"));
        }
        QCOMPARE(recording.calls().size(), std::size_t{12});
    }

    /// It may begin before the first request.
    void whatBecameOfConnectionsStandsInTheRecord()
    {
        Recording recording;
        recording.grouping.noteShortage({.idleClosed = 1});
        recording.pass(request(0), response(200));
        recording.grouping.noteShortage({.idleClosed = 2});
        recording.grouping.noteShortage({.waited = 1});
        recording.grouping.finish(at(100));
        const QByteArray json = io::recordBytes(recording.grouping.record());
        const RunRecord read = io::recordFromJson(json, QStringLiteral("r.json")).value();
        QVERIFY((read.header().shortage == DescriptorShortage{.idleClosed = 3, .waited = 1}));
    }

    void attemptsOfOneIdAreOneCallWhateverComesBetween()
    {
        Recording recording;
        recording.pass(request(0, withId("a", 1)), response(503));
        recording.pass(request(5, withId("b", 1), "/other"), response(200));
        recording.pass(request(400, withId("a", 2)), response(500));
        recording.pass(request(1900, withId("a", 3)), response(200));
        recording.grouping.finish(at(2000));

        QCOMPARE(recording.calls(),
                 (Lines{"503 500 200 succeeded, invocationId", "200 succeeded, invocationId"}));
        const CallRecord& call = recording.grouping.record().callAt(0);
        QCOMPARE(call.attempts[0].actualDelay, OptionalDuration(ms(399)));
        QCOMPARE(call.attempts[1].actualDelay, OptionalDuration(ms(1499)));
        QVERIFY(call.attempts[0].decision.verdict == Verdict::Retry);
        QCOMPARE(call.source->confidence, 1.0);
        QCOMPARE(call.end, at(1901));
        QCOMPARE(recording.grouping.record().header().spec.method, std::string("GET"));
    }

    void withoutAnIdAFailureIsGoneOnByTheSameRequestOfTheSameClient()
    {
        const std::vector<Header> curl{{"User-Agent", "curl/7.88.1"}};
        Recording recording;
        recording.pass(request(0, curl), response(503));
        recording.pass(request(10, {{"User-Agent", "wget"}}), response(503)); // another program
        recording.pass(request(20, curl, "/other"), response(200));           // another address
        recording.pass(request(1005, curl), response(503));
        recording.pass(request(3010, curl), response(200));
        recording.pass(request(3020, curl), response(200)); // after a success: a new call
        recording.grouping.finish(at(4000));
        QCOMPARE(recording.calls(), (Lines{"503 503 200 succeeded, timing", "503 failed, none",
                                           "200 succeeded, none", "200 succeeded, none"}));
        const double confidence = recording.grouping.record().callAt(0).source->confidence;
        QVERIFY2(confidence > 0.5 && confidence < 1, qPrintable(QString::number(confidence)));
    }

    /// As the AWS SDK for Ruby 3.168.1 in standard mode: no id, and the first attempt is number 0.
    void attemptsThatAreCountedFromZeroAreOneCall()
    {
        const auto ruby = [](int attempt) {
            return std::vector<Header>{{"User-Agent", "aws-sdk-ruby3/3.168.1"},
                                       {"amz-sdk-request", "attempt=" + std::to_string(attempt) + "; max=3"}};
        };
        Recording recording;
        recording.pass(request(0, ruby(0)), response(503));
        recording.pass(request(400, ruby(1)), response(503));
        recording.pass(request(1200, ruby(2)), response(503));
        recording.pass(request(1300, ruby(0)), response(503)); // the next call
        recording.pass(request(1700, ruby(2)), response(200)); // no attempt of that one
        recording.grouping.finish(at(2000));
        QCOMPARE(recording.calls(),
                 (Lines{"503 503 503 failed, timing", "503 failed, none", "200 succeeded, none"}));
    }

    void afterARefusalItIsLessSureAndAfterALongTimeAnotherCall()
    {
        Recording recording;
        recording.pass(request(0), response(404));
        recording.pass(request(50), response(404));
        recording.pass(request(200'000), response(404));
        recording.grouping.finish(at(300'000));
        QCOMPARE(recording.calls(), (Lines{"404 404 failed, timing", "404 failed, none"}));
        QVERIFY(recording.grouping.record().callAt(0).source->confidence < 0.7);
    }

    void twoCallsAtOnceAreNotTakenForOne()
    {
        Recording recording;
        const SeenAttempt one = recording.grouping.begin(request(0));
        const SeenAttempt other = recording.grouping.begin(request(1));
        recording.grouping.end(one, at(2), response(503));
        recording.grouping.end(other, at(3), response(503));
        recording.pass(request(100), response(200));
        recording.pass(request(110), response(200));
        recording.grouping.finish(at(200));
        QCOMPARE(recording.calls(), (Lines{"503 200 succeeded, timing", "503 200 succeeded, timing"}));
        // Which of them went on which cannot be told.
        QVERIFY(recording.grouping.record().callAt(1).source->confidence < 0.5);
    }

    /// As got 14: two retries, after 1 s and 2 s, and whoever calls it calls it again at once.
    void aGapFarBelowThoseBeforeBeginsANewCall()
    {
        Recording recording;
        double when = 0;
        for (int call = 0; call < 8; ++call) {
            for (const double wait : {2.0, 1000.0, 2000.0}) {
                when += wait;
                recording.pass(request(when), response(503));
            }
        }
        recording.grouping.finish(at(when + 10));
        QCOMPARE(recording.calls(), Lines(8, "503 503 503 failed, timing"));
        QVERIFY(recording.grouping.record().callAt(7).source->confidence > 0.9);
    }

    /// As urllib3 1.26: at once, and then longer and longer.
    void aFirstRetryAtOnceIsNoNewCall()
    {
        Recording recording;
        double when = 0;
        for (const double wait : {0.0, 1.5, 400.0, 800.0, 2.0, 1.5, 400.0, 800.0}) {
            when += wait + 1;
            recording.pass(request(when), response(503));
        }
        recording.grouping.finish(at(when + 10));
        QCOMPARE(recording.calls(), Lines(2, "503 503 503 503 failed, timing"));
    }

    /// One call after the other, each to another target: the first was given up before the second.
    void whatCameBeforeAnotherCallOfTheClientIsGoneOnLessSurely()
    {
        Recording recording;
        recording.pass(request(0), response(503));
        recording.pass(request(500, {}, "/other"), response(200));
        recording.pass(request(1000), response(503));
        recording.grouping.finish(at(2000));
        QVERIFY(recording.grouping.record().callAt(0).source->confidence < 0.7);
    }

    /// What the server asks for is no habit of the client's.
    void aDelayThatTheServerAskedForIsNoNewCall()
    {
        AttemptFacts soon = response(503);
        auto asking = std::make_shared<Response>(*soon.response);
        asking->headers.add("Retry-After", "0");
        soon.response = asking;
        Recording recording;
        recording.pass(request(0), response(503));
        recording.pass(request(2000), soon);
        recording.pass(request(2002), response(200));
        recording.grouping.finish(at(3000));
        QCOMPARE(recording.calls(), (Lines{"503 503 200 succeeded, timing"}));
    }

    /// As curl in a loop of a shell: a process each, whose connection ends with it.
    void aConnectionThatIsClosedWhereItIsKeptBetweenAttemptsEndsTheCall()
    {
        Recording recording;
        double when = 0;
        for (int call = 1; call <= 3; ++call) {
            for (const double wait : {400.0, 1000.0, 2000.0}) { // the process takes 0.4 s to begin
                SeenRequest seen = request(when += wait);
                seen.connection = call;
                recording.pass(seen, response(503));
            }
            recording.grouping.endConnection(call, at(when + 3), true);
        }
        recording.grouping.finish(at(when + 10));
        QCOMPARE(recording.calls().size(), 3U);
    }

    /// A new connection, and a gap that the client's own backoff cannot explain.
    void twoProcessesStartedByHandAreTwoCalls()
    {
        const auto calls = [](double gap, double before) {
            Recording recording;
            double when = 0;
            if (before > 0) { // so long the client waited before
                recording.pass(request(0), response(503));
                recording.pass(request(before), response(200));
                when = before + 100;
            }
            SeenRequest first = request(when);
            first.connection = 2;
            recording.pass(first, response(503));
            recording.grouping.endConnection(2, at(when + 3), true);
            SeenRequest second = request(when + gap);
            second.connection = 3;
            recording.pass(second, response(503));
            recording.grouping.finish(at(when + gap + 100));
            return recording.calls().size() - (before > 0 ? 1 : 0);
        };
        QCOMPARE(calls(6000, 0), 2U);
        QCOMPARE(calls(10'600, 0), 2U);
        QCOMPARE(calls(40'000, 0), 2U);
        QCOMPARE(calls(900, 0), 1U);
        QCOMPARE(calls(9000, 8500), 1U);
        QCOMPARE(calls(10'600, 1000), 2U);
    }

    void callsThatAreAlikeSayThatTheyCannotBeToldApart()
    {
        Recording recording;
        std::vector<SeenAttempt> begun;
        for (int call = 0; call < 3; ++call) {
            begun.push_back(recording.grouping.begin(request(call)));
        }
        for (std::size_t call = 0; call < 3; ++call) {
            recording.grouping.end(begun[call], at(5.0 + static_cast<double>(call)), response(503));
        }
        recording.pass(request(1005), response(200));
        recording.pass(request(1010, {{"User-Agent", "other"}}), response(200));
        recording.grouping.finish(at(2000));
        const RunRecord& record = recording.grouping.record();
        for (int call = 0; call < 3; ++call) {
            QVERIFY(record.callAt(call).source->isAmbiguous);
            QVERIFY(record.callAt(call).source->confidence < 0.9);
        }
        QVERIFY(!record.callAt(3).source->isAmbiguous);
        const QByteArray json = io::recordBytes(record);
        QCOMPARE(json.count("\"ambiguous\": true"), 3);
        QVERIFY(io::recordFromJson(json, QStringLiteral("r.json")).value().callAt(2).source->isAmbiguous);
    }

    void aCallWhoseClientHasGoneIsOver_data()
    {
        QTest::addColumn<double>("wait");  ///< before the second attempt, milliseconds
        QTest::addColumn<double>("still"); ///< after so long nothing is known yet
        QTest::addColumn<double>("gone");
        QTest::newRow("at least 10 s") << 100.0 << 9'900.0 << 10'100.0;
        QTest::newRow("three times the longest delay") << 8'000.0 << 23'900.0 << 24'100.0;
    }
    void aCallWhoseClientHasGoneIsOver()
    {
        QFETCH(double, wait);
        QFETCH(double, still);
        QFETCH(double, gone);
        Recording recording;
        recording.pass(request(0), response(429));
        recording.pass(request(wait + 1), response(429));
        const double end = wait + 2;
        recording.grouping.endConnection(1, at(end + 40), true);
        recording.grouping.settle(at(end + still));
        QVERIFY(recording.grouping.record().callAt(0).verdict == CallVerdict::Running);
        recording.grouping.settle(at(end + gone));
        const CallRecord& call = recording.grouping.record().callAt(0);
        QVERIFY(call.verdict == CallVerdict::Cancelled);
        QVERIFY(call.stopReason == StopReason::Cancelled);
        QVERIFY(call.source->isClientGone);
        QCOMPARE(call.end, at(end + 40));
        recording.grouping.finish(at(end + gone + 1));
        const QByteArray json = io::recordBytes(recording.grouping.record());
        QVERIFY(json.contains("\"clientGone\": true"));
        QVERIFY(io::recordFromJson(json, QStringLiteral("r.json")).value().callAt(0).source->isClientGone);
    }

    /// Whose connection the server ended, or who has made all attempts that it says, has not gone.
    void aClientThatGaveUpOrWasCutOffHasNotGone()
    {
        Recording recording;
        recording.pass(request(0), response(503));
        recording.grouping.endConnection(1, at(2), false);
        SeenRequest spent = request(10, withId("a", 1, 1));
        spent.connection = 2;
        recording.pass(spent, response(503));
        recording.grouping.endConnection(2, at(12), true);
        recording.grouping.settle(at(30'000));
        const RunRecord& record = recording.grouping.record();
        QVERIFY(record.callAt(0).verdict == CallVerdict::Running);
        QVERIFY(record.callAt(1).verdict == CallVerdict::Failed);
        QVERIFY(record.callAt(1).stopReason == StopReason::AttemptsExhausted);
        QVERIFY(!record.callAt(1).source->isClientGone);
    }

    void signaturesInTheAddressDoNotMakeAnotherCall()
    {
        Recording recording;
        const std::string path = "/?Action=Select&Timestamp=2026-01-01T00%3A00%3A0";
        recording.pass(request(0, {}, path + "0Z&Signature=abc"), response(503));
        recording.pass(request(300, {}, path + "1Z&Signature=def"), response(200));
        recording.grouping.finish(at(400));
        QCOMPARE(recording.calls(), (Lines{"503 200 succeeded, timing"}));
    }

    void aCountOfRetriesPartsCalls()
    {
        const auto openAi = [](int retries) {
            return std::vector<Header>{{"User-Agent", "OpenAI/JS 6.49.0"},
                                       {"x-stainless-retry-count", std::to_string(retries)}};
        };
        Recording recording;
        recording.pass(request(0, openAi(0)), response(429));
        recording.pass(request(500, openAi(0)), response(429)); // the caller, once more
        recording.pass(request(1000, openAi(1)), response(200));
        recording.grouping.finish(at(2000));
        QCOMPARE(recording.calls(), (Lines{"429 failed, none", "429 200 succeeded, timing"}));
    }

    void anErrorInA200IsNoEnd()
    {
        ParsedBody error;
        error.isEmpty = false;
        error.isXml = true;
        error.xmlRoot = "Error";
        Recording recording;
        recording.pass(request(0, withId("a", 1)), responseWith(200, error));
        recording.pass(request(300, withId("a", 2)), response(200));
        recording.grouping.finish(at(400));
        QCOMPARE(recording.calls(), (Lines{"200 200 succeeded, invocationId"}));
    }

    void whatIsLeftOutWhenAClientGivesUpIsTold()
    {
        Recording recording;
        recording.pass(request(0, withId("a", 1, 2)), response(503));
        recording.pass(request(300, withId("a", 2, 2)), response(503));
        recording.pass(request(400, withId("b", 1)), response(403));
        const SeenAttempt running = recording.grouping.begin(request(500, withId("c", 1)));
        recording.grouping.settle(at(7000)); // a 403 is over after 5 s
        QVERIFY(recording.grouping.record().callAt(1).verdict == CallVerdict::Failed);
        QVERIFY(recording.grouping.record().callAt(0).verdict == CallVerdict::Running);
        recording.grouping.finish(at(8000));
        recording.grouping.end(running, at(8001), response(200)); // too late, and without harm
        const RunRecord& record = recording.grouping.record();
        QVERIFY(record.callAt(0).stopReason == std::optional(StopReason::AttemptsExhausted));
        QVERIFY(record.callAt(1).stopReason == std::optional(StopReason::NotRetryable));
        QVERIFY(record.callAt(2).verdict == CallVerdict::Cancelled);
    }

    void aNextAttemptBeforeTheEndOfTheLastBelongsToTheCall()
    {
        Recording recording;
        const SeenRequest first = request(0, withId("a", 1));
        const SeenAttempt slow = recording.grouping.begin(first);
        const SeenAttempt next = recording.grouping.begin(request(1000, withId("a", 2)));
        recording.grouping.end(slow, at(1001), faulty(FaultKind::Cancelled));
        recording.grouping.end(next, at(1100), response(200));
        recording.grouping.finish(at(1200));
        const CallRecord& call = recording.grouping.record().callAt(0);
        QVERIFY(call.verdict == CallVerdict::Succeeded);
        QVERIFY(call.attempts[0].decision.verdict == Verdict::Retry);
        QVERIFY(!call.attempts[0].actualDelay);
        QCOMPARE(call.end, at(1100));
    }

    /// Of two that failed, the one whose client learned of it last is gone on.
    void aRequestGoesOnTheCallThatFailedLast()
    {
        Recording recording;
        const SeenAttempt slow = recording.grouping.begin(request(0));
        const SeenAttempt quick = recording.grouping.begin(request(1));
        recording.grouping.end(quick, at(3), response(503));
        recording.grouping.end(slow, at(5), response(500));
        recording.pass(request(100), response(200));
        recording.grouping.finish(at(200));
        QCOMPARE(recording.calls(), (Lines{"500 200 succeeded, timing", "503 failed, none"}));
    }

    void whatIsRetriedByManyIsGoneOnMoreSurely_data()
    {
        QTest::addColumn<AttemptFacts>("first");
        QTest::addColumn<double>("confidence");
        AttemptFacts cut = response(404);
        cut.fault = Fault{.kind = FaultKind::ResponseTruncated, .detail = {}};
        QTest::newRow("refused") << response(404) << 0.6;
        QTest::newRow("asked to wait") << response(429) << 0.9;
        QTest::newRow("sent elsewhere") << response(302) << 0.9;
        QTest::newRow("failed") << response(500) << 0.9;
        QTest::newRow("cut short") << cut << 0.9;
        QTest::newRow("came to nothing") << faulty(FaultKind::ConnectionReset) << 0.9;
        QTest::newRow("nothing is known") << AttemptFacts{} << 0.9;
    }
    void whatIsRetriedByManyIsGoneOnMoreSurely()
    {
        QFETCH(AttemptFacts, first);
        QFETCH(double, confidence);
        Recording recording;
        recording.pass(request(0), first);
        recording.pass(request(50), response(200));
        recording.grouping.finish(at(100));
        QCOMPARE(recording.grouping.record().calls().size(), std::size_t{1});
        QCOMPARE(recording.grouping.record().callAt(0).source->confidence, confidence);
    }

    /// RFC 9110, section 15.4.5: what the client has is good.
    void notModifiedIsASuccess()
    {
        Recording recording;
        recording.pass(request(0), response(304));
        recording.pass(request(50), response(304));
        recording.grouping.finish(at(100));
        QCOMPARE(recording.calls(), (Lines{"304 succeeded, none", "304 succeeded, none"}));
    }

    void bodiesPartCallsAsFarAsTheyAreKnown()
    {
        const auto posted = [](double when, const char* body, std::uint64_t hash) {
            SeenRequest seen = request(when);
            seen.method = "POST";
            seen.body = body;
            seen.bodyBytes = 3;
            seen.bodyHash = hash;
            return seen;
        };
        Recording recording;
        recording.pass(posted(0, "abc", 1), response(503));
        recording.pass(posted(50, "xyz", 2), response(503));
        recording.pass(posted(100, "abc", 1), response(200));
        // Of these only the length is known.
        recording.pass(posted(200, "", 0), response(503));
        recording.pass(posted(250, "", 0), response(200));
        recording.grouping.finish(at(400));
        QCOMPARE(recording.calls(),
                 (Lines{"503 200 succeeded, timing", "503 failed, none", "503 200 succeeded, timing"}));
        const RunRecord& record = recording.grouping.record();
        QCOMPARE(*record.callAt(0).attempts[1].sentBody, std::string("abc"));
        QCOMPARE(*record.callAt(1).attempts[0].sentBody, std::string("xyz"));
        const double confidence = record.callAt(0).source->confidence;
        QVERIFY2(confidence > 0.5 && confidence <= 0.9,
                 qPrintable(QString::number(confidence))); // another came between
        QVERIFY(record.callAt(2).source->confidence < 0.7);
    }

    /// The SDK of browsers may not set User-Agent.
    void aProgramMayBeNamedBesideTheUserAgent()
    {
        Recording recording;
        recording.pass(request(0, {{"User-Agent", ""}, {"X-Amz-User-Agent", "aws-sdk-js/3.1"}}),
                       response(200));
        recording.pass(request(10, {{"User-Agent", std::string(5000, 'x')}}), response(200));
        QCOMPARE(recording.grouping.record().callAt(0).source->userAgent, std::string("aws-sdk-js/3.1"));
        QCOMPARE(recording.grouping.record().callAt(1).source->userAgent.size(), std::size_t{1024});
    }

    void aServiceThatIsNamedIsNotGuessed()
    {
        const std::vector<Header> dynamo{{"X-Amz-Target", "DynamoDB_20120810.GetItem"}};
        const auto serviceOf = [&dynamo](const std::string& named) {
            CallGrouping grouping(recordedHeader(WallTime{1767225600000}, named));
            grouping.end(grouping.begin(request(0, dynamo)), at(1), response(200));
            return grouping.record().header().spec.service;
        };
        QCOMPARE(serviceOf(""), std::string("dynamodb"));
        QCOMPARE(serviceOf("s3"), std::string("s3"));
    }

    void everyChangeIsTold()
    {
        Lines told;
        CallGrouping grouping(recordedHeader(WallTime{1767225600000}), [&told](Place place) {
            told.push_back(std::to_string(place.call) + "." + std::to_string(place.attempt));
        });
        grouping.end(grouping.begin(request(0)), at(1), response(503));
        grouping.end(grouping.begin(request(50)), at(51), response(200));
        // Begun, ended, retried, begun again, ended, and the call is over.
        QCOMPARE(told, (Lines{"0.0", "0.0", "0.0", "0.1", "0.1", "0.-1"}));
    }

    /// None of them may be taken to be over, so there may be more.
    void callsThatAreAllUnderWayAreKept()
    {
        Recording recording;
        for (int call = 0; call < 10'010; ++call) {
            (void)recording.grouping.begin(request(call, withId(std::to_string(call), 1)));
        }
        const std::vector<CallRecord>& calls = recording.grouping.record().calls();
        const auto areAll = [&calls](CallVerdict verdict) {
            return std::all_of(calls.begin(), calls.end(),
                               [verdict](const CallRecord& call) { return call.verdict == verdict; });
        };
        QCOMPARE(calls.size(), std::size_t{10'010});
        QVERIFY(areAll(CallVerdict::Running));
        recording.grouping.finish(at(20'000));
        QVERIFY(areAll(CallVerdict::Cancelled));
    }

    void manyOpenCallsAreBoundedAndQuick()
    {
        Recording recording;
        for (int call = 0; call < 30'000; ++call) {
            recording.pass(request(call, withId(std::to_string(call), 1)), response(500));
        }
        recording.grouping.finish(at(40'000));
        QCOMPARE(recording.grouping.record().calls().size(), std::size_t{30'000});
        QVERIFY(std::all_of(recording.grouping.record().calls().begin(),
                            recording.grouping.record().calls().end(),
                            [](const CallRecord& call) { return call.verdict == CallVerdict::Failed; }));
    }

    void theRecordIsReadBackAsItWas()
    {
        Recording recording;
        AttemptFacts slowDown = response(503);
        auto body = std::make_shared<Response>(*slowDown.response);
        body->body = "<Error><Code>SlowDown</Code></Error>";
        body->bodyBytes = static_cast<std::int64_t>(body->body.size());
        body->parsed = io::parseBody(body->headers, QByteArray::fromStdString(body->body));
        slowDown.response = body;
        recording.pass(request(0, withId("a", 1)), slowDown);
        recording.pass(request(400, withId("a", 2)), response(200));
        recording.pass(request(500, {{"User-Agent", "curl/7.88.1"}}), response(404));
        recording.grouping.finish(at(2000));
        const RunRecord& record = recording.grouping.record();
        const QByteArray json = io::recordBytes(record);
        QVERIFY(json.contains("\"origin\": \"recorded\""));
        QVERIFY(json.contains("\"groupedBy\": \"invocationId\""));
        QVERIFY(json.contains("\"draw\": null"));
        QVERIFY(json.contains("\"plannedDelayMs\": null"));
        QVERIFY(json.contains("\"delayWindowMs\": null"));
        QVERIFY(json.contains("\"declaredAttempt\": 2"));
        const io::Result<RunRecord> read = io::recordFromJson(json, QStringLiteral("r.json"));
        QVERIFY2(read, read ? "" : qPrintable(read.error().text()));
        QCOMPARE(io::recordBytes(read.value()), json);
        QCOMPARE(read.value().calls().size(), std::size_t{2});
        QCOMPARE(read.value().callAt(0).attempts[0].actualDelay, OptionalDuration(ms(399)));
        QVERIFY(read.value().header().isRecorded);
        // Under its own policy it is as it was; under another, that one decides.
        QVERIFY(whatIf(record, record.header().policy->policy, BeyondRecord::Stop).calls() == record.calls());
        const RunRecord other = whatIf(record, plainPolicy(), BeyondRecord::Stop);
        QVERIFY(!other.header().isRecorded);
        QCOMPARE(linesOf(other), (std::vector<std::string>{"retry 0.000", "succeed", "stop notRetryable"}));
    }

    void whatClientsSayOfTheirAttempts_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("id");
        QTest::addColumn<int>("attempt");
        QTest::addColumn<int>("max");
        QTest::newRow("AWS") << "amz-sdk-request"
                             << "ttl=20260101T000000Z; attempt=2; max=3"
                             << "" << 2 << 3;
        QTest::newRow("Ruby counts from 0") << "amz-sdk-request"
                                            << "attempt=0; max=3"
                                            << "" << 0 << 3;
        QTest::newRow("no number") << "amz-sdk-request"
                                   << "attempt=x; max=99999999999"
                                   << "" << -1 << -1;
        QTest::newRow("Google") << "x-goog-api-client"
                                << "gl-node/20 gccl/7.1 gccl-invocation-id/4f gccl-attempt-count/2"
                                << "gccl-invocation-id: 4f" << 2 << -1;
        QTest::newRow("OpenAI") << "x-stainless-retry-count"
                                << "1"
                                << "" << 2 << -1;
        QTest::newRow("Azure") << "x-ms-client-request-id"
                               << " 77 "
                               << "x-ms-client-request-id: 77" << -1 << -1;
        QTest::newRow("not retried yet") << "x-stainless-retry-count"
                                         << "0"
                                         << "" << 1 << -1;
        QTest::newRow("not a count") << "x-stainless-retry-count"
                                     << "often"
                                     << "" << -1 << -1;
        QTest::newRow("a number and more") << "amz-sdk-request"
                                           << "attempt=2x; max=3 "
                                           << "" << -1 << 3;
        QTest::newRow("beyond all bounds") << "amz-sdk-request"
                                           << "attempt=10001; max=0"
                                           << "" << -1 << -1;
        QTest::newRow("below zero") << "amz-sdk-request"
                                    << "attempt=-1; max=10000"
                                    << "" << -1 << 10000;
        QTest::newRow("other parameters") << "amz-sdk-request"
                                          << "ttl=20260101T000000Z;"
                                          << "" << -1 << -1;
        QTest::newRow("an empty id") << "x-ms-client-request-id"
                                     << "  "
                                     << "" << -1 << -1;
        QTest::newRow("too long") << "idempotency-key" << QString(300, u'x') << "" << -1 << -1;
    }
    void whatClientsSayOfTheirAttempts()
    {
        QFETCH(QString, name);
        QFETCH(QString, value);
        QFETCH(QString, id);
        QFETCH(int, attempt);
        QFETCH(int, max);
        Headers headers;
        headers.add(name.toStdString(), value.toStdString());
        const DeclaredAttempt declared = declaredIn(headers);
        QCOMPARE(declared.callId, id.toStdString());
        QCOMPARE(declared.attempt.value_or(-1), attempt);
        QCOMPARE(declared.max.value_or(-1), max);
    }

    /// The surest id, and the client's own count.
    void ofSeveralHeadersTheSurestHolds()
    {
        Headers headers;
        headers.add("Idempotency-Key", "of the caller");
        headers.add("amz-sdk-invocation-id", "of the call");
        headers.add("amz-sdk-request", "attempt=2; max=5");
        headers.add("x-goog-api-client", "gccl-invocation-id/g gccl-attempt-count/7");
        headers.add("x-stainless-retry-count", "8");
        const DeclaredAttempt declared = declaredIn(headers);
        QCOMPARE(declared.callId, std::string("amz-sdk-invocation-id: of the call"));
        QCOMPARE(declared.certainty, 1.0);
        QCOMPARE(declared.attempt, std::optional(2));
        Headers keyed;
        keyed.add("Idempotency-Key", "of the caller");
        QVERIFY(declaredIn(keyed).certainty < 1);
    }

    /// Envoy numbers its attempts, and its request id is the same in all of them.
    void envoysAttemptsAreCounted()
    {
        Headers headers;
        headers.add("x-request-id", "r-1");
        QCOMPARE(declaredIn(headers), DeclaredAttempt()); // which a client can give to whatever it likes
        headers.add("x-envoy-attempt-count", "2");
        QCOMPARE(declaredIn(headers).callId, std::string("x-request-id: r-1"));
        QCOMPARE(declaredIn(headers).attempt, std::optional(2));
        headers.set("x-envoy-attempt-count", "two");
        QCOMPARE(declaredIn(headers), DeclaredAttempt());

        Recording recording;
        for (const auto& [when, count] :
             {std::pair(0, "1"), std::pair(90'000, "2"), std::pair(90'100, "2")}) {
            recording.pass(request(when, {{"x-request-id", "r-1"}, {"x-envoy-attempt-count", count}}),
                           response(503));
        }
        recording.grouping.finish(at(200'000));
        QCOMPARE(recording.grouping.record().calls().size(), 1U);
        QVERIFY(recording.grouping.record().callAt(0).source->groupedBy == GroupedBy::InvocationId);
    }

    void aUserAgentIsSteadyWithoutWhatItsOperationAdds_data()
    {
        QTest::addColumn<QString>("agent");
        QTest::addColumn<QString>("steady");
        QTest::newRow("features of JavaScript 3")
            << "aws-sdk-js/3.1172.0 ua/2.1 os/linux lang/js api/s3#3.1172.0 m/N,E,e"
            << "aws-sdk-js/3.1172.0 ua/2.1 os/linux lang/js api/s3#3.1172.0";
        QTest::newRow("features before the settings of botocore")
            << "Boto3/1.43.67 md/Botocore#1.43.67 m/Z,b,D cfg/retry-mode#legacy"
            << "Boto3/1.43.67 md/Botocore#1.43.67 cfg/retry-mode#legacy";
        QTest::newRow("command of the CLI") << "aws-cli/2.9.19 Python/3.11.2 command/s3.ls"
                                            << "aws-cli/2.9.19 Python/3.11.2";
        QTest::newRow("command of a newer CLI")
            << "aws-cli/2.31.0 md/prompt#off md/command#s3api.get-object ft/x"
            << "aws-cli/2.31.0 md/prompt#off";
        QTest::newRow("all else stays") << "got (https://github.com/sindresorhus/got) am/1"
                                        << "got (https://github.com/sindresorhus/got) am/1";
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("nothing else") << "m/E"
                                      << "";
    }
    void aUserAgentIsSteadyWithoutWhatItsOperationAdds()
    {
        QFETCH(QString, agent);
        QFETCH(QString, steady);
        QCOMPARE(QString::fromStdString(steadyUserAgent(agent.toStdString())), steady);
    }

    /// S3 in JavaScript 3 names other features with a PUT than with a GET.
    void aClientIsOneWhateverItsOperationsAddToItsUserAgent()
    {
        const auto agent = [](const char* features) {
            return std::vector<Header>{
                {"User-Agent", std::string("aws-sdk-js/3.1172.0 ua/2.1 lang/js m/") + features}};
        };
        Recording recording;
        recording.pass(request(0, agent("N,E"), "/b/one"), response(200));
        recording.pass(request(10, agent("N,Z"), "/b/two"), response(503));
        recording.pass(request(100, agent("N,Z,e"), "/b/two"), response(200));
        recording.pass(request(200, {{"User-Agent", "curl/8.1"}}), response(200));
        recording.grouping.finish(at(300));
        const RunRecord& record = recording.grouping.record();
        QCOMPARE(recording.calls(),
                 (Lines{"200 succeeded, none", "503 200 succeeded, timing", "200 succeeded, none"}));
        QCOMPARE(record.callAt(0).client, 1);
        QCOMPARE(record.callAt(1).client, 1);
        QCOMPARE(record.callAt(1).call, 2);
        QCOMPARE(record.callAt(2).client, 2);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstCallGrouping)

#include "tst_call_grouping.moc"
