// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/client_walk.h"
#include "core/io/documents/default_request.h"
#include "core/io/files/library.h"
#include "core/io/files/rule_evidence.h"
#include "core/io/text/utf8.h"
#include "tests/support/strict_main.h"

#include <algorithm>

using namespace retryscope;

class TstRuleEvidence : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyNameIsOneOfAPresetsRules();
    void noPresetClaimsARecordingThatIsNotThere();
    void anEditedRuleIsNoLongerRecorded();
    void whatIsAssumedIsSaid();

private:
    [[nodiscard]] Policy preset(const std::string& id) const { return m_library.lookup()(id).value(); }
    [[nodiscard]] static RuleEvidence evidenceFor(const Policy& policy, FaultKind fault)
    {
        const RequestSpec spec = io::defaultRequestFor("s3", "GetObject");
        const ResolvedPolicy resolved = resolve(policy, spec);
        const AttemptFacts facts = bareFault(fault);
        return io::ruleEvidenceOf(resolved, facts, firstDecision(resolved, spec, facts));
    }

    io::Library m_library;
};

void TstRuleEvidence::everyNameIsOneOfAPresetsRules()
{
    QVERIFY(io::provenRules().size() > 30);
    for (const auto& [id, proven] : io::provenRules()) {
        const Policy policy = preset(id);
        std::vector<std::string> known{"otherwise", "success"};
        const auto add = [&known](const std::vector<Rule>& rules) {
            for (const Rule& rule : rules) {
                known.push_back(rule.id);
            }
        };
        add(policy.rules);
        for (const auto* overrides : {&policy.services, &policy.operations}) {
            for (const auto& [name, change] : *overrides) {
                add(change.rules);
            }
        }
        QVERIFY2(!proven.releases.empty(), id.c_str());
        for (const auto* rules : {&proven.recorded, &proven.measured}) {
            for (const auto& [rule, situations] : *rules) {
                QVERIFY2(std::ranges::find(known, rule) != known.end(), (id + ": " + rule).c_str());
                QVERIFY2(!situations.empty(), (id + ": " + rule).c_str());
            }
        }
    }
}

void TstRuleEvidence::noPresetClaimsARecordingThatIsNotThere()
{
    for (const io::Library::Entry& entry : m_library.policyEntries()) {
        const Policy policy = preset(fromQString(entry.id));
        for (const auto& [fault, word] : EnumWords<FaultKind>::kWords) {
            const RuleEvidence evidence = evidenceFor(policy, fault);
            const bool isPlayed = evidence.level <= EvidenceLevel::Measured;
            QCOMPARE(!evidence.releases.empty(), isPlayed);
            QCOMPARE(!evidence.remark.empty(), evidence.level == EvidenceLevel::Assumed);
            if (evidenceOf(policy) == EvidenceLevel::Announced) {
                QCOMPARE(evidence.level, EvidenceLevel::Announced);
            }
        }
    }
}

void TstRuleEvidence::anEditedRuleIsNoLongerRecorded()
{
    Policy policy = preset("axios-retry-4.5.0-default");
    QCOMPARE(evidenceFor(policy, FaultKind::ClosedBeforeResponse).level, EvidenceLevel::Recorded);
    QCOMPARE(evidenceFor(policy, FaultKind::ClosedBeforeResponse).releases,
             std::vector<std::string>{"4.5.0"});
    for (Rule& rule : policy.rules) {
        rule.when.operationNotIn = {"CopyObject"};
    }
    QVERIFY(evidenceFor(policy, FaultKind::ClosedBeforeResponse).level > EvidenceLevel::Measured);
}

void TstRuleEvidence::whatIsAssumedIsSaid()
{
    Policy policy = preset("axios-retry-4.5.0-default");
    for (Rule& rule : policy.rules) {
        rule.when.operationNotIn = {"CopyObject"};
        rule.source = "recorded behaviour of axios-retry 4.5.0";
    }
    const RuleEvidence evidence = evidenceFor(policy, FaultKind::ClosedBeforeResponse);
    QCOMPARE(evidence.level, EvidenceLevel::Assumed);
    QVERIFY2(evidence.remark.ends_with("was not recorded; the preset assumes it."), evidence.remark.c_str());
}

RETRYSCOPE_TEST(TstRuleEvidence)
#include "tst_rule_evidence.moc"
