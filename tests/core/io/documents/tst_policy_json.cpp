// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/policy_json.h"
#include "core/io/files/library.h"
#include "core/io/json/json_patch.h"
#include "tests/core/io/documents/every_member.h"
#include "tests/support/proportion.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace retryscope;
using namespace retryscope::io;
using retryscope::test::exponential;
using retryscope::test::policyWithEverything;

namespace {

const char* const kSmallest = R"({
  "format": "retryscope.policy/1", "id": "mine", "title": "Mine",
  "attempts": { "max": 3, "source": "s" },
  "rules": [ { "id": "server", "when": { "statusIn": ["5xx"] }, "kind": "server", "source": "s" } ],
  "backoff": { "type": "none" } })";

/// The smallest policy with a merge patch laid over it.
QJsonObject patched(const QByteArray& patch)
{
    QJsonParseError error;
    const QJsonDocument change = QJsonDocument::fromJson(patch, &error);
    if (error.error != QJsonParseError::NoError) {
        qFatal("the row's patch is no JSON: %s", patch.constData());
    }
    return mergePatch(QJsonDocument::fromJson(kSmallest).object(), change.object()).toObject();
}

QJsonObject withServices(int count)
{
    QJsonObject services;
    for (int i = 0; i < count; ++i) {
        services[QStringLiteral("service-%1").arg(i)] =
            QJsonObject{{QStringLiteral("attempts"), QJsonObject{{QStringLiteral("max"), 2}}}};
    }
    QJsonObject policy = QJsonDocument::fromJson(kSmallest).object();
    policy[QStringLiteral("services")] = services;
    return policy;
}

} // namespace

class TstPolicyJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPathOfAnyLengthIsShownShort()
    {
        const Policy policy = Library().policy(QStringLiteral("curl-retry-3")).value();
        for (const QString& path :
             {QString(5000, u'a'), QStringLiteral("backoff.") + QString(5000, u'b'),
              QStringLiteral("rules.") + QString(5000, u'c') + QStringLiteral(".kind")}) {
            const Result<Policy> changed = withOverride(policy, path, QStringLiteral("1"));
            QVERIFY(!changed);
            QVERIFY2(changed.error().text().size() < 2000, qPrintable(changed.error().text()));
        }
    }

    /// Never a rule without its condition.
    void aConditionThatIsGoneIsRefused()
    {
        QJsonObject json = policyToJson(test::policyWithEverything());
        QJsonArray rules = json.value(QStringLiteral("rules")).toArray();
        QJsonObject rule = rules.at(0).toObject();
        QJsonObject when = rule.value(QStringLiteral("when")).toObject();
        when.insert(QStringLiteral("requestHeaderIn"), QJsonArray{QStringLiteral("x-a")});
        rule.insert(QStringLiteral("when"), when);
        rules.replace(0, rule);
        json.insert(QStringLiteral("rules"), rules);
        const Result<Policy> read = policyDraftFromJson(json);
        QVERIFY(!read);
        QCOMPARE(read.error().place, QStringLiteral("rules[0].when.requestHeaderIn"));
        QVERIFY2(read.error().message.contains(QStringLiteral("write \"idempotent\": true")),
                 qPrintable(read.error().message));
    }

    void theSmallestPolicyNeedsNoMoreThanThis()
    {
        const Result<Policy> policy = policyFromJson(QByteArray(kSmallest), QStringLiteral("mine.json"));
        QVERIFY2(policy.ok(), qPrintable(policy.ok() ? QString() : policy.error().text()));
        const Policy expected{.id = "mine",
                              .title = "Mine",
                              .attempts = {.max = 3, .countsFirst = true, .source = "s"},
                              .rules = {{.id = "server",
                                         .when = {.statusIn = {{500, 599}}},
                                         .kind = ErrorKind::Server,
                                         .source = "s"}}};
        QVERIFY(policy.value() == expected);
    }

    void everyMemberComesBackAsItWasWritten()
    {
        const Policy policy = policyWithEverything();
        const QByteArray json = QJsonDocument(policyToJson(policy)).toJson();
        const Result<Policy> again = policyFromJson(json, QStringLiteral("again"));
        QVERIFY2(again.ok(), qPrintable(again.ok() ? QString() : again.error().text()));
        QVERIFY(again.value() == policy);
    }

    void theSchemaThatAnEditorIsGivenIsIgnored()
    {
        const Result<Policy> policy =
            policyFromJson(patched(R"({"$schema": "./policy.schema.json"})"), QString());
        QVERIFY2(policy.ok(), qPrintable(policy.ok() ? QString() : policy.error().text()));
        QVERIFY(!policyToJson(policy.value()).contains(QStringLiteral("$schema")));
        QCOMPARE(policyFromJson(patched(R"({"$schema": 5})"), QStringLiteral("p")).error().text(),
                 QStringLiteral("p: $schema: found 5, expected a string"));
    }

    void aRuleComesBackAsItWasWritten()
    {
        for (const Rule& rule : policyWithEverything().rules) {
            const Result<Rule> again = ruleFromJson(ruleToJson(rule));
            QVERIFY2(again.ok(), qPrintable(again.ok() ? QString() : again.error().text()));
            QVERIFY(again.value() == rule);
        }
    }

    void aPolicyThatExtendsAPresetSaysOnlyWhatDiffers()
    {
        const Result<Policy> policy =
            policyFromJson(QByteArray(R"({"format": "retryscope.policy/1", "id": "mine", "title": "Mine",
                           "extends": "sdk-reference-standard", "attempts": {"max": 7}, "quota": null})"),
                           QStringLiteral("mine.json"));
        QVERIFY2(policy.ok(), qPrintable(policy.ok() ? QString() : policy.error().text()));
        Policy expected = Library().policy(QStringLiteral("sdk-reference-standard")).value();
        expected.id = "mine";
        expected.title = "Mine";
        expected.shortName.clear();
        expected.attempts.max = 7;
        expected.quota = std::nullopt;
        QVERIFY(policy.value() == expected);
        QVERIFY(!policyToJson(policy.value()).contains(QStringLiteral("extends")));
    }

    void moreRulesTakeThePlaceOfTheirIdOrComeLast()
    {
        const Policy base = Library().policy(QStringLiteral("sdk-reference-standard")).value();
        const std::string id = base.rules.front().id;
        QByteArray file = R"({"format": "retryscope.policy/1", "id": "mine", "title": "Mine",
                "extends": "sdk-reference-standard", "moreRules": [
                {"id": "last", "when": {"statusIn": [418]}, "kind": "server", "source": "the test"},
                {"id": "FIRST", "when": {"statusIn": [419]}, "kind": "throttling", "source": "the test"}]})";
        file.replace("FIRST", QByteArray::fromStdString(id));
        const Result<Policy> policy = policyFromJson(file, QStringLiteral("mine.json"));
        QVERIFY2(policy.ok(), qPrintable(policy.ok() ? QString() : policy.error().text()));
        const std::vector<Rule>& rules = policy.value().rules;
        QCOMPARE(rules.size(), base.rules.size() + 1);
        QCOMPARE(rules.front().id, id);
        QVERIFY(rules.front().kind == ErrorKind::Throttling);
        QCOMPARE(rules.back().id, std::string("last"));
        const Result<Policy> refused =
            policyFromJson(QByteArray(R"({"format": "retryscope.policy/1", "id": "mine", "title": "Mine",
                           "extends": "sdk-reference-standard", "moreRules": {}})"),
                           QStringLiteral("mine.json"));
        QVERIFY(!refused);
        QVERIFY2(refused.error().text().contains(QStringLiteral("moreRules")),
                 qPrintable(refused.error().text()));
    }

    /// Contract, sections 3 and 4: an old id is read for good and written nowhere.
    void oldIdsOfRulesAreReadAndNotWritten()
    {
        for (const char* old :
             {"no-answer", "time-out-at-once", "time-out-later", "time-out-status", "cut-taken-for-whole",
              "cut-error-taken-for-whole", "time-out-and-conflict"}) {
            const QByteArray patch = QByteArray(R"({"rules": [{"id": "OLD", "when": {"statusIn": [500]},
                "kind": "server", "source": "s"}, {"id": "next", "when": {"afterRules": ["OLD"]},
                "kind": "permanent", "source": "s"}], "services": {"s3": {"replaces": ["OLD"]}}})")
                                         .replace("OLD", old);
            const Result<Policy> policy = policyFromJson(patched(patch), QStringLiteral("x"));
            QVERIFY2(policy.ok(), qPrintable(policy.ok() ? QString() : policy.error().text()));
            QVERIFY(policy.value().rules.front().id != old);
            QVERIFY(
                !QJsonDocument(policyToJson(policy.value())).toJson().contains('"' + QByteArray(old) + '"'));
        }
        const QByteArray extended = R"({"format": "retryscope.policy/1", "id": "mine", "title": "Mine",
            "extends": "openai-js-7.59.0-default", "moreRules": [{"id": "time-out-and-conflict",
            "when": {"statusIn": [408]}, "kind": "permanent", "source": "s"}]})";
        const Policy mine = policyFromJson(extended, QStringLiteral("x")).value();
        const Policy preset = Library().policy(QStringLiteral("openai-js-7.59.0-default")).value();
        QCOMPARE(mine.rules.size(), preset.rules.size());
    }

    void aPolicyThatExtendsWhatIsNotThereIsRefused_data()
    {
        QTest::addColumn<QByteArray>("members");
        QTest::addColumn<QString>("message");
        QTest::newRow("an unknown preset")
            << QByteArray(R"("extends": "sdk-reference-standart")")
            << QStringLiteral("mine.json: extends: no preset is named \"sdk-reference-standart\"; did you "
                              "mean sdk-reference-standard");
        QTest::newRow("a path") << QByteArray(R"("extends": "../policies/sdk-reference-standard")")
                                << QStringLiteral("mine.json: extends: no preset is named");
        QTest::newRow("no text") << QByteArray(R"("extends": 5)")
                                 << QStringLiteral("mine.json: extends: found no string");
        QTest::newRow("without an id of its own") << QByteArray(R"("extends": "sdk-reference-standard")")
                                                  << QStringLiteral("the key \"id\" is missing");
    }
    void aPolicyThatExtendsWhatIsNotThereIsRefused()
    {
        QFETCH(const QByteArray, members);
        QFETCH(const QString, message);
        const Result<Policy> policy = policyFromJson("{\"format\": \"retryscope.policy/1\", " + members + "}",
                                                     QStringLiteral("mine.json"));
        QVERIFY(!policy);
        QVERIFY2(policy.error().text().contains(message), qPrintable(policy.error().text()));
    }

    void presetsThatExtendOneAnotherAreNamed()
    {
        const auto extending = [](const QString& id) {
            return QJsonObject{{QStringLiteral("extends"), id}};
        };
        const auto find = [&extending](const QString& id) {
            return extending(id == QStringLiteral("a") ? QStringLiteral("b") : QStringLiteral("a"));
        };
        const Result<QJsonObject> policy = flattenedPolicy(extending(QStringLiteral("a")), {}, find);
        QVERIFY(!policy);
        QVERIFY2(policy.error().text().contains(QStringLiteral("these presets extend each other: a, b, a")),
                 qPrintable(policy.error().text()));
    }

    void aServiceSaysOnlyWhatDiffers()
    {
        const QJsonObject json = policyToJson(policyWithEverything());
        const QJsonObject service =
            json.value(QStringLiteral("services"))[QLatin1String("dynamodb")].toObject();
        QCOMPARE(service.value(QStringLiteral("quota")).toObject(), QJsonObject());
        QVERIFY(service.value(QStringLiteral("backoff"))[QLatin1String("cap")].isNull());
        QVERIFY(!service.value(QStringLiteral("backoff")).toObject().contains(QStringLiteral("type")));
    }

    void aServicesGroupIsLaidOverTheGeneralOne()
    {
        const Result<Policy> policy = policyFromJson(
            patched(
                R"({"backoff": {"type": "exponential", "base": "1s", "cap": "20s", "jitter": "full", "source": "s"},
                        "services": {"dynamodb": {"backoff": {"base": "50ms", "jitter": "none"}}}})"),
            QString());
        QVERIFY2(policy.ok(), qPrintable(policy.ok() ? QString() : policy.error().text()));
        BackoffSpec expected = exponential(std::chrono::milliseconds{50}, "s");
        expected.cap = std::chrono::seconds{20};
        QVERIFY(policy.value().services.at("dynamodb").backoff == expected);
        QVERIFY(!policy.value().services.at("dynamodb").attempts.has_value());
    }

    void durationsAndCostsMayDifferByKind()
    {
        const Result<Policy> policy = policyFromJson(
            patched(
                R"({"backoff": {"type": "exponential", "base": {"default": "50ms", "throttling": "1s"}, "source": "s"},
                        "quota": {"type": "tokens", "capacity": 500, "cost": {"default": 14, "throttling": 5}, "source": "s"}})"),
            QString());
        QVERIFY2(policy.ok(), qPrintable(policy.ok() ? QString() : policy.error().text()));
        QCOMPARE(policy.value().backoff.base.of(ErrorKind::Throttling), Duration{std::chrono::seconds{1}});
        QCOMPARE(policy.value().backoff.base.of(ErrorKind::Server), Duration{std::chrono::milliseconds{50}});
        QCOMPARE(policy.value().quota->costOf(ErrorKind::Throttling), 5);
        QCOMPARE(policy.value().quota->costOf(ErrorKind::Server), 14);
    }

    void anEmptyListOfNamesIsKept()
    {
        const Result<Policy> policy = policyFromJson(
            patched(
                R"({"rules": [{"id": "mine", "when": {"nameIn": []}, "kind": "transient", "source": "s"}]})"),
            QString());
        QVERIFY2(policy.ok(), qPrintable(policy.ok() ? QString() : policy.error().text()));
        QVERIFY(policy.value().rules.front().when.nameMustBeListed);
    }

    void badInputNamesPathFindingAndWhatIsAllowed_data()
    {
        QTest::addColumn<QByteArray>("patch");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* patch, const char* path, const char* message) {
            QTest::newRow(name) << QByteArray(patch) << QString::fromUtf8(path) << QString::fromUtf8(message);
        };
        const char* const duration = "expected a duration with its unit (us, ms, s, min or h), for example "
                                     "\"100ms\", \"1.5s\" or \"1min\"";
        const auto durationRow = [&](const char* name, const char* value, const char* found) {
            QTest::newRow(name) << QByteArray(R"({"backoff": {"type": "exponential", "base": )") + value +
                                       "}}"
                                << QStringLiteral("backoff.base")
                                << QStringLiteral("found %1, ").arg(QLatin1String(found)) +
                                       QLatin1String(duration);
        };
        row("no format", R"({"format": null})", "format", R"(found nothing, expected "retryscope.policy/1")");
        row("another format", R"({"format": "retryscope.policy/2"})", "format",
            R"(found "retryscope.policy/2", expected "retryscope.policy/1")");
        row("no id", R"({"id": null})", "", R"(the key "id" is missing)");
        row("no rules", R"({"rules": null})", "", R"(the key "rules" is missing)");
        row("no attempts", R"({"attempts": null})", "", R"(the key "attempts" is missing)");
        row("no maximum", R"({"attempts": {"max": null}})", "attempts", R"(the key "max" is missing)");
        row("an id that is no text", R"({"id": 5})", "id", "found 5, expected a string");
        row("an id with blanks", R"({"id": "My policy"})", "id",
            R"(is "My policy"; use at least one lower-case letter, digit, dot or dash)");
        row("an unknown key at the top", R"({"atempts": {}})", "atempts",
            "unknown key; did you mean attempts?");
        row("an unknown ecosystem", R"({"ecosystem": "cloud"})", "ecosystem",
            R"(found "cloud", expected one of "awsSdk", "api", "httpClient", "proxy", "library")");
        row("an unknown key in a group", R"({"attempts": {"maximum": 3}})", "attempts.maximum",
            "unknown key; allowed: max, countsFirst, maxElapsed, timeoutCoversCall, source");
        row("attempts as text", R"({"attempts": {"max": "3"}})", "attempts.max",
            "found \"3\", expected a whole number with at most 9 digits");
        row("attempts with a fraction", R"({"attempts": {"max": 2.5}})", "attempts.max",
            "found 2.5, expected a whole number with at most 9 digits");
        row("attempts beyond an int", R"({"attempts": {"max": 3000000000}})", "attempts.max",
            "found 3000000000, expected a whole number with at most 9 digits");
        row("no attempt at all", R"({"attempts": {"max": 0}})", "attempts.max",
            "is 0; it must be at least 1");
        row("a flag that is none", R"({"attempts": {"countsFirst": "yes"}})", "attempts.countsFirst",
            R"(found "yes", expected true or false)");
        row("a group that is none", R"({"attempts": 3})", "attempts", "found 3, expected an object");
        row("an unknown type of backoff", R"({"backoff": {"type": "cubic"}})", "backoff.type",
            R"(found "cubic", expected one of "none", "exponential", "linear", "listed")");
        durationRow("a duration without a unit", "\"100\"", "\"100\"");
        durationRow("a duration as number", "100", "100");
        durationRow("a negative duration", "\"-1s\"", "\"-1s\"");
        durationRow("a duration finer than a microsecond", "\"0.1us\"", "\"0.1us\"");
        durationRow("a duration of ages", "\"9999999999999999999s\"", "\"9999999999999999999s\"");
        row("durations by kind without a default",
            R"({"backoff": {"type": "exponential", "base": {"throttling": "1s"}}})", "backoff.base",
            R"(the key "default" is missing)");
        row("durations by an unknown kind",
            R"({"backoff": {"type": "exponential", "base": {"default": "1s", "slow": "1s"}}})",
            "backoff.base.slow",
            "unknown key; allowed: default, none, permanent, transient, timeout, server, "
            "throttling, "
            "clockSkew, notReady, partDone");
        row("a factor as text", R"({"backoff": {"factor": "2"}})", "backoff.factor",
            "found \"2\", expected a number");
        row("a floor above the cap",
            R"({"backoff": {"type": "exponential", "cap": "1s", "floor": "2s", "base": "1s", "source": "s"}})",
            "backoff.floor", "must not be above the cap, otherwise every delay would be the floor");
        row("numbers without a source", R"({"attempts": {"source": null}})", "attempts.source",
            "must not be empty: it says where the numbers come from");
        row("an unknown type of quota", R"({"quota": {"type": "leaky", "capacity": 5}})", "quota.type",
            R"(found "leaky", expected "tokens"; for no retry quota write {"type": "none"} alone)");
        row("no quota, but numbers for it", R"({"quota": {"type": "none", "capacity": 5}})", "quota.type",
            R"(found "none", expected "tokens"; for no retry quota write {"type": "none"} alone)");
        row("a cost below nothing",
            R"({"quota": {"type": "tokens", "capacity": 5, "cost": -1, "source": "s"}})", "quota.cost",
            "must not be negative");
        row("an unknown type of limiter", R"({"limiter": {"type": "fixed"}})", "limiter.type",
            R"(found "fixed", expected "cubic"; for no send rate write {"type": "none"} alone)");
        row("rules that are no list", R"({"rules": {}})", "rules", "found an object, expected an array");
        row("a rule that is no object", R"({"rules": ["server"]})", "rules[0]",
            R"(found "server", expected an object)");
        row("an empty place in a list", R"({"rules": [null]})", "rules[0]", "found null, expected a value");
        row("a rule without a kind", R"({"rules": [{"id": "a", "source": "s"}]})", "rules[0]",
            R"(the key "kind" is missing)");
        row("an unknown kind", R"({"rules": [{"id": "a", "kind": "fatal", "source": "s"}]})", "rules[0].kind",
            "found \"fatal\", expected one of \"none\", \"permanent\", \"transient\", \"timeout\", "
            "\"server\", "
            "\"throttling\", \"clockSkew\", \"notReady\", \"partDone\"");
        row("an unknown condition",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"status": [500]}}]})",
            "rules[0].when.status", "unknown key; did you mean statusIn?");
        row("a status that is none",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"statusIn": [500, 7]}}]})",
            "rules[0].when.statusIn[1]",
            R"(found 7, expected an HTTP status from 100 to 999 such as 503, or a range such as "5xx" or "500-599")");
        row("a status with a fraction",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"statusIn": [500.5]}}]})",
            "rules[0].when.statusIn[0]",
            R"(found 500.5, expected an HTTP status from 100 to 999 such as 503, or a range such as "5xx" or "500-599")");
        row("a list that would match nothing",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"statusIn": []}}]})",
            "rules[0].when.statusIn",
            "found an array, expected at least one entry; to set no condition, omit the key");
        row("one status instead of a list",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"statusIn": 500}}]})",
            "rules[0].when.statusIn", "found 500, expected an array");
        row("an unknown fault", R"({"rules": [{"id": "a", "kind": "server", "when": {"faultIn": ["dns"]}}]})",
            "rules[0].when.faultIn[0]",
            "found \"dns\", expected one of \"hostNotFound\", \"connectionRefused\", \"unreachable\", "
            "\"connectTimeout\", \"tlsFailed\", \"connectionReset\", \"closedBeforeResponse\", "
            "\"responseTruncated\", \"responseReset\", \"malformedResponse\", \"readTimeout\", "
            "\"responseTooLarge\", \"cancelled\"");
        row("an unknown state of the name",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"nameIs": "missing"}}]})",
            "rules[0].when.nameIs",
            R"(found "missing", expected one of "absent", "empty", "unknown", "present")");
        row("a place outside the body",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"valueAt": {"place": "header:a", "textIn": ["b"]}}}]})",
            "rules[0].when.valueAt.place", R"(found "header:a", expected "body", "json:PATH" or "xml:PATH")");
        row("a checksum condition that is none",
            R"({"rules": [{"id": "a", "kind": "server", "when": {"crc32": true}}]})", "rules[0].when.crc32",
            R"(found true, expected one of "mismatch", "match")");
        row("two rules of one id",
            R"({"rules": [{"id": "a", "kind": "server", "source": "s"}, {"id": "a", "kind": "server", "source": "s"}]})",
            "rules[1].id", R"("a" is used twice)");
        row("a rule without a source", R"({"rules": [{"id": "a", "kind": "server"}]})", "rules[0].source",
            "must not be empty: it says where the numbers come from");
        row("an unknown order of rules", R"({"ruleOrder": "last"})", "ruleOrder",
            R"(found "last", expected one of "firstMatch", "lastMatch")");
        row("an unknown place of a name", R"({"reading": {"json": {"places": ["cookie:a"], "source": "s"}}})",
            "reading.json.places[0]",
            R"(found "cookie:a", expected a place: "header:NAME", "xml:PATH", "json:PATH", "status" or "reason")");
        row("an unknown way of stripping",
            R"({"reading": {"json": {"places": ["status"], "strip": ["hash"], "source": "s"}}})",
            "reading.json.strip[0]", R"(found "hash", expected one of "afterHash", "beforeColon", )");
        row("a hint without its bounds", R"({"hints": [{"header": "retry-after", "unit": "seconds"}]})",
            "hints[0]", R"(the key "bounds" is missing)");
        row("a clock without its tolerance", R"({"clock": {"learns": true}})", "clock",
            R"(the key "tolerance" is missing)");
        row("an unknown key of a service", R"({"services": {"s3": {"hints": []}}})", "services.s3.hints",
            "unknown key; allowed: attempts, backoff, quota, success, rules, replaces");
        row("a bad value of a service", R"({"services": {"s3": {"attempts": {"max": "many"}}}})",
            "services.s3.attempts.max", R"(found "many", expected a whole number with at most 9 digits)");
        row("a service that replaces a rule that is not there",
            R"({"services": {"s3": {"replaces": ["nope"]}}})", "services.s3.replaces",
            R"(names rule "nope", which does not exist)");
    }
    void badInputNamesPathFindingAndWhatIsAllowed()
    {
        QFETCH(const QByteArray, patch);
        QFETCH(const QString, path);
        QFETCH(const QString, message);
        const QByteArray json = QJsonDocument(patched(patch)).toJson();
        const Result<Policy> policy = policyFromJson(json, QStringLiteral("mine.json"));
        QVERIFY(!policy.ok());
        QCOMPARE(policy.error().kind, Error::Kind::BadInput);
        QCOMPARE(policy.error().place,
                 path.isEmpty() ? QStringLiteral("mine.json") : QStringLiteral("mine.json: ") + path);
        QVERIFY2(policy.error().message.startsWith(message), qPrintable(policy.error().message));
    }

    void everyContradictionIsToldAtOnce()
    {
        const Result<Policy> policy =
            policyFromJson(patched(R"({"id": "A", "attempts": {"max": 0}})"), QStringLiteral("mine.json"));
        QVERIFY(!policy.ok());
        QCOMPARE(policy.error().place, QStringLiteral("mine.json: id"));
        QVERIFY(policy.error().message.endsWith(
            QStringLiteral("; also attempts.max is 0; it must be at least 1")));
    }

    /// There is no line to point at.
    void anEmptyFileIsSaidToBeEmpty()
    {
        for (const char* text : {"", " \n\t"}) {
            const Result<Policy> policy = policyFromJson(QByteArray(text), QStringLiteral("mine.json"));
            QVERIFY(!policy.ok());
            QCOMPARE(policy.error().text(), QStringLiteral("mine.json: the file is empty"));
        }
    }

    void badSyntaxNamesLineAndColumn_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("place");
        QTest::newRow("a missing comma")
            << QByteArray("{\n  \"id\": \"a\"\n  \"title\": 1\n}") << QStringLiteral("mine.json, line 3");
        QTest::newRow("an open end") << QByteArray("{ \"id\": \"a\"") << QStringLiteral("mine.json, line 1");
        QTest::newRow("single quotes")
            << QByteArray("{\n\n 'id': 1 }") << QStringLiteral("mine.json, line 3");
    }
    void badSyntaxNamesLineAndColumn()
    {
        QFETCH(const QByteArray, json);
        QFETCH(const QString, place);
        const Result<Policy> policy = policyFromJson(json, QStringLiteral("mine.json"));
        QVERIFY(!policy.ok());
        QCOMPARE(policy.error().kind, Error::Kind::BadInput);
        QVERIFY2(policy.error().place.startsWith(place), qPrintable(policy.error().place));
    }

    void anEndlessTextIsRefused_data()
    {
        QTest::addColumn<QByteArray>("path");
        for (const char* path : {"title", "attempts.source", "rules[0].source"}) {
            QTest::newRow(path) << QByteArray(path);
        }
    }
    void anEndlessTextIsRefused()
    {
        QFETCH(const QByteArray, path);
        const QByteArray text(5000, 'a');
        QByteArray json(kSmallest);
        const QByteArray member = path.mid(path.lastIndexOf('.') + 1);
        qsizetype at =
            json.indexOf(path.startsWith("rules") ? "\"rules\"" : '"' + path.split('.').first() + '"');
        at = json.indexOf('"' + member + '"', at);
        const qsizetype begin = json.indexOf('"', json.indexOf(':', at)) + 1;
        json.replace(begin, json.indexOf('"', begin) - begin, text);
        const Result<Policy> policy = policyFromJson(json, QStringLiteral("mine.json"));
        QVERIFY(!policy.ok());
        QCOMPARE(policy.error().text(),
                 QStringLiteral("mine.json: %1: found a string of 5000 bytes, expected at most 4096")
                     .arg(QString::fromLatin1(path)));
    }

    void aKeyThatStandsTwiceIsRefused_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("key");
        QTest::newRow("at the top") << QByteArray("{\"id\": 1,\n \"id\": 2}")
                                    << QStringLiteral("mine.json, line 2, column 2") << QStringLiteral("id");
        QTest::newRow("inside") << QByteArray("{\"a\": {\"x\" : [{}], \"y\": \"x\", \"x\" : 1}}")
                                << QStringLiteral("mine.json, line 1, column 30") << QStringLiteral("x");
        QTest::newRow("behind an escaped quote")
            << QByteArray("{\"a\": \"\\\"a\\\": \", \"b\": \"\\\\\", \"b\": 1}")
            << QStringLiteral("mine.json, line 1, column 29") << QStringLiteral("b");
    }
    void aKeyThatStandsTwiceIsRefused()
    {
        QFETCH(const QByteArray, json);
        QFETCH(const QString, place);
        QFETCH(const QString, key);
        const Result<Policy> policy = policyFromJson(json, QStringLiteral("mine.json"));
        QVERIFY(!policy.ok());
        QCOMPARE(
            policy.error().text(),
            QStringLiteral("%1: the key \"%2\" is repeated in one object; keep only one").arg(place, key));
    }

    void keysOfDifferentObjectsAndTextsDoNotCountAsTwice()
    {
        const QByteArray json =
            QByteArray(R"({"id": "id", "x": [{"id": 1}, {"id": 2}], "y": {"id": ["id", "id"]}})");
        const Result<Policy> policy = policyFromJson(json, QStringLiteral("mine.json"));
        QVERIFY2(!policy.error().message.contains(QStringLiteral("twice")),
                 qPrintable(policy.error().text()));
    }

    /// For each service all of them were read once.
    void readingServicesTakesTimeInProportion()
    {
        const QString problem = test::outOfProportion(125, [](qsizetype count) {
            QVERIFY(policyFromJson(withServices(static_cast<int>(count)), {}).ok());
        });
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }

    void aPolicyBeyondItsLimitsIsRefusedAtOnce_data()
    {
        QTest::addColumn<QJsonObject>("json");
        QTest::addColumn<QString>("message");
        QTest::newRow("services") << withServices(10'000)
                                  << "big.json: services: has 2001 entries; the limit is 2000";
        QJsonObject delays = QJsonDocument::fromJson(kSmallest).object();
        QJsonArray waits;
        for (int i = 0; i < 30'000; ++i) {
            waits.append(QStringLiteral("1s"));
        }
        delays[QStringLiteral("backoff")] = QJsonObject{{QStringLiteral("type"), QStringLiteral("listed")},
                                                        {QStringLiteral("delays"), waits},
                                                        {QStringLiteral("source"), QStringLiteral("s")}};
        delays[QStringLiteral("services")] = withServices(10'000).value(QStringLiteral("services"));
        QTest::newRow("delays, of which each service would get a copy")
            << delays << "big.json: backoff.delays: has 30000 entries; the limit is 1000";
    }

    void aPolicyBeyondItsLimitsIsRefusedAtOnce()
    {
        QFETCH(QJsonObject, json);
        QFETCH(QString, message);
        const Result<Policy> policy = policyFromJson(json, QStringLiteral("big.json"));
        QVERIFY(!policy.ok());
        QCOMPARE(policy.error().text(), message);
        const Result<Policy> draft = policyDraftFromJson(json);
        QVERIFY(!draft.ok()); // a draft is checked at each edit
    }

    void deepNestingIsRefusedInsteadOfCrashing()
    {
        const QByteArray deep = QByteArray("{\"a\":").repeated(100'000);
        QVERIFY(!policyFromJson(deep, QStringLiteral("deep.json")).ok());
    }
};

RETRYSCOPE_TEST(TstPolicyJson)
#include "tst_policy_json.moc"
