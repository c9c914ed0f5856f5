// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/apply_change.h"
#include "core/change/reversing_changes.h"
#include "core/explain/change_text.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/recipes/change_code.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <algorithm>
#include <set>
#include <tuple>

using namespace retryscope;
using namespace retryscope::test;

namespace {

Situation under(const Policy& policy, AttemptFacts facts, const RequestSpec& spec = {})
{
    return {.policy = resolve(policy, spec), .spec = spec, .facts = std::move(facts)};
}

AttemptFacts withBody(int status, const std::string& body)
{
    Response response;
    response.status = status;
    response.body = body;
    response.bodyBytes = static_cast<std::int64_t>(body.size());
    response.headers.add("x-amzn-requestid", "1");
    response.parsed = io::parseBody(response.headers, QByteArray::fromStdString(body));
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(std::move(response));
    return facts;
}

/// Responses and faults of every sort that services and proxies produce.
std::vector<AttemptFacts> manyOutcomes()
{
    std::vector<AttemptFacts> outcomes;
    const std::vector<std::string> bodies{
        "",
        "plain",
        "<html><body>502</body></html>",
        "<Error><Code>SlowDown</Code></Error>",
        "<Error><Code>429</Code><Message>m</Message></Error>",
        "<Error><Code></Code></Error>",
        "<Response><Errors><Error><Code>ServiceUnavailable</Code></Error></Errors></Response>",
        "{\"__type\":\"com.amazon#ThrottlingException\",\"message\":\"m\"}",
        "{\"__type\":\"x#ValidationException\"}",
        "{\"__type\":\"x#RequestTimeTooSkewed\"}",
        "NOT_READY",
        "THROTTLED",
        "SERVER_ERROR"};
    for (const int status : {200, 202, 301, 400, 403, 429, 503}) {
        for (const std::string& body : bodies) {
            outcomes.push_back(withBody(status, body));
        }
    }
    for (const FaultKind kind : allFaultKinds()) {
        outcomes.push_back(faulty(kind));
        AttemptFacts cut = withBody(200, "<Error>");
        cut.fault = Fault{kind, {}};
        outcomes.push_back(cut);
    }
    return outcomes;
}

bool contains(const std::vector<ReversingChange>& reversingChanges, const Change& change)
{
    return std::any_of(reversingChanges.begin(), reversingChanges.end(),
                       [&change](const ReversingChange& reversing) { return reversing.change == change; });
}

bool hasOwner(const std::vector<ReversingChange>& reversingChanges, ChangeOwner owner)
{
    return std::any_of(
        reversingChanges.begin(), reversingChanges.end(),
        [owner](const ReversingChange& reversing) { return ownerOf(reversing.change) == owner; });
}

/// By a rule of the client's own that forbids retries; behind it there are lists that ask for a method.
bool isForbiddenBeforeItsLists(const Situation& situation)
{
    const Decision decision = decisionIn(situation);
    const std::vector<Rule>& rules = situation.policy.policy.rules;
    return decision.rule >= 0 && decision.kind == ErrorKind::Permanent &&
           !situation.policy.policy.lastMatchWins &&
           std::any_of(rules.begin(), rules.end(),
                       [](const Rule& rule) { return !rule.when.methodIn.empty() || rule.when.idempotent; });
}

Policy preset(const char* id)
{
    return io::Library().policy(QString::fromLatin1(id)).value();
}

} // namespace

class TstApplyChange : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void everyFlipReversesTheVerdict_data()
    {
        QTest::addColumn<QString>("policyId");
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            QTest::newRow(qPrintable(entry.id)) << entry.id;
        }
    }
    void everyFlipReversesTheVerdict()
    {
        QFETCH(QString, policyId);
        const Policy policy = io::Library().policy(policyId).value();
        int flipCount = 0;
        for (const char* service : {"s3", "dynamodb", "simpledb"}) {
            for (const AttemptFacts& facts : manyOutcomes()) {
                const RequestSpec spec{.service = service};
                const Situation situation = under(policy, facts, spec);
                const Verdict before = decisionIn(situation).verdict;
                const std::vector<ReversingChange> reversingChanges = reversingChangesOf(situation);
                std::multiset<std::size_t> sorts;
                for (const ReversingChange& reversing : reversingChanges) {
                    const std::string text = changeText(reversing.change);
                    QVERIFY2(decisionIn(changed(situation, reversing.change)).verdict ==
                                 reversing.verdictAfter,
                             text.c_str());
                    QVERIFY2(reversing.verdictAfter != before, text.c_str());
                    QVERIFY2(reversing.verdictAfter != Verdict::Succeed, text.c_str());
                    sorts.insert(reversing.change.index());
                    QVERIFY2(sorts.count(reversing.change.index()) <= 2, text.c_str());
                }
                QVERIFY(before != Verdict::Succeed || reversingChanges.empty());
                // No policy can tell a failure in the clothes of a success by its status. A rule that
                // forbids, and stands before the client's filtered lists, is not undone by an entry there.
                const bool looksLikeSuccess = !facts.fault && facts.response->status / 100 == 2;
                QVERIFY(before == Verdict::Succeed || looksLikeSuccess ||
                        isForbiddenBeforeItsLists(situation) ||
                        hasOwner(reversingChanges, ChangeOwner::Policy));
                QVERIFY(std::is_sorted(reversingChanges.begin(), reversingChanges.end(),
                                       [](const ReversingChange& left, const ReversingChange& right) {
                                           return std::tuple(saysSomethingElse(left.change),
                                                             reachOf(left.change), ownerOf(left.change)) <
                                                  std::tuple(saysSomethingElse(right.change),
                                                             reachOf(right.change), ownerOf(right.change));
                                       }));
                flipCount += static_cast<int>(reversingChanges.size());
            }
        }
        QVERIFY(flipCount > 100);
    }

    void theProxys429IsRetriedWithoutItsBody()
    {
        const std::vector<ReversingChange> reversingChanges = reversingChangesOf(under(
            preset("aws-cpp-s3-blog"), withBody(429, "<Error><Code>429</Code></Error>"), {.service = "s3"}));
        QVERIFY(contains(reversingChanges, BodyDropped{}));
        QVERIFY(contains(reversingChanges, NameMapped{"429", ErrorKind::Throttling}));
        QVERIFY(hasOwner(reversingChanges, ChangeOwner::Response));
        QVERIFY(std::any_of(reversingChanges.begin(), reversingChanges.end(),
                            [](const ReversingChange& reversing) {
                                return std::holds_alternative<NameReplaced>(reversing.change);
                            }));
    }

    void oneMoreAttemptIsEnough()
    {
        Situation situation = under(plainPolicy(), response(503));
        situation.request.attemptsMade = situation.request.attemptsCounted = 2;
        QVERIFY(decisionIn(situation).stopReason == StopReason::AttemptsExhausted);
        QVERIFY(contains(reversingChangesOf(situation), AttemptsSet{.from = 3, .to = 4}));
        QCOMPARE(changeText(AttemptsSet{.from = 3, .to = 4}), std::string("Allow 4 attempts instead of 3"));
    }

    void whatMayBeUntrueComesLast()
    {
        QVERIFY(saysSomethingElse(StatusReplaced{.from = 403, .to = 503}));
        QVERIFY(saysSomethingElse(NameReplaced{.from = "AccessDenied", .to = "SlowDown"}));
        QVERIFY(saysSomethingElse(
            HeaderAdded{.name = "x-amzn-errortype", .value = "SlowDown", .isErrorName = true}));
        QVERIFY(!saysSomethingElse(HeaderAdded{.name = "Retry-After", .value = "1"}));
        QVERIFY(!saysSomethingElse(BodyDropped{}) && !saysSomethingElse(AttemptsSet{.from = 3, .to = 1}));
        bool wasUntrue = false;
        bool hadTrue = false;
        const std::vector<ReversingChange> changes = reversingChangesOf(under(plainPolicy(), response(404)));
        for (const ReversingChange& reversing : changes) {
            const bool isUntrue = saysSomethingElse(reversing.change);
            QVERIFY(isUntrue || !wasUntrue);
            wasUntrue = wasUntrue || isUntrue;
            hadTrue = hadTrue || !isUntrue;
        }
        QVERIFY(wasUntrue && hadTrue);
    }

    void theMissingTokensAreCounted()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        Situation situation = under(policy, response(503));
        situation.client.quota = 3;
        QVERIFY(decisionIn(situation).stopReason == StopReason::QuotaExhausted);
        const TokensSet missing{.from = 3, .to = 5, .successes = 2};
        QVERIFY(contains(reversingChangesOf(situation), missing));
        QCOMPARE(changeText(missing), std::string("Wait for 2 more tokens: 2 calls that succeed without a "
                                                  "retry return them"));
    }

    void aChangeSaysWhatIsThenDecided()
    {
        Policy policy = plainPolicy();
        policy.backoff = plainBackoff();
        const Situation situation = under(policy, withBody(429, "<Error><Code>429</Code></Error>"));
        const std::vector<ReversingChange> changes = reversingChangesOf(situation);
        QVERIFY(!changes.empty());
        for (const ReversingChange& reversing : changes) {
            const Decision after = decisionIn(changed(situation, reversing.change));
            QVERIFY(reversing.kindAfter == after.kind);
            QVERIFY(reversing.windowAfter == after.window);
            QVERIFY(changeOutcomeText(reversing).starts_with("retry ("));
            QVERIFY(changeOutcomeText(reversing).ends_with("delay 100 ms"));
            QVERIFY(!changeScopeText(reversing.change).empty());
        }
    }

    void twoChangesAreNamedWhereOneIsNotEnough()
    {
        Policy policy = plainPolicy();
        policy.quota = plainQuota();
        Situation situation = under(policy, response(503));
        situation.request.attemptsMade = situation.request.attemptsCounted = 2;
        situation.client.quota = 0;
        QVERIFY(reversingChangesOf(situation).empty());
        const std::vector<ReversingPair> pairs = reversingPairsOf(situation);
        QCOMPARE(pairs.size(), std::size_t{1});
        QVERIFY(pairs.front().first == Change(AttemptsSet{.from = 3, .to = 4}));
        QVERIFY(std::holds_alternative<TokensSet>(pairs.front().second.change));
        QVERIFY(decisionIn(changed(changed(situation, pairs.front().first), pairs.front().second.change))
                    .verdict == Verdict::Retry);
        const OfferedPair offered{.first = {.reversing = {.change = pairs.front().first}, .code = {}},
                                  .second = {.reversing = pairs.front().second, .code = {}}};
        QCOMPARE(
            pairText(offered),
            std::string("Allow 4 attempts instead of 3 (owner: client settings). Wait for 5 more tokens: "
                        "5 calls that succeed without a retry return them (owner: client state). The "
                        "verdict is then retry (transient), at once."));
        QVERIFY(reversingPairsOf(under(policy, response(503))).empty()); // one is enough
    }

    void aBodyThatDecidesByItsSyntaxSaysSo()
    {
        const Policy policy = preset("jsv3-3.705.0-standard");
        const RequestSpec spec{.service = "s3"};
        const auto textFor = [&](const char* body) {
            const std::vector<SensitiveTo> found = sensitivitiesOf(under(policy, withBody(502, body), spec));
            return found.empty() ? std::string() : sensitivityText(found.front());
        };
        QCOMPARE(textFor("<html><hr/></html>"), std::string("The body is well-formed XML. An unclosed tag "
                                                            "would change the verdict to stop (permanent)."));
        QVERIFY(textFor("<html><hr></html>")
                    .starts_with("The body is neither well-formed XML nor JSON. Closed tags"));
        QCOMPARE(textFor(""), std::string());
        QCOMPARE(textFor("upstream connect error"), std::string()); // there is no tag to close
        QCOMPARE(textFor("{\"message\": "), std::string());
        QVERIFY(sensitivitiesOf(under(plainPolicy(), withBody(502, "<html/>"))).empty());
    }

    void aRetryNamesWhatWouldStopIt()
    {
        const std::vector<ReversingChange> reversingChanges =
            reversingChangesOf(under(plainPolicy(), response(503)));
        QVERIFY(contains(reversingChanges, AttemptsSet{.from = 3, .to = 1}));
        QVERIFY(contains(reversingChanges, StatusMapped{503, ErrorKind::Permanent}));
        QVERIFY(contains(reversingChanges, StatusReplaced{.from = 503, .to = 400}));
    }

    void theCallersOwnLimitsAreNamed()
    {
        Situation once = under(plainPolicy(), response(503));
        once.spec.bodyIsReplayable = false;
        QVERIFY(contains(reversingChangesOf(once), BodyMadeReplayable{}));
    }

    void theLimitForBodiesGrowsToTheBody()
    {
        Policy policy = plainPolicy();
        policy.requestBody = RequestBodySpec{.max = 4, .onlyOnceSent = false, .source = "s"};
        Situation large = under(policy, response(503));
        large.spec.body = "01234";
        const std::vector<ReversingChange> reversing = reversingChangesOf(large);
        QVERIFY(contains(reversing, BodyLimitSet{.from = 4, .to = 5}));
        QVERIFY(!contains(reversing, BodyMadeReplayable{}));
    }

    void theDeadlineGrowsByWhatIsMissingAndNoMore()
    {
        Policy policy = plainPolicy();
        policy.backoff = plainBackoff(); // 100 ms before the second attempt
        Situation late = under(policy, response(503));
        late.spec.deadline = std::chrono::milliseconds{400};
        late.clock.now = Instant(std::chrono::milliseconds{350});
        QVERIFY(decisionIn(late).stopReason == StopReason::DeadlineExceeded);
        const DeadlineSet longer{.from = std::chrono::milliseconds{400},
                                 .to = std::chrono::milliseconds{451}};
        QVERIFY(contains(reversingChangesOf(late), longer));
        QCOMPARE(changeText(longer), std::string("Allow the call 451 ms instead of 400 ms"));
        late.spec.deadline = std::chrono::milliseconds{450};
        QVERIFY(decisionIn(late).verdict == Verdict::Stop);
    }

    void anAnswerCanOnlyComeSoonerByTheTimeItTook()
    {
        Situation late = under(plainPolicy(), response(503));
        late.spec.deadline = std::chrono::milliseconds{400};
        late.clock.now = Instant(std::chrono::milliseconds{500});
        const RespondedSooner sooner{std::chrono::milliseconds{101}};
        late.facts.phases.wait = std::chrono::milliseconds{101};
        QVERIFY(!contains(reversingChangesOf(late), sooner));
        late.facts.phases.receive = std::chrono::milliseconds{1};
        QVERIFY(contains(reversingChangesOf(late), sooner));
        QCOMPARE(changeText(sooner), std::string("Respond 101 ms sooner"));
    }

    void aClockThatAgreesIsAChangeOfTheClient()
    {
        Policy policy = plainPolicy();
        policy.clock = ClockSpec{.tolerance = std::chrono::minutes{4}};
        policy.rules.push_back(
            ruleFor("skew", {.statusIn = {{403, 403}}, .serverClockOff = true}, ErrorKind::ClockSkew));
        Situation situation = under(policy, response(403));
        Response response = *situation.facts.response;
        response.date = WallTime{std::chrono::minutes{10}};
        situation.facts.response = std::make_shared<const Response>(response);
        situation.clock.wallTime = WallTime{};
        const ClockSet right{std::chrono::minutes{10}};
        QVERIFY(contains(reversingChangesOf(situation), right));
        QCOMPARE(changeText(right),
                 std::string("Set the client's clock forward by 10 min, to the server's time"));
        QVERIFY(decisionIn(changed(situation, right)).verdict == Verdict::Stop);
    }

    void aSuccessStatusIsNeverMapped()
    {
        const Situation situation =
            under(preset("cpp-1.11.332-standard"), withBody(200, "<Error><Code>Odd</Code></Error>"),
                  {.service = "s3", .operation = "CopyObject"});
        for (const ReversingChange& reversing : reversingChangesOf(situation)) {
            const auto* withMapping = std::get_if<StatusMapped>(&reversing.change);
            QVERIFY(withMapping == nullptr || withMapping->status != 200);
        }
    }

    void aHeaderThatDecidesIsNamed()
    {
        const Policy policy = preset("sdk-reference-standard");
        AttemptFacts facts = withBody(400, "{\"__type\":\"x#ValidationException\"}");
        Response response = *facts.response;
        response.headers.add("x-amzn-errortype", "ThrottlingException");
        facts.response = std::make_shared<const Response>(response);
        const Situation situation = under(policy, facts, {.service = "dynamodb"});
        QVERIFY(decisionIn(situation).verdict == Verdict::Retry);
        QVERIFY(contains(reversingChangesOf(situation), HeaderDropped{"x-amzn-errortype"}));
    }

    void aChangeThatDoesNotFitChangesNothing()
    {
        const Situation situation = under(plainPolicy(), faulty(FaultKind::ReadTimeout));
        for (const Change& change :
             {Change(BodyDropped{}), Change(HeaderDropped{"a"}), Change(NameReplaced{"a", "b"})}) {
            QVERIFY(changed(situation, change).facts == situation.facts);
        }
    }

    /// A name that is asked for stays where it was found: in a header, or in a field of the body.
    void anotherNameStandsWhereTheOneBeforeStood()
    {
        const Policy policy = preset("sdk-reference-standard");
        Response response = *withBody(400, "{\"__type\":\"x#ValidationException\"}").response;
        const auto replaced = [&](const Response& before) {
            AttemptFacts facts;
            facts.response = std::make_shared<const Response>(before);
            const Situation situation = under(policy, facts, {.service = "dynamodb"});
            return changed(situation, NameReplaced{"ValidationException", "SlowDown"}).facts.response;
        };
        QCOMPARE(replaced(response)->parsed.fields.front().text, std::string("SlowDown"));
        QVERIFY(replaced(response)->headers.entries == response.headers.entries);

        response.headers.add("x-amzn-errortype", "ValidationException");
        QCOMPARE(*replaced(response)->headers.find("x-amzn-errortype"), std::string("SlowDown"));
        QVERIFY(replaced(response)->parsed.fields == response.parsed.fields);
    }

    /// What was read out of a header goes with it.
    void aHeaderThatIsLeftOutSaysNothingMore()
    {
        Response response;
        response.status = 503;
        response.headers.entries = {{"Date", "now"}, {"date", "again"}, {"X-Amz-Crc32", "1"}};
        response.date = WallTime{5};
        response.parsed.crc32Matches = false;
        const AttemptFacts facts{.response = std::make_shared<const Response>(response)};
        const auto without = [&facts](const char* name) {
            return applyChange(facts, {}, HeaderDropped{name}).response;
        };
        QVERIFY(!without("DATE")->date && without("DATE")->parsed.crc32Matches);
        QCOMPARE(without("DATE")->headers.entries.size(), std::size_t{1});
        QVERIFY(without("x-amz-crc32")->date && !without("x-amz-crc32")->parsed.crc32Matches);
        QVERIFY(without("Server")->headers.entries == response.headers.entries);
    }

    void onlyAStatusThatMayHaveABodyIsTried_data()
    {
        QTest::addColumn<int>("status");
        QTest::addColumn<bool>("may");
        QTest::newRow("interim") << 103 << false;
        QTest::newRow("no content") << 204 << false;
        QTest::newRow("not modified") << 304 << false;
        QTest::newRow("ok") << 200 << true;
        QTest::newRow("an error") << 503 << true;
    }
    void onlyAStatusThatMayHaveABodyIsTried()
    {
        QFETCH(int, status);
        QTEST(mayHaveBody(status), "may");
    }

    void aMethodThatIsNotRetriedMayBeAllowed()
    {
        Policy policy = plainPolicy();
        policy.rules = {
            ruleFor("server", {.statusIn = {{500, 599}}, .methodIn = {"GET", "PUT"}}, ErrorKind::Server)};
        RequestSpec spec;
        spec.method = "POST";
        const Situation situation = under(policy, response(503), spec);
        QVERIFY(contains(reversingChangesOf(situation), MethodRetried{"POST"}));
        const Policy kept = withChange(policy, {}, MethodRetried{"POST"});
        QVERIFY((kept.rules.front().when.methodIn == std::vector<std::string>{"GET", "PUT", "POST"}));
        spec.method = "GET";
        QVERIFY(!contains(reversingChangesOf(under(policy, response(404), spec)), MethodRetried{"GET"}));
    }

    void aLongHintMayBeShortenedOrLimited()
    {
        Policy policy = plainPolicy();
        policy.hints = {{.header = "retry-after", .unit = HintUnit::Seconds, .bounds = HintBounds::Replace}};
        const Situation situation = under(policy, response(503, {{"Retry-After", "3600"}}));
        QVERIFY(
            contains(reversingChangesOf(situation),
                     HintLimited{.header = "Retry-After", .how = HintLimit::Forbids, .most = kShortHint}));
        const std::vector<ReversingChange> shorter = shorteningChangesOf(situation);
        QVERIFY(contains(shorter, HeaderAdded{.name = "Retry-After", .value = "10", .insteadOf = "3600"}));
        QVERIFY(contains(shorter,
                         HintLimited{.header = "Retry-After", .how = HintLimit::Caps, .most = kShortHint}));
        QVERIFY(contains(shorter, HintLimited{.header = "Retry-After", .how = HintLimit::Ignored}));
        for (const ReversingChange& change : shorter) {
            QVERIFY(change.verdictAfter == Verdict::Retry);
            QVERIFY(change.windowAfter->high <= kShortHint);
        }
        QVERIFY(shorteningChangesOf(under(policy, response(503, {{"Retry-After", "9"}}))).empty());
        QVERIFY(shorteningChangesOf(under(policy, response(404, {{"Retry-After", "3600"}}))).empty());
    }

    void aHintThatIsTooLongMayBeShorterOrObeyed()
    {
        Policy policy = plainPolicy();
        policy.hints = {{.header = "retry-after",
                         .unit = HintUnit::Seconds,
                         .bounds = HintBounds::Replace,
                         .forbidsAbove = std::chrono::seconds{60}}};
        const std::vector<ReversingChange> found =
            reversingChangesOf(under(policy, response(503, {{"Retry-After", "3600"}})));
        QVERIFY(contains(found, HeaderAdded{.name = "Retry-After", .value = "10", .insteadOf = "3600"}));
        QVERIFY(contains(found, HintLimited{.header = "Retry-After",
                                            .how = HintLimit::Forbids,
                                            .most = std::chrono::seconds{3600}}));
    }

    void everyChangeHasWords()
    {
        const std::vector<Change> changes{BodyDropped{},
                                          StatusReplaced{0, 503},
                                          NameReplaced{"", "b"},
                                          HeaderAdded{"a", "b"},
                                          HeaderDropped{"a"},
                                          NameMapped{"a"},
                                          StatusMapped{429},
                                          FaultMapped{},
                                          AttemptsSet{3, 1},
                                          TokensSet{500, 4},
                                          DeadlineSet{},
                                          RespondedSooner{},
                                          ClockSet{},
                                          BodyMadeReplayable{},
                                          BodyReplaced{"busy"},
                                          RequestHeaderAdded{"a", "b"},
                                          RequestHeaderDropped{"a"},
                                          ElapsedLimitSet{},
                                          RuleUsesSet{"once", 1, 2},
                                          BodyLimitSet{1, 2},
                                          QuotaSizeSet{2, 3},
                                          MethodNotRetried{"POST"},
                                          MethodRetried{"POST"},
                                          HintLimited{"Retry-After"}};
        QCOMPARE(changes.size(), std::variant_size_v<Change>);
        std::set<std::string> texts;
        std::set<std::string_view> sorts;
        for (const Change& change : changes) {
            texts.insert(changeText(change));
            sorts.insert(sortOf(change));
        }
        QCOMPARE(texts.size(), changes.size());
        QCOMPARE(sorts.size(), changes.size());
        QVERIFY(!texts.contains(std::string()));
    }

    void inARecordedCallWhatWasSpentBeforeCounts()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 10;
        policy.quota = plainQuota();
        policy.quota->capacity = 12;
        const RunRecord record = runOf(policy, std::vector{response(503)}, {.calls = 2});
        const RunRecord::Place third{.call = 0, .attempt = 2};
        QVERIFY(record.calls().front().attempts[2].decision.stopReason == StopReason::QuotaExhausted);

        const std::vector<ReversingChange> reversingChanges =
            reversingChangesOf(situationAt(record, third).value());

        QVERIFY(contains(reversingChanges, TokensSet{.from = 2, .to = 5, .successes = 3}));
        QVERIFY(!hasOwner(reversingChanges, ChangeOwner::Policy));
        const std::vector<ReversingChange> next =
            reversingChangesOf(situationAt(record, {.call = 1, .attempt = 0}).value());
        QVERIFY(contains(next, TokensSet{.from = 2, .to = 5, .successes = 3}));
        const std::vector<ReversingChange> first =
            reversingChangesOf(situationAt(record, {.call = 0, .attempt = 0}).value());
        QVERIFY(contains(first, AttemptsSet{.from = 10, .to = 1}));
        for (const ReversingChange& reversing : first) {
            QVERIFY(!std::holds_alternative<TokensSet>(reversing.change)); // nobody takes tokens away
        }
        QCOMPARE(quotaSentence(situationAt(record, {.call = 0, .attempt = 0}).value()),
                 std::string(
                     "With fewer than 5 of the 12 tokens in its retry quota, the client would not retry."));
        QCOMPARE(quotaSentence(situationAt(record, third).value()), std::string());
    }

    void aKeptMappingDecidesAsTheTriedOne()
    {
        const Policy policy = preset("botocore-1.43.67-standard");
        const Situation situation =
            under(policy, withBody(429, "<Error><Code>429</Code></Error>"), {.service = "s3"});
        const Policy kept = withChange(policy, "s3", NameMapped{"429", ErrorKind::Throttling});
        QVERIFY(decisionIn(under(kept, situation.facts, situation.spec)).verdict == Verdict::Retry);
        QVERIFY(withChange(policy, "s3", BodyDropped{}) == policy);
    }

    void theAttemptsOfAServiceAreChangedWhereTheyStand()
    {
        const Policy policy = preset("go-v2-newretries-standard");
        QVERIFY(policy.services.at("dynamodb").attempts);
        const Policy kept = withChange(policy, "dynamodb", AttemptsSet{4, 9});
        QCOMPARE(resolve(kept, {.service = "dynamodb"}).policy.attempts.attempts(), 9);
        QCOMPARE(resolve(kept, {.service = "s3"}).policy.attempts,
                 resolve(policy, {.service = "s3"}).policy.attempts);
    }

    void aTextThatARuleLooksForIsOffered()
    {
        Policy policy = plainPolicy();
        policy.rules = {
            ruleFor("busy", {.bodyHas = {"<b>", "true", "try again later"}}, ErrorKind::Transient)};
        const Situation situation = under(policy, withBody(418, "teapot"));
        const std::vector<ReversingChange> reversing = reversingChangesOf(situation);
        QVERIFY(contains(reversing, BodyReplaced{"try again later"}));
        QVERIFY(!contains(reversing, BodyReplaced{"true"}));
        QVERIFY(contains(reversingChangesOf(under(policy, withBody(418, "try again later"))), BodyDropped{}));
    }

    void aHeadersNumberIsMovedIntoItsRangeAndOut()
    {
        Policy policy = plainPolicy();
        policy.rules = {ruleFor("few", {.headerValues = {{.header = "x-left", .from = 0.5, .to = 2}}},
                                ErrorKind::Transient)};
        const auto left = [](const char* number) {
            AttemptFacts facts = response(418);
            Response with = *facts.response;
            with.headers.set("x-left", number);
            facts.response = std::make_shared<const Response>(std::move(with));
            return facts;
        };
        QVERIFY(contains(reversingChangesOf(under(policy, left("9"))), HeaderAdded{"x-left", "1"}));
        const std::vector<ReversingChange> out = reversingChangesOf(under(policy, left("2")));
        QVERIFY(contains(out, HeaderAdded{"x-left", "0"}));
        QVERIFY(contains(out, HeaderDropped{"x-left"}));
    }

    void anIdempotencyKeyMakesAPostOneThatIsRetried()
    {
        Policy policy = plainPolicy();
        policy.rules = {ruleFor("safe", {.idempotent = true}, ErrorKind::Transient)};
        RequestSpec spec{.method = "POST"};
        const std::vector<ReversingChange> reversing = reversingChangesOf(under(policy, response(418), spec));
        const RequestHeaderAdded key{"Idempotency-Key", "one-per-call"};
        QVERIFY(contains(reversing, key));
        QVERIFY(hasOwner(reversing, ChangeOwner::Request));
        QVERIFY(QString::fromStdString(changeText(key)).contains(QStringLiteral("Idempotency-Key")));
        spec.headers.set("idempotency-key", "4711");
        QVERIFY(contains(reversingChangesOf(under(policy, response(418), spec)),
                         RequestHeaderDropped{"Idempotency-Key"}));
    }

    void theClientsOwnTimeForACallIsMoved()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 9;
        policy.attempts.maxElapsed = Duration{100000};
        Situation situation = under(policy, response(503));
        situation.clock.now = situation.request.startedAt + Duration{100000};
        QVERIFY(decisionIn(situation).stopReason == StopReason::DeadlineExceeded);
        const std::vector<ReversingChange> longer = reversingChangesOf(situation);
        QVERIFY(std::any_of(longer.begin(), longer.end(), [](const ReversingChange& reversing) {
            const auto* elapsed = std::get_if<ElapsedLimitSet>(&reversing.change);
            return elapsed != nullptr && elapsed->from == Duration{100000} && elapsed->to > Duration{100000};
        }));
        situation.clock.now = situation.request.startedAt + Duration{50000};
        const std::vector<ReversingChange> shorter = reversingChangesOf(situation);
        QVERIFY(std::any_of(shorter.begin(), shorter.end(), [](const ReversingChange& reversing) {
            const auto* elapsed = std::get_if<ElapsedLimitSet>(&reversing.change);
            return elapsed != nullptr && elapsed->to <= Duration{50000};
        }));
    }

    void theAttemptsOfAKindAreChangedWhereTheyStand()
    {
        Policy policy = plainPolicy();
        policy.attempts.max = 5;
        policy.attempts.maxByKind = {{ErrorKind::Server, 1}};
        policy.rules = {ruleFor("server", {.statusIn = {{500, 599}}}, ErrorKind::Server)};
        const AttemptsSet more{.from = 1, .to = 2, .kind = ErrorKind::Server};
        QVERIFY(contains(reversingChangesOf(under(policy, response(503))), more));
        const Policy kept = withChange(policy, {}, more);
        QCOMPARE(kept.attempts.max, 5);
        QCOMPARE(kept.attempts.attempts(ErrorKind::Server), 2);
        QVERIFY(changeText(more).find("after failures of kind server") != std::string::npos);
    }

    void aRuleThatIsUsedUpMayMatchOnceMore()
    {
        Policy policy = plainPolicy();
        Rule rule = ruleFor("status", {.statusIn = {{418, 418}}}, ErrorKind::Transient);
        rule.atMost = 2;
        policy.rules.insert(policy.rules.begin(), rule);
        Situation situation = under(policy, response(418));
        situation.request.ruleUses = {2};
        const RuleUsesSet more{.rule = "status", .from = 2, .to = 3};
        QVERIFY(contains(reversingChangesOf(situation), more));
        QCOMPARE(changeText(more), std::string("Let rule status match 3 times per call instead of 2"));
        situation.request.ruleUses = {1};
        QVERIFY(contains(reversingChangesOf(situation), RuleUsesSet{.rule = "status", .from = 2, .to = 1}));
    }

    void aMappingKeepsCountOfTheRulesThatWereUsedUp()
    {
        Policy policy = plainPolicy();
        Rule once = ruleFor("once", {.statusIn = {{418, 418}}}, ErrorKind::Transient);
        once.atMost = 1;
        policy.rules.insert(policy.rules.begin(), once);
        Situation situation = under(policy, response(418));
        situation.request.ruleUses = {1};
        QVERIFY(decisionIn(situation).verdict == Verdict::Stop);

        const Situation other = changed(situation, NameMapped{"SomeOtherName", ErrorKind::Transient});

        QVERIFY(decisionIn(other).verdict == Verdict::Stop);
    }
};

RETRYSCOPE_TEST(TstApplyChange)
#include "tst_apply_change.moc"
