// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/policy.h"

#include <limits>

namespace retryscope {

Duration DurationByKind::of(ErrorKind kind) const
{
    const auto found = byKind.find(kind);
    return found == byKind.end() ? byDefault : found->second;
}

int AttemptLimit::attempts(ErrorKind kind) const
{
    const auto found = maxByKind.find(kind);
    return counted(found == maxByKind.end() ? max : found->second);
}

void AttemptLimit::setAttempts(int attempts, ErrorKind kind)
{
    const int most = countsFirst || attempts == std::numeric_limits<int>::max() ? attempts : attempts - 1;
    if (kind != ErrorKind::None) {
        maxByKind[kind] = most;
        return;
    }
    max = most;
    std::erase_if(maxByKind, [most](const auto& ofKind) { return ofKind.second >= most; });
}

int QuotaSpec::costOf(ErrorKind kind) const
{
    const auto found = costByKind.find(kind);
    return found == costByKind.end() ? cost : found->second;
}

EvidenceLevel evidenceOf(const Policy& policy)
{
    if (policy.evidence) {
        return *policy.evidence;
    }
    if (!policy.emulates.empty()) {
        return EvidenceLevel::Recorded;
    }
    return policy.document.empty() ? EvidenceLevel::Source : EvidenceLevel::Document;
}

const Rule* ruleAt(const Policy& policy, int index)
{
    return index < 0 ? nullptr : &policy.rules[static_cast<std::size_t>(index)];
}

const std::string& sourceOf(const Policy& policy, int rule, ErrorKind kind)
{
    const Rule* deciding = ruleAt(policy, rule);
    return deciding != nullptr       ? deciding->source
           : kind == ErrorKind::None ? policy.success.source
                                     : policy.otherwiseSource;
}

bool isBehindOptIn(const Policy& policy)
{
    return policy.family.ends_with("-newretries");
}

const std::string& titleOf(const Policy& policy)
{
    return policy.title.empty() ? policy.id : policy.title;
}

const std::string& shortNameOf(const Policy& policy)
{
    return policy.shortName.empty() ? policy.id : policy.shortName;
}

} // namespace retryscope
