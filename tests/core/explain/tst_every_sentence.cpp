// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whatever is said about the runs of every preset against every scenario and every built-in response reads as
// a sentence. What exactly is said stands in the tests of its own words.

#include "core/change/reversing_changes.h"
#include "core/change/situation.h"
#include "core/explain/attempt_columns.h"
#include "core/explain/attempt_time.h"
#include "core/explain/brief_reason.h"
#include "core/explain/change_text.h"
#include "core/explain/conflict_text.h"
#include "core/explain/effect_text.h"
#include "core/explain/elsewhere.h"
#include "core/explain/explain.h"
#include "core/explain/fault_advice.h"
#include "core/explain/hint_text.h"
#include "core/explain/policy_summary.h"
#include "core/explain/protocol_text.h"
#include "core/explain/redirect_text.h"
#include "core/explain/state_story.h"
#include "core/explain/verdict_row.h"
#include "core/explain/what_if_text.h"
#include "core/facts/responder.h"
#include "core/io/files/library.h"
#include "core/io/format/error_files.h"
#include "core/io/format/step_templates.h"
#include "core/io/http/error_body.h"
#include "core/io/http/pasted_response.h"
#include "core/policy/resolve.h"
#include "core/read/possible_effect.h"
#include "core/run/wall_time.h"
#include "core/simulate/simulate.h"
#include "tests/support/lab.h"
#include "tests/support/sentences.h"
#include "tests/support/strict_main.h"

#include <algorithm>

namespace retryscope::test {

namespace {

const std::vector<Policy>& presets()
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

RunRecord runOf(const Policy& policy, const Scenario& scenario, const RequestSpec& spec, int calls)
{
    RunHeader header{.seed = 1, .callsPerClient = calls};
    header.spec = spec;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, spec));
    return simulate(header, scenario);
}

Scenario scenarioOf(EndpointStep step)
{
    if (step.fault == Misbehaviour::None) {
        step.parsed =
            io::parseBody(step.headers, {step.body.data(), static_cast<qsizetype>(step.body.size())});
    }
    Scenario scenario;
    scenario.id = "one";
    scenario.steps = {std::move(step)};
    return scenario;
}

void checkAttempt(const RunRecord& record, Place place)
{
    const AttemptRecord& attempt = record.at(place);
    const ResolvedPolicy& policy = *record.header().policy;
    const std::string where =
        policy.policy.id + ", " + record.header().scenarioId + ", attempt " + std::to_string(attempt.attempt);
    const Explanation explanation = explain(policy, attempt.facts, attempt.decision, attempt.attempt,
                                            wallTimeOf(record.header(), attempt));
    RETRYSCOPE_VERIFY_TEXT(flawOfSentence, explanation.headline, where);
    for (const Sentence& sentence : explanation.sentences) {
        RETRYSCOPE_VERIFY_TEXT(flawOf, sentence.title, where);
        RETRYSCOPE_VERIFY_TEXT(flawOf, sentence.text, where);
    }
    for (const Sentence& sentence : explainAdmission(policy, attempt.admission)) {
        RETRYSCOPE_VERIFY_TEXT(flawOf, sentence.title + ": " + sentence.text, where);
    }
    RETRYSCOPE_VERIFY_TEXT(flawOf, briefReason(policy, attempt.facts, attempt.decision, attempt.attempt),
                           where);
    RETRYSCOPE_VERIFY_TEXT(flawOf, words::summary(contextOf(record, place)), where);
    RETRYSCOPE_VERIFY_TEXT(flawOf, words::verdictWithDelay(contextOf(record, place)), where);
    RETRYSCOPE_VERIFY_TEXT(flawOf, words::shortReason(contextOf(record, place)), where);
    RETRYSCOPE_VERIFY_TEXT(flawOfSentence, sentenceFor(responderOf(attempt.facts)), where);
    for (const AttemptColumn& column : attemptColumns()) {
        const std::string said =
            column.card.text != nullptr ? column.card.text(contextOf(record, place)) : "";
        QVERIFY2(said.empty() || flawOf(said).empty(), qPrintable(QString::fromStdString(where + said)));
    }
    for (const FaultAdvice& advice : adviceFor(attempt.facts, record.header().spec)) {
        RETRYSCOPE_VERIFY_TEXT(flawOf, advice.title, where);
        QVERIFY(advice.text.empty() || flawOfSentence(advice.text).empty());
    }
    const ResponderKind responder = responderOf(attempt.facts).kind;
    if (const auto effect = possibleEffectOf(record.header().spec, attempt)) {
        RETRYSCOPE_VERIFY_TEXT(flawOf, effectText(*effect), where);
        RETRYSCOPE_VERIFY_TEXT(flawOfSentence, effectSentence(*effect, responder), where);
    }
    const std::string gap =
        gapText(record.callAt(place.call), static_cast<std::size_t>(place.attempt), !record.header().noWait);
    QVERIFY2(gap.empty() || flawOf(gap).empty(), gap.c_str());
    const auto incurable = incurableErrorIn(io::incurableErrors(), attempt.facts);
    for (const std::string& said : {redirectSentence(policy, attempt.facts),
                                    errorTypeSentence(policy.policy, attempt.facts, attempt.decision.kind),
                                    incurable ? incurableSentence(*incurable) : std::string()}) {
        QVERIFY2(said.empty() || flawOfSentence(said).empty(),
                 qPrintable(QString::fromStdString(where + ": " + said)));
    }
}

void checkRecord(const RunRecord& record)
{
    for (std::size_t call = 0; call < record.calls().size(); ++call) {
        RETRYSCOPE_VERIFY_TEXT(flawOf, summaryOf(record.calls()[call]), record.header().scenarioId);
        for (std::size_t attempt = 0; attempt < record.calls()[call].attempts.size(); ++attempt) {
            checkAttempt(record, {static_cast<int>(call), static_cast<int>(attempt)});
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }
    for (const std::string& said : stateStory(record)) {
        RETRYSCOPE_VERIFY_TEXT(flawOfSentence, said, record.header().policy->policy.id);
    }
}

/// A response with this header to every client: what each says about it.
void checkHint(const char* header, const char* value)
{
    EndpointStep step{.status = 503};
    step.headers.add(header, value);
    const Scenario scenario = scenarioOf(step);
    std::vector<VerdictRow> rows;
    for (const Policy& policy : presets()) {
        const RunRecord record = runOf(policy, scenario, {.service = "dynamodb"}, 1);
        const AttemptRecord& attempt = record.at({0, 0});
        const WallTime now = wallTimeOf(record.header(), attempt);
        rows.push_back(verdictRowOf(*record.header().policy, attempt.facts, attempt.decision, 1, now));
        const auto hints = serverHintsOf(*record.header().policy, attempt.facts, attempt.decision, now);
        QVERIFY2(!hints.empty(), header);
        for (const ServerHint& hint : hints) {
            RETRYSCOPE_VERIFY_TEXT(flawOf, askedText(hint), policy.id);
            RETRYSCOPE_VERIFY_TEXT(flawOf, hintStatement(hint), policy.id);
            RETRYSCOPE_VERIFY_TEXT(flawOf, hintSummary(hint), policy.id);
        }
        for (const Sentence& said : unreadHintSentences(hints, attempt.decision)) {
            RETRYSCOPE_VERIFY_TEXT(flawOf, said.title + ": " + said.text, policy.id);
        }
        const std::string aside = asideText(hints, waitMarkOf(attempt.decision), attempt.decision.window);
        QVERIFY2(aside.empty() || (flawOf(aside.substr(1)).empty() && aside.ends_with('.')), aside.c_str());
    }
    RETRYSCOPE_VERIFY_TEXT(flawOf, askedLine(rows), std::string(header));
    QVERIFY(!gridAsCsv(rows).empty());
    RETRYSCOPE_VERIFY_TEXT(flawOfSentence, whereTheyDiffer(rows).sentence, std::string(header));
}

} // namespace

class TstEverySentence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aboutEveryScenario()
    {
        const io::Library library;
        for (const io::Library::Entry& entry : library.scenarioEntries()) {
            const Scenario scenario = library.scenario(entry.id).value();
            RequestSpec spec = scenario.request.value_or(RequestSpec{.url = "http://localhost/"});
            spec.service = scenario.service;
            spec.operation = scenario.operation;
            std::optional<RunRecord> before;
            for (const Policy& policy : presets()) {
                const RunRecord record = runOf(policy, scenario, spec, 3);
                checkRecord(record);
                if (QTest::currentTestFailed()) {
                    return;
                }
                if (before) {
                    RETRYSCOPE_VERIFY_TEXT(flawOf, whatIfText(*before, record), policy.id);
                }
                before = record;
            }
        }
    }

    void aboutEveryResponse()
    {
        for (const io::StepTemplate& given : io::stepTemplates()) {
            std::vector<VerdictRow> rows;
            for (const Policy& policy : presets()) {
                const RunRecord record = runOf(policy, scenarioOf(given.step),
                                               {.method = "POST", .url = "http://localhost:8080/"}, 1);
                checkRecord(record);
                if (QTest::currentTestFailed()) {
                    return;
                }
                const AttemptRecord& attempt = record.at({0, 0});
                rows.push_back(
                    verdictRowOf(*record.header().policy, attempt.facts, attempt.decision, attempt.attempt));
            }
            for (const ElsewhereFamily& family : familiesOf(rows)) {
                QCOMPARE(static_cast<std::size_t>(family.count(Verdict::Retry) + family.count(Verdict::Stop) +
                                                  family.count(Verdict::Succeed)),
                         family.members.size());
            }
            RETRYSCOPE_VERIFY_TEXT(flawOfSentence, whereTheyDiffer(rows).sentence, given.name.toStdString());
        }
    }

    void aboutEveryFault()
    {
        for (const FaultKind kind : allFaultKinds()) {
            for (const Policy& policy : presets()) {
                const RequestSpec spec{.method = "GET", .url = "https://example.com:8443/a"};
                checkRecord(test::runOf(policy, {faulty(kind)}, {.spec = spec}));
                if (QTest::currentTestFailed()) {
                    return;
                }
            }
        }
    }

    void aboutEveryHint_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* header, const char* value) {
            QTest::addRow("%s: %s", header, value) << QByteArray(header) << QByteArray(value);
        };
        row("Retry-After", "1");
        row("Retry-After", "90");
        row("Retry-After", "1.5");
        row("Retry-After", "soon");
        row("Retry-After", "Thu, 01 Jan 2026 00:00:30 GMT");
        row("Retry-After", "Thu, 01 Jan 2015 00:00:30 GMT");
        row("x-amz-retry-after", "1500");
        row("x-amz-retry-after", "9000000");
        row("retry-after-ms", "250");
        row("grpc-retry-pushback-ms", "700");
        row("grpc-retry-pushback-ms", "-1");
        row("RateLimit-Reset", "12");
        row("X-RateLimit-Reset", "1767225660");
        row("x-should-retry", "true");
        row("x-should-retry", "false");
    }
    void aboutEveryHint()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, value);
        checkHint(header.constData(), value.constData());
    }

    void aboutEveryPolicy()
    {
        const Policy* before = &presets().back();
        for (const Policy& policy : presets()) {
            for (const PolicyFact& fact : factsOf(policy)) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, fact.name + ": " + fact.value, policy.id);
            }
            for (const Rule& rule : policy.rules) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, ruleSummary(rule), policy.id);
            }
            for (const std::string& said : conflictSentences(policy)) {
                RETRYSCOPE_VERIFY_TEXT(flawOfSentence, said, policy.id);
            }
            for (const std::string& said : assumptionSentences(policy)) {
                RETRYSCOPE_VERIFY_TEXT(flawOfSentence, said, policy.id);
            }
            for (const PolicyDifference& difference : differencesBetween(*before, policy)) {
                RETRYSCOPE_VERIFY_TEXT(flawOf, differenceText(difference), policy.id);
            }
            QVERIFY(differencesBetween(policy, policy).empty());
            before = &policy;
        }
    }

    void aboutEveryChange()
    {
        for (const io::StepTemplate& given : io::stepTemplates()) {
            for (const Policy& policy : presets()) {
                if (policy.id.find("standard") == std::string::npos) {
                    continue;
                }
                const RunRecord record =
                    runOf(policy, scenarioOf(given.step), {.method = "POST", .service = "s3"}, 1);
                const auto situation = situationAt(record, {0, 0});
                QVERIFY(situation);
                const std::string where = policy.id + ", " + given.name.toStdString();
                for (const ReversingChange& change : reversingChangesOf(*situation)) {
                    RETRYSCOPE_VERIFY_TEXT(flawOf, changeText(change.change), where);
                    RETRYSCOPE_VERIFY_TEXT(flawOf, changeOutcomeText(change), where);
                    RETRYSCOPE_VERIFY_TEXT(flawOf, changeDetailText(change), where);
                    RETRYSCOPE_VERIFY_TEXT(flawOf, changeReachText(change.change), where);
                }
                for (const ReversingPair& pair : reversingPairsOf(*situation)) {
                    RETRYSCOPE_VERIFY_TEXT(flawOf, pairText(pair), where);
                }
                for (const SensitiveTo& sensitive : sensitivitiesOf(*situation)) {
                    RETRYSCOPE_VERIFY_TEXT(flawOf, sensitivityText(sensitive), where);
                }
            }
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstEverySentence)
#include "tst_every_sentence.moc"
