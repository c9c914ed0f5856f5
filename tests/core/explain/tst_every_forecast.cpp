// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The texts on every preset before anything is sent (bounds, the code to write), and on its quota and limiter
// after many calls, read as sentences, and the numbers in them agree with each other.

#include "core/change/reversing_changes.h"
#include "core/explain/bounds_text.h"
#include "core/explain/state_story.h"
#include "core/io/documents/sdk_files.h"
#include "core/io/files/library.h"
#include "core/io/files/recipe_files.h"
#include "core/policy/mapping.h"
#include "core/policy/resolve.h"
#include "core/recipes/change_code.h"
#include "core/recipes/client_code.h"
#include "core/recipes/client_wishes.h"
#include "core/simulate/bounds.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/sentences.h"
#include "tests/support/strict_main.h"

using namespace std::chrono_literals;

namespace retryscope::test {

namespace {

const std::vector<Policy>& everyPreset()
{
    static const std::vector<Policy> all = [] {
        const io::Library library;
        std::vector<Policy> policies;
        for (const io::Library::Entry& entry : library.policyEntries()) {
            policies.push_back(library.policy(entry.id).value());
        }
        return policies;
    }();
    return all;
}

void checkBounds(Flaws& flaws, const Policy& policy, const SteadyFailure& failure,
                 const std::vector<RetryLayer>& outside, const std::vector<RetryLayer>& within)
{
    const NestedBounds bounds = nestedBoundsOf(resolve(policy, failure.spec), failure, outside, within);
    for (const std::string& said : boundsSentences(bounds)) {
        flaws.sentences("bounds", said);
    }
    flaws.sentences("bounds", worstCaseSentence(bounds));
    for (const bool isGiven : {false, true}) {
        for (const std::string& said :
             timeoutSentences(policy, failure.spec, {.connect = isGiven, .read = isGiven})) {
            flaws.sentences("timeouts", said);
        }
    }
    const CallBounds& call = bounds.call;
    QVERIFY(call.total.best <= call.total.expected && call.total.expected <= call.total.worst);
    QCOMPARE(static_cast<int>(call.schedule.size()), call.attempts);
    if (call.deadline) {
        QVERIFY(call.deadline->fitting.fewest <= call.deadline->fitting.most);
        QVERIFY(call.deadline->fitting.most <= call.deadline->begun.most);
        QVERIFY(call.deadline->allFit >= 0 && call.deadline->allFit <= 1);
    }
    if (call.percentiles) {
        QVERIFY(call.percentiles->p50 <= call.percentiles->p90);
        QVERIFY(call.percentiles->p90 <= call.percentiles->p99);
    }
    if (call.series && call.series->isWorkedOut) {
        QVERIFY(call.series->attempts >= call.series->clients);
    }
}

RunRecord longRun(const Policy& policy, const Scenario& scenario, int calls, int clients)
{
    RunHeader header{.seed = 1, .clients = clients, .callsPerClient = calls};
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, {}));
    return simulate(header, scenario);
}

} // namespace

class TstEveryForecast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofACall()
    {
        Flaws flaws;
        for (const Policy& policy : everyPreset()) {
            for (const Duration deadline : {Duration(1ms), Duration(200ms), Duration(5s), Duration(10min)}) {
                SteadyFailure failure{.facts = response(503), .attemptTime = 50ms};
                failure.spec.deadline = deadline;
                checkBounds(flaws, policy, failure, {}, {});
                failure.calls = 30;
                failure.clients = deadline == Duration(5s) ? 2 : 1;
                checkBounds(flaws, policy, failure, {{"application", 3, 100ms}}, {{"proxy", 2, 0ms}});
            }
            SteadyFailure slow{.facts = response(429), .latency = LatencySpread{20ms, 800ms}};
            checkBounds(flaws, policy, slow, {}, {});
            slow.spec.deadline = 2s;
            checkBounds(flaws, policy, slow, {}, {{"proxy", 1, 0ms}});
            checkBounds(flaws, policy, {.facts = response(400), .attemptTime = 5ms}, {}, {});
            checkBounds(flaws, policy, {.facts = response(200), .attemptTime = 5ms}, {}, {});
            SteadyFailure refused{.facts = faulty(FaultKind::ConnectionRefused), .attemptTime = 1ms};
            checkBounds(flaws, policy, refused, {}, {{"proxy", 3, 10ms}});
            refused.calls = 3;
            checkBounds(flaws, policy, refused, {{"application", 1'000'000, 0ms}, {"user", 1'000'000, 0ms}},
                        {});
            if (QTest::currentTestFailed()) {
                return;
            }
        }
        flaws.verify();
    }

    void ofManyCalls()
    {
        Flaws flaws;
        const io::Library library;
        for (const char* name : {"sdk-quota-runs-dry", "throttling-storm", "always-503"}) {
            const Scenario scenario = library.scenario(QString::fromLatin1(name)).value();
            for (const Policy& policy : everyPreset()) {
                for (const int clients : {1, 3}) {
                    const RunRecord record = longRun(policy, scenario, 60, clients);
                    for (const std::string& said : stateStory(record)) {
                        flaws.sentences("story", said);
                    }
                    flaws.sentences("quota", quotaStopSentences(record));
                }
            }
        }
        flaws.verify();
    }

    void ofEveryQuota()
    {
        Flaws flaws;
        const Scenario outage{.steps = {{.status = 503, .repeat = 40}, {.status = 200}}};
        for (const QuotaScope scope : {QuotaScope::Client, QuotaScope::Call}) {
            for (const GiveBack giveBack : {GiveBack::Nothing, GiveBack::One, GiveBack::LastCost,
                                            GiveBack::LastCostAndOne, GiveBack::LastCostOnly}) {
                for (const int capacity : {1, 2, 11, 16, 500}) {
                    Policy policy = plainPolicy();
                    policy.attempts.max = 5;
                    policy.quota = plainQuota();
                    policy.quota->scope = scope;
                    policy.quota->giveBack = giveBack;
                    policy.quota->capacity = capacity;
                    for (const int calls : {0, 1, 12}) {
                        const RunRecord record = longRun(policy, outage, calls, 1);
                        for (const std::string& said : stateStory(record)) {
                            flaws.sentences("story", said);
                        }
                        flaws.sentences("quota", quotaStopSentences(record));
                    }
                }
            }
        }
        flaws.verify();
    }

    void ofTheCodeToWrite()
    {
        Flaws flaws;
        for (const Policy& policy : everyPreset()) {
            Policy wanted = withMapping(policy, {std::string("Wanted"), ErrorKind::Throttling});
            checkCode(flaws, policy, wanted);
            wanted = withMapping(wanted, {429, ErrorKind::Transient});
            wanted = withMapping(wanted, {FaultKind::ReadTimeout, ErrorKind::Permanent});
            wanted.backoff.cap = 3s;
            wanted.backoff.base.byDefault = 70ms;
            checkCode(flaws, policy, wanted);
            wanted = withMapping(policy, {std::string("a\"b\\n\x01"), ErrorKind::Permanent});
            wanted.backoff.cap = std::nullopt;
            wanted.quota = std::nullopt;
            checkCode(flaws, policy, wanted);
            for (const char* service : {"", "s3", "dynamodb", "a b"}) {
                const CodeContext context = codeContextFor(io::builtInSdks(), policy, service);
                const ClientWishes wishes = wishesOf(policy, wanted, context);
                QVERIFY(!wishes.service.empty() && wishes.service.find(' ') == std::string::npos);
            }
        }
        flaws.verify();
    }

private:
    static void checkCode(Flaws& flaws, const Policy& preset, const Policy& wanted)
    {
        const ClientCode code = clientCodeFor(io::clientRecipes(), preset, wanted);
        flaws.label("code", wayText(code.way));
        QVERIFY2(!code.snippets.empty() || !code.notes.empty(), preset.id.c_str());
        for (const CodeSnippet& snippet : code.snippets) {
            flaws.label("code", snippet.title);
            QVERIFY2(snippet.text.find('\x01') == std::string::npos, preset.id.c_str());
            QVERIFY2(snippet.text.find('{' + std::string("names}")) == std::string::npos, preset.id.c_str());
        }
        for (const std::string& note : code.notes) {
            flaws.label("code", note);
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstEveryForecast)
#include "tst_every_forecast.moc"
