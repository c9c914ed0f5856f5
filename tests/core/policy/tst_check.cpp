// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/check.h"
#include "core/policy/mapping.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <functional>

namespace retryscope::test {

namespace {

using Damage = std::function<void(Policy&)>;

/// A policy that uses every group, so that every check has something to look at.
Policy fullPolicy()
{
    Policy policy = plainPolicy();
    policy.backoff = plainBackoff();
    policy.backoff.cap = ms(20000);
    policy.backoff.base.byKind = {{ErrorKind::Throttling, ms(1000)}};
    policy.quota = plainQuota();
    policy.quota->costByKind = {{ErrorKind::Timeout, 10}};
    policy.limiter = plainLimiter();
    policy.hints = {{.header = "retry-after", .source = "the lab"}};
    policy.clock = ClockSpec{.source = "the lab"};
    policy.services["s3"] = {.attempts = AttemptLimit{.max = 4, .source = "the lab"},
                             .backoff = plainBackoff(),
                             .quota = plainQuota(),
                             .rules = {ruleFor("s3-only", {.statusIn = {{400, 400}}}, ErrorKind::Transient)},
                             .replaces = {"network"}};
    return policy;
}

std::vector<PolicyProblem> everythingSaidOf(const Policy& policy)
{
    std::vector<PolicyProblem> all = problemsOf(policy);
    const std::vector<PolicyProblem> remarks = remarksOn(policy);
    all.insert(all.end(), remarks.begin(), remarks.end());
    return all;
}

} // namespace

class TstCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCleanPolicyHasNoProblem()
    {
        QCOMPARE(problemsOf(fullPolicy()).size(), std::size_t{0});
        QCOMPARE(problemsOf(plainPolicy()).size(), std::size_t{0});
    }

    void eachContradictionIsFoundWhereItIs_data()
    {
        QTest::addColumn<Damage>("damage");
        QTest::addColumn<QByteArray>("path");
        const auto row = [](const char* name, const char* path, Damage damage) {
            QTest::newRow(name) << damage << QByteArray(path);
        };
        row("noId", "id", [](Policy& p) { p.id.clear(); });
        row("upperCaseId", "id", [](Policy& p) { p.id = "Mine"; });
        row("idWithASlash", "id", [](Policy& p) { p.id = "../mine"; });
        row("noTitle", "title", [](Policy& p) { p.title.clear(); });
        row("noAttempt", "attempts.max", [](Policy& p) { p.attempts.max = 0; });
        row("negativeRetries", "attempts.max",
            [](Policy& p) { p.attempts = {.max = -1, .countsFirst = false, .source = "x"}; });
        row("attemptsWithoutSource", "attempts.source", [](Policy& p) { p.attempts.source.clear(); });
        row("backoffWithoutSource", "backoff.source", [](Policy& p) { p.backoff.source.clear(); });
        row("factorOfNothing", "backoff.factor", [](Policy& p) { p.backoff.factor = 0; });
        row("negativeExponent", "backoff.exponentStart", [](Policy& p) { p.backoff.exponentStart = -1; });
        row("negativeBase", "backoff.base", [](Policy& p) { p.backoff.base.byDefault = ms(-1); });
        row("negativeBaseOfAKind", "backoff.base.throttling",
            [](Policy& p) { p.backoff.base.byKind[ErrorKind::Throttling] = ms(-1); });
        row("negativeCap", "backoff.cap", [](Policy& p) { p.backoff.cap = ms(-1); });
        row("decorrelatedWithoutAFailureBefore", "backoff.jitter", [](Policy& p) {
            p.backoff.jitter = Jitter::Decorrelated;
            p.backoff.when = BackoffWhen::BeforeEach;
        });
        row("decorrelatedV2OfOtherGrowth", "backoff.jitter", [](Policy& p) {
            p.backoff.jitter = Jitter::DecorrelatedV2;
            p.backoff.factor = 3;
        });
        row("decorrelatedV2WithAFloor", "backoff.jitter", [](Policy& p) {
            p.backoff.jitter = Jitter::DecorrelatedV2;
            p.backoff.floor = ms(10);
        });
        row("decorrelatedV2AtOnce", "backoff.jitter", [](Policy& p) {
            p.backoff.jitter = Jitter::DecorrelatedV2;
            p.backoff.firstRetryAtOnce = true;
        });
        row("quotaWithoutSource", "quota.source", [](Policy& p) { p.quota->source.clear(); });
        row("negativeCapacity", "quota.capacity", [](Policy& p) { p.quota->capacity = -1; });
        row("negativeCost", "quota.cost", [](Policy& p) { p.quota->cost = -1; });
        row("limiterWithoutSource", "limiter.source", [](Policy& p) { p.limiter->source.clear(); });
        row("limiterThatStops", "limiter.minFillRatePerSecond",
            [](Policy& p) { p.limiter->minFillRatePerSecond = 0; });
        row("limiterWithoutTime", "limiter.timeBucketSeconds",
            [](Policy& p) { p.limiter->timeBucketSeconds = 0; });
        row("limiterWithoutScale", "limiter.scale", [](Policy& p) { p.limiter->scale = 0; });
        row("limiterThatLetsNothingPass", "limiter.minCapacity",
            [](Policy& p) { p.limiter->costPerAttempt = 2; });
        row("nothingSucceeds", "success.statusIn", [](Policy& p) { p.success.statusIn.clear(); });
        row("hintWithoutHeader", "hints[0].header", [](Policy& p) { p.hints[0].header.clear(); });
        row("hintWithABlank", "hints[0].header", [](Policy& p) { p.hints[0].header = "retry after"; });
        row("hintWithoutSource", "hints[0].source", [](Policy& p) { p.hints[0].source.clear(); });
        row("ruleWithoutId", "rules[0].id", [](Policy& p) { p.rules[0].id.clear(); });
        row("ruleTwice", "rules[2].id", [](Policy& p) { p.rules.push_back(p.rules[0]); });
        row("ruleWithoutSource", "rules[1].source", [](Policy& p) { p.rules[1].source.clear(); });
        row("faultAndStatus", "rules[1].when", [](Policy& p) {
            p.rules[1].when = {.statusIn = {{400, 400}},
                               .faultIn = {FaultKind::ConnectTimeout, FaultKind::ConnectionReset}};
        });
        row("faultAndName", "rules[1].when",
            [](Policy& p) { p.rules[1].when = {.nameIn = {"X"}, .faultIn = {FaultKind::TlsFailed}}; });
        row("nameAndItsAbsence", "rules[0].when", [](Policy& p) {
            p.rules[0].when.nameIn = {"X"};
            p.rules[0].when.nameIs = NameIs::Absent;
        });
        row("listedAndUnknown", "rules[0].when", [](Policy& p) {
            p.rules[0].when.nameIn = {"X"};
            p.rules[0].when.nameIs = NameIs::Unknown;
        });
        row("faultAsASuccess", "rules[1].when.faultIn",
            [](Policy& p) { p.rules[1].scope = RuleScope::Successes; });
        row("startThatIsRetried", "rules[1].kind", [](Policy& p) {
            p.rules[1].scope = RuleScope::Start;
            p.rules[1].kind = ErrorKind::Throttling;
        });
        row("statusBackwards", "rules[0].when.statusIn", [](Policy& p) {
            p.rules[0].when.statusIn = {{599, 500}};
        });
        row("statusOutOfRange", "rules[0].when.statusIn", [](Policy& p) {
            p.rules[0].when.statusIn = {{99, 200}};
        });
        row("negativeDelay", "rules[0].delay", [](Policy& p) { p.rules[0].delay = ms(-1); });
        row("negativeQuotaCost", "rules[0].quotaCost", [](Policy& p) { p.rules[0].quotaCost = -1; });
        row("aFaultHandedOverAsASuccess", "rules[1].succeedsAtLimit", [](Policy& p) {
            p.rules[1].when = {.faultIn = {FaultKind::ConnectionReset}};
            p.rules[1].succeedsAtLimit = true;
        });
        row("noAttemptOfAKind", "attempts.max.transient", [](Policy& p) {
            p.attempts.maxByKind = {{ErrorKind::Transient, 0}};
        });
        row("noTimeForARetry", "attempts.maxElapsed", [](Policy& p) { p.attempts.maxElapsed = ms(0); });
        row("noDelays", "backoff.delays", [](Policy& p) { p.backoff.type = BackoffType::Listed; });
        row("negativeListedDelay", "backoff.delays", [](Policy& p) {
            p.backoff.type = BackoffType::Listed;
            p.backoff.delays = {ms(1), ms(-1)};
        });
        row("negativeNoise", "backoff.noise", [](Policy& p) {
            p.backoff.jitter = Jitter::Plus;
            p.backoff.noise = ms(-1);
        });
        row("negativeFloor", "backoff.floor", [](Policy& p) { p.backoff.floor = ms(-1); });
        row("floorAboveTheCap", "backoff.floor", [](Policy& p) { p.backoff.floor = ms(30000); });
        row("spreadAboveBelowZero", "backoff.spread", [](Policy& p) {
            p.backoff.jitter = Jitter::Above;
            p.backoff.spread = -0.1;
        });
        row("negativeEarnings", "quota.earnPerCall", [](Policy& p) { p.quota->earnPerCall = -1; });
        row("earningsOfOneCall", "quota.earnPerCall", [](Policy& p) {
            p.quota->scope = QuotaScope::Call;
            p.quota->earnPerCall = 1;
        });
        row("moreThanFullAtFirst", "quota.start", [](Policy& p) { p.quota->start = 501; });
        row("negativeStart", "quota.start", [](Policy& p) { p.quota->start = -1; });
        row("negativeStartTokens", "limiter.startTokens", [](Policy& p) { p.limiter->startTokens = -1; });
        row("hintWithNoStatus", "hints[0].statusIn", [](Policy& p) { p.hints[0].statusIn = {{99, 99}}; });
        row("hintThatBothForbidsAndMeans", "hints[0].unreadableMeans", [](Policy& p) {
            p.hints[0].unreadableForbids = true;
            p.hints[0].unreadableMeans = ms(0);
        });
        row("hintThatNeverHolds", "hints[0].ignoreAbove", [](Policy& p) {
            p.hints[0].ignoreBelow = ms(2);
            p.hints[0].ignoreAbove = ms(1);
        });
        row("negativeHintSpread", "hints[0].spread", [](Policy& p) { p.hints[0].spread = -1; });
        row("negativeHintNoise", "hints[0].noise", [](Policy& p) { p.hints[0].noise = ms(-1); });
        row("headerWithoutAValue", "rules[0].when.headerValues[0]",
            [](Policy& p) { p.rules[0].when.headerValues = {{.header = "x-a"}}; });
        row("headerValueWithoutAName", "rules[0].when.headerValues[0].header",
            [](Policy& p) { p.rules[0].when.headerValues = {{.header = "", .textIn = {"true"}}}; });
        row("numbersBackwards", "rules[0].when.headerValues[0].to",
            [](Policy& p) { p.rules[0].when.headerValues = {{.header = "x-a", .from = 2, .to = 1}}; });
        row("afterNoRule", "rules[0].when.afterRules",
            [](Policy& p) { p.rules[0].when.afterRules = {"unheard-of"}; });
        row("neverMayMatch", "rules[0].atMost", [](Policy& p) { p.rules[0].atMost = 0; });
        row("hiddenBehindARuleThatAlwaysMatches", "rules[1]", [](Policy& p) { p.rules[0].when = {}; });
        row("serviceWithoutAttempts", "services.s3.attempts.max",
            [](Policy& p) { p.services["s3"].attempts->max = 0; });
        row("serviceBackoff", "services.s3.backoff.factor",
            [](Policy& p) { p.services["s3"].backoff->factor = 0; });
        row("serviceQuota", "services.s3.quota.cost", [](Policy& p) { p.services["s3"].quota->cost = -1; });
        row("serviceSuccess", "services.s3.success.statusIn",
            [](Policy& p) { p.services["s3"].success = SuccessSpec{.statusIn = {}}; });
        row("serviceRule", "services.s3.rules[0].id",
            [](Policy& p) { p.services["s3"].rules[0].id.clear(); });
        row("operation", "operations.PutObject.attempts.max", [](Policy& p) {
            p.operations["PutObject"] = {.attempts = AttemptLimit{.max = 0, .source = "x"}};
        });
        row("protocolWithoutAReading", "protocols.s3", [](Policy& p) { p.protocols["s3"] = "rest-xlm"; });
        row("ec2WithoutQuery", "protocols.ec2", [](Policy& p) { p.protocols["ec2"] = "ec2"; });
        row("resendsWithoutSource", "resends.source", [](Policy& p) { p.resends = ResendSpec{{"GET"}, ""}; });
        row("requestBodyWithoutSource", "requestBody.source", [](Policy& p) {
            p.requestBody = RequestBodySpec{.max = 1, .onlyOnceSent = false, .source = ""};
        });
        row("requestBodyBelowNothing", "requestBody.max", [](Policy& p) {
            p.requestBody = RequestBodySpec{.max = -1, .onlyOnceSent = false, .source = "x"};
        });
        row("timeoutsWithoutSource", "timeouts.source",
            [](Policy& p) { p.timeouts = ClientTimeouts{.connect = Duration::zero()}; });
        row("negativeTimeout", "timeouts.read",
            [](Policy& p) { p.timeouts = ClientTimeouts{.read = Duration{-1}, .source = "x"}; });
        row("errorClassesWithoutSource", "errorClasses.source",
            [](Policy& p) { p.errorClasses = ErrorClasses{.responded = "A", .unanswered = "B"}; });
        row("redirectsWithoutSource", "redirects.source", [](Policy& p) {
            p.redirects = RedirectSpec{.follows = {{302, 302}}};
        });
        row("noRedirectAtAll", "redirects.most", [](Policy& p) {
            p.redirects = RedirectSpec{.follows = {{302, 302}}, .most = 0, .source = "x"};
        });
        row("namelessErrorClass", "errorClasses.unanswered",
            [](Policy& p) { p.errorClasses = ErrorClasses{.responded = "A", .source = "x"}; });
        row("resendsNoMethod", "resends.methodIn", [](Policy& p) { p.resends = ResendSpec{{"G T"}, "x"}; });
        row("ruleForNoMethod", "rules[0].when.methodIn", [](Policy& p) { p.rules[0].when.methodIn = {""}; });
        row("connectionWithoutSource", "connection.source", [](Policy& p) {
            p.connection = ConnectionSpec{{ErrorKind::Timeout}, ""};
        });
        row("connectionThatIsNeverClosed", "connection.closeAfter", [](Policy& p) {
            p.connection = ConnectionSpec{{}, "x"};
        });
        row("spreadBelowZero", "backoff.spread", [](Policy& p) { p.backoff.spread = -0.1; });
        row("spreadAboveOne", "backoff.spread", [](Policy& p) { p.backoff.spread = 1.1; });
        row("reserveOfAll", "quota.reserve", [](Policy& p) { p.quota->reserve = 500; });
        row("negativeReserve", "quota.reserve", [](Policy& p) { p.quota->reserve = -1; });
        row("statusOfFourDigits", "rules[0].when.statusIn", [](Policy& p) {
            p.rules[0].when.statusIn = {{500, 1000}};
        });
        const auto asks = [&row](const char* name, const Condition& when) {
            row(name, "rules[1].when", [when](Policy& p) {
                p.rules[1].when = when;
                p.rules[1].when.faultIn = {FaultKind::ConnectTimeout};
            });
        };
        asks("faultAndNameState", {.nameIs = NameIs::Present});
        asks("faultAndBody", {.bodyIs = {BodyState::Absent}});
        asks("faultAndJson", {.jsonIs = {JsonShape::Object}});
        asks("faultAndHeader", {.headerIn = {"x-a"}});
        asks("faultAndHeaderValue", {.headerValues = {{.header = "x-a", .textIn = {"b"}}}});
        asks("faultAndText", {.bodyHas = {"busy"}});
        asks("faultAndHint", {.hinted = true});
        row("attemptsOfAKindThatIsNeverRetried", "attempts.max.permanent", [](Policy& p) {
            p.attempts.maxByKind = {{ErrorKind::Permanent, 3}};
        });
        row("attemptsOfAKindThatNoRuleGives", "attempts.max.partDone", [](Policy& p) {
            p.attempts.maxByKind = {{ErrorKind::PartDone, 3}};
        });
        row("baseOfAKindThatIsNeverRetried", "backoff.base.none",
            [](Policy& p) { p.backoff.base.byKind[ErrorKind::None] = ms(1); });
        row("costOfAKindThatIsNeverRetried", "quota.cost.permanent",
            [](Policy& p) { p.quota->costByKind[ErrorKind::Permanent] = 1; });
        row("noPartAround", "backoff.spread", [](Policy& p) {
            p.backoff.jitter = Jitter::Around;
            p.backoff.spread = 0;
        });
        row("noTimeOnTop", "backoff.noise", [](Policy& p) { p.backoff.jitter = Jitter::Plus; });
        row("nothingToForbid", "hints[0].forbidsAbove", [](Policy& p) {
            p.hints[0].ignoreAbove = ms(5);
            p.hints[0].forbidsAbove = ms(5);
        });
        row("nothingToRunOut", "hints[0].atOnceAbove", [](Policy& p) {
            p.hints[0].ignoreAbove = ms(5);
            p.hints[0].atOnceAbove = ms(5);
        });
        row("forbiddenBeforeItRunsOut", "hints[0].atOnceAbove", [](Policy& p) {
            p.hints[0].forbidsAbove = ms(5);
            p.hints[0].atOnceAbove = ms(5);
        });
        row("hintTwice", "hints[1]", [](Policy& p) { p.hints.push_back(p.hints[0]); });
        row("emptyForEver", "quota.start", [](Policy& p) {
            p.quota->start = 0;
            p.quota->giveBack = GiveBack::Nothing;
        });
        row("reserveAndCost", "quota.reserve", [](Policy& p) { p.quota->reserve = 496; });
        row("smoothsTooMuch", "limiter.smooth", [](Policy& p) { p.limiter->smooth = 1.1; });
        row("throttlingThatSpeedsUp", "limiter.beta", [](Policy& p) { p.limiter->beta = 1.1; });
        row("noRate", "limiter.rateCapFactor", [](Policy& p) { p.limiter->rateCapFactor = 0; });
        row("freeSends", "limiter.costPerAttempt", [](Policy& p) { p.limiter->costPerAttempt = 0; });
        row("hintThatNobodyReads", "rules[0].when", [](Policy& p) {
            p.hints.clear();
            p.rules[0].when.hinted = true;
        });
        row("idempotentAndNot", "rules[0].when", [](Policy& p) {
            p.rules[0].when.methodIn = {"GET", "PUT"};
            p.rules[0].when.idempotent = false;
        });
        row("textInNoBody", "rules[0].when", [](Policy& p) {
            p.rules[0].when.bodyIs = {BodyState::Absent};
            p.rules[0].when.bodyHas = {"busy"};
        });
        row("textThatIsNoSuchNumber", "rules[0].when", [](Policy& p) {
            p.rules[0].when.headerValues = {{.header = "x-a", .textIn = {"3", "busy"}, .to = 2}};
        });
        row("afterTheEnd", "rules[0].when.afterRules", [](Policy& p) {
            p.rules[1].kind = ErrorKind::Permanent;
            p.rules[0].when.afterRules = {p.rules[1].id};
        });
        row("hiddenBehindAWiderRule", "rules[2]", [](Policy& p) {
            p.rules.push_back(ruleFor("narrow", p.rules[0].when, ErrorKind::Throttling));
            p.rules[2].when.nameIn = {"SlowDown"};
        });
        row("replacesNothing", "services.s3.replaces",
            [](Policy& p) { p.services["s3"].replaces = {"unheard-of"}; });
    }

    void eachContradictionIsFoundWhereItIs()
    {
        QFETCH(Damage, damage);
        QFETCH(QByteArray, path);
        Policy policy = fullPolicy();
        damage(policy);
        const std::vector<PolicyProblem> problems = everythingSaidOf(policy);
        QCOMPARE(problems.size(), std::size_t{1});
        QCOMPARE(problems.front().path, path.toStdString());
        QVERIFY(!problems.front().text.empty());
    }

    void whatIsJustAllowedIsNoProblem_data()
    {
        QTest::addColumn<Damage>("change");
        const auto row = [](const char* name, Damage change) {
            QTest::newRow(name) << change;
        };
        row("id", [](Policy& p) { p.id = "az-09."; });
        row("oneAttempt", [](Policy& p) { p.attempts.max = 1; });
        row("noRetry", [](Policy& p) { p.attempts = {.max = 0, .countsFirst = false, .source = "x"}; });
        row("factorOne", [](Policy& p) { p.backoff.factor = 1; });
        row("noBase", [](Policy& p) {
            p.backoff.base.byDefault = Duration::zero();
            p.backoff.base.byKind[ErrorKind::Throttling] = Duration::zero();
        });
        row("capOfTheBase", [](Policy& p) {
            p.backoff.base.byDefault = ms(1000);
            p.backoff.cap = ms(1000);
        });
        row("noSpread", [](Policy& p) { p.backoff.spread = 0; });
        row("wholeSpread", [](Policy& p) { p.backoff.spread = 1; });
        row("decorrelated", [](Policy& p) { p.backoff.jitter = Jitter::Decorrelated; });
        row("decorrelatedV2", [](Policy& p) { p.backoff.jitter = Jitter::DecorrelatedV2; });
        row("oneToken", [](Policy& p) { p.quota = QuotaSpec{.capacity = 1, .cost = 1, .source = "x"}; });
        row("freeRetries", [](Policy& p) { p.quota->cost = 0; });
        row("costOfAll", [](Policy& p) { p.quota->cost = 500; });
        row("reserveOfAllButACost", [](Policy& p) { p.quota->reserve = 495; });
        row("reserveOfAllButOne", [](Policy& p) {
            p.quota->reserve = 499;
            p.quota->whenEmpty = WhenQuotaEmpty::TakeWhatIsLeft;
        });
        row("emptyAtFirst", [](Policy& p) { p.quota->start = 0; });
        row("attemptsOfAKindOfAService", [](Policy& p) {
            p.services["s3"].rules[0].kind = ErrorKind::PartDone;
            p.attempts.maxByKind = {{ErrorKind::PartDone, 3}};
        });
        row("hintsInOrder", [](Policy& p) {
            p.hints[0].ignoreBelow = ms(5);
            p.hints[0].atOnceAbove = ms(6);
            p.hints[0].forbidsAbove = ms(7);
            p.hints[0].ignoreAbove = ms(8);
        });
        row("oneHeaderReadTwoWays", [](Policy& p) {
            p.hints.push_back(p.hints[0]);
            p.hints[1].unit = HintUnit::Milliseconds;
        });
        row("wholeLimits", [](Policy& p) {
            p.limiter->smooth = 1;
            p.limiter->beta = 1;
        });
        row("postThatIsNotIdempotent", [](Policy& p) {
            p.rules[0].when.methodIn = {"GET", "POST"};
            p.rules[0].when.idempotent = false;
        });
        row("textThatIsSuchANumber", [](Policy& p) {
            p.rules[0].when.headerValues = {{.header = "x-a", .textIn = {" 2 ", "busy"}, .to = 2}};
        });
        row("afterOneThatGoesOn", [](Policy& p) { p.rules[0].when.afterRules = {p.rules[1].id}; });
        row("afterARuleOfTheService",
            [](Policy& p) { p.services["s3"].rules[0].when.afterRules = {p.services["s3"].rules[0].id}; });
        row("narrowBeforeWide", [](Policy& p) {
            Rule narrow = ruleFor("narrow", p.rules[0].when, ErrorKind::Throttling);
            narrow.when.nameIn = {"SlowDown"};
            p.rules.insert(p.rules.begin(), narrow);
        });
        row("reserveOfOne", [](Policy& p) { p.quota->reserve = 1; });
        row("limiterOfOneAttempt", [](Policy& p) { p.limiter->minCapacity = p.limiter->costPerAttempt; });
        row("allStatuses", [](Policy& p) { p.rules[0].when.statusIn = {{100, 999}}; });
        row("delayOfNothing", [](Policy& p) { p.rules[0].delay = Duration::zero(); });
        row("once", [](Policy& p) { p.rules[0].atMost = 1; });
        row("costsNothing", [](Policy& p) { p.rules[0].quotaCost = 0; });
        row("successAtTheLimit", [](Policy& p) {
            p.rules[0].scope = RuleScope::All;
            p.rules[0].succeedsAtLimit = true;
        });
        row("protocol", [](Policy& p) {
            p.reading["query"] = {};
            p.protocols = {{"sqs", "query"}, {"ec2", "ec2"}};
        });
        row("resends", [](Policy& p) { p.resends = ResendSpec{{"GET", "PUT"}, "x"}; });
        row("connection", [](Policy& p) { p.connection = ConnectionSpec{{ErrorKind::Timeout}, "x"}; });
        for (const FaultKind fault : {FaultKind::ResponseTruncated, FaultKind::ResponseReset,
                                      FaultKind::ReadTimeout, FaultKind::ResponseTooLarge}) {
            row(std::string(toString(fault)).c_str(), [fault](Policy& p) {
                p.rules[1].when = {.statusIn = {{400, 400}}, .faultIn = {FaultKind::ConnectTimeout, fault}};
            });
        }
    }

    void whatIsJustAllowedIsNoProblem()
    {
        QFETCH(Damage, change);
        Policy policy = fullPolicy();
        change(policy);
        const std::vector<PolicyProblem> problems = everythingSaidOf(policy);
        QVERIFY2(problems.empty(), problems.empty() ? "" : problems.front().path.c_str());
    }

    void whatIsOfNoUseCanBeUsedAllTheSame()
    {
        Policy policy = fullPolicy();
        policy.attempts.maxByKind = {{ErrorKind::Permanent, 3}};
        policy.rules.push_back(ruleFor("narrow", policy.rules[0].when, ErrorKind::Throttling));
        QVERIFY(problemsOf(policy).empty());
        QCOMPARE(remarksOn(policy).size(), std::size_t{2});
    }

    void whatClientsAcceptIsUsableWithAWarning_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<Damage>("change");
        const auto row = [](const char* name, const char* path, const Damage& change) {
            QTest::newRow(name) << QString::fromLatin1(path) << change;
        };
        row("capBelowBase", "backoff.cap", [](Policy& p) {
            p.backoff.base.byKind.clear();
            p.backoff.cap = ms(99);
        });
        row("capBelowTheBaseOfAKind", "backoff.cap", [](Policy& p) { p.backoff.cap = ms(999); });
        row("capOfNothing", "backoff.cap", [](Policy& p) { p.backoff.cap = ms(0); });
        row("factorBelowOne", "backoff.factor", [](Policy& p) { p.backoff.factor = 0.1; });
        row("emptyBucket", "quota.capacity",
            [](Policy& p) { p.quota = QuotaSpec{.capacity = 0, .cost = 1, .source = "x"}; });
        row("costAboveCapacity", "quota.capacity", [](Policy& p) { p.quota->cost = 501; });
        row("costOfAKindAboveCapacity", "quota.capacity",
            [](Policy& p) { p.quota->costByKind[ErrorKind::Timeout] = 501; });
    }
    void whatClientsAcceptIsUsableWithAWarning()
    {
        QFETCH(QString, path);
        QFETCH(Damage, change);
        Policy policy = fullPolicy();
        QVERIFY(warningsOn(policy).empty());
        change(policy);
        QVERIFY(problemsOf(policy).empty());
        QVERIFY(remarksOn(policy).empty());
        const std::vector<PolicyProblem> warnings = warningsOn(policy);
        QCOMPARE(warnings.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(warnings.front().path), path);
    }

    void aMappingMayHideARule()
    {
        Policy policy = fullPolicy();
        policy.rules[1] = ruleFor("one", {.statusIn = {{429, 429}}}, ErrorKind::Throttling);
        policy.services.clear();
        policy = withMapping(policy, {429, ErrorKind::Permanent});
        QVERIFY(everythingSaidOf(policy).empty());
    }

    void whenTheLastMatchWinsAnAlwaysMatchingRuleHidesNothing()
    {
        Policy policy = fullPolicy();
        policy.rules[0].when = {};
        policy.lastMatchWins = true;
        QCOMPARE(problemsOf(policy).size(), std::size_t{0});
    }

    void theRuleThatHidesAnotherIsNamed()
    {
        Policy policy = fullPolicy();
        policy.rules[0].when = {};
        QVERIFY(problemsOf(policy).front().text.find('"' + policy.rules[0].id + '"') != std::string::npos);
    }

    void aRuleThatMayMatchOnceOnlyHidesNothing()
    {
        Policy policy = fullPolicy();
        policy.rules[0].when = {};
        policy.rules[0].atMost = 1;
        QCOMPARE(problemsOf(policy).size(), std::size_t{0});
    }

    void aRuleForErrorsHidesNoRuleForSuccesses()
    {
        Policy policy = fullPolicy();
        policy.rules[0].when = {};
        policy.rules[1] = ruleFor("in-200", {.nameIn = {"X"}}, ErrorKind::Server);
        policy.rules[1].scope = RuleScope::Successes;
        policy.services.clear();
        QCOMPARE(problemsOf(policy).size(), std::size_t{0});
    }

    void aRuleForAllResponsesHidesNoRuleForAStart()
    {
        Policy policy = fullPolicy();
        policy.rules[0].when = {};
        policy.rules[0].scope = RuleScope::All;
        policy.rules[1] = ruleFor("starts", {.statusIn = {{200, 299}}}, ErrorKind::NotReady);
        policy.rules[1].scope = RuleScope::Start;
        policy.services.clear();
        QCOMPARE(problemsOf(policy).size(), std::size_t{0});
    }

    void anAnswerCutShortHasAStatusAndAFault()
    {
        Policy policy = fullPolicy();
        policy.rules[1].when = {.statusIn = {{400, 400}}, .faultIn = {FaultKind::ResponseTruncated}};
        QCOMPARE(problemsOf(policy).size(), std::size_t{0});
    }

    void allProblemsAreListedNotOnlyTheFirst()
    {
        Policy policy = fullPolicy();
        policy.title.clear();
        policy.attempts.max = 0;
        policy.rules[1].source.clear();
        QCOMPARE(problemsOf(policy).size(), std::size_t{3});
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstCheck)

#include "tst_check.moc"
