// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/reversing_changes.h"
#include "core/explain/change_text.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/io/http/pasted_response.h"
#include "core/io/http/rewrite_response.h"
#include "core/policy/check.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <chrono>
#include <random>

using namespace retryscope;

namespace {

constexpr int kResponses = 200;
constexpr unsigned kSeed = 20260131;

using std::chrono::milliseconds;
using std::chrono::minutes;

/// One random attempt with everything that it may depend on, but for the policy.
struct Case
{
    GivenAttempt given;
    Duration spent{0}; ///< since the call began
    std::optional<Duration> clockOff;
};

/// The same on every machine: only the generator's own numbers are used.
class CaseMaker
{
public:
    Case next()
    {
        Case made;
        RequestSpec& spec = made.given.spec;
        spec.service = pick({"s3", "dynamodb", "simpledb", "generic"});
        spec.operation = pick({"", "CopyObject", "BatchWriteItem", "GetItem"});
        spec.bodyIsReplayable = !oneIn(8);
        if (oneIn(4)) {
            spec.deadline = milliseconds{below(3000) + 1};
        }
        made.spent = oneIn(2) ? milliseconds{below(3000)} : milliseconds{0};
        made.given.attempt = below(6) + 1;
        if (oneIn(3)) {
            made.given.tokens = below(20);
        }
        const bool hasFault = oneIn(6);
        if (hasFault) {
            made.given.facts.fault = Fault{pick(allFaultKinds()), {}};
        }
        if (!hasFault || oneIn(2)) {
            made.given.facts.response = std::make_shared<const Response>(response());
        }
        made.given.facts.phases.wait = milliseconds{below(2000)};
        if (oneIn(4)) {
            made.clockOff = minutes{below(40) - 20};
        }
        return made;
    }

private:
    int below(int limit) { return static_cast<int>(m_random() % static_cast<unsigned>(limit)); }
    bool oneIn(int chances) { return below(chances) == 0; }
    template <typename T>
    T pick(const std::vector<T>& values)
    {
        return values[static_cast<std::size_t>(below(static_cast<int>(values.size())))];
    }
    std::string pick(std::initializer_list<const char*> values)
    {
        return pick(std::vector<const char*>(values));
    }

    std::string name()
    {
        return pick({"SlowDown", "429", "", "ThrottlingException", "a.b#Throttling", "InternalError",
                     "NoSuchKey", "RequestTimeTooSkewed", "RequestTimeout", "ExpiredToken", "Odd & <ends>",
                     "ServiceUnavailable", "ProvisionedThroughputExceededException:http://x",
                     "PriorRequestNotComplete", "EC2ThrottledException", "TooManyRequestsException",
                     "InvalidSignatureException", "\xC3\xA9t\xC3\xA9"});
    }

    std::string body()
    {
        const std::string xml = QString::fromStdString(name()).toHtmlEscaped().toStdString();
        const std::string json = name();
        switch (below(14)) {
        case 0:
            return "<Error><Code>" + xml + "</Code><Message>m</Message></Error>";
        case 1:
            return "<?xml version=\"1.0\"?>\n<ErrorResponse><Error>\n <Code> " + xml +
                   " </Code></Error></ErrorResponse>";
        case 2:
            return "<Response><Errors><Error><Code>" + xml +
                   "</Code></Error></Errors><RequestID>1</RequestID></Response>";
        case 3:
            return "<s:Envelope xmlns:s='u'><s:Body><s:Fault><faultcode>soap:" + xml +
                   "</faultcode></s:Fault></s:Body></s:Envelope>";
        case 4:
            return "<Error><Code/></Error>";
        case 5:
            return "<Error><Code><![CDATA[" + json + "]]></Code></Error>";
        case 6:
            return R"({"__type":")" + json + R"(","message":"m"})";
        case 7:
            return R"({"code":"first","code":")" + json + R"("})";
        case 8:
            return R"({"code": 429, "Error": {"Code": ")" + json + R"("}})";
        case 9:
            return R"({"UnprocessedItems":{"t":[{"a":1}]}})";
        case 10:
            return "<html><body>502</body></html>";
        case 11:
            return "<Error><Code>" + xml;
        case 12:
            return pick({"plain", "NOT_READY", "THROTTLED", "SERVER_ERROR", "\"x\"", "[]"});
        default:
            return {};
        }
    }

    Response response()
    {
        Response made;
        made.status = pick(std::vector{200, 200, 202, 301, 400, 400, 403, 404, 408, 429, 429, 500, 501, 502,
                                       503, 503, 504, 509, 599});
        made.reason = pick({"", "Slow Down", "Too Many Requests"});
        const QByteArray content = QByteArray::fromStdString(body());
        made.body = content.toStdString();
        if (oneIn(4)) {
            made.headers.add(pick({"x-amzn-errortype", "x-amzn-query-error", "X-Amzn-ErrorType"}), name());
        }
        if (oneIn(4)) {
            made.headers.add("Retry-After",
                             pick({"0", "1", "100000", "soon", "Thu, 01 Jan 2026 00:10:00 GMT"}));
        }
        if (oneIn(8)) {
            made.headers.add("x-amz-retry-after", pick({"500", "900000"}));
        }
        if (oneIn(6)) {
            made.headers.add("x-amz-crc32", oneIn(2) ? "1" : std::to_string(io::crc32Of(content)));
        }
        if (oneIn(3)) {
            made.headers.add("Date", "Thu, 01 Jan 2026 00:00:00 GMT");
        }
        if (oneIn(8)) {
            made.headers.add("grpc-status", pick({"14", "8", "3"}));
        }
        io::completeResponse(made);
        return made;
    }

    std::mt19937 m_random{kSeed};
};

Situation situationOf(const Policy& policy, const Case& made, const GivenAttempt& given)
{
    Situation situation = situationUnder(resolve(policy, given.spec), given);
    situation.clock.now = situation.request.startedAt + made.spent;
    if (made.clockOff && situation.clock.wallTime) {
        *situation.clock.wallTime += std::chrono::duration_cast<WallTime>(*made.clockOff);
    }
    return situation;
}

/// How a change may turn out otherwise when it is made where people make it; empty: it does not.
QString otherwiseWhenMade(const Policy& policy, const Case& made, const Situation& situation,
                          const ReversingChange& reversing)
{
    const auto verdictIs = [&reversing](const Situation& after) {
        return decisionIn(after).verdict == reversing.verdictAfter;
    };
    if (!verdictIs(changed(situation, reversing.change))) {
        return QStringLiteral("judged again");
    }
    if (ownerOf(reversing.change) == ChangeOwner::Policy) {
        const Policy kept = withChange(policy, made.given.spec.service, reversing.change);
        if (!problemsOf(kept).empty()) {
            return QStringLiteral("the policy would be no valid one");
        }
        return verdictIs(situationOf(kept, made, made.given)) ? QString() : QStringLiteral("in the policy");
    }
    if (ownerOf(reversing.change) != ChangeOwner::Response ||
        std::holds_alternative<RespondedSooner>(reversing.change)) {
        return {};
    }
    GivenAttempt after = made.given;
    // It is this response that is another one, not those before it.
    after.before = std::make_shared<const std::vector<AttemptFacts>>(
        static_cast<std::size_t>(made.given.attempt - 1), made.given.facts);
    after.facts = io::rewriteResponse(after.facts, situation.policy.reading, reversing.change);
    if (!verdictIs(situationOf(policy, made, after))) {
        return QStringLiteral("in the bytes of the answer");
    }
    if (!after.facts.fault) {
        after.facts =
            io::readPastedResponse(io::pastedTextOf(*after.facts.response), after.spec.method).facts;
        if (!verdictIs(situationOf(policy, made, after))) {
            return QStringLiteral("pasted as a text");
        }
    }
    return {};
}

} // namespace

class TstReversingChanges : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    /// A failure that is not retried, of a client that makes one attempt.
    void whatOneSettingDoesNotReverseTwoMay()
    {
        Policy policy = test::plainPolicy();
        policy.attempts.max = 1;
        const Situation situation =
            situationUnder(resolve(policy, {}), {.facts = test::response(404), .attempt = 1});
        const std::vector<ReversingPair> pairs = reversingPairsOf(situation);
        QVERIFY(!pairs.empty() && pairs.size() <= 2);
        for (const ReversingPair& pair : pairs) {
            QVERIFY(pair.second.verdictAfter == Verdict::Retry);
            const Situation once = changed(situation, pair.first);
            QVERIFY(decisionIn(once).verdict == Verdict::Stop);
            QVERIFY(decisionIn(once).stopReason == StopReason::AttemptsExhausted);
            QVERIFY(decisionIn(changed(once, pair.second.change)).verdict == Verdict::Retry);
        }
        const auto* attempts = std::get_if<AttemptsSet>(&pairs.front().second.change);
        QVERIFY(attempts && attempts->to == 2);
        policy.attempts.max = 3;
        const Situation retried =
            situationUnder(resolve(policy, {}), {.facts = test::response(503), .attempt = 1});
        QVERIFY(reversingPairsOf(retried).empty());
    }

    /// More tokens than the quota holds are none that anybody could set.
    void aQuotaIsNotFilledBeyondItsCapacity()
    {
        Policy policy = test::plainPolicy();
        policy.quota = test::plainQuota();
        policy.quota->capacity = 4;
        const auto tokensFor = [&policy](int tokens) {
            const Situation situation = situationUnder(
                resolve(policy, {}), {.facts = test::response(503), .attempt = 1, .tokens = tokens});
            std::optional<TokensSet> found;
            for (const ReversingChange& reversing : reversingChangesOf(situation)) {
                if (const auto* tokensSet = std::get_if<TokensSet>(&reversing.change)) {
                    found = *tokensSet;
                }
            }
            return found;
        };
        QVERIFY(!tokensFor(0)); // a retry costs 5
        policy.quota->capacity = 10;
        QVERIFY(tokensFor(0));
        QCOMPARE(tokensFor(0)->to, 5);
        QVERIFY(tokensFor(0)->successes > 0);
        policy.quota->giveBack = GiveBack::Nothing;
        QCOMPARE(tokensFor(0)->successes, 0); // no success brings them back
    }

    /// One way for rules of which some are gone: what they were used is that of the ones that stayed.
    void aChangeOfRulesKeepsWhatTheOthersWereUsed()
    {
        Policy policy = test::plainPolicy();
        policy.rules.front().atMost = 1;
        Situation situation =
            situationUnder(resolve(policy, {}), {.facts = test::response(503), .attempt = 2});
        situation.request.ruleUses = {1, 0, 7}; // one more than there are rules
        QVERIFY(decisionIn(situation).verdict == Verdict::Stop);
        bool isReversed = false;
        for (const ReversingChange& reversing : reversingChangesOf(situation)) {
            QVERIFY(decisionIn(changed(situation, reversing.change)).verdict == Verdict::Retry);
            isReversed = true;
        }
        QVERIFY(isReversed);
    }

    void everyFlipReversesTheVerdictWhereverItIsMade_data()
    {
        QTest::addColumn<QString>("policyId");
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            QTest::newRow(qPrintable(entry.id)) << entry.id;
        }
    }
    void everyFlipReversesTheVerdictWhereverItIsMade()
    {
        QFETCH(QString, policyId);
        const Policy policy = io::Library().policy(policyId).value();
        CaseMaker maker;
        int flipCount = 0;
        for (int number = 0; number < kResponses; ++number) {
            const Case made = maker.next();
            const Situation situation = situationOf(policy, made, made.given);
            const Verdict before = decisionIn(situation).verdict;
            for (const ReversingChange& reversing : reversingChangesOf(situation)) {
                QVERIFY(reversing.verdictAfter == (before == Verdict::Stop ? Verdict::Retry : Verdict::Stop));
                const auto* status = std::get_if<StatusReplaced>(&reversing.change);
                QVERIFY2(!status || status->to >= 400, "an error is not made a redirect");
                const QString otherwise = otherwiseWhenMade(policy, made, situation, reversing);
                const QString where =
                    QStringLiteral("response %1: %2: otherwise when %3")
                        .arg(number)
                        .arg(QString::fromStdString(changeText(reversing.change)), otherwise);
                QVERIFY2(otherwise.isEmpty(), qPrintable(where));
                ++flipCount;
            }
        }
        QVERIFY2(flipCount > kResponses / 3, qPrintable(QString::number(flipCount)));
    }
};

RETRYSCOPE_TEST(TstReversingChanges)
#include "tst_reversing_changes.moc"
