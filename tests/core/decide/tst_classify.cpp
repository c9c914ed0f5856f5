// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/classify.h"

#include "core/decide/judge.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/proportion.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

/// A policy whose only rule is this condition; whatever it matches is throttling.
Policy policyWith(Condition when, RuleScope scope = RuleScope::Errors)
{
    Policy policy = plainPolicy();
    policy.rules = {ruleFor("it", std::move(when), ErrorKind::Throttling)};
    policy.rules.front().scope = scope;
    return policy;
}

const RequestSpec kSpec{.service = "s3", .operation = "GetObject"};

Classification classified(const Policy& policy, const AttemptFacts& facts, Trace& trace,
                          bool clockIsOff = false)
{
    const ResolvedPolicy ready = resolved(policy, kSpec);
    return classify(ready, facts, nameOf(ready.reading, facts), clockIsOff, trace);
}

/// What the only rule of the policy made of these facts.
RuleTried tried(const Condition& when, const AttemptFacts& facts, bool clockIsOff = false)
{
    Trace trace;
    (void)classified(policyWith(when), facts, trace, clockIsOff);
    const auto step = findStep<RuleTried>(trace);
    return step ? *step : RuleTried{.rule = -1};
}

std::vector<Rule> rulesFor(std::vector<std::pair<Condition, ErrorKind>> pairs)
{
    std::vector<Rule> rules;
    for (auto& [when, kind] : pairs) {
        rules.push_back(ruleFor("rule-" + std::to_string(rules.size()), std::move(when), kind));
    }
    return rules;
}

AttemptFacts withBody(std::string body)
{
    AttemptFacts facts = response(500);
    auto changed = std::make_shared<Response>(*facts.response);
    changed->body = std::move(body);
    facts.response = std::move(changed);
    return facts;
}

AttemptFacts cut(AttemptFacts facts, FaultKind kind)
{
    facts.fault = Fault{.kind = kind, .detail = {}};
    return facts;
}

} // namespace

class TstClassify : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHeaderMustSayWhatTheRuleAsksFor()
    {
        const Condition texts{.headerValues = {{.header = "x-should-retry", .textIn = {"true", "yes"}}}};
        QVERIFY(tried(texts, response(429, {{"X-Should-Retry", " yes "}})).matched);
        QVERIFY(!tried(texts, response(429, {{"x-should-retry", "True"}})).matched);
        QCOMPARE(tried(texts, response(429)).evidence, Evidence::HeaderValue);
        QVERIFY(!tried(texts, faulty(FaultKind::ConnectionReset)).matched);
        const Condition numbers{.headerValues = {{.header = "x-left", .from = 0.5, .to = 2}}};
        QVERIFY(tried(numbers, response(429, {{"x-left", "0.5"}})).matched);
        QVERIFY(tried(numbers, response(429, {{"x-left", "2"}})).matched);
        QVERIFY(!tried(numbers, response(429, {{"x-left", "0.4"}})).matched);
        QVERIFY(!tried(numbers, response(429, {{"x-left", "2.1"}})).matched);
        QVERIFY(!tried(numbers, response(429, {{"x-left", "1 left"}})).matched);
    }

    void aHeaderMayHaveToBeginWithAText()
    {
        const Condition prefix{
            .headerValues = {{.header = "content-type", .prefixIn = {"text/", "application/grpc"}}}};
        QVERIFY(tried(prefix, response(500, {{"Content-Type", " application/grpc+proto"}})).matched);
        QVERIFY(tried(prefix, response(500, {{"Content-Type", "text/html"}})).matched);
        QVERIFY(!tried(prefix, response(500, {{"Content-Type", "application/json"}})).matched);
        QVERIFY(!tried(prefix, response(500, {{"Content-Type", "Text/HTML"}})).matched);
        QVERIFY(!tried(prefix, response(500)).matched);
    }

    void aRuleMayAskForAnIdempotentRequest()
    {
        const Policy policy = policyWith({.idempotent = true});
        const auto matches = [&policy](const RequestSpec& spec) {
            Trace trace;
            const ResolvedPolicy ready = resolved(policy, spec);
            return classify(ready, response(503), {}, false, trace).rule == 0;
        };
        QVERIFY(matches({.method = "PUT"}));
        QVERIFY(!matches({.method = "POST"}));
        RequestSpec keyed{.method = "POST"};
        keyed.headers.add("idempotency-key", "a");
        QVERIFY(matches(keyed));
    }

    void aRuleMayAskForAHintOrForNone()
    {
        Policy policy = policyWith({.hinted = true});
        policy.hints = {{.header = "retry-after", .unit = HintUnit::Seconds, .source = "the lab"}};
        Trace trace;
        QCOMPARE(classified(policy, response(429, {{"Retry-After", "1"}}), trace).rule, 0);
        QCOMPARE(classified(policy, response(429, {{"Retry-After", "soon"}}), trace).rule, -1);
        policy.rules.front().when.hinted = false;
        QCOMPARE(classified(policy, response(429, {{"Retry-After", "soon"}}), trace).rule, 0);
    }

    void aRuleMayAskForATextOfTheBody()
    {
        const AttemptFacts facts = withBody("{\"error\": \"the model is busy\"}");
        QVERIFY(tried({.bodyHas = {"absent", "is busy"}}, facts).matched);
        QCOMPARE(tried({.bodyHas = {"Busy"}}, facts).evidence, Evidence::Body);
        QVERIFY(!tried({.bodyHas = {"busy"}}, response(500)).matched);
    }

    void aTextIsLookedForAtTheBeginningOfABody()
    {
        const Condition when{.bodyHas = {"needle"}};
        std::string body = "needle";
        body.insert(0, kSearchedBodyBytes - body.size(), ' ');
        QVERIFY(tried(when, withBody(body)).matched);
        QVERIFY(!tried(when, withBody(' ' + body)).matched);
    }

    /// More texts than a policy may have, which all begin like the body.
    void manyTextsAreLookedForAtOnce()
    {
        const std::string like(200, 'a');
        Policy policy = plainPolicy();
        policy.rules.clear();
        for (int i = 0; i < 500; ++i) {
            const std::string end = std::to_string(i) + ";";
            policy.rules.push_back(ruleFor("it" + end, {.bodyHas = {like + "b" + end, like + "c" + end}},
                                           ErrorKind::Throttling));
        }
        const auto ruleFound = [ready = resolved(policy, kSpec)](const std::string& body) {
            Trace trace;
            return classify(ready, withBody(body), {}, false, trace).rule;
        };
        QCOMPARE(ruleFound(like + "b0;"), 0);
        QCOMPARE(ruleFound(like + "aac499; and more"), 499);
        QCOMPARE(ruleFound(like.substr(1) + "c499; and more"), -1);
        const QString problem = outOfProportion(1024, [&](qsizetype size) {
            QCOMPARE(ruleFound(std::string(static_cast<std::size_t>(size), 'a')), -1);
        });
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void aRuleMayAskWhichOthersHeldBefore()
    {
        Policy policy = plainPolicy();
        policy.rules =
            rulesFor({{{.statusIn = {{500, 500}}}, ErrorKind::Transient},
                      {{.statusIn = {{503, 503}}, .afterRules = {"rule-0"}}, ErrorKind::Permanent}});
        const ResolvedPolicy ready = resolved(policy, kSpec);
        QVERIFY(ready.countsEveryRule);
        Trace trace;
        QCOMPARE(classify(ready, response(503), {}, false, trace).rule, -1);
        QCOMPARE(classify(ready, response(503), {}, false, trace, {1, 0}).rule, 1);
        QCOMPARE(classify(ready, response(503), {}, false, trace, {0, 1}).rule, -1);
    }

    void eachPartOfAConditionDecides_data()
    {
        QTest::addColumn<Condition>("when");
        QTest::addColumn<AttemptFacts>("match");
        QTest::addColumn<AttemptFacts>("mismatch");
        QTest::addColumn<int>("evidence");
        const auto row = [](const char* name, const Condition& when, const AttemptFacts& match,
                            const AttemptFacts& mismatch, Evidence evidence) {
            QTest::newRow(name) << when << match << mismatch << static_cast<int>(evidence);
        };
        const AttemptFacts reset = faulty(FaultKind::ConnectionReset);
        const AttemptFacts noResponse = faulty(FaultKind::ReadTimeout);
        const ParsedBody unreadable{.isEmpty = false};

        row("status", {.statusIn = {{503, 503}}}, response(503), response(500), Evidence::Status);
        row("statusRange", {.statusIn = {{400, 400}, {500, 599}}}, response(599), response(600),
            Evidence::Status);
        row("statusNeedsAnAnswer", {.statusIn = {{100, 999}}}, response(503), noResponse, Evidence::Status);
        row("name", {.nameIn = {"SlowDown", "Busy"}}, xmlError(503, "Busy"), xmlError(503, "busy"),
            Evidence::Name);
        row("nameAbsent", {.nameIn = {"Busy"}}, xmlError(503, "Busy"), response(503), Evidence::Name);
        row("namePrefix", {.namePrefixIn = {"Server."}}, xmlError(400, "Server.X"), xmlError(400, "Client.X"),
            Evidence::Name);
        row("oneOfTwoPrefixes", {.namePrefixIn = {"Server.", "Aws."}}, xmlError(400, "Aws.X"),
            xmlError(400, "Client.X"), Evidence::Name);
        row("nameHas", {.nameHas = {"throttl"}}, xmlError(400, "EC2ThrottledException"),
            xmlError(400, "SlowDown"), Evidence::Name);
        row("nameIsAbsent", {.nameIs = NameIs::Absent}, response(503), xmlError(503, ""),
            Evidence::NameState);
        row("nameIsEmpty", {.nameIs = NameIs::Empty}, xmlError(503, ""), response(503), Evidence::NameState);
        row("nameIsPresent", {.nameIs = NameIs::Present}, xmlError(503, "X"), xmlError(503, ""),
            Evidence::NameState);
        row("nameIsUnknown", {.nameIs = NameIs::Unknown}, xmlError(503, "X"), xmlError(503, ""),
            Evidence::NameState);
        row("nameAbsenceNeedsAnAnswer", {.nameIs = NameIs::Absent}, response(503), noResponse,
            Evidence::NameState);
        row("bodyAbsent", {.bodyIs = {BodyState::Absent}}, response(503), xmlError(503, "X"), Evidence::Body);
        row("bodyUnparseable", {.bodyIs = {BodyState::Unparseable}}, responseWith(503, unreadable),
            response(503), Evidence::Body);
        row("bodyParsed", {.bodyIs = {BodyState::Parsed}}, xmlError(503, "X"), responseWith(503, unreadable),
            Evidence::Body);
        const AttemptFacts list =
            responseWith(503, {.isEmpty = false, .isJson = true, .jsonShape = JsonShape::Array});
        row("jsonShape", {.jsonIs = {JsonShape::Array, JsonShape::Scalar}}, list, jsonError(503, "X"),
            Evidence::Body);
        row("jsonShapeNeedsJson", {.jsonIs = {JsonShape::Object}}, jsonError(503, "X"), response(503),
            Evidence::Body);
        row("bodyAbsenceNeedsAnAnswer", {.bodyIs = {BodyState::Absent}}, response(503), noResponse,
            Evidence::Body);
        row("fault", {.faultIn = {FaultKind::ConnectionReset}}, reset, noResponse, Evidence::Fault);
        row("faultAndStatus", {.statusIn = {{500, 500}}, .faultIn = {FaultKind::ResponseTruncated}},
            cut(response(500), FaultKind::ResponseTruncated), response(500), Evidence::Fault);
        row("body", {.valueAt = ValueAt{"body", {"NOT_READY"}}},
            responseWith(500, {.isEmpty = false, .text = "NOT_READY"}),
            responseWith(500, {.isEmpty = false, .text = "READY"}), Evidence::Value);
        row("value", {.valueAt = ValueAt{"json:__type", {"A", "B"}}}, jsonError(400, "B"),
            jsonError(400, "C"), Evidence::Value);
        row("valueAtNoPlace", {.valueAt = ValueAt{"json:a/b", {""}}},
            responseWith(400, {.isEmpty = false, .isJson = true, .fields = {{"json:a/b", ""}}}),
            jsonError(400, "C"), Evidence::Value);
        row("valueNeedsAnAnswer", {.valueAt = ValueAt{"body", {""}}}, response(500), noResponse,
            Evidence::Value);
        row("checksumMismatch", {.crc32Mismatch = true}, responseWith(500, {.crc32Matches = false}),
            responseWith(500, {.crc32Matches = true}), Evidence::Crc32);
        row("checksumOfNothing", {.crc32Mismatch = true}, responseWith(500, {.crc32Matches = false}),
            response(500), Evidence::Crc32);
        row("checksumMatches", {.crc32Mismatch = false}, response(500),
            responseWith(500, {.crc32Matches = false}), Evidence::Crc32);
        row("partDone", {.partDone = true}, responseWith(500, {.remaining = Remaining{"{}", 1}}),
            response(500), Evidence::PartDone);
        row("nothingLeft", {.partDone = false}, response(500),
            responseWith(500, {.remaining = Remaining{"{}", 1}}), Evidence::PartDone);
        row("header", {.headerIn = {"Retry-After", "X-Wait"}}, response(503, {{"x-wait", ""}}), response(503),
            Evidence::Header);
        row("headerNeedsAnAnswer", {.headerIn = {"Date"}}, response(503, {{"Date", "x"}}), noResponse,
            Evidence::Header);
        row("lacks", {.lacks = {"json:__type"}}, responseWith(400, {.isEmpty = false, .isJson = true}),
            jsonError(400, "X"), Evidence::Value);
        row("lacksUnderAnyRoot", {.lacks = {"xml:*/Code"}}, response(503), xmlError(503, "X"),
            Evidence::Value);
        row("lacksNeedsAnAnswer", {.lacks = {"json:a"}}, response(503), noResponse, Evidence::Value);
        row("message", {.messageHas = {"not ready", "busy"}},
            responseWith(
                500, {.isEmpty = false, .isXml = true, .fields = {{"xml:Error/Message", "I am busy now"}}}),
            xmlError(500, "X"), Evidence::Message);
    }

    void eachPartOfAConditionDecides()
    {
        QFETCH(Condition, when);
        QFETCH(AttemptFacts, match);
        QFETCH(AttemptFacts, mismatch);
        QFETCH(int, evidence);
        QVERIFY(tried(when, match) == (RuleTried{.rule = 0, .matched = true}));
        const RuleTried failed = tried(when, mismatch);
        QVERIFY(!failed.matched);
        QCOMPARE(static_cast<int>(failed.evidence), evidence);
    }

    void whatTheRequestIsDecides_data()
    {
        QTest::addColumn<Condition>("when");
        QTest::addColumn<bool>("matches");
        QTest::addColumn<int>("evidence");
        const auto row = [](const char* name, const Condition& when, bool matches, Evidence evidence) {
            QTest::newRow(name) << when << matches << static_cast<int>(evidence);
        };
        row("itsService", {.serviceIn = {"dynamodb", "s3"}}, true, Evidence::Matched);
        row("anotherService", {.serviceIn = {"dynamodb"}}, false, Evidence::Service);
        row("itsOperation", {.operationIn = {"GetObject"}}, true, Evidence::Matched);
        row("anotherOperation", {.operationIn = {"PutObject"}}, false, Evidence::Operation);
        row("notThisOperation", {.operationNotIn = {"GetObject"}}, false, Evidence::Operation);
        row("notAnotherOperation", {.operationNotIn = {"PutObject"}}, true, Evidence::Matched);
        row("itsProtocol", {.protocolIn = {"rest-xml"}}, true, Evidence::Matched);
        row("anotherProtocol", {.protocolIn = {"json"}}, false, Evidence::Protocol);
    }

    void whatTheRequestIsDecides()
    {
        QFETCH(Condition, when);
        const RuleTried found = tried(when, response(500));
        QTEST(found.matched, "matches");
        QTEST(static_cast<int>(found.evidence), "evidence");
    }

    void theClockDecides()
    {
        QVERIFY(tried({.serverClockOff = true}, response(403), true).matched);
        QVERIFY(tried({.serverClockOff = true}, response(403), false).evidence == Evidence::Clock);
        QVERIFY(tried({.serverClockOff = false}, response(403), true).evidence == Evidence::Clock);
    }

    void anEmptyConditionAlwaysHolds()
    {
        for (const AttemptFacts& facts : {response(404), faulty(FaultKind::TlsFailed), AttemptFacts{}}) {
            QVERIFY(tried({}, facts).matched);
        }
    }

    void anEmptyListOfNamesMatchesNothingWhenItMustBeFilled()
    {
        const Condition when{.nameMustBeListed = true};
        QVERIFY(tried(when, xmlError(400, "X")).evidence == Evidence::Name);
        QVERIFY(tried(when, response(400)).evidence == Evidence::Name);
    }

    void allPartsOfAConditionMustHold()
    {
        const Condition when{.statusIn = {{400, 400}}, .nameIn = {"RequestTimeout"}};
        QVERIFY(tried(when, xmlError(400, "RequestTimeout")).matched);
        QVERIFY(tried(when, xmlError(400, "X")).evidence == Evidence::Name);
        QVERIFY(tried(when, xmlError(503, "RequestTimeout")).evidence == Evidence::Status);
    }

    void namesOfOtherRulesAreKnown()
    {
        Policy policy = policyWith({.nameIs = NameIs::Unknown});
        policy.rules.push_back(ruleFor("other", {.nameIn = {"Busy"}}, ErrorKind::Server));
        Trace trace;
        QCOMPARE(classified(policy, xmlError(503, "Busy"), trace).rule, 1);
        QCOMPARE(classified(policy, xmlError(503, "429"), trace).rule, 0);
    }

    void scopesChooseTheAnswersARuleIsTriedOn_data()
    {
        QTest::addColumn<int>("scope");
        QTest::addColumn<bool>("onErrors");
        QTest::addColumn<bool>("onSuccesses");
        QTest::newRow("errors") << static_cast<int>(RuleScope::Errors) << true << false;
        QTest::newRow("successes") << static_cast<int>(RuleScope::Successes) << false << true;
        QTest::newRow("all") << static_cast<int>(RuleScope::All) << true << true;
    }

    void scopesChooseTheAnswersARuleIsTriedOn()
    {
        QFETCH(int, scope);
        const Policy policy = policyWith({}, static_cast<RuleScope>(scope));
        Trace onError;
        Trace onSuccess;
        (void)classified(policy, response(404), onError);
        (void)classified(policy, response(200), onSuccess);
        QTEST(findStep<RuleTried>(onError).has_value(), "onErrors");
        QTEST(findStep<RuleTried>(onSuccess).has_value(), "onSuccesses");
    }

    void theFirstMatchWinsAndEndsTheSearch()
    {
        Policy policy = plainPolicy();
        policy.rules = rulesFor({{{.statusIn = {{400, 499}}}, ErrorKind::Permanent},
                                 {{.statusIn = {{500, 599}}}, ErrorKind::Server},
                                 {{}, ErrorKind::Throttling}});
        Trace trace;
        const Classification found = classified(policy, response(503), trace);
        QCOMPARE(named(found.kind), std::string("server"));
        const Trace expected{
            RuleTried{.rule = 0, .matched = false, .evidence = Evidence::Status},
            RuleTried{.rule = 1, .matched = true},
            KindChosen{.kind = ErrorKind::Server, .rule = 1, .status = 503},
        };
        QVERIFY(trace == expected);
    }

    void theLastMatchWinsWhereThePolicySaysSo()
    {
        Policy policy = plainPolicy();
        policy.lastMatchWins = true;
        policy.rules = rulesFor({{{.statusIn = {{500, 599}}}, ErrorKind::Server},
                                 {{.statusIn = {{503, 503}}}, ErrorKind::Throttling},
                                 {{.statusIn = {{404, 404}}}, ErrorKind::Permanent}});
        Trace trace;
        const Classification found = classified(policy, response(503), trace);
        QCOMPARE(found.rule, 1);
        QCOMPARE(named(found.kind), std::string("throttling"));
        QCOMPARE(trace.size(), std::size_t{4});
    }

    void withoutAMatchThePolicysLastWordHolds()
    {
        Policy policy = policyWith({.statusIn = {{503, 503}}});
        policy.otherwise = ErrorKind::Transient;
        Trace trace;
        const Classification found = classified(policy, faulty(FaultKind::TlsFailed), trace);
        QCOMPARE(found.rule, -1);
        QCOMPARE(named(found.kind), std::string("transient"));
        QVERIFY(std::get<KindChosen>(trace.back()) ==
                (KindChosen{.kind = ErrorKind::Transient, .fault = FaultKind::TlsFailed}));
    }

    void aRuleHoldsOnlyAsOftenAsItMay()
    {
        Policy policy = policyWith({});
        policy.rules.front().atMost = 2;
        const ResolvedPolicy ready = resolved(policy, kSpec);
        Trace trace;
        QCOMPARE(classify(ready, response(500), {}, false, trace, {1}).rule, 0);
        trace.clear();
        QCOMPARE(classify(ready, response(500), {}, false, trace, {2}).rule, -1);
        QVERIFY(findStep<RuleTried>(trace)->evidence == Evidence::Uses);
        policy.rules.front().when.statusIn = {{503, 503}};
        trace.clear();
        QCOMPARE(classify(resolved(policy, kSpec), response(500), {}, false, trace, {2}).rule, -1);
        QVERIFY(findStep<RuleTried>(trace)->evidence == Evidence::Status); // it would not match anyway
    }

    void whatAsksForAResponseIsNotMetByAFaultAlone_data()
    {
        QTest::addColumn<Condition>("when");
        QTest::addColumn<int>("evidence");
        const auto row = [](const char* name, const Condition& when, Evidence evidence) {
            QTest::newRow(name) << when << static_cast<int>(evidence);
        };
        row("jsonShape", {.jsonIs = {JsonShape::Object}}, Evidence::Body);
        row("header", {.headerIn = {"x-a"}}, Evidence::Header);
        row("value", {.valueAt = ValueAt{"body", {""}}}, Evidence::Value);
        row("partDone", {.partDone = true}, Evidence::PartDone);
        row("crc32", {.crc32Mismatch = true}, Evidence::Crc32);
    }

    void whatAsksForAResponseIsNotMetByAFaultAlone()
    {
        QFETCH(Condition, when);
        QFETCH(int, evidence);
        const RuleTried found = tried(when, faulty(FaultKind::ReadTimeout));
        QVERIFY(!found.matched);
        QCOMPARE(static_cast<int>(found.evidence), evidence);
    }

    void aConditionOnTheRequestSaysWhatDidNotHold()
    {
        QVERIFY(tried({.methodIn = {"PUT"}}, response(503)).evidence == Evidence::Method);
    }

    void anyOfTheRangesOfAPolicyIsASuccess()
    {
        Policy policy = plainPolicy();
        policy.success.statusIn = {{200, 200}, {404, 404}};
        QVERIFY(appearanceOf(resolved(policy), response(200)).success);
        QVERIFY(appearanceOf(resolved(policy), response(404)).success);
    }

    void onlyCompleteAnswersWithASuccessStatusAreSuccesses()
    {
        const ResolvedPolicy ready = resolved(plainPolicy());
        QVERIFY(appearanceOf(ready, response(200)).success);
        QVERIFY(appearanceOf(ready, response(299)).success);
        QVERIFY(!appearanceOf(ready, response(304)).success);
        QVERIFY(!appearanceOf(ready, cut(response(200), FaultKind::ResponseTruncated)).success);
        QVERIFY(!appearanceOf(ready, faulty(FaultKind::ConnectionReset)).success);
        QVERIFY(!appearanceOf(ready, AttemptFacts{}).success);
    }

    void whichStatusesSucceedIsPartOfThePolicy()
    {
        Policy policy = plainPolicy();
        policy.success.statusIn = {{200, 200}};
        QVERIFY(!appearanceOf(resolved(policy), response(204)).success);
    }

    void anErrorDocumentInA200CanBeAFailure()
    {
        Policy policy = policyWith({.statusIn = {{500, 500}}});
        policy.reading["generic"] = {.syntax = BodySyntax::Xml,
                                     .embedded = {{.bodyIs = {EmbeddedBody::ErrorDocument},
                                                   .operationNotIn = {"GetObject"},
                                                   .treatAsStatus = 500}}};
        const AttemptFacts facts = xmlError(200, "InternalError");
        const ResolvedPolicy copy = resolved(policy, {.operation = "CopyObject"});
        Trace trace;
        QCOMPARE(classify(copy, facts, {}, false, trace).rule, 0);
        const ResolvedPolicy get = resolved(policy, {.operation = "GetObject"});
        QVERIFY(appearanceOf(get, facts).success);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstClassify)

#include "tst_classify.moc"
