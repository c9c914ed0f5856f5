// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/client_loop.h"

#include <utility>

namespace retryscope {

ClientLoop::ClientLoop(const ResolvedPolicy& policy, const RequestSpec& spec, RunPorts ports,
                       RunLimits limits, Runner::Sink sink, OuterLoop loop)
    : m_runner(policy, spec, ports, limits, std::move(sink))
    , m_scheduler(ports.scheduler)
    , m_loop(std::move(loop))
{
    m_loop.delay = limits.noWait ? Duration::zero() : m_loop.delay;
}

ClientLoop::~ClientLoop()
{
    if (m_timer) {
        m_scheduler->cancel(*m_timer);
    }
}

void ClientLoop::start(int client, int calls, ClientState state, Finished finished)
{
    m_client = client;
    m_calls = calls;
    m_call = 0;
    m_round = {.round = 1, .scriptCall = 1, .attemptsBefore = 0};
    m_isCancelled = false;
    m_finished = std::move(finished);
    next(std::move(state));
}

void ClientLoop::next(ClientState state)
{
    ++m_call;
    m_runner.start(
        m_client, m_call, std::move(state), [this](ClientState after) { ended(std::move(after)); }, m_round);
}

// A call ends in a callback of a port and the next one waits for a port, so the stack does not grow.
void ClientLoop::ended(ClientState after)
{
    const bool failed = m_runner.lastVerdict() == CallVerdict::Failed;
    if (!m_isCancelled && failed && m_round.round < m_loop.rounds) {
        ++m_round.round;
        m_round.attemptsBefore += m_runner.lastAttempts();
        again(std::move(after));
        return;
    }
    if (m_isCancelled || m_round.scriptCall >= m_calls) {
        std::exchange(m_finished, nullptr)(after);
        return;
    }
    m_round = {.round = 1, .scriptCall = m_round.scriptCall + 1, .attemptsBefore = 0};
    next(std::move(after));
}

void ClientLoop::again(ClientState state)
{
    if (m_loop.delay == Duration::zero()) {
        next(std::move(state));
        return;
    }
    m_waiting = std::move(state);
    m_timer = m_scheduler->after(m_loop.delay, [this] {
        m_timer.reset();
        next(std::move(m_waiting));
    });
}

void ClientLoop::cancel()
{
    m_isCancelled = true;
    if (m_timer) {
        m_scheduler->cancel(*m_timer);
        m_timer.reset();
        std::exchange(m_finished, nullptr)(m_waiting);
        return;
    }
    m_runner.cancel();
}

} // namespace retryscope
