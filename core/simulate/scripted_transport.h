// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/ports.h"
#include "core/simulate/scenario.h"

#include <map>
#include <memory>

namespace retryscope {

/// What a step comes to for a client that sends this request at this moment.
struct StepOutcome
{
    AttemptFacts facts;
    Duration duration{0};
};

/// Whether two requests that meet the same step within a second get a response each, with a request id of its
/// own where the step has one, or share one: enough for whoever only sums up, and a million of them are
/// small.
enum class ResponsePer { Request, Second };

/// A Transport that responds from a scenario, in the time of its scheduler, without a socket.
class ScriptedTransport final : public Transport
{
public:
    /// scenario and scheduler outlive the transport. startedAt: wall-clock time at Instant zero.
    /// seed: of the request ids.
    ScriptedTransport(const Scenario& scenario, Scheduler& scheduler, WallTime startedAt, std::uint64_t seed,
                      ResponsePer responsePer = ResponsePer::Request);

    AttemptId send(const OutgoingAttempt& attempt, Done done) override;
    AttemptFacts cancel(AttemptId id) override;

private:
    /// The response of a step is the same for a whole second, unless request ids tell its requests apart.
    struct CachedResponse
    {
        WallTime second{-1};
        std::string method;
        std::shared_ptr<const Response> response;
    };

    /// Where a client is in the scenario, and what it holds.
    struct ClientPlace
    {
        int scriptCall = 0;           ///< of its last request
        int hiddenInCall = 0;         ///< requests of that call that no attempt counts
        bool keepsConnection = false; ///< from the request before
    };

    /// What the next request of this attempt meets. hiddenInCall: as in ClientPlace.
    /// isOnKept: the request uses a connection that has carried one before.
    StepOutcome nextOutcome(const OutgoingAttempt& attempt, int hiddenInCall, bool isOnKept);
    /// Whether the client's connection outlives what came.
    static bool keepsConnection(const AttemptFacts& facts);
    StepOutcome outcomeOf(const EndpointStep& step, const OutgoingAttempt& attempt, bool isOnKept);
    std::shared_ptr<const Response> responseOf(const EndpointStep& step, const OutgoingAttempt& attempt,
                                               Instant respondedAt);

    const Scenario& m_scenario;
    Scheduler& m_scheduler;
    WallTime m_startedAt;
    std::uint64_t m_seed;
    ResponsePer m_responsePer;
    std::int64_t m_requests = 0;
    ThrottleGate m_gate;
    std::map<int, ClientPlace> m_clients;
    std::map<const EndpointStep*, CachedResponse> m_responses;
};

/// How long one byte after another takes: the bytes of the dripped part times the step's `drip`.
[[nodiscard]] Duration dripTime(const EndpointStep& step, const Response& response);

} // namespace retryscope
