// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/resolve.h"

#include "tests/support/lab.h"
#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

namespace {

std::vector<std::string> idsOf(const std::vector<Rule>& rules)
{
    std::vector<std::string> ids;
    for (const Rule& rule : rules) {
        ids.push_back(rule.id);
    }
    return ids;
}

Policy withOverride(ServiceOverride change)
{
    Policy policy = plainPolicy();
    policy.services["s3"] = std::move(change);
    return policy;
}

const RequestSpec kS3{.service = "s3", .operation = "ListObjectsV2"};

} // namespace

class TstResolve : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void withoutAnOverrideThePolicyStaysAsItIs()
    {
        const Policy policy = withOverride({.attempts = AttemptLimit{.max = 9}});
        const ResolvedPolicy result = resolve(policy, {.service = "dynamodb", .operation = "Query"});
        QVERIFY(result.policy == plainPolicy());
        QCOMPARE(result.service, std::string("dynamodb"));
        QCOMPARE(result.operation, std::string("Query"));
        QCOMPARE(result.protocol, std::string("json"));
    }

    void groupsOfTheServiceReplaceTheGeneralOnesWhole()
    {
        const ServiceOverride change{.attempts = AttemptLimit{.max = 9},
                                     .backoff = plainBackoff(),
                                     .quota = QuotaSpec{.capacity = 7},
                                     .success = SuccessSpec{.statusIn = {{200, 200}}}};
        const Policy result = resolve(withOverride(change), kS3).policy;
        QCOMPARE(result.attempts.max, 9);
        QVERIFY(result.backoff == plainBackoff());
        QVERIFY(result.quota == QuotaSpec{.capacity = 7});
        QVERIFY(result.success == *change.success);
        QVERIFY(result.services.empty());
    }

    void whatAnOperationChangesComesAfterItsService()
    {
        Policy policy = withOverride({.attempts = AttemptLimit{.max = 9}});
        policy.operations["ListObjectsV2"] = {.attempts = AttemptLimit{.max = 2}, .backoff = plainBackoff()};
        const Policy result = resolve(policy, kS3).policy;
        QCOMPARE(result.attempts.max, 2);
        QVERIFY(result.backoff == plainBackoff());
        QVERIFY(result.operations.empty());
        QCOMPARE(resolve(policy, {.service = "s3", .operation = "GetObject"}).policy.attempts.max, 9);
        QCOMPARE(resolve(policy, {.service = "kms", .operation = "ListObjectsV2"}).policy.attempts.max, 2);
    }

    void rulesOfTheServiceComeFirst()
    {
        const ServiceOverride change{
            .rules = {ruleFor("a", {}, ErrorKind::Server), ruleFor("b", {}, ErrorKind::Server)}};
        const ResolvedPolicy result = resolve(withOverride(change), kS3);
        QCOMPARE(idsOf(result.policy.rules), (std::vector<std::string>{"a", "b", "server", "network"}));
    }

    void replacedRulesAreGone()
    {
        const ServiceOverride change{.rules = {ruleFor("mine", {}, ErrorKind::Server)},
                                     .replaces = {"network", "unheard-of"}};
        const ResolvedPolicy result = resolve(withOverride(change), kS3);
        QCOMPARE(idsOf(result.policy.rules), (std::vector<std::string>{"mine", "server"}));
    }

    void aServiceRuleMayBearTheIdOfTheGeneralRuleItReplaces()
    {
        const ServiceOverride change{.rules = {ruleFor("server", {}, ErrorKind::Throttling)},
                                     .replaces = {"server"}};
        const ResolvedPolicy result = resolve(withOverride(change), kS3);
        QCOMPARE(idsOf(result.policy.rules), (std::vector<std::string>{"server", "network"}));
        QCOMPARE(named(result.policy.rules.front().kind), std::string("throttling"));
    }

    void theReadingOfTheProtocolIsTakenElseTheGenericOne_data()
    {
        QTest::addColumn<QByteArray>("protocol");
        QTest::addColumn<QByteArray>("source");
        QTest::newRow("ownProtocol") << QByteArray("json") << QByteArray("for json");
        QTest::newRow("otherProtocol") << QByteArray("soap") << QByteArray("for all");
        QTest::newRow("noProtocolNamed") << QByteArray() << QByteArray("for all");
    }

    void theReadingOfTheProtocolIsTakenElseTheGenericOne()
    {
        QFETCH(QByteArray, protocol);
        QFETCH(QByteArray, source);
        Policy policy = plainPolicy();
        policy.reading["json"].source = "for json";
        policy.reading["generic"].source = "for all";
        QCOMPARE(resolve(policy, {.protocol = protocol.toStdString()}).reading.source, source.toStdString());
    }

    void aPolicyWithoutReadingsLooksEverywhere_data()
    {
        QTest::addColumn<QByteArray>("place");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("s3") << QByteArray("xml:Error/Code") << QByteArray("X");
        QTest::newRow("query") << QByteArray("xml:ErrorResponse/Error/Code") << QByteArray("X");
        QTest::newRow("simpledb") << QByteArray("xml:Response/Errors/Error/Code") << QByteArray("X");
        QTest::newRow("soap") << QByteArray("xml:Envelope/Body/Fault/faultcode") << QByteArray("X");
        QTest::newRow("json") << QByteArray("json:__type") << QByteArray("com.aws#X");
        QTest::newRow("jsonCode") << QByteArray("json:code") << QByteArray(" X ");
        QTest::newRow("header") << QByteArray("header:x-amzn-errortype") << QByteArray("X:http://a");
    }

    void aPolicyWithoutReadingsLooksEverywhere()
    {
        QFETCH(QByteArray, place);
        QFETCH(QByteArray, text);
        const bool isHeader = place.startsWith("header:");
        const ParsedBody body{.isEmpty = isHeader,
                              .isXml = place.startsWith("xml:"),
                              .isJson = place.startsWith("json:"),
                              .fields = {{place.toStdString(), text.toStdString()}}};
        std::vector<Header> headers;
        if (isHeader) {
            headers.push_back({place.mid(7).toStdString(), text.toStdString()});
        }
        const ErrorName name = nameOf(resolve(plainPolicy(), {}).reading, responseWith(500, body, headers));
        QCOMPARE(name.name, std::string("X"));
        QCOMPARE(name.origin, place.toStdString());
    }

    void aPolicyWithoutReadingsFindsMessagesEverywhere()
    {
        const ErrorReading reading = resolve(plainPolicy(), {}).reading;
        QVERIFY(reading.syntax == BodySyntax::Any);
        for (const char* place : {"json:message", "json:Message", "xml:Error/Message", "xml:A/Error/Message",
                                  "xml:A/Errors/Error/Message", "xml:A/Body/Fault/faultstring"}) {
            const bool isXml = std::string_view(place).starts_with("xml:");
            const ParsedBody body{
                .isEmpty = false, .isXml = isXml, .isJson = !isXml, .fields = {{place, "Wait"}}};
            QCOMPARE(messageOf(reading, responseWith(500, body)), std::string("Wait"));
        }
        QCOMPARE(reading.tolerates,
                 (std::vector<BodyOddity>{BodyOddity::ByteOrderMark, BodyOddity::LeadingBlanks}));
    }

    void onlyEc2IsReadAsAQueryService()
    {
        Policy policy = plainPolicy();
        policy.reading["query"].source = "for query";
        policy.reading["generic"].source = "for all";
        QCOMPARE(resolve(policy, {.protocol = "ec2"}).reading.source, std::string("for query"));
        QCOMPARE(resolve(policy, {.protocol = "json"}).reading.source, std::string("for all"));
    }

    void whatIsReadAsAnotherProtocolHasItsReading()
    {
        Policy policy = plainPolicy();
        policy.reading["query"].source = "for query";
        const ResolvedPolicy read = readAs(resolve(policy, {.protocol = "json"}), "query");
        QCOMPARE(read.protocol, std::string("query"));
        QCOMPARE(read.reading.source, std::string("for query"));
    }

    void aPolicyIsAsSureAsItsWeakestPart()
    {
        Policy policy = plainPolicy();
        policy.title.clear();
        QCOMPARE(titleOf(policy), policy.id);
        policy.title = "Plain";
        QCOMPARE(titleOf(policy), std::string("Plain"));
        policy.document.clear();
        policy.emulates.clear();
        QVERIFY(evidenceOf(policy) == EvidenceLevel::Source);
        policy.document = "a page";
        QVERIFY(evidenceOf(policy) == EvidenceLevel::Document);
        policy.emulates = {EmulatedClient{}};
        QVERIFY(evidenceOf(policy) == EvidenceLevel::Recorded);
        policy.evidence = EvidenceLevel::Measured;
        QVERIFY(evidenceOf(policy) == EvidenceLevel::Measured);
        policy.reading["generic"].evidence = EvidenceLevel::Source;
        QVERIFY(evidenceOf(resolve(policy, {})) == EvidenceLevel::Source);
        policy.reading["generic"].evidence = EvidenceLevel::Recorded;
        QVERIFY(evidenceOf(resolve(policy, {})) == EvidenceLevel::Measured);
    }

    void everyListedNameAndPrefixIsKnown()
    {
        Policy policy = plainPolicy();
        policy.rules = {ruleFor("b", {.nameIn = {"SlowDown", "Busy"}}, ErrorKind::Throttling),
                        ruleFor("a", {.nameIn = {"Busy"}, .namePrefixIn = {"Server."}}, ErrorKind::Server)};
        const ResolvedPolicy result = resolve(policy, {});
        QCOMPARE(result.knownNames, (std::vector<std::string>{"Busy", "SlowDown"}));
        QVERIFY(result.knows("Busy"));
        QVERIFY(result.knows("Server.X"));
        QVERIFY(!result.knows("Client.X"));
        QVERIFY(!result.knows("Bus"));
        QVERIFY(!result.knows(""));
    }

    void namesOfReplacedRulesAreNotKnown()
    {
        Policy policy = withOverride({.replaces = {"names"}});
        policy.rules.push_back(ruleFor("names", {.nameIn = {"Busy"}}, ErrorKind::Server));
        QVERIFY(resolve(policy, {}).knows("Busy"));
        QVERIFY(!resolve(policy, kS3).knows("Busy"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstResolve)

#include "tst_resolve.moc"
