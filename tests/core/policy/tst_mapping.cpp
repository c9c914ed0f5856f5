// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/mapping.h"

#include "core/change/situation.h"
#include "core/io/files/library.h"
#include "core/io/http/error_body.h"
#include "core/policy/check.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"

#include <algorithm>

namespace retryscope::test {

namespace {

const ErrorMapping kNameToThrottling{std::string("SurelyNobodyListsThis"), ErrorKind::Throttling};

/// A response 400 whose name stands wherever clients look for one.
AttemptFacts errorNamed(const std::string& name, const std::string& service)
{
    Response response;
    response.status = 400;
    response.body =
        service == "s3" ? "<Error><Code>" + name + "</Code></Error>" : "{\"__type\":\"" + name + "\"}";
    response.headers.add("content-type", service == "s3" ? "application/xml" : "application/x-amz-json-1.0");
    response.headers.add("x-amzn-errortype", name);
    response.headers.add("x-amzn-requestid", "1");
    response.bodyBytes = static_cast<std::int64_t>(response.body.size());
    response.parsed = io::parseBody(response.headers, QByteArray::fromStdString(response.body));
    AttemptFacts facts;
    facts.response = std::make_shared<const Response>(std::move(response));
    return facts;
}

ErrorKind kindUnder(const Policy& policy, const AttemptFacts& facts, const std::string& service)
{
    const RequestSpec spec{.service = service};
    return decisionIn(situationUnder(resolve(policy, spec), {.spec = spec, .facts = facts})).kind;
}

} // namespace

class TstMapping : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyPresetTakesAMappedErrorForWhatItWasMappedTo_data()
    {
        QTest::addColumn<QString>("policyId");
        const io::Library library;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            QTest::newRow(qPrintable(entry.id)) << entry.id;
        }
    }
    void everyPresetTakesAMappedErrorForWhatItWasMappedTo()
    {
        QFETCH(QString, policyId);
        const Policy preset = io::Library().policy(policyId).value();
        std::vector<std::string> services{"s3", "dynamodb", "generic"};
        for (const auto& [service, change] : preset.services) {
            services.push_back(service);
        }
        for (const std::string& service : services) {
            // Also names and statuses that the preset has rules of its own for.
            for (const std::string name :
                 {"SurelyNobodyListsThis", "SlowDown", "RequestTimeout", "BadDigest"}) {
                const AttemptFacts facts = errorNamed(name, service);
                const std::string read = nameOf(resolve(preset, {.service = service}).reading, facts).name;
                for (const ErrorKind kind : {ErrorKind::Throttling, ErrorKind::Permanent}) {
                    const Policy byName = withMapping(preset, {read, kind});
                    QVERIFY2(kindUnder(byName, facts, service) == kind, (service + " " + name).c_str());
                    const Policy byStatus = withMapping(preset, {400, kind});
                    QVERIFY2(kindUnder(byStatus, facts, service) == kind, (service + " 400 " + name).c_str());
                    QVERIFY(problemsOf(byName).size() == problemsOf(preset).size());
                }
            }
        }
    }

    void whatWasMappedCanBeReadBack()
    {
        const std::vector<ErrorMapping> mappings{{std::string("429"), ErrorKind::Throttling},
                                                 {std::string("Busy"), ErrorKind::Throttling},
                                                 {std::string("Gone"), ErrorKind::Permanent},
                                                 {FaultKind::ConnectionReset, ErrorKind::Permanent},
                                                 {503, ErrorKind::Transient}};
        const Policy policy = withMappings(plainPolicy(), mappings);
        QVERIFY(mappingsOf(policy) == mappings);
        QCOMPARE(policy.rules.size(), plainPolicy().rules.size() + 4);
    }

    void mappingAgainReplacesTheKind()
    {
        Policy policy = withMapping(plainPolicy(), kNameToThrottling);
        policy = withMapping(policy, {kNameToThrottling.what, ErrorKind::Server});
        QVERIFY(mappingsOf(policy) ==
                (std::vector<ErrorMapping>{{kNameToThrottling.what, ErrorKind::Server}}));
    }

    void aNameOutranksAStatus()
    {
        Policy policy = withMapping(plainPolicy(), {400, ErrorKind::Permanent});
        policy = withMapping(policy, kNameToThrottling);
        const AttemptFacts facts = errorNamed("SurelyNobodyListsThis", "s3");
        QVERIFY(kindUnder(policy, facts, "s3") == ErrorKind::Throttling);
        policy.lastMatchWins = true;
        policy = withMappings(policy, mappingsOf(policy));
        QVERIFY(kindUnder(policy, facts, "s3") == ErrorKind::Throttling);
    }

    void theRulesOfAServiceDoNotOutrankAMapping()
    {
        Policy policy = plainPolicy();
        policy.services["s3"].rules = {
            ruleFor("teapot", {.nameIn = {"SurelyNobodyListsThis"}}, ErrorKind::Permanent)};
        policy.services["sqs"].attempts = AttemptLimit{.max = 9};
        const Policy changed = withMapping(policy, kNameToThrottling);
        const AttemptFacts facts = errorNamed("SurelyNobodyListsThis", "s3");
        QVERIFY(kindUnder(changed, facts, "s3") == ErrorKind::Throttling);
        QVERIFY(changed.services.at("sqs").rules.empty());
        QVERIFY(unmapped(changed, kNameToThrottling) == policy);
    }

    void takingAMappingBackLeavesThePolicyAsItWas()
    {
        QVERIFY(unmapped(withMapping(plainPolicy(), kNameToThrottling), kNameToThrottling) == plainPolicy());
        QVERIFY(unmapped(plainPolicy(), kNameToThrottling) == plainPolicy());
    }

    void aMappingOfASuccessIsFound()
    {
        Policy policy = withMapping(plainPolicy(), {503, ErrorKind::Throttling});
        policy = withMapping(policy, kNameToThrottling);
        QVERIFY(mappingsOfSuccesses(policy).empty());
        const ErrorMapping harmful{204, ErrorKind::Throttling};
        policy = withMapping(policy, harmful);
        QVERIFY(mappingsOfSuccesses(policy) == std::vector<ErrorMapping>{harmful});
        policy.success.statusIn = {{200, 200}};
        QVERIFY(mappingsOfSuccesses(policy).empty());
        policy.services["s3"].success = SuccessSpec{.statusIn = {{200, 204}}};
        QVERIFY(mappingsOfSuccesses(policy) == std::vector<ErrorMapping>{harmful});
    }

    void aSuccessOfAnyRangeAndServiceIsFound()
    {
        Policy policy = plainPolicy();
        policy.success.statusIn = {{200, 200}, {404, 404}};
        policy.services["s3"] = ServiceOverride{}; // it has no successes of its own
        const ErrorMapping harmful{404, ErrorKind::Transient};
        QVERIFY(mappingsOfSuccesses(withMapping(policy, harmful)) == std::vector<ErrorMapping>{harmful});
        QVERIFY(mappingsOfSuccesses(withMapping(policy, {503, ErrorKind::Transient})).empty());
    }

    void anythingMappedIsTakenBackAndReplaced()
    {
        for (const ErrorMapping& mapping :
             {kNameToThrottling, ErrorMapping{FaultKind::TlsFailed, ErrorKind::Transient},
              ErrorMapping{418, ErrorKind::PartDone}}) {
            const Policy mapped = withMapping(plainPolicy(), mapping);
            QVERIFY(mapped.rules.front().scope == RuleScope::All); // also where the status says success
            QVERIFY(withMappings(mapped, {mapping}) == mapped);
            QVERIFY(unmapped(mapped, mapping) == plainPolicy());
        }
        QCOMPARE(withMapping(plainPolicy(), {418, ErrorKind::PartDone}).rules.front().id,
                 std::string("own-statuses-part-done"));
    }

    void whereTheLastMatchWinsAMappingStandsOnce()
    {
        Policy policy = plainPolicy();
        policy.lastMatchWins = true;
        policy.services["s3"].rules = {ruleFor("s3-only", {.statusIn = {{400, 400}}}, ErrorKind::Transient)};
        const Policy mapped = withMapping(policy, kNameToThrottling);
        QCOMPARE(mapped.services.at("s3").rules.size(), std::size_t{1});
        QCOMPARE(mapped.rules.size(), policy.rules.size() + 1);
        QCOMPARE(mapped.rules.back().when.nameIn.front(), std::string("SurelyNobodyListsThis"));
    }

    /// A list of the client's own stands behind what its lists ask of the method, and behind earlier rules.
    void aListedErrorKeepsTheFiltersOfTheLists()
    {
        Policy policy = plainPolicy();
        policy.rules = {ruleFor("first", {.statusIn = {{413, 413}}}, ErrorKind::Permanent),
                        ruleFor("list", {.statusIn = {{503, 503}}}, ErrorKind::Transient)};
        policy.rules[1].when.methodIn = {"GET"};
        const ErrorMapping listed{.what = 418, .kind = ErrorKind::Transient, .isListed = true};
        const Policy mapped = withMappings(policy, {listed, {413, ErrorKind::Transient, true}});
        QCOMPARE(mapped.rules.size(), std::size_t{3});
        QCOMPARE(mapped.rules[1].id, std::string("listed-statuses-transient"));
        QCOMPARE(mapped.rules[1].when.statusIn.size(), std::size_t{2});
        QVERIFY(mapped.rules[1].when.methodIn == std::vector<std::string>{"GET"});
        QVERIFY(mappingsOf(mapped).front() == listed);
        QVERIFY(unmapped(unmapped(mapped, listed), {413, ErrorKind::Transient}) == policy);
        policy.rules[1].when.methodIn.clear(); // without a filter it overrides
        QCOMPARE(withMapping(policy, listed).rules.front().id, std::string("own-statuses-transient"));
    }

    void ofTwoMappingsOfOneErrorTheLaterHolds()
    {
        const Policy policy =
            withMappings(plainPolicy(), {{503, ErrorKind::Transient}, {503, ErrorKind::Permanent}});
        QVERIFY(mappingsOf(policy) == (std::vector<ErrorMapping>{{503, ErrorKind::Permanent}}));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstMapping)
#include "tst_mapping.moc"
