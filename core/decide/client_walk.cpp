// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/client_walk.h"

#include <utility>

namespace retryscope {

ClientWalk::ClientWalk(const ResolvedPolicy& policy, const RequestSpec& spec, ClientState client)
    : m_policy(&policy), m_spec(&spec), m_client(std::move(client))
{
}

void ClientWalk::beginCall(Instant now)
{
    CallBeginning begun = retryscope::beginCall(*m_policy, std::move(m_client), clientTime(now));
    m_client = std::move(begun.client);
    m_request = std::move(begun.request);
}

void ClientWalk::beginCall(ClientState client, Instant now)
{
    m_client = std::move(client);
    beginCall(now);
}

ClientWalk::Departure ClientWalk::admit(Instant now, double draw)
{
    Admission admission =
        retryscope::admit(*m_policy, std::move(m_client), std::move(m_request), clientTime(now), draw);
    m_client = std::move(admission.client);
    m_request = std::move(admission.request);
    return {.sendDelay = admission.sendDelay,
            .isRefused = admission.isRefused,
            .trace = std::move(admission.trace)};
}

Decision ClientWalk::judge(const AttemptFacts& facts, RunClockReading clock, double draw)
{
    clock.now = clientTime(clock.now);
    Judgement judgement =
        retryscope::judge(*m_policy, *m_spec, std::move(m_client), std::move(m_request), facts, clock, draw);
    m_client = std::move(judgement.client);
    m_request = std::move(judgement.request);
    return std::move(judgement.decision);
}

Decision firstDecision(const ResolvedPolicy& policy, const RequestSpec& spec, const AttemptFacts& facts)
{
    ClientWalk walk(policy, spec);
    walk.beginCall({});
    static_cast<void>(walk.admit({}, 0));
    return walk.judge(facts, {}, 0);
}

} // namespace retryscope
