// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/runner.h"

#include "core/run/attempt_headers.h"

#include <cassert>
#include <utility>

namespace retryscope {

namespace {

enum class Phase { Idle, SendDelay, Attempt, RetryDelay };

} // namespace

struct Runner::State
{
    State(const ResolvedPolicy& policy_, const RequestSpec& spec_, RunPorts ports_, RunLimits limits_,
          Sink sink_)
        : policy(policy_), spec(spec_), ports(ports_), limits(limits_), sink(std::move(sink_))
    {
    }

    void begin(int client_, int call_, ClientState state, Finished finished_)
    {
        client = client_;
        call = call_;
        clientState = std::move(state);
        finished = std::move(finished_);
        request = RequestState{};
        request.startedAt = now();
        if (policy.policy.limiter && policy.policy.limiter->scope == QuotaScope::Call) {
            clientState.limiter = LimiterState{};
        }
        sink(CallBegan{.client = client, .call = call, .at = now()});
        if (spec.deadline) {
            deadlineTimer = ports.scheduler->after(*spec.deadline, [this] { passDeadline(); });
        }
        admitNext();
    }

    void admitNext()
    {
        draw = ports.dice->draw(client, call, request.attemptsMade + 1);
        Admission admission = admit(policy, std::move(clientState), std::move(request), now(), draw);
        clientState = std::move(admission.client);
        request = std::move(admission.request);
        admissionTrace = std::move(admission.trace);
        sendDelay = admission.sendDelay;
        if (sendDelay > Duration::zero() && !limits.noWait) {
            phase = Phase::SendDelay;
            timer = ports.scheduler->after(sendDelay, [this] { send(); });
        } else {
            send();
        }
    }

    void send()
    {
        phase = Phase::Attempt;
        const int attempt = request.attemptsMade + 1;
        const std::string& body = request.nextBody ? *request.nextBody : spec.body;
        addedHeaders = headersOfAttempt(attempt);
        sink(AttemptBegan{.client = client,
                          .call = call,
                          .attempt = attempt,
                          .at = now(),
                          .sendDelay = sendDelay,
                          .admission = std::move(admissionTrace),
                          .sentBody = body,
                          .addedHeaders = addedHeaders});
        transfer = ports.transport->send({.spec = &spec,
                                          .client = client,
                                          .call = call,
                                          .attempt = attempt,
                                          .body = &body,
                                          .addedHeaders = &addedHeaders},
                                         [this](AttemptFacts facts) { receive(std::move(facts)); });
    }

    void receive(AttemptFacts facts)
    {
        const RunClockReading clock{.now = now(), .wallTime = wallTime()};
        Judgement judgement =
            judge(policy, spec, std::move(clientState), std::move(request), facts, clock, draw);
        clientState = std::move(judgement.client);
        request = std::move(judgement.request);
        applyBrake(judgement.decision);
        conclude(std::move(facts), std::move(judgement.decision), clock.now);
    }

    /// The program's own limit, whatever the policy says.
    void applyBrake(Decision& decision) const
    {
        if (decision.verdict != Verdict::Retry || request.attemptsMade < limits.maxAttemptsPerCall) {
            return;
        }
        decision.verdict = Verdict::Stop;
        decision.stopReason = StopReason::SafetyLimit;
        decision.delay = Duration::zero();
        decision.window.reset();
        decision.trace.emplace_back(SafetyLimitReached{.attempts = request.attemptsMade});
    }

    void conclude(AttemptFacts facts, Decision decision, Instant at)
    {
        attemptEnd = at;
        const Verdict verdict = decision.verdict;
        const Duration delay = decision.delay;
        const std::optional<StopReason> reason = decision.stopReason;
        const bool hasRate = policy.policy.limiter && clientState.limiter.enabled;
        sink(AttemptJudged{.client = client,
                           .call = call,
                           .attempt = request.attemptsMade,
                           .at = at,
                           .draw = draw,
                           .facts = std::move(facts),
                           .decision = std::move(decision),
                           .sendRatePerSecond =
                               hasRate ? std::optional(clientState.limiter.fillRate) : std::nullopt});
        if (delay > Duration::zero() && !limits.noWait) {
            phase = Phase::RetryDelay;
            timer = ports.scheduler->after(delay, [this, verdict, reason] {
                endDelay();
                goOn(verdict, reason);
            });
        } else {
            goOn(verdict, reason);
        }
    }

    void endDelay() const
    {
        sink(DelayEnded{
            .client = client, .call = call, .attempt = request.attemptsMade, .actual = now() - attemptEnd});
    }

    void goOn(Verdict verdict, std::optional<StopReason> reason)
    {
        switch (verdict) {
        case Verdict::Retry:
            admitNext();
            break;
        case Verdict::Succeed:
            finish(CallVerdict::Succeeded, std::nullopt);
            break;
        case Verdict::Stop:
            finish(CallVerdict::Failed, reason);
            break;
        }
    }

    /// Ends the attempt under way without an answer of its own.
    void abortAttempt(StopReason reason, ErrorKind kind, std::string detail, Trace trace)
    {
        ports.transport->cancel(transfer);
        ++request.attemptsMade;
        Decision decision{.verdict = Verdict::Stop, .stopReason = reason, .kind = kind};
        decision.trace = std::move(trace);
        AttemptFacts facts;
        facts.fault = Fault{.kind = FaultKind::Cancelled, .detail = std::move(detail)};
        sink(AttemptJudged{.client = client,
                           .call = call,
                           .attempt = request.attemptsMade,
                           .at = now(),
                           .draw = draw,
                           .facts = std::move(facts),
                           .decision = std::move(decision)});
    }

    void passDeadline()
    {
        deadlineTimer.reset();
        leavePhase(StopReason::DeadlineExceeded, ErrorKind::Timeout, "the deadline of the call passed",
                   {DeadlineChecked{.left = Duration::zero(), .needed = Duration::zero(), .fits = false}});
        finish(CallVerdict::Failed, StopReason::DeadlineExceeded);
    }

    void leavePhase(StopReason reason, ErrorKind kind, std::string detail, Trace trace)
    {
        switch (phase) {
        case Phase::Idle:
            break;
        case Phase::SendDelay:
            ports.scheduler->cancel(timer);
            break;
        case Phase::Attempt:
            abortAttempt(reason, kind, std::move(detail), std::move(trace));
            break;
        case Phase::RetryDelay:
            ports.scheduler->cancel(timer);
            endDelay();
            break;
        }
    }

    void finish(CallVerdict verdict, std::optional<StopReason> reason)
    {
        phase = Phase::Idle;
        if (deadlineTimer) {
            ports.scheduler->cancel(*deadlineTimer);
            deadlineTimer.reset();
        }
        sink(
            CallEnded{.client = client, .call = call, .at = now(), .verdict = verdict, .stopReason = reason});
        // Moved out first: whoever is told may start the next call on this runner.
        const Finished report = std::exchange(finished, nullptr);
        report(std::move(clientState));
    }

    [[nodiscard]] Instant now() const { return ports.scheduler->now(); }

    [[nodiscard]] WallTime wallTime() const
    {
        return limits.startedAt + std::chrono::duration_cast<WallTime>(now().time_since_epoch());
    }

    [[nodiscard]] Headers headersOfAttempt(int attempt) const
    {
        if (policy.policy.attemptHeaders.empty()) {
            return {};
        }
        return attemptHeadersFor(
            policy.policy, request,
            {.attempt = attempt, .callId = callId(), .readTimeout = spec.readTimeout, .now = wallTime()});
    }

    /// The same for all attempts of a call. Attempts count from 1, so these draws are used for nothing else.
    [[nodiscard]] std::string callId() const
    {
        return uuidFrom(ports.dice->draw(client, call, 0), ports.dice->draw(client, call, -1));
    }

    const ResolvedPolicy& policy;
    const RequestSpec& spec;
    RunPorts ports;
    RunLimits limits;
    Sink sink;
    Finished finished;

    Phase phase = Phase::Idle;
    int client = 1;
    int call = 1;
    double draw = 0;
    ClientState clientState;
    RequestState request;
    Trace admissionTrace;
    Headers addedHeaders;
    Duration sendDelay{0};
    Instant attemptEnd{};
    TimerId timer = 0;
    std::optional<TimerId> deadlineTimer;
    AttemptId transfer = 0;
};

Runner::Runner(const ResolvedPolicy& policy, const RequestSpec& spec, RunPorts ports, RunLimits limits,
               Sink sink)
    : m_state(std::make_unique<State>(policy, spec, ports, limits, std::move(sink)))
{
}

Runner::~Runner()
{
    // No late callback may reach a runner that is gone.
    if (m_state->deadlineTimer) {
        m_state->ports.scheduler->cancel(*m_state->deadlineTimer);
    }
    switch (m_state->phase) {
    case Phase::Idle:
        break;
    case Phase::Attempt:
        m_state->ports.transport->cancel(m_state->transfer);
        break;
    case Phase::SendDelay:
    case Phase::RetryDelay:
        m_state->ports.scheduler->cancel(m_state->timer);
        break;
    }
}

void Runner::start(int client, int call, ClientState state, Finished finished)
{
    assert(!isRunning());
    m_state->begin(client, call, std::move(state), std::move(finished));
}

void Runner::cancel()
{
    if (!isRunning()) {
        return;
    }
    m_state->leavePhase(StopReason::Cancelled, ErrorKind::Permanent, "stopped by the user", {});
    m_state->finish(CallVerdict::Cancelled, StopReason::Cancelled);
}

bool Runner::isRunning() const
{
    return m_state->phase != Phase::Idle;
}

} // namespace retryscope
