// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/judged_presets.h"

#include "core/explain/policy_summary.h"
#include "core/io/files/rule_evidence.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <utility>

namespace retryscope::ui {

JudgedPresets::JudgedPresets(const io::Library& library)
    : m_sources(choosablePolicies(library)), m_isOwnSituation(m_sources.size())
{
    std::stable_sort(m_sources.begin(), m_sources.end(),
                     [](const ChoosablePolicy& left, const ChoosablePolicy& right) {
                         return toQString(clientOf(left.policy))
                                    .compare(toQString(clientOf(right.policy)), Qt::CaseInsensitive) < 0;
                     });
}

bool JudgedPresets::areSamePresets(const JudgedPresets& other) const
{
    return m_sources == other.m_sources;
}

void JudgedPresets::judge(const GivenAttempt& given)
{
    const std::string wanted =
        given.spec.service + '\n' + given.spec.operation + '\n' + protocolOf(given.spec);
    const bool isResolved = wanted == m_resolvedFor && m_all.size() == m_sources.size();
    m_all.resize(m_sources.size());
    for (std::size_t i = 0; i < m_sources.size(); ++i) {
        JudgedPreset& preset = m_all[i];
        preset.key = m_sources[i].key;
        ResolvedPolicy policy = isResolved && !m_isOwnSituation[i] ? std::move(preset.situation.policy)
                                                                   : resolve(m_sources[i].policy, given.spec);
        judgeIn(i, situationUnder(std::move(policy), given));
        m_isOwnSituation[i] = false;
    }
    m_resolvedFor = wanted;
}

void JudgedPresets::judgeIn(std::size_t index, Situation situation)
{
    JudgedPreset& preset = m_all[index];
    static_cast<JudgedUnder&>(preset) = judgedIn(std::move(situation));
    preset.row.ruleEvidence =
        io::ruleEvidenceOf(preset.situation.policy, preset.situation.facts, preset.decision);
    m_isOwnSituation[index] = true;
}

} // namespace retryscope::ui
