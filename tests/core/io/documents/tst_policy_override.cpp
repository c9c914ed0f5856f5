// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/files/library.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::io;

class TstPolicyOverride : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneValueIsSet()
    {
        Policy expected = preset("aws-general-request");
        expected.backoff.cap = std::chrono::seconds{5};
        QVERIFY(overridden("aws-general-request", "backoff.cap", "5s") == expected);
    }

    void aValueThatWasNotThereIsSet()
    {
        Policy expected = preset("dynamodb-guide");
        expected.backoff.cap = std::chrono::milliseconds{1500};
        QVERIFY(overridden("dynamodb-guide", "backoff.cap", "1.5s") == expected);
    }

    void aValueCanBeTakenAway()
    {
        Policy expected = preset("aws-general-request");
        expected.backoff.cap.reset();
        QVERIFY(overridden("aws-general-request", "backoff.cap", "null") == expected);
    }

    void aRuleIsCalledByItsId()
    {
        const Policy policy = overridden("aws-general-request", "rules.server-error.kind", "permanent");
        const auto rule = std::find_if(policy.rules.begin(), policy.rules.end(),
                                       [](const Rule& candidate) { return candidate.id == "server-error"; });
        QVERIFY(rule != policy.rules.end());
        QVERIFY(rule->kind == ErrorKind::Permanent);
        QCOMPARE(policy.rules.size(), preset("aws-general-request").rules.size());
    }

    void aListIsSetAsJson()
    {
        const Policy policy =
            overridden("aws-cpp-s3-blog", "rules.extra-retryable-names.when.nameIn", R"(["429", "503"])");
        const auto rule = std::find_if(policy.rules.begin(), policy.rules.end(), [](const Rule& candidate) {
            return candidate.id == "extra-retryable-names";
        });
        QCOMPARE(rule->when.nameIn, (std::vector<std::string>{"429", "503"}));
        QVERIFY(!rule->when.nameMustBeListed);
    }

    void aServiceIsCalledByItsName()
    {
        const Policy policy = overridden("sdk-reference-legacy", "services.dynamodb.attempts.max", "4");
        QCOMPARE(policy.services.at("dynamodb").attempts->max, 4);
        QCOMPARE(policy.attempts.max, 5);
    }

    void aServiceCanGetAGroupThatItLacked()
    {
        const Policy policy = overridden("sdk-reference-legacy", "services.s3.attempts.max", "7");
        const AttemptLimit expected{
            .max = 7, .countsFirst = true, .source = preset("sdk-reference-legacy").attempts.source};
        QVERIFY(policy.services.at("s3").attempts == expected);
    }

    void aGeneralValueReachesServicesThatDoNotSayOtherwise()
    {
        const Policy policy = overridden("sdk-reference-legacy", "backoff.cap", "3s");
        QCOMPARE(policy.services.at("dynamodb").backoff->cap,
                 std::optional<Duration>(std::chrono::seconds{3}));
    }

    void quotaAndLimiterAreTakenAwayByTheirType()
    {
        QVERIFY(!overridden("sdk-reference-adaptive", "quota.type", "none").quota);
        QVERIFY(!overridden("sdk-reference-adaptive", "limiter.type", "none").limiter);
    }

    void everyPresetTakesAMaximum_data()
    {
        QTest::addColumn<QString>("id");
        for (const Library::Entry& entry : m_library.policyEntries()) {
            QTest::newRow(qPrintable(entry.id)) << entry.id;
        }
    }
    void everyPresetTakesAMaximum()
    {
        QFETCH(const QString, id);
        const Policy policy = overridden(qPrintable(id), "attempts.max", "4");
        QCOMPARE(policy.attempts.max, 4);
    }

    void whatCannotBeSetIsRefusedWithWhatExists_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("error");
        const auto row = [](const char* path, const char* value, const char* error) {
            QTest::newRow(path) << QString::fromLatin1(path) << QString::fromLatin1(value)
                                << QString::fromLatin1(error);
        };
        row("backof.cap", "5s",
            "backof: unknown key; did you mean backoff.cap, backoff.capApplies, backoff.base?");
        row("backoff.capp", "5s",
            "backoff.capp: unknown key; did you mean backoff.cap, backoff.capApplies, backoff.base?");
        row("cap", "5s",
            "cap: unknown key; did you mean backoff.cap, backoff.capApplies, limiter.rateCapFactor?");
        row("maxAttempts", "5",
            "maxAttempts: unknown key; did you mean attempts.max, attempts.max.throttling, "
            "attempts.maxElapsed?");
        row("services.s3.atempts.max", "5",
            "services.s3.atempts: unknown key; did you mean services.s3.attempts.max, "
            "services.s3.attempts.max.throttling, services.s3.attempts.maxElapsed?");
        row("rules.bad-gateway.knd", "server",
            "rules[2].knd: unknown key; did you mean rules.bad-gateway.kind, rules.bad-gateway.id, "
            "rules.bad-gateway.on?");
        row("rules.nope.kind", "server",
            "rules.nope.kind: rules has no \"nope\"; it has: general-socket-errors, general-server-error, "
            "bad-gateway, service-unavailable, gateway-timeout, limit-exceeded, too-many-requests, "
            "throttling-names");
        row("services.nope.attempts.max", "3",
            "services.nope.attempts.max: services has no \"nope\"; it has: cloudsearch, dynamodb, ec2, "
            "glacier, "
            "kinesis, organizations, route53, s3, sqs, sts");
        row("reading.soap.syntax", "xml", "reading.soap.syntax: reading has no \"soap\"; it has: generic");
        row("hints.retry-after.cap", "3s",
            "hints.retry-after.cap: hints has no \"retry-after\"; it has: nothing");
        row("attempts.max.more", "3", "attempts.max.more: attempts.max is a single value without members");
        row("attempts..max", "3",
            "attempts..max: \"attempts..max\" is not a path; write for example backoff.cap");
        row("", "3", "\"\" is not a path; write for example backoff.cap");
        row("backoff.base", "5",
            "backoff.base: found 5, expected a duration with its unit (us, ms, s, min or h), for example "
            "\"100ms\", "
            "\"1.5s\" or \"1min\"");
        row("backoff.jitter", "half",
            "backoff.jitter: found \"half\", expected one of \"none\", \"full\", \"equal\", "
            "\"decorrelated\", \"decorrelatedV2\", \"around\", \"above\", \"below\", \"plus\"");
        row("attempts.max", "0", "attempts.max: is 0; it must be at least 1");
        row("attempts.source", "", "attempts.source: must not be empty: it says where the numbers come from");
    }
    void whatCannotBeSetIsRefusedWithWhatExists()
    {
        QFETCH(const QString, path);
        QFETCH(const QString, value);
        QFETCH(const QString, error);
        const Result<Policy> policy = withOverride(preset("sdk-reference-legacy"), path, value);
        QVERIFY(!policy.ok());
        QCOMPARE(policy.error().kind, Error::Kind::BadUsage);
        QCOMPARE(policy.error().text(), error);
    }

private:
    Policy preset(const char* id) const { return m_library.policy(QString::fromLatin1(id)).value(); }

    Policy overridden(const char* id, const char* path, const char* value) const
    {
        Result<Policy> policy =
            withOverride(preset(id), QString::fromLatin1(path), QString::fromLatin1(value));
        if (!policy) {
            qFatal("%s", qPrintable(policy.error().text()));
        }
        return std::move(policy).value();
    }

    Library m_library;
};

RETRYSCOPE_TEST(TstPolicyOverride)
#include "tst_policy_override.moc"
