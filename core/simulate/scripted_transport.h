// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "core/run/ports.h"
#include "core/simulate/scenario.h"

#include <map>
#include <memory>

namespace retryscope {

/// The outcome of a step for a client that sends this request at this moment.
struct StepOutcome
{
    AttemptFacts facts;
    Duration duration{0};
};

/// Whether two requests that get the same step within a second have separate responses, with their own
/// request ids, or share one. Sharing is enough for totals and keeps a million attempts small.
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
    /// A step's response is the same for a whole second, unless request ids differ.
    struct CachedResponse
    {
        WallTime second{-1};
        std::string method;
        std::shared_ptr<const Response> response;
    };

    /// A client's position in the scenario, and its connection.
    struct ClientPlace
    {
        int scriptCall = 0;           ///< of its last request
        int hiddenInCall = 0;         ///< requests of that call that no attempt counts
        bool keepsConnection = false; ///< from the request before
    };

    /// The step for the next request of this attempt. hiddenInCall: as in ClientPlace. isOnKept: the request
    /// reuses a connection.
    StepOutcome nextOutcome(const OutgoingAttempt& attempt, int hiddenInCall, bool isOnKept);
    /// True if the client's connection survives this outcome.
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
