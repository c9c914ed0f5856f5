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
#include "core/explain/call_outcome.h"
#include "core/explain/change_text.h"
#include "core/explain/conflict_text.h"
#include "core/explain/effect_text.h"
#include "core/explain/explain.h"
#include "core/explain/fault_advice.h"
#include "core/explain/hint_text.h"
#include "core/explain/other_clients.h"
#include "core/explain/policy_facts.h"
#include "core/explain/policy_summary.h"
#include "core/explain/protocol_text.h"
#include "core/explain/redirect_text.h"
#include "core/explain/state_story.h"
#include "core/explain/verdict_row.h"
#include "core/explain/what_if_text.h"
#include "core/facts/responder.h"
#include "core/io/documents/error_files.h"
#include "core/io/documents/step_templates.h"
#include "core/io/files/library.h"
#include "core/io/files/recipe_files.h"
#include "core/io/http/error_body.h"
#include "core/io/http/pasted_response.h"
#include "core/policy/resolve.h"
#include "core/read/possible_effect.h"
#include "core/recipes/change_code.h"
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

void checkAttempt(Flaws& flaws, const RunRecord& record, Place place)
{
    const AttemptRecord& attempt = record.at(place);
    const AttemptContext context = contextOf(record, place);
    const ResolvedPolicy& policy = *record.header().policy;
    const Explanation explanation = explain(policy, attempt.facts, attempt.decision, attempt.attempt,
                                            wallTimeOf(record.header(), attempt));
    QVERIFY(!explanation.headline.empty());
    flaws.sentences("headline", explanation.headline);
    std::vector<Sentence> findings = explainAdmission(policy, attempt.admission);
    findings.insert(findings.end(), explanation.sentences.begin(), explanation.sentences.end());
    for (const Sentence& finding : findings) {
        flaws.label("title of a finding", finding.title);
        flaws.sentences("finding", finding.text);
    }
    flaws.sentences("brief reason", briefReason(policy, attempt.facts, attempt.decision, attempt.attempt));
    flaws.label("summary", words::summary(context));
    flaws.label("verdict with delay", words::verdictWithDelay(context));
    flaws.label("short reason", words::shortReason(context));
    flaws.sentences("responder", sentenceFor(responderOf(io::errorKnowledge().responders, attempt.facts)));
    for (const AttemptColumn& column : attemptColumns()) {
        if (const std::string card = column.card.text != nullptr ? column.card.text(context) : "";
            !card.empty()) {
            flaws.label("card", card);
        }
    }
    for (const FaultAdvice& advice : adviceFor(attempt.facts, record.header().spec)) {
        flaws.label("title of advice", advice.title);
        flaws.sentences("advice", advice.text);
    }
    if (const auto effect = possibleEffectOf(record.header().spec, attempt)) {
        flaws.label("effect", effectText(*effect));
        flaws.sentences(
            "effect",
            effectSentence(*effect, responderOf(io::errorKnowledge().responders, attempt.facts).kind));
    }
    if (const std::string gap = gapText(record.callAt(place.call), static_cast<std::size_t>(place.attempt),
                                        !record.header().noWait);
        !gap.empty()) {
        flaws.label("gap", gap);
    }
    flaws.sentences("redirect", redirectSentence(policy, attempt.facts));
    flaws.sentences("error type", errorTypeSentence(policy.policy, attempt.facts, attempt.decision.kind));
    if (const auto incurable = incurableErrorIn(io::errorKnowledge().incurable, attempt.facts)) {
        flaws.sentences("incurable error", incurableSentence(*incurable));
    }
    const auto hints =
        serverHintsOf(policy, attempt.facts, attempt.decision, wallTimeOf(record.header(), attempt));
    for (const ServerHint& hint : hints) {
        flaws.sentences("hint", hintSentences(hint));
    }
    flaws.sentences("aside", asideSentences(hints, waitMarkOf(attempt.decision), attempt.decision.window));
}

void checkRecord(Flaws& flaws, const RunRecord& record)
{
    for (std::size_t call = 0; call < record.calls().size(); ++call) {
        flaws.label("summary of a call", summaryOf(record.calls()[call]));
        for (std::size_t attempt = 0; attempt < record.calls()[call].attempts.size(); ++attempt) {
            checkAttempt(flaws, record, {static_cast<int>(call), static_cast<int>(attempt)});
        }
    }
    for (const std::string& story : stateStory(record)) {
        flaws.sentences("story", story);
    }
}

/// A response with this header to every client: what each says about it.
void checkHint(Flaws& flaws, const char* header, const char* value)
{
    EndpointStep step{.status = 503};
    step.headers.add(header, value);
    const Scenario scenario = scenarioOf(step);
    std::vector<VerdictRow> rows;
    for (const Policy& policy : presets()) {
        const RunRecord record = runOf(policy, scenario, {.service = "dynamodb"}, 1);
        checkRecord(flaws, record);
        const AttemptRecord& attempt = record.at({0, 0});
        const WallTime now = wallTimeOf(record.header(), attempt);
        rows.push_back(verdictRowOf(*record.header().policy, attempt.facts, attempt.decision, 1, now));
        const auto hints = serverHintsOf(*record.header().policy, attempt.facts, attempt.decision, now);
        QVERIFY2(!hints.empty(), header);
        for (const ServerHint& hint : hints) {
            flaws.label("hint", askedText(hint));
            flaws.label("hint", hintSummary(hint));
        }
    }
    flaws.label("hint", askedLine(rows));
    QVERIFY(!gridAsCsv(rows).empty());
    flaws.sentences("grid", whereTheyDiffer(rows).sentence);
}

} // namespace

class TstEverySentence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aboutEveryScenario()
    {
        Flaws flaws;
        const io::Library library;
        for (const io::Library::Entry& entry : library.scenarioEntries()) {
            const Scenario scenario = library.scenario(entry.id).value();
            RequestSpec spec = scenario.request.value_or(RequestSpec{.url = "http://localhost/"});
            spec.service = scenario.service;
            spec.operation = scenario.operation;
            std::optional<RunRecord> before;
            for (const Policy& policy : presets()) {
                const RunRecord record = runOf(policy, scenario, spec, 3);
                checkRecord(flaws, record);
                if (before) {
                    flaws.sentences("what if", whatIfText(*before, record));
                }
                before = record;
            }
        }
        flaws.verify();
    }

    void aboutEveryResponse_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::newRow("GET") << QByteArray("GET");
        QTest::newRow("POST") << QByteArray("POST");
    }
    void aboutEveryResponse()
    {
        QFETCH(QByteArray, method);
        Flaws flaws;
        for (const io::StepTemplate& given : io::stepTemplates()) {
            std::vector<VerdictRow> rows;
            for (const Policy& policy : presets()) {
                const RunRecord record =
                    runOf(policy, scenarioOf(given.step),
                          {.method = method.toStdString(), .url = "http://localhost:8080/"}, 1);
                checkRecord(flaws, record);
                const AttemptRecord& attempt = record.at({0, 0});
                rows.push_back(
                    verdictRowOf(*record.header().policy, attempt.facts, attempt.decision, attempt.attempt));
                flaws.sentences("no name", rows.back().whyNoName);
            }
            for (const OtherClientFamily& family : familiesOf(rows)) {
                QCOMPARE(static_cast<std::size_t>(family.count(Verdict::Retry) + family.count(Verdict::Stop) +
                                                  family.count(Verdict::Succeed)),
                         family.members.size());
            }
            flaws.sentences("grid", whereTheyDiffer(rows).sentence);
        }
        flaws.verify();
    }

    void aboutEveryFault()
    {
        Flaws flaws;
        for (const FaultKind kind : allFaultKinds()) {
            for (const Policy& policy : presets()) {
                for (const char* method : {"GET", "POST"}) {
                    const RequestSpec spec{.method = method, .url = "https://example.com:8443/a"};
                    checkRecord(flaws, test::runOf(policy, {faulty(kind)}, {.spec = spec}));
                }
            }
        }
        flaws.verify();
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
        Flaws flaws;
        checkHint(flaws, header.constData(), value.constData());
        flaws.verify();
    }

    void aboutEveryPolicy()
    {
        Flaws flaws;
        const Policy* before = &presets().back();
        for (const Policy& policy : presets()) {
            for (const PolicyFact& fact : factsOf(policy)) {
                flaws.label("policy", fact.name + ": " + fact.value);
            }
            for (const Rule& rule : policy.rules) {
                flaws.label("policy", ruleSummary(rule));
            }
            for (const std::string& said : conflictSentences(policy)) {
                flaws.sentences("policy", said);
            }
            for (const std::string& said : assumptionSentences(policy)) {
                flaws.sentences("policy", said);
            }
            for (const PolicyDifference& difference : differencesBetween(*before, policy)) {
                flaws.label("policy", differenceText(difference));
            }
            QVERIFY(differencesBetween(policy, policy).empty());
            before = &policy;
        }
        flaws.verify();
    }

    void aboutEveryChange()
    {
        Flaws flaws;
        for (const io::StepTemplate& given : io::stepTemplates()) {
            for (const Policy& policy : presets()) {
                const RunRecord record =
                    runOf(policy, scenarioOf(given.step), {.method = "POST", .service = "s3"}, 1);
                const auto situation = situationAt(record, {0, 0});
                QVERIFY(situation);
                for (const ReversingChange& change : reversingChangesOf(*situation)) {
                    flaws.label("change", changeText(change.change));
                    flaws.label("change", changeOutcomeText(change));
                    flaws.label("change", changeDetailText(change));
                    flaws.label("change", changeScopeText(change.change));
                }
                for (const OfferedPair& pair : offeredPairsOf(io::clientRecipes(), {}, *situation)) {
                    flaws.label("change", pairText(pair));
                }
                for (const SensitiveTo& sensitive : sensitivitiesOf(*situation)) {
                    flaws.sentences("sensitivity", sensitivityText(sensitive));
                }
                flaws.sentences("quota", quotaSentence(*situation));
                flaws.sentences("protocol", protocolSentence(*situation));
            }
        }
        flaws.verify();
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstEverySentence)
#include "tst_every_sentence.moc"
