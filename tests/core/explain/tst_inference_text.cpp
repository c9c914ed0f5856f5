// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/inference_text.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <cmath>

namespace retryscope::test {

namespace {

using Lines = std::vector<std::string>;

PresetFit fit(const std::string& title, double score, std::vector<FitCheck> checks = {})
{
    return {.policy = title, .name = title, .title = title, .score = score, .checks = std::move(checks)};
}

/// A client of which a failure and what it did then were seen.
InferredClient seenClient(std::vector<PresetFit> fits, std::size_t named = 0)
{
    InferredClient client;
    client.seen.failures = 1;
    client.fits = std::move(fits);
    client.named = named;
    return client;
}

InferredClient announcing(const std::string& agent, bool isOneOfSeveral, std::optional<int> max)
{
    InferredClient client;
    client.userAgent = agent;
    client.isOneOfSeveral = isOneOfSeveral;
    client.seen.declaredMax = max;
    return client;
}

const FitCheck kRetriedOnce{.question = FitQuestion::Retried, .asked = 1, .agreed = 1};

FitDifference differs(const std::string& outcome, const std::string& preset = {})
{
    return {.at = {.call = 2, .attempt = 0}, .outcome = outcome, .preset = preset};
}

} // namespace

/// What was inferred of a client, in words.
class TstInferenceText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aClientIsNamedByWhatItSaysOfItself()
    {
        QCOMPARE(clientText({}), std::string("a client without a User-Agent"));
        QCOMPARE(clientText(announcing("", true, 4)),
                 std::string("a client without a User-Agent, announces max=4"));
        QCOMPARE(clientText(announcing("Boto3/1", true, {})), std::string("Boto3/1, announces no max"));
        QCOMPARE(clientText(announcing("Boto3/1", false, 4)), std::string("Boto3/1"));
    }

    /// It comes from outside.
    void aUserAgentIsOneShortLine()
    {
        QCOMPARE(clientText({.userAgent = std::string(100, 'x')}), std::string(100, 'x'));
        QCOMPARE(clientText({.userAgent = std::string(101, 'x')}), std::string(100, 'x') + "…");
        const std::string hostile = clientText({.userAgent = "a\r\nb\x1b[31m\u202Ec"});
        for (const char* mark : {"\r", "\n", "\x1b", "\u202E"}) {
            QVERIFY2(hostile.find(mark) == std::string::npos, hostile.c_str());
        }
    }

    void theHeadlineNamesThePresetOrSaysWhyNot()
    {
        QCOMPARE(fitHeadline({}), std::string("No preset was compared."));
        InferredClient idle = seenClient({fit("A", 1)});
        idle.seen.failures = 0;
        QCOMPARE(fitHeadline(idle),
                 std::string("No request failed, so nothing shows how this client retries."));
        QCOMPARE(fitHeadline(seenClient({fit("A", 0.99)})),
                 std::string("No preset matches this client. Measured: 1 failure was not retried."));
        PresetFit set = fit("A", 0.8, {kRetriedOnce});
        QCOMPARE(fitHeadline(seenClient({set, fit("B", 0.7)}, 1)),
                 std::string("This client matches A (from 1 failure)."));
        set.attempts = 4;
        QCOMPARE(fitHeadline(seenClient({set}, 1)),
                 std::string("This client matches A, set to at least 4 attempts (from 1 failure)."));
    }

    void allThatExplainItAlikeAreNamed()
    {
        InferredClient client = seenClient({fit("A", 0.9), fit("B", 0.9), fit("C", 0.9), fit("D", 0.1)}, 2);
        QCOMPARE(fitHeadline(client),
                 std::string("2 presets match this client equally well: A; and B (from 1 failure)."));
        QCOMPARE(fitTitle(client), std::string("2 presets match this client equally well (from 1 failure)."));
        client.named = 3;
        client.seen.failures = 2;
        client.seen.backoff.waits = {{.retry = 1, .count = 2}, {.retry = 2, .count = 1}};
        QCOMPARE(
            fitHeadline(client),
            std::string(
                "3 presets match this client equally well: A; B; and C (from 2 failures and 3 delays)."));
        for (int more = 0; more < 8; ++more) {
            client.fits.push_back(fit("more", 0.9));
        }
        client.named = client.fits.size();
        QVERIFY2(fitHeadline(client).find("A; B; C; D; and 8 more (") != std::string::npos,
                 fitHeadline(client).c_str());
    }

    void whatWouldTellThemApartIsSaid()
    {
        InferredClient client = seenClient({fit("A", 0.9), fit("B", 0.9)}, 2);
        QCOMPARE(fitRemarks(client), Lines{"They decide the same in everything that a preset describes, so "
                                           "no recording can tell them apart."});
        client.distinctions = {{.outcome = "429"},
                               {.outcome = "connectionReset"},
                               {.kind = DistinctionKind::Delays, .delays = 8},
                               {.kind = DistinctionKind::Attempts},
                               {.kind = DistinctionKind::Throttled}};
        QCOMPARE(fitRemarks(client),
                 Lines{"To tell them apart, record a call that gets 429, a call that fails like this: the "
                       "connection was reset before a response, 8 more delays, a call that fails until the "
                       "client gives up, or several throttled calls in a row. Let the calls finish before "
                       "you stop the recording."});
        client.saidVersion = "1.43.11";
        client.recordedVersion = "1.43.67";
        QCOMPARE(fitRemarks(client).back(),
                 std::string("The client reports version 1.43.11, which is older than the recorded 1.43.67. "
                             "What changed between the two is unknown."));
        client.isNewer = true;
        QVERIFY(fitRemarks(client).back().find("newer than") != std::string::npos);
    }

    /// Between two recorded versions the difference of the two is what is known of a change.
    void whatChangedBetweenTwoRecordedVersionsIsSaid()
    {
        InferredClient client = seenClient({fit("A", 0.9)}, 1);
        client.saidVersion = "1.5";
        client.recordedVersion = "1.0";
        client.isNewer = true;
        client.between = VersionStep{plainPolicy(), plainPolicy()};
        client.between->older.version = "1.0";
        client.between->newer.version = "2.0";
        QCOMPARE(fitRemarks(client),
                 Lines{"The client reports version 1.5, which is between the recorded 1.0 and 2.0. These two "
                       "have the same numbers and decide the same on all common responses."});
        client.between->newer.attempts.max = client.between->older.attempts.max + 2;
        client.between->newer.rules.insert(client.between->newer.rules.begin(),
                                           ruleFor("421", {.statusIn = {{421, 421}}}, ErrorKind::Transient));
        QCOMPARE(fitRemarks(client),
                 Lines{"The client reports version 1.5, which is between the recorded 1.0 and 2.0. These "
                       "two differ in attempts (3 → 5) and 421 (not retried → retried)."});
    }

    /// Its name is one thing, what it does another.
    void aClientThatDoesOtherThanItsNameIsToldSo()
    {
        FitCheck check = kRetriedOnce;
        check.agreed = 0;
        check.differences = {differs("404")};
        PresetFit own = fit("curl --retry 3", 0.5, {check});
        own.agent = AgentMatch::Own;
        QCOMPARE(fitRemarks(seenClient({fit("A", 0.9), own})),
                 Lines{"Its user agent is that of curl --retry 3, but the client behaves differently: call "
                       "3, attempt 1: retried after 404, but the preset does not retry."});
        QCOMPARE(
            fitRemarks(seenClient({fit("A", 0.9)})),
            Lines{
                "Nothing contradicts A, but the recording shows too little to tell it from other programs."});
    }

    void whatWasMeasuredIsSaidOfAnyClient()
    {
        SeenClient seen;
        seen.failures = 4;
        seen.retried = 3;
        seen.attempts = 4;
        seen.isMaxKnown = true;
        seen.backoff.jitter = Jitter::None;
        seen.backoff.waits = {{.retry = 1, .count = 3, .median = ms(1000)},
                              {.retry = 2, .count = 3, .median = ms(2000)}};
        seen.hints = {{.header = "Retry-After", .obeyed = Obeyed::Yes}};
        QCOMPARE(measuredText(seen),
                 std::string("4 attempts, delays of 1 s and 2 s, no jitter, obeys Retry-After"));
        seen.isMaxKnown = false;
        seen.backoff.jitter.reset();
        seen.backoff.waits = {{.retry = 1, .count = 2, .least = ms(100), .most = ms(300)}};
        seen.hints.front().obeyed = Obeyed::No;
        QCOMPARE(measuredText(seen),
                 std::string("at least 4 attempts, delays of 100 to 300 ms, does not obey Retry-After"));
        seen.hints.front().obeyed = Obeyed::Unknown;
        QVERIFY(measuredText(seen).ends_with("300 ms"));
    }

    void aHintIsSaidWithItsNumbers()
    {
        SeenHint hint{.header = "Retry-After", .asked = ms(1000), .waited = ms(1010)};
        QCOMPARE(hintSentences(hint),
                 std::string("Retry-After: the client waited 1.01 s when the server asked for 1 s. The "
                             "recording does not show the client's own delay."));
        hint.ownLeast = ms(4000);
        hint.ownMost = ms(4000);
        hint.obeyed = Obeyed::Yes;
        QCOMPARE(hintSentences(hint),
                 std::string("Retry-After: the client waited 1.01 s when the server asked for 1 s. Its own "
                             "delay would be 4 s. So it obeys the hint."));
        hint.obeyed = Obeyed::No;
        QVERIFY(hintSentences(hint).ends_with("So it does not obey the hint."));
        hint.obeyed = Obeyed::Unknown;
        QVERIFY(hintSentences(hint).ends_with("The delay fits both."));
    }

    void activityIsCounted()
    {
        QCOMPARE(activitySentences({.calls = 1, .requests = 1, .attempts = 1}),
                 std::string("1 call, 1 request; 0 of 0 failures retried; at most 1 attempt in a call."));
        QCOMPARE(activitySentences({.calls = 23,
                                    .requests = 41,
                                    .failures = 24,
                                    .retried = 18,
                                    .attempts = 3,
                                    .declaredMax = 3,
                                    .isMaxKnown = true}),
                 std::string("23 calls, 41 requests; 18 of 24 failures retried; at most 3 attempts in a "
                             "call, announced max=3."));
        QCOMPARE(
            activitySentences({.calls = 1, .requests = 2, .failures = 1, .retried = 1, .attempts = 2}),
            std::string(
                "1 call, 2 requests; 1 of 1 failure retried; at most 2 attempts in a call. The client makes "
                "at least 1 retry. Its maximum is unknown: it never gave up during the recording."));
        const std::string odd =
            activitySentences({.attempts = 2, .isMaxKnown = true, .resent = 2, .endedEarly = 1});
        QVERIFY2(odd.ends_with("call. 1 call ended earlier than others with the same failure, which an empty "
                               "retry quota would explain. The client's HTTP library sent 2 requests again, "
                               "with an attempt number already used."),
                 odd.c_str());
    }

    void aBackoffIsSaidAsFarAsItIsKnown()
    {
        QCOMPARE(backoffSentence({}), std::string());
        BackoffEstimate backoff;
        backoff.waits = {{.retry = 1, .count = 1, .least = ms(100), .most = ms(100)},
                         {.retry = 2, .count = 2, .least = ms(150), .most = ms(300)}};
        const std::string few =
            "Backoff unknown: the delays (100 ms, then 150 to 300 ms) do not determine it.";
        QCOMPARE(backoffSentence(backoff), few);
        backoff.jitter = Jitter::Full;
        QCOMPARE(backoffSentence(backoff), few);
        backoff.base = ms(1000);
        QCOMPARE(backoffSentence(backoff), std::string("Backoff: full jitter, first from 0 to about 1 s."));
        backoff.growth = MeasuredNumber{2, 1.95, 2.05};
        QCOMPARE(
            backoffSentence(backoff),
            std::string(
                "Backoff: full jitter, first from 0 to about 1 s, then 2.0 times as long with each retry."));
        backoff.growth = MeasuredNumber{2, 1.7, 2.3};
        QVERIFY(backoffSentence(backoff).ends_with(", then 1.7 to 2.3 times as long with each retry."));
        backoff.growth = MeasuredNumber{2, 1.95, 2.05};
        backoff.jitter = Jitter::Equal;
        backoff.cap = ms(20'000);
        QCOMPARE(backoffSentence(backoff),
                 std::string("Backoff: equal jitter (half fixed, half random), first up to about 1 s, then "
                             "2.0 times as long with each retry, up to about 20 s."));
        backoff.jitter = Jitter::None;
        backoff.growth.reset();
        backoff.cap.reset();
        QCOMPARE(backoffSentence(backoff), std::string("Backoff: no jitter, first about 1 s."));
    }

    /// A long list of waits says no more than its beginning.
    void ofManyWaitsTheFirstAreShown()
    {
        BackoffEstimate backoff;
        for (int retry = 1; retry <= 10; ++retry) {
            backoff.waits.push_back({.retry = retry, .count = 1, .least = ms(retry), .most = ms(retry)});
        }
        QCOMPARE(
            backoffSentence(backoff),
            std::string("Backoff unknown: the delays (1 ms, then 2 ms, then 3 ms, then 4 ms, "
                        "then 5 ms, then 6 ms, then 7 ms, then 8 ms, then 2 more) do not determine it."));
    }

    void agreementListsTheChecksThatSaySomething()
    {
        QCOMPARE(agreementText(fit("A", 1)), std::string());
        const auto of = [](double userAgent, double spread) {
            return agreementText(
                fit("A", 1,
                    {{.question = FitQuestion::Retried, .asked = 20, .agreed = 19},
                     {.question = FitQuestion::NotRetried, .asked = 0},
                     {.question = FitQuestion::Delays, .asked = 10, .agreed = 9},
                     {.question = FitQuestion::Spread, .asked = 1, .agreed = spread},
                     {.question = FitQuestion::Headers, .asked = 2, .agreed = 2},
                     {.question = FitQuestion::UserAgent, .asked = 1, .agreed = userAgent}}));
        };
        QCOMPARE(of(1, 1), std::string("retried 19 of 20, delays 9 of 10, spread of delays agrees, "
                                       "headers 2 of 2, user agent agrees"));
        QVERIFY(of(0.5, 1).ends_with("user agent agrees in part"));
        QVERIFY(of(0, 1).ends_with("user agent differs"));
        QVERIFY(of(0, 0).find("spread of delays does not agree") != std::string::npos);
    }

    void everyDifferenceIsSaid_data()
    {
        QTest::addColumn<int>("question");
        QTest::addColumn<FitDifference>("difference");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, FitQuestion question, const FitDifference& difference,
                            const char* said) {
            QTest::newRow(name) << static_cast<int>(question) << difference << QString::fromUtf8(said);
        };
        FitDifference stopped = differs("503");
        row("retried", FitQuestion::Retried, stopped,
            "call 3, attempt 1: retried after 503, but the preset does not retry");
        stopped.stopReason = StopReason::QuotaExhausted;
        row("retriedWithAReason", FitQuestion::Retried, stopped,
            "call 3, attempt 1: retried after 503, but the preset does not retry (retry quota too low)");
        row("notRetried", FitQuestion::NotRetried, differs("connectionReset"),
            "call 3, attempt 1: not retried after the connection was reset before a response, but the preset "
            "retries");
        FitDifference waited = differs("503");
        waited.wait = ms(2500);
        waited.window = {ms(0), ms(1000)};
        row("delays", FitQuestion::Delays, waited,
            "call 3, attempt 1: a delay of 2.5 s, but the preset waits 0 to 1 s");
        waited.at = {.call = -1};
        row("spread", FitQuestion::Spread, waited,
            "the delays are closer together than in 99 of 100 random draws from ranges such as 0 to 1 s");
        row("headerMissing", FitQuestion::Headers, differs("", "amz-sdk-request"),
            "the client does not send amz-sdk-request");
        row("headerMore", FitQuestion::Headers, differs("amz-sdk-request"),
            "the client sends amz-sdk-request, but the preset does not");
        row("headerOther", FitQuestion::Headers, differs("max=5", "max=3"),
            "the client announces max=5, but the preset announces max=3");
        row("userAgent", FitQuestion::UserAgent, differs("curl 8\n<b>"),
            "the client has another user agent: curl 8 <b>");
    }

    void everyDifferenceIsSaid()
    {
        QFETCH(int, question);
        QFETCH(FitDifference, difference);
        QFETCH(QString, said);
        const FitCheck check{
            .question = static_cast<FitQuestion>(question), .asked = 1, .differences = {difference}};
        QCOMPARE(againstTexts(fit("A", 0, {kRetriedOnce, check})), Lines{said.toStdString()});
        QVERIFY(!checkText(check).agrees);
        QCOMPARE(checkText(check).preset, said.toStdString());
    }

    void aCheckIsARow_data()
    {
        QTest::addColumn<FitCheck>("check");
        QTest::addColumn<CheckText>("expected");
        const auto row = [](const char* name, const FitCheck& check, const CheckText& expected) {
            QTest::newRow(name) << check << expected;
        };
        row("counted", {.question = FitQuestion::Delays, .asked = 4, .agreed = 4},
            {"Delays", "4 of 4 like the preset", "4 of 4", true});
        row("countedInPart", {.question = FitQuestion::Headers, .asked = 2, .agreed = 1},
            {"Headers", "1 of 2 like the preset", "not quite the same", false});
        row("userAgent", {.question = FitQuestion::UserAgent, .asked = 1, .agreed = 1},
            {"User agent", "same as the preset", "the same", true});
        row("userAgentNear", {.question = FitQuestion::UserAgent, .asked = 1, .agreed = 0.8},
            {"User agent", "another version or mode", "not quite the same", false});
        row("userAgentOther",
            {.question = FitQuestion::UserAgent, .asked = 1, .differences = {differs("curl")}},
            {"User agent", "another program", "the client has another user agent: curl", false});
        row("spread", {.question = FitQuestion::Spread, .asked = 1, .agreed = 1},
            {"Spread of delays", "as wide as expected", "the same", true});
        FitDifference close;
        close.window = {ms(0), ms(20)};
        row("spreadCloser", {.question = FitQuestion::Spread, .asked = 1, .differences = {close}},
            {"Spread of delays", "closer together",
             "the delays are closer together than in 99 of 100 random draws from ranges such as 0 to 20 ms",
             false});
    }

    void aCheckIsARow()
    {
        QFETCH(FitCheck, check);
        QFETCH(CheckText, expected);
        const CheckText text = checkText(check);
        QCOMPARE(text.question, expected.question);
        QCOMPARE(text.client, expected.client);
        QCOMPARE(text.preset, expected.preset);
        QCOMPARE(text.agrees, expected.agrees);
    }

    /// Only kMostDifferences are kept.
    void theOtherDifferencesOfACheckAreCounted()
    {
        const auto withDifferences = [](std::size_t count) {
            const FitCheck check{.question = FitQuestion::NotRetried,
                                 .asked = 20,
                                 .agreed = 4,
                                 .differences = std::vector<FitDifference>(count, differs("503"))};
            return checkText(check).preset;
        };
        const std::string first = "call 3, attempt 1: not retried after 503, but the preset retries";
        QCOMPARE(withDifferences(1), first);
        QCOMPARE(withDifferences(2), first + "; and 1 other");
        QCOMPARE(withDifferences(3), first + "; and 2 others");
        QCOMPARE(withDifferences(kMostDifferences), first + "; and at least 7 others");
    }

    void howACallWasFoundIsSaid()
    {
        QCOMPARE(groupingText({.groupedBy = GroupedBy::InvocationId, .confidence = 1}),
                 std::string("The client gives this call an id, and every attempt carries it."));
        QVERIFY(groupingText({.groupedBy = GroupedBy::Timing, .confidence = 0.45})
                    .starts_with("Grouped by timing, 45 % sure: "));
        QVERIFY(groupingText({.groupedBy = GroupedBy::Timing, .confidence = 0.98, .isCounted = true})
                    .starts_with("Grouped by the numbers that the client gives its attempts, 98 % sure: "));
        QVERIFY(groupingText({}).starts_with("A single request"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstInferenceText)

#include "tst_inference_text.moc"
