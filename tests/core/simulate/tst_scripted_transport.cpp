// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/scripted_transport.h"
#include "core/simulate/virtual_scheduler.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

const WallTime kStart{1767225600000}; // 2026-01-01T00:00:00Z
constexpr double kReadTimeout = 1000;
constexpr double kConnectTimeout = 300;

RequestSpec request(std::string method = "GET")
{
    RequestSpec spec{.method = std::move(method)};
    spec.readTimeout = ms(kReadTimeout);
    spec.connectTimeout = ms(kConnectTimeout);
    return spec;
}

struct Ending
{
    AttemptFacts facts;
    Duration duration{0};
};

/// A transport with one step and everything around it.
class Bench
{
public:
    explicit Bench(Scenario scenario)
        : m_scenario(std::move(scenario)), transport(m_scenario, scheduler, kStart, 1)
    {
    }

    Ending send(const RequestSpec& spec, int call = 1, int attempt = 1, bool resendsUnseen = false)
    {
        return send({.spec = &spec,
                     .call = call,
                     .attempt = attempt,
                     .resendsUnseen = resendsUnseen,
                     .body = &spec.body});
    }

    Ending send(const OutgoingAttempt& attempt)
    {
        const Instant sent = scheduler.now();
        std::optional<Ending> response;
        transport.send(attempt, [&](AttemptFacts facts) {
            response = Ending{std::move(facts), scheduler.now() - sent};
        });
        [&] {
            QVERIFY(!response);
        }(); // never from inside send()
        while (!response && scheduler.runNext()) {
        }
        return response.value_or(Ending{});
    }

private:
    Scenario m_scenario;

public:
    VirtualScheduler scheduler;
    ScriptedTransport transport;
};

Ending responded(const EndpointStep& step, const RequestSpec& spec = request())
{
    return Bench({.steps = {step}}).send(spec);
}

EndpointStep xmlStep(Misbehaviour fault = Misbehaviour::None)
{
    EndpointStep step{.fault = fault, .status = 503, .reason = "Slow Down"};
    step.body = "<Error><Code>SlowDown</Code></Error>\n";
    step.parsed = {.isEmpty = false,
                   .isXml = true,
                   .xmlRoot = "Error",
                   .text = "<Error><Code>SlowDown</Code></Error>",
                   .fields = {{"xml:Error/Code", "SlowDown"}}};
    return step;
}

std::string faultOf(const Ending& response)
{
    return response.facts.fault ? named(response.facts.fault->kind) : std::string("none");
}

} // namespace

class TstScriptedTransport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// net/http and libcurl do so; the steps are those of a server, which counts requests.
    void aDeadKeptConnectionIsTriedAgainUnseen()
    {
        const EndpointStep dies{.fault = Misbehaviour::Close};
        const RequestSpec spec = request();
        Bench bench({.steps = {EndpointStep{.status = 500}, dies, EndpointStep{.status = 200}, dies}});
        QCOMPARE(bench.send(spec, 1, 1, true).facts.hiddenSends, 0);
        const Ending second = bench.send(spec, 1, 2, true);
        QCOMPARE(second.facts.hiddenSends, 1);
        QVERIFY(second.facts.response);
        QCOMPARE(second.facts.response->status, 200);
        const Ending third = bench.send(spec, 1, 3, true);
        QCOMPARE(third.facts.hiddenSends, 1);
        QVERIFY(third.facts.fault);
        QCOMPARE(bench.send(spec, 1, 4, true).facts.hiddenSends, 0); // on a fresh connection
    }

    /// Each of them has a connection of its own, and its own place in the scenario.
    void whatOneClientSendsUnseenDoesNotMoveTheOthers()
    {
        const RequestSpec spec = request();
        Bench bench({.steps = {EndpointStep{.status = 503}, EndpointStep{.fault = Misbehaviour::Close},
                               EndpointStep{.status = 500}, EndpointStep{.status = 200}}});
        const auto sendAll = [&](int attempt) {
            std::string line;
            for (int client = 1; client <= 3; ++client) {
                const Ending ending =
                    bench.send({.spec = &spec, .client = client, .attempt = attempt, .resendsUnseen = true});
                line += std::to_string(ending.facts.response ? ending.facts.response->status : 0) + '+' +
                        std::to_string(ending.facts.hiddenSends) + ' ';
            }
            return line;
        };
        QCOMPARE(sendAll(1), std::string("503+0 503+0 503+0 "));
        QCOMPARE(sendAll(2), std::string("500+1 500+1 500+1 "));
        QCOMPARE(sendAll(3), std::string("200+0 200+0 200+0 "));
    }

    /// The application makes the same call once more: to the server it goes on where it was.
    void whatWasSentUnseenCountsInTheNextRoundOfTheCall()
    {
        const RequestSpec spec = request();
        Bench bench({.steps = {EndpointStep{.status = 503}, EndpointStep{.fault = Misbehaviour::Close},
                               EndpointStep{.status = 500}, EndpointStep{.status = 200}}});
        const auto statusOf = [&](int call, int attempt, int before) {
            const Ending ending = bench.send({.spec = &spec,
                                              .call = call,
                                              .attempt = attempt,
                                              .attemptsBefore = before,
                                              .scriptCall = 1,
                                              .resendsUnseen = true});
            return ending.facts.response ? ending.facts.response->status : 0;
        };
        QCOMPARE(statusOf(1, 1, 0), 503);
        QCOMPARE(statusOf(1, 2, 0), 500);
        QCOMPARE(statusOf(2, 1, 2), 200);
    }

    void aClientThatLeavesItsConnectionSendsNothingUnseen()
    {
        const RequestSpec spec = request();
        Bench bench({.steps = {EndpointStep{.status = 503}, EndpointStep{.fault = Misbehaviour::Close}}});
        bench.send(spec, 1, 1, true);
        const Ending second =
            bench.send({.spec = &spec, .attempt = 2, .newConnection = true, .resendsUnseen = true});
        QCOMPARE(second.facts.hiddenSends, 0);
        QVERIFY(second.facts.fault);
    }

    void theLimitOfAnAttemptHoldsForAllThatItSends()
    {
        RequestSpec spec = request();
        spec.attemptTimeout = ms(400);
        const auto secondOf = [&spec](double dying, double responding) {
            Bench bench({.steps = {EndpointStep{.status = 503},
                                   EndpointStep{.fault = Misbehaviour::Close, .delay = ms(dying)},
                                   EndpointStep{.status = 200, .delay = ms(responding)}}});
            bench.send(spec, 1, 1, true);
            return bench.send(spec, 1, 2, true);
        };
        const Ending late = secondOf(300, 300);
        QCOMPARE(late.duration, ms(400));
        QCOMPARE(late.facts.hiddenSends, 1);
        QCOMPARE(faultOf(late), std::string("readTimeout"));
        QVERIFY(!late.facts.response);
        const Ending inTime = secondOf(100, 200);
        QCOMPARE(inTime.duration, ms(300));
        QVERIFY(!inTime.facts.fault);
        const Ending cutBefore = secondOf(500, 0);
        QCOMPARE(cutBefore.duration, ms(400));
        QCOMPARE(cutBefore.facts.hiddenSends, 0);
    }

    void aClientThatDoesNotResendSeesTheFault()
    {
        const RequestSpec spec = request();
        Bench bench({.steps = {EndpointStep{.status = 500}, EndpointStep{.fault = Misbehaviour::Close}}});
        bench.send(spec, 1, 1);
        const Ending second = bench.send(spec, 1, 2);
        QCOMPARE(second.facts.hiddenSends, 0);
        QVERIFY(second.facts.fault);
    }

    void faultsWithoutAnAnswer_data()
    {
        QTest::addColumn<int>("fault");
        QTest::addColumn<double>("delay");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<double>("duration");
        const auto row = [](const char* name, Misbehaviour fault, double delay, const char* kind,
                            double duration) {
            QTest::newRow(name) << static_cast<int>(fault) << delay << QByteArray(kind) << duration;
        };
        row("close", Misbehaviour::Close, 0, "closedBeforeResponse", 0);
        row("closeLater", Misbehaviour::Close, 40, "closedBeforeResponse", 40);
        row("closeTooLate", Misbehaviour::Close, kReadTimeout, "readTimeout", kReadTimeout);
        row("reset", Misbehaviour::Reset, 0, "connectionReset", 0);
        row("resetLater", Misbehaviour::Reset, 40, "connectionReset", 40);
        row("garbage", Misbehaviour::Garbage, 40, "malformedResponse", 40);
        row("cutHead", Misbehaviour::CutHead, 40, "responseTruncated", 40);
        row("cutHeadReset", Misbehaviour::CutHeadReset, 0, "responseReset", 0);
        row("cutHeadTooLate", Misbehaviour::CutHead, kReadTimeout, "readTimeout", kReadTimeout);
        row("hang", Misbehaviour::Hang, 0, "readTimeout", kReadTimeout);
        row("refuse", Misbehaviour::Refuse, 0, "connectionRefused", 0);
        row("tlsFail", Misbehaviour::TlsFail, 0, "tlsFailed", 0);
        row("noHost", Misbehaviour::NoHost, 0, "hostNotFound", 0);
        row("noConnect", Misbehaviour::NoConnect, 0, "connectTimeout", kConnectTimeout);
    }

    void faultsWithoutAnAnswer()
    {
        QFETCH(int, fault);
        QFETCH(double, delay);
        QFETCH(QByteArray, kind);
        QFETCH(double, duration);
        const Ending found = responded({.fault = static_cast<Misbehaviour>(fault), .delay = ms(delay)});
        QCOMPARE(faultOf(found), kind.toStdString());
        QVERIFY(!found.facts.response);
        QCOMPARE(found.duration, ms(duration));
    }

    void aKeptConnectionIsClosedOnItsSecondRequest()
    {
        Bench bench(
            {.steps = {{.fault = Misbehaviour::CloseKept, .status = 503, .delay = ms(5), .repeat = 4}}});
        const RequestSpec spec = request();
        QCOMPARE(bench.send(spec, 1, 1).facts.response->status, 503);
        const Ending second = bench.send(spec, 1, 2);
        QCOMPARE(faultOf(second), std::string("closedBeforeResponse"));
        QCOMPARE(second.duration, ms(5));
        QCOMPARE(bench.send(spec, 1, 3).facts.response->status, 503); // on a new one
    }

    void aStepThatClosesLeavesNoConnection_data()
    {
        QTest::addColumn<EndpointStep>("step");
        QTest::addColumn<QString>("connection");
        QTest::newRow("closes") << EndpointStep{.status = 503, .close = true} << QStringLiteral("close");
        QTest::newRow("before the body")
            << EndpointStep{.status = 503, .beforeBody = true} << QStringLiteral("close");
        QTest::newRow("says it itself")
            << EndpointStep{.status = 503, .headers = {{{"Connection", "Close"}}}, .close = true}
            << QStringLiteral("Close");
        QTest::newRow("stays") << EndpointStep{.status = 503} << QString();
        QTest::newRow("says that it stays")
            << EndpointStep{.status = 503, .headers = {{{"Connection", "keep-alive"}}}}
            << QStringLiteral("keep-alive");
    }
    void aStepThatClosesLeavesNoConnection()
    {
        QFETCH(EndpointStep, step);
        QFETCH(QString, connection);
        EndpointStep next{.fault = Misbehaviour::CloseKept, .status = 200};
        Bench bench({.steps = {step, next}});
        const RequestSpec spec = request();
        const Ending first = bench.send(spec, 1, 1);
        const std::string* found = first.facts.response->headers.find("connection");
        QCOMPARE(found ? QString::fromStdString(*found) : QString(), connection);
        const bool isKept = connection.compare(QStringLiteral("close"), Qt::CaseInsensitive) != 0;
        QCOMPARE(bench.send(spec, 1, 2).facts.response == nullptr, isKept);
    }

    void framingThatTheStepSaysIsNotSaidTwice()
    {
        EndpointStep step{.status = 200, .headers = {{{"Transfer-Encoding", "chunked"}}}, .body = "abc"};
        QVERIFY(!responded(step).facts.response->headers.contains("content-length"));
        step.headers = {{{"Content-Length", "3"}}};
        const Headers headers = responded(step).facts.response->headers;
        QCOMPARE(std::ranges::count(headers.entries, std::string("Content-Length"), &Header::name), 1);
        step.status = 304;
        step.headers = {};
        QVERIFY(!responded(step).facts.response->headers.contains("content-length"));
    }

    void aStepThrottlesWhatComesTooFast()
    {
        EndpointStep step{.status = 200};
        step.throttle = ThrottleSpec{.ratePerSecond = 10, .burst = 2, .templateName = "slow-down"};
        step.throttled = {EndpointStep{.status = 503}};
        Bench bench({.steps = {step}});
        const auto status = [&bench](int call) {
            return bench.send(request(), call).facts.response->status;
        };
        const auto pass = [&bench](double milliseconds) {
            bool isOver = false;
            bench.scheduler.after(ms(milliseconds), [&isOver] { isOver = true; });
            while (!isOver && bench.scheduler.runNext()) {
            }
        };
        QCOMPARE(status(1), 200); // the burst
        QCOMPARE(status(2), 200);
        QCOMPARE(status(3), 503);
        pass(99);
        QCOMPARE(status(4), 503); // a refused request takes no token
        pass(1);
        QCOMPARE(status(5), 200);
        QCOMPARE(status(6), 503);
        for (int call = 7; call < 17; ++call) { // at exactly the rate none is refused
            pass(100);
            QCOMPARE(status(call), 200);
        }
        pass(10'000);
        QCOMPARE(status(20), 200); // no more than the burst is saved up
        QCOMPARE(status(21), 200);
        QCOMPARE(status(22), 503);
    }

    void anAnswerHoldsWhatTheStepSays()
    {
        EndpointStep step = xmlStep();
        step.delay = ms(25);
        step.headers.add("Content-Type", "application/xml");
        const Ending found = responded(step);
        QVERIFY(!found.facts.fault);
        QCOMPARE(found.duration, ms(25));
        const Response& response = *found.facts.response;
        QCOMPARE(response.status, 503);
        QCOMPARE(response.reason, std::string("Slow Down"));
        QCOMPARE(response.body, step.body);
        QCOMPARE(response.bodyBytes, std::int64_t{37});
        QVERIFY(response.parsed == step.parsed);
        QVERIFY(response.headers == (Headers{{{"Content-Type", "application/xml"},
                                              {"Date", "Thu, 01 Jan 2026 00:00:00 GMT"},
                                              {"Content-Length", "37"}}}));
        QVERIFY(response.date == kStart);
        QVERIFY(found.facts.phases == (Phases{.send = ms(0), .wait = ms(25), .receive = ms(0)}));
    }

    void aDateOfTheStepIsKept()
    {
        EndpointStep step = xmlStep();
        step.headers.add("date", "{date+3600}");
        const Ending found = responded(step);
        QVERIFY(found.facts.response->date == kStart + std::chrono::hours{1});
    }

    void placeholdersAreFilledInBodiesAndFields()
    {
        EndpointStep step = xmlStep();
        step.body = "<Error><RequestId>{requestId}</RequestId></Error>";
        step.parsed.fields = {{"xml:Error/RequestId", "{requestId}"}};
        Bench bench({.steps = {step}});
        const RequestSpec spec = request();
        const Ending first = bench.send(spec, 1, 1);
        const Ending second = bench.send(spec, 1, 2);
        const std::string id = requestIdFor(1, 1, 1, 1);
        QVERIFY(first.facts.response->body.find(id) != std::string::npos);
        QCOMPARE(first.facts.response->parsed.fields.front().text, id);
        QCOMPARE(second.facts.response->parsed.fields.front().text, requestIdFor(1, 1, 1, 2));
    }

    void datesMoveOnWithTheRun()
    {
        EndpointStep step = xmlStep();
        step.delay = ms(400);
        Bench bench({.steps = {step}});
        const RequestSpec spec = request();
        for (const int seconds : {0, 0, 1, 1, 2}) {
            QVERIFY(bench.send(spec).facts.response->date == kStart + std::chrono::seconds{seconds});
        }
    }

    void someAnswersCarryNoBody_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<int>("status");
        QTest::addColumn<int>("fault");
        for (const Misbehaviour fault :
             {Misbehaviour::None, Misbehaviour::Truncate, Misbehaviour::TruncateReset}) {
            const int number = static_cast<int>(fault);
            QTest::addRow("head %d", number) << QByteArray("HEAD") << 503 << number;
            QTest::addRow("204 %d", number) << QByteArray("GET") << 204 << number;
            QTest::addRow("304 %d", number) << QByteArray("GET") << 304 << number;
        }
    }

    void someAnswersCarryNoBody()
    {
        QFETCH(QByteArray, method);
        QFETCH(int, status);
        QFETCH(int, fault);
        EndpointStep step = xmlStep(static_cast<Misbehaviour>(fault));
        step.status = status;
        step.announcedBytes = 100;
        const Ending found = responded(step, request(method.toStdString()));
        QCOMPARE(faultOf(found), std::string("none"));
        QVERIFY(found.facts.response->body.empty());
        QVERIFY(found.facts.response->parsed == ParsedBody{});
    }

    void answersCutShortKeepTheirStatus_data()
    {
        QTest::addColumn<EndpointStep>("step");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<double>("duration");
        QTest::addColumn<bool>("isParsed");
        const auto row = [](const char* name, const EndpointStep& step, const char* kind, double duration,
                            bool isParsed = true) {
            QTest::newRow(name) << step << QByteArray(kind) << duration << isParsed;
        };
        row("truncate", xmlStep(Misbehaviour::Truncate), "responseTruncated", 0);
        row("truncateReset", xmlStep(Misbehaviour::TruncateReset), "responseReset", 0);
        EndpointStep nothing = xmlStep(Misbehaviour::Truncate);
        nothing.missingBytes = 0;
        row("nothingMissing", nothing, "none", 0);
        nothing.fault = Misbehaviour::TruncateReset;
        row("nothingMissingBeforeAReset", nothing, "none", 0);
        EndpointStep longer = xmlStep();
        longer.announcedBytes = 38;
        row("announcesTooMuchAndStays", longer, "readTimeout", kReadTimeout);
        longer.beforeBody = true;
        row("announcesTooMuchAndClosesAtOnce", longer, "responseTruncated", 0);
        longer.beforeBody = false;
        longer.close = true;
        row("announcesTooMuchAndCloses", longer, "responseTruncated", 0);
        EndpointStep exact = xmlStep();
        exact.announcedBytes = 37;
        row("announcesExactly", exact, "none", 0);
        EndpointStep shorter = xmlStep();
        shorter.announcedBytes = 36;
        row("announcesAllButABlank", shorter, "none", 0);
        shorter.announcedBytes = 35;
        row("announcesTooLittle", shorter, "none", 0, false);
        shorter.announcedBytes = -1;
        row("announcesLessThanNothing", shorter, "none", 0, false);
    }

    void answersCutShortKeepTheirStatus()
    {
        QFETCH(EndpointStep, step);
        QFETCH(QByteArray, kind);
        QFETCH(double, duration);
        QFETCH(bool, isParsed);
        const Ending found = responded(step);
        QCOMPARE(faultOf(found), kind.toStdString());
        QCOMPARE(found.duration, ms(duration));
        QCOMPARE(found.facts.response->status, 503);
        QCOMPARE(found.facts.response->parsed.isXml, isParsed);
        QCOMPARE(found.facts.response->parsed.fields.empty(), !isParsed);
        QCOMPARE(found.facts.response->bodyBytes,
                 static_cast<std::int64_t>(found.facts.response->body.size()));
    }

    void aCutBodyNoLongerMatchesItsChecksum()
    {
        EndpointStep step = xmlStep();
        step.parsed.crc32Matches = true;
        step.announcedBytes = 10;
        const ParsedBody parsed = responded(step).facts.response->parsed;
        QVERIFY(parsed == (ParsedBody{.isEmpty = false,
                                      .opening = "<Error><Co",
                                      .closing = "<Error><Co",
                                      .text = "<Error><Co",
                                      .crc32Matches = false}));
    }

    void theBeginningOfAPageIsNoDocument()
    {
        EndpointStep step{.status = 502, .body = "\n<html><body>" + std::string(100, 'x') + "</body></html>"};
        step.parsed = {.isEmpty = false, .isHtml = true};
        step.announcedBytes = 90;
        const ParsedBody page = responded(step).facts.response->parsed;
        QVERIFY(page.isHtml && page.oddities.empty());
        QCOMPARE(page.text, std::string()); // longer than a word
        step.announcedBytes = 1;
        const ParsedBody blank = responded(step).facts.response->parsed;
        QVERIFY((blank.oddities == std::vector<BodyOddity>{BodyOddity::OnlyBlanks}));
        step.announcedBytes = 0;
        const ParsedBody nothing = responded(step).facts.response->parsed;
        QVERIFY(nothing.isEmpty && !nothing.isHtml);
    }

    void timeoutsCountFromTheLastByte_data()
    {
        QTest::addColumn<int>("fault");
        QTest::addColumn<double>("delay");
        QTest::addColumn<double>("drip");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<double>("duration");
        QTest::addColumn<int>("bodyBytes"); // -1: no response at all
        const auto row = [](const char* name, Misbehaviour fault, double delay, double drip, const char* kind,
                            double duration, int bodyBytes) {
            QTest::newRow(name) << static_cast<int>(fault) << delay << drip << QByteArray(kind) << duration
                                << bodyBytes;
        };
        row("justInTime", Misbehaviour::None, 999, 0, "none", 999, 37);
        row("justTooLate", Misbehaviour::None, 1000, 0, "readTimeout", 1000, -1);
        row("dripsForLonger", Misbehaviour::Drip, 999, 999, "none", 999 + 37 * 999, 37);
        row("dripsTooSlowly", Misbehaviour::Drip, 100, 1000, "readTimeout", 1100, 0);
        row("headDripsTooSlowly", Misbehaviour::DripHead, 0, 1000, "readTimeout", 1000, -1);
        row("firstByteOfTheHeadTooLate", Misbehaviour::DripHead, 500, 500, "readTimeout", 1000, -1);
    }

    void timeoutsCountFromTheLastByte()
    {
        QFETCH(int, fault);
        QFETCH(double, delay);
        QFETCH(double, drip);
        QFETCH(QByteArray, kind);
        QFETCH(double, duration);
        QFETCH(int, bodyBytes);
        EndpointStep step = xmlStep(static_cast<Misbehaviour>(fault));
        step.delay = ms(delay);
        step.drip = ms(drip);
        const Ending found = responded(step);
        QCOMPARE(faultOf(found), kind.toStdString());
        QCOMPARE(found.duration, ms(duration));
        QCOMPARE(found.facts.response ? static_cast<int>(found.facts.response->bodyBytes) : -1, bodyBytes);
    }

    void aDrippedHeadTakesItsBytes()
    {
        EndpointStep step{.fault = Misbehaviour::DripHead, .reason = "OK", .drip = ms(1)};
        const Ending found = responded(step);
        const std::string_view head =
            "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 2026 00:00:00 GMT\r\nContent-Length: 0\r\n\r\n";
        QCOMPARE(found.duration, ms(static_cast<double>(head.size())));
    }

    void withoutAReadTimeoutOnlyTheDeadlineOrPatienceEndsAHang()
    {
        RequestSpec spec = request();
        spec.readTimeout = Duration::zero();
        QCOMPARE(responded({.delay = std::chrono::hours{1}}, spec).duration, Duration{std::chrono::hours{1}});
        QCOMPARE(responded({.fault = Misbehaviour::Hang}, spec).duration, Duration{std::chrono::seconds{60}});
        spec.deadline = ms(5);
        QCOMPARE(responded({.fault = Misbehaviour::Hang}, spec).duration, ms(5));
    }

    void eachCallStartsAtTheFirstStep()
    {
        Bench bench({.steps = {{.status = 503}, {.status = 200}}});
        const RequestSpec spec = request();
        QCOMPARE(bench.send(spec, 1, 1).facts.response->status, 503);
        QCOMPARE(bench.send(spec, 1, 2).facts.response->status, 200);
        QCOMPARE(bench.send(spec, 2, 1).facts.response->status, 503);
    }

    void allCallsShareOneCursorPerEndpoint()
    {
        Bench bench({.steps = {{.status = 503}, {.status = 200}}, .perEndpoint = true});
        const RequestSpec spec = request();
        QCOMPARE(bench.send(spec, 1, 1).facts.response->status, 503);
        QCOMPARE(bench.send(spec, 2, 1).facts.response->status, 200);
    }

    void aCancelledAttemptIsNotReported()
    {
        Bench bench({.steps = {xmlStep()}});
        const RequestSpec spec = request();
        bool told = false;
        const AttemptId id = bench.transport.send({.spec = &spec, .body = &spec.body},
                                                  [&told](const AttemptFacts&) { told = true; });
        bench.transport.cancel(id);
        QVERIFY(!bench.scheduler.runNext());
        QVERIFY(!told);
    }

    void anAttemptEndsWithItsLimitHoweverLivelyItIs()
    {
        EndpointStep step;
        step.status = 503;
        step.body = "0123456789";
        step.fault = Misbehaviour::Drip;
        step.drip = ms(100);
        step.delay = ms(50);
        RequestSpec spec = request();
        spec.attemptTimeout = ms(400);
        const Ending cut = responded(step, spec);
        QCOMPARE(named(cut.facts.fault->kind), std::string("readTimeout"));
        QVERIFY(isAttemptLimit(cut.facts.fault->detail));
        QCOMPARE(cut.facts.response->status, 503);
        QCOMPARE(cut.duration, ms(400));
        spec.attemptTimeout = ms(30);
        const Ending early = responded(step, spec);
        QVERIFY(!early.facts.response);
        QCOMPARE(early.duration, ms(30));
        spec.attemptTimeout = ms(2000);
        QVERIFY(!responded(step, spec).facts.fault);
        step.fault = Misbehaviour::NoConnect;
        spec.attemptTimeout = ms(100);
        const Ending connecting = responded(step, spec);
        QCOMPARE(named(connecting.facts.fault->kind), std::string("connectTimeout"));
        QCOMPARE(connecting.duration, ms(100));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstScriptedTransport)

#include "tst_scripted_transport.moc"
