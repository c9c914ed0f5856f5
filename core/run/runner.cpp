// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/runner.h"

#include "core/decide/client_walk.h"
#include "core/decide/own_time_limit.h"
#include "core/run/attempt_headers.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>

namespace retryscope {

struct Runner::State : std::enable_shared_from_this<Runner::State>
{
    enum class Phase {
        Idle,
        Deciding, ///< between two waits: events are told, nothing is under way
        SendDelay,
        Attempt,
        RetryDelay,
    };

    State(const ResolvedPolicy& policy_, const RequestSpec& spec_, RunPorts ports_, RunLimits limits_,
          Sink sink_)
        : policy(policy_)
        , limited(withOwnAttemptLimit(spec_, policy_.policy))
        , spec(limited ? *limited : spec_)
        , wholeBody(spec.body)
        , ports(ports_)
        , limits(limits_)
        , sink(std::move(sink_))
        , walk(policy_, spec)
    {
    }

    void begin(int client_, int call_, ClientState state, Finished finished_, CallRound round_)
    {
        ++generation;
        client = client_;
        call = call_;
        round = round_;
        walk.beginCall(std::move(state), now());
        finished = std::move(finished_);
        callId.clear();
        phase = Phase::Deciding;
        if (!tell(CallBegan{.client = client, .call = call, .round = round.round, .at = now()})) {
            return;
        }
        armDeadline();
        admitNext();
    }

    void admitNext()
    {
        phase = Phase::SendDelay;
        draw = ports.dice->draw(client, call, walk.request().attemptsMade + 1);
        ClientWalk::Departure departure = walk.admit(now(), draw);
        admissionTrace = std::move(departure.trace);
        sendDelay = departure.sendDelay;
        if (departure.isRefused) {
            // By way of the scheduler: whoever makes call after call then finds the stack as it was.
            timer = ports.scheduler->after(Duration::zero(), [this] {
                const std::shared_ptr<State> alive = shared_from_this();
                finish(CallVerdict::Failed, StopReason::NoSendToken);
            });
        } else if (sendDelay > Duration::zero() && !limits.noWait) {
            timer = ports.scheduler->after(sendDelay, [this] { send(); });
        } else if (sendDelay == Duration::zero() || skip(sendDelay)) {
            send();
        }
    }

    void send()
    {
        const std::shared_ptr<State> alive = shared_from_this();
        phase = Phase::Attempt;
        transfer.reset();
        const RequestState& request = walk.request();
        const int attempt = request.attemptsMade + 1;
        sentBody = request.nextBody ? Shared<std::string>(*request.nextBody) : wholeBody;
        const RequestSpec& outgoing = outgoingRequest();
        sentTarget = request.nextTarget;
        addedHeaders = headersOfAttempt(attempt);
        if (!tell(AttemptBegan{.client = client,
                               .call = call,
                               .attempt = attempt,
                               .at = now(),
                               .sendDelay = sendDelay,
                               .admission = std::move(admissionTrace),
                               .sentBody = sentBody,
                               .sentTarget = sentTarget,
                               .addedHeaders = addedHeaders})) {
            return;
        }
        transfer = ports.transport->send({.spec = &outgoing,
                                          .client = client,
                                          .call = call,
                                          .attempt = attempt,
                                          .start = now(),
                                          .attemptsBefore = round.attemptsBefore,
                                          .scriptCall = round.scriptCall,
                                          .newConnection = std::exchange(closesConnection, false),
                                          .resendsUnseen = resendsUnseen(outgoing.method),
                                          .body = &*sentBody,
                                          .addedHeaders = &*addedHeaders},
                                         [this](AttemptFacts facts) { receive(std::move(facts)); });
    }

    /// The request, or once its operation is started the poll.
    const RequestSpec& outgoingRequest()
    {
        if (!walk.request().isStarted) {
            return spec;
        }
        const RequestTarget& target = walk.request().nextTarget;
        if (!poll || poll->url != target.url) {
            poll.emplace(spec);
            poll->method = target.method;
            poll->url = target.url;
            poll->body.clear(); // the attempt brings its own
        }
        return *poll;
    }

    [[nodiscard]] bool resendsUnseen(const std::string& method) const
    {
        const std::optional<ResendSpec>& resends = policy.policy.resends;
        return resends && std::find(resends->methodIn.begin(), resends->methodIn.end(), method) !=
                              resends->methodIn.end();
    }

    void receive(AttemptFacts facts)
    {
        const std::shared_ptr<State> alive = shared_from_this();
        if (facts.fault && facts.fault->kind == FaultKind::Cancelled) {
            // Only a replay comes to the point at which a recorded call was given up.
            if (tellAborted(StopReason::Cancelled, ErrorKind::Permanent, std::move(facts), {})) {
                finish(CallVerdict::Cancelled, StopReason::Cancelled);
            }
            return;
        }
        Decision decision = walk.judge(facts, {.now = now(), .wallTime = wallTime()}, draw);
        applyBrake(decision);
        conclude(std::move(facts), std::move(decision));
    }

    /// The program's own limit, whatever the policy says.
    void applyBrake(Decision& decision) const
    {
        if (decision.verdict != Verdict::Retry || walk.request().attemptsMade < limits.maxAttemptsPerCall) {
            return;
        }
        decision.verdict = Verdict::Stop;
        decision.stopReason = StopReason::SafetyLimit;
        decision.delay = Duration::zero();
        decision.window.reset();
        decision.trace.add(SafetyLimitReached{.attempts = walk.request().attemptsMade});
    }

    void conclude(AttemptFacts facts, Decision decision)
    {
        phase = Phase::Deciding;
        attemptEnd = now();
        verdict = decision.verdict;
        stopReason = decision.stopReason;
        const Duration delay = decision.delay;
        const std::optional<ConnectionSpec>& connection = policy.policy.connection;
        closesConnection =
            connection && std::find(connection->closeAfter.begin(), connection->closeAfter.end(),
                                    decision.kind) != connection->closeAfter.end();
        const LimiterState& limiter = walk.client().limiter;
        const bool hasRate = policy.policy.limiter && limiter.enabled;
        if (!tell(AttemptJudged{.client = client,
                                .call = call,
                                .attempt = walk.request().attemptsMade,
                                .at = attemptEnd,
                                .draw = draw,
                                .facts = std::move(facts),
                                .decision = std::move(decision),
                                .sendRatePerSecond =
                                    hasRate ? std::optional(limiter.fillRate) : std::nullopt})) {
            return;
        }
        if (delay > Duration::zero() && !limits.noWait) {
            phase = Phase::RetryDelay;
            timer = ports.scheduler->after(delay, [this] {
                const std::shared_ptr<State> alive = shared_from_this();
                phase = Phase::Deciding;
                if (tellDelayEnded()) {
                    goOn();
                }
            });
        } else if (delay == Duration::zero() || skip(delay) || verdict == Verdict::Stop) {
            goOn();
        }
    }

    bool tellDelayEnded()
    {
        return tell(DelayEnded{.client = client,
                               .call = call,
                               .attempt = walk.request().attemptsMade,
                               .actual = now() - attemptEnd});
    }

    void goOn()
    {
        switch (verdict) {
        case Verdict::Retry:
            admitNext();
            break;
        case Verdict::Succeed:
            finish(CallVerdict::Succeeded, std::nullopt);
            break;
        case Verdict::Stop:
            finish(CallVerdict::Failed, stopReason);
            break;
        }
    }

    /// The attempt under way ends without a response of its own.
    bool tellAborted(StopReason reason, ErrorKind kind, AttemptFacts facts, Trace trace)
    {
        phase = Phase::Deciding;
        walk.leaveUnjudged();
        Decision decision{.verdict = Verdict::Stop, .stopReason = reason, .kind = kind};
        decision.trace = std::move(trace);
        return tell(AttemptJudged{.client = client,
                                  .call = call,
                                  .attempt = walk.request().attemptsMade,
                                  .at = now(),
                                  .draw = draw,
                                  .facts = std::move(facts),
                                  .decision = std::move(decision)});
    }

    /// Leaves whatever phase the call is in. False when the call ended meanwhile.
    bool leavePhase(StopReason reason, ErrorKind kind, std::string detail, Trace trace)
    {
        switch (phase) {
        case Phase::Idle:
        case Phase::Deciding:
            return true;
        case Phase::SendDelay:
            ports.scheduler->cancel(timer);
            return true;
        case Phase::Attempt: {
            AttemptFacts facts = transfer ? ports.transport->cancel(*transfer) : AttemptFacts{};
            facts.fault = Fault{.kind = FaultKind::Cancelled, .detail = std::move(detail)};
            return tellAborted(reason, kind, std::move(facts), std::move(trace));
        }
        case Phase::RetryDelay:
            ports.scheduler->cancel(timer);
            phase = Phase::Deciding;
            return tellDelayEnded();
        }
        return true;
    }

    void passDeadline()
    {
        const std::shared_ptr<State> alive = shared_from_this();
        deadlineTimer.reset();
        // Whoever waits only to give up has its reason already.
        const bool hadStopped = phase == Phase::RetryDelay && verdict == Verdict::Stop;
        const StopReason reason =
            hadStopped ? stopReason.value_or(StopReason::DeadlineExceeded) : StopReason::DeadlineExceeded;
        if (leavePhase(
                StopReason::DeadlineExceeded, ErrorKind::Timeout, "the deadline of the call passed",
                {DeadlineChecked{.left = Duration::zero(), .needed = Duration::zero(), .fits = false}})) {
            finish(CallVerdict::Failed, reason);
        }
    }

    void cancel()
    {
        const std::shared_ptr<State> alive = shared_from_this();
        if (leavePhase(StopReason::Cancelled, ErrorKind::Permanent, "the user stopped the call", {})) {
            finish(CallVerdict::Cancelled, StopReason::Cancelled);
        }
    }

    void finish(CallVerdict outcome, std::optional<StopReason> reason)
    {
        ++generation;
        phase = Phase::Idle;
        lastVerdict = outcome;
        disarmDeadline();
        if (!tell(CallEnded{
                .client = client, .call = call, .at = now(), .verdict = outcome, .stopReason = reason})) {
            return;
        }
        // Moved out first: whoever is told may start the next call on this runner.
        const Finished report = std::exchange(finished, nullptr);
        report(walk.client());
    }

    /// Told as it happens. False when whoever was told ended the call, began another one or destroyed the
    /// runner: then nothing more may be done here.
    bool tell(RunEvent&& event)
    {
        const std::uint64_t before = generation;
        sink(std::move(event));
        return generation == before;
    }

    void armDeadline()
    {
        if (spec.deadline) {
            const Duration left = std::max(*spec.deadline - elapsed(), Duration::zero());
            deadlineTimer = ports.scheduler->after(left, [this] { passDeadline(); });
        }
    }

    void disarmDeadline()
    {
        if (deadlineTimer) {
            ports.scheduler->cancel(*deadlineTimer);
            deadlineTimer.reset();
        }
    }

    /// Does not wait, but decides from now on as if it had. False when the deadline would have passed: its
    /// timer then ends the call.
    bool skip(Duration delay)
    {
        walk.skip(delay);
        if (!spec.deadline) {
            return true;
        }
        disarmDeadline();
        armDeadline();
        return elapsed() < *spec.deadline;
    }

    /// Nothing that was set in motion may come back.
    void abandon()
    {
        ++generation;
        disarmDeadline();
        if (phase == Phase::Attempt && transfer) {
            ports.transport->cancel(*transfer);
        } else if (phase == Phase::SendDelay || phase == Phase::RetryDelay) {
            ports.scheduler->cancel(timer);
        }
        phase = Phase::Idle;
    }

    [[nodiscard]] Instant now() const { return ports.scheduler->now(); }

    /// Of the call, as the client sees it.
    [[nodiscard]] Duration elapsed() const { return walk.clientTime(now()) - walk.request().startedAt; }

    [[nodiscard]] WallTime wallTime() const
    {
        return limits.startedAt + std::chrono::duration_cast<WallTime>(now().time_since_epoch());
    }

    [[nodiscard]] Headers headersOfAttempt(int attempt)
    {
        if (policy.policy.attemptHeaders.empty()) {
            return {};
        }
        if (callId.empty()) {
            // Attempts count from 1, so these draws are used for nothing else.
            callId = uuidFrom(ports.dice->draw(client, call, 0), ports.dice->draw(client, call, -1));
        }
        return attemptHeadersFor(
            policy.policy, walk.request(),
            {.attempt = attempt, .callId = callId, .readTimeout = spec.readTimeout, .now = wallTime()});
    }

    const ResolvedPolicy& policy;
    const std::optional<RequestSpec> limited; ///< by the client's own limit for an attempt
    const RequestSpec& spec;
    std::optional<RequestSpec> poll;     ///< what later attempts of the call send in place of `spec`
    const Shared<std::string> wholeBody; ///< of the request: what all attempts send but those of a batch
    RunPorts ports;
    RunLimits limits;
    Sink sink;
    Finished finished;

    std::uint64_t generation = 0; ///< another number: the call that was under way is no more
    Phase phase = Phase::Idle;
    Verdict verdict = Verdict::Stop;      ///< on the latest attempt
    std::optional<StopReason> stopReason; ///< the same
    int client = 1;
    int call = 1;
    CallRound round;
    CallVerdict lastVerdict = CallVerdict::Running;
    bool closesConnection = false; ///< after the latest attempt, of whichever call
    double draw = 0;
    ClientWalk walk;
    Trace admissionTrace;
    std::string callId; ///< the same for all attempts of a call; made when a header asks for it
    Shared<std::string> sentBody;
    Shared<RequestTarget> sentTarget;
    Shared<Headers> addedHeaders;
    Duration sendDelay{0};
    Instant attemptEnd{};
    TimerId timer = 0;
    std::optional<TimerId> deadlineTimer;
    std::optional<AttemptId> transfer; ///< while the phase is Attempt, once it is sent
};

Runner::Runner(const ResolvedPolicy& policy, const RequestSpec& spec, RunPorts ports, RunLimits limits,
               Sink sink)
    : m_state(std::make_shared<State>(policy, spec, ports, limits, std::move(sink)))
{
}

Runner::~Runner()
{
    m_state->abandon();
}

void Runner::start(int client, int call, ClientState state, Finished finished, CallRound round)
{
    assert(!isRunning());
    const std::shared_ptr<State> alive = m_state;
    alive->begin(client, call, std::move(state), std::move(finished), round);
}

void Runner::cancel()
{
    if (isRunning()) {
        m_state->cancel();
    }
}

CallVerdict Runner::lastVerdict() const
{
    return m_state->lastVerdict;
}

int Runner::lastAttempts() const
{
    return m_state->walk.request().attemptsMade;
}

bool Runner::isRunning() const
{
    return m_state->phase != State::Phase::Idle;
}

} // namespace retryscope
