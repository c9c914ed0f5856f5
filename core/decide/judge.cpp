// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/judge.h"

#include "core/decide/backoff.h"
#include "core/decide/classify.h"
#include "core/decide/hint.h"
#include "core/decide/own_time_limit.h"
#include "core/decide/token_bucket.h"
#include "core/facts/never_sent.h"
#include "core/facts/poll_request.h"
#include "core/policy/conditions.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace retryscope {

namespace {

/// The level of the bucket that this request draws from, filled on first use.
int& quotaLevel(const QuotaSpec& spec, ClientState& client, RequestState& request)
{
    std::optional<int>& level = spec.scope == QuotaScope::Call ? request.quota : client.quota;
    if (!level) {
        level = spec.firstLevel();
    }
    return *level;
}

/// The next attempt of this call starts an operation.
bool isStartNext(const ResolvedPolicy& policy, const RequestState& request)
{
    return policy.startsOperation && !request.isStarted;
}

/// One judgement under way. Each checkpoint appends its finding; those that can end it
/// return true when they did.
class Judge
{
public:
    /// result: the states as they are before; what is decided is written into it.
    Judge(const ResolvedPolicy& policy, const RequestSpec& spec, const AttemptFacts& facts,
          const RunClockReading& clock, double draw, Judgement& result)
        : m_resolved(policy)
        , m_policy(policy.policy)
        , m_spec(spec)
        , m_facts(facts)
        , m_clock(clock)
        , m_draw(draw)
        , m_result(result)
    {
    }

    void decide()
    {
        ++m_result.request.attemptsMade;
        const Appearance appearance = appearanceOf(m_resolved, m_facts);
        m_result.decision.trace.reserve(kUsualTrace);
        noteEmbeddedError(appearance);
        rememberServerTime();
        const ErrorName name = appearance.success && !namesMatterInSuccesses() ? ErrorName{} : findName();
        const std::optional<bool> clockIsOff = appearance.success ? std::nullopt : compareClock();
        const Classification found = classify(m_resolved, m_facts, name, clockIsOff, m_result.decision.trace,
                                              m_result.request.ruleUses, stage());
        countUse(found.rule);
        m_result.decision.kind = found.kind;
        m_result.decision.rule = found.rule;
        updateSendRate();

        m_succeedsAtLimit = isHandedOverAtLimit(appearance);

        if (succeeds()) {
            return;
        }
        if (isStart()) {
            beginPolling();
            return;
        }
        if (!isWorthRetrying()) {
            return;
        }
        findWhatIsLeft();
        if (runsOutOfAttempts() || !canSendBodyAgain()) {
            return;
        }
        if (!planDelay() || missesDeadline() || dependsOnUnreadCode() || cannotPay()) {
            return;
        }
        m_result.decision.verdict = Verdict::Retry;
        m_result.request.delayBefore = {.delay = m_result.decision.delay, .draw = m_draw};
    }

private:
    static constexpr std::size_t kUsualTrace = 512; ///< bytes, with a dozen rules tried

    template <typename Step>
    void add(const Step& step)
    {
        m_result.decision.trace.add(step);
    }

    void stop(StopReason reason)
    {
        m_result.decision.verdict = Verdict::Stop;
        m_result.decision.stopReason = reason;
        m_result.decision.window.reset();
        m_result.decision.delay = Duration::zero();
    }

    [[nodiscard]] bool isStart() const { return isStartNext(m_resolved, m_result.request); }

    [[nodiscard]] CallStage stage() const
    {
        return {.isStart = isStart(), .method = m_result.request.nextTarget->method};
    }

    /// A start is not a poll: it costs no attempt and no token, and it is not retried (a default of
    /// Retryscope, the documents do not say).
    void beginPolling()
    {
        if (m_result.decision.kind != ErrorKind::NotReady) {
            stop(StopReason::NotRetryable);
            return;
        }
        FilledPoll poll = pollFor(m_spec, m_facts);
        add(OperationStarted{.token = poll.token});
        if (poll.token != PollToken::Found && poll.token != PollToken::NotNeeded) {
            stop(StopReason::NotRetryable);
            return;
        }
        m_result.decision.window = DelayWindow{};
        if (missesDeadline()) {
            return;
        }
        m_result.request.isStarted = true;
        m_result.request.nextTarget = std::move(poll.target);
        m_result.request.nextBody = std::move(poll.body);
        m_result.decision.verdict = Verdict::Retry;
    }

    [[nodiscard]] const Rule* decidingRule() const { return ruleAt(m_policy, m_result.decision.rule); }

    /// Of an error only where the rule is one for errors alone.
    [[nodiscard]] bool isHandedOverAtLimit(const Appearance& appearance) const
    {
        const Rule* rule = decidingRule();
        return rule && rule->succeedsAtLimit && !m_facts.fault &&
               (appearance.success || rule->scope == RuleScope::Errors);
    }

    [[nodiscard]] std::optional<WallTime> correctedWallTime() const
    {
        if (!m_clock.wallTime) {
            return std::nullopt;
        }
        return *m_clock.wallTime + std::chrono::duration_cast<WallTime>(m_result.client.clockSkew);
    }

    void noteEmbeddedError(const Appearance& appearance)
    {
        if (appearance.embedded) {
            add(EmbeddedErrorFound{.status = m_facts.response->status,
                                   .treatedAs = appearance.status,
                                   .body = bodyStateOf(m_resolved.reading, m_facts)});
        }
    }

    void rememberServerTime()
    {
        m_result.request.serverAhead.reset();
        if (m_clock.wallTime && m_facts.response && m_facts.response->date) {
            m_result.request.serverAhead =
                std::chrono::duration_cast<Duration>(*m_facts.response->date - *m_clock.wallTime);
        }
    }

    /// A rule may know failures by name even where the status says success.
    [[nodiscard]] bool namesMatterInSuccesses() const
    {
        return std::any_of(m_policy.rules.begin(), m_policy.rules.end(), [](const Rule& rule) {
            return rule.scope != RuleScope::Errors && asksForName(rule.when);
        });
    }

    ErrorName findName()
    {
        NameFound found{.name = nameOf(m_resolved.reading, m_facts),
                        .body = bodyStateOf(m_resolved.reading, m_facts)};
        add(found);
        return std::move(found.name);
    }

    /// Absent without a Date that can be read.
    std::optional<bool> compareClock()
    {
        const std::optional<WallTime> ours = correctedWallTime();
        if (!m_policy.clock || !ours || !m_facts.response || !m_facts.response->date) {
            return std::nullopt;
        }
        // A Date header has whole seconds, so ours is compared without its fraction.
        const auto difference = std::chrono::duration_cast<Duration>(
            *m_facts.response->date - std::chrono::floor<std::chrono::seconds>(*ours));
        const bool isOff = std::chrono::abs(difference) >= m_policy.clock->tolerance;
        add(ClockCompared{.difference = difference, .tolerance = m_policy.clock->tolerance, .isOff = isOff});
        if (isOff && m_policy.clock->learns) {
            m_result.client.clockSkew += difference;
        }
        return isOff;
    }

    /// Only rules that may match a limited number of times are counted, and those that others come after.
    void countUse(int rule)
    {
        const Rule* matched = ruleAt(m_policy, rule);
        if (matched == nullptr || !(matched->atMost || m_resolved.countsEveryRule)) {
            return;
        }
        std::vector<int>& uses = m_result.request.ruleUses;
        uses.resize(m_policy.rules.size());
        ++uses[static_cast<std::size_t>(rule)];
    }

    void updateSendRate()
    {
        if (!m_policy.limiter) {
            return;
        }
        LimiterState& state = m_result.client.limiter;
        const double before = state.enabled ? state.fillRate : 0;
        const bool throttled = m_result.decision.kind == ErrorKind::Throttling;
        state = updateLimiter(*m_policy.limiter, state, m_clock.now, throttled);
        add(LimiterUpdated{.rateBeforePerSecond = before,
                           .rateAfterPerSecond = state.enabled ? state.fillRate : 0,
                           .measuredPerSecond = state.measuredRate,
                           .throttled = throttled,
                           .enabled = state.enabled});
    }

    bool succeeds()
    {
        if (m_result.decision.kind != ErrorKind::None) {
            return false;
        }
        succeed();
        return true;
    }

    void succeed()
    {
        m_result.decision.verdict = Verdict::Succeed;
        if (m_policy.quota) {
            int& level = quotaLevel(*m_policy.quota, m_result.client, m_result.request);
            const int before = level;
            level = returnQuota(*m_policy.quota, level, m_result.request.lastCost);
            add(QuotaReturned{.amount = level - before, .before = before, .after = level});
        }
    }

    /// No attempt or no token is left: some clients then make do with what they have.
    void giveUp(StopReason reason)
    {
        stop(reason);
        if (m_succeedsAtLimit) {
            m_result.decision.stopReason.reset();
            succeed();
        }
    }

    bool isWorthRetrying()
    {
        if (m_result.decision.kind == ErrorKind::Permanent) {
            stop(StopReason::NotRetryable);
            return false;
        }
        return true;
    }

    void findWhatIsLeft()
    {
        if (m_result.decision.kind != ErrorKind::PartDone || !m_facts.response ||
            !m_facts.response->parsed.remaining) {
            return;
        }
        const Remaining& remaining = *m_facts.response->parsed.remaining;
        const BatchEnvelope envelope =
            m_spec.batch.value_or(BatchEnvelope{.before = "{\"RequestItems\":", .after = "}", .items = 0});
        RequestState& request = m_result.request;
        const int total = request.nextBody ? request.itemsLeft : envelope.items;
        add(PartDoneFound{.left = remaining.left, .total = total});
        request.nextBody = envelope.before + remaining.items + envelope.after;
        request.itemsLeft = remaining.left;
    }

    bool runsOutOfAttempts()
    {
        const Rule* rule = decidingRule();
        const bool counts = !rule || rule->countsAsAttempt;
        int& counted = m_result.request.attemptsCounted;
        counted += counts ? 1 : 0;
        const int allowed = m_policy.attempts.attempts(m_result.decision.kind);
        AttemptsCounted finding{.made = counted, .allowed = allowed, .counted = counts};
        if (!counts || counted < allowed) {
            add(finding);
            return false;
        }
        finding.laterStop = laterBarrier();
        add(finding);
        chargeForTheLast();
        giveUp(StopReason::AttemptsExhausted);
        if (m_policy.backoff.beforeGivingUp) {
            waitBeforeGivingUp();
        }
        return true;
    }

    /// What else prevents a retry, judged on a copy of the states.
    [[nodiscard]] std::optional<StopReason> laterBarrier() const
    {
        Judgement copy = m_result;
        Judge other(m_resolved, m_spec, m_facts, m_clock, m_draw, copy);
        const bool isFree = other.canSendBodyAgain() && other.planDelay() && !other.missesDeadline() &&
                            !other.dependsOnUnreadCode() && !other.cannotPay();
        return isFree ? std::nullopt : copy.decision.stopReason;
    }

    /// Some clients count every failure, not every retry.
    void chargeForTheLast()
    {
        if (m_policy.quota && m_policy.quota->whenEmpty == WhenQuotaEmpty::ChargeAnyway) {
            charge();
        }
    }

    void waitBeforeGivingUp()
    {
        BackoffComputed backoff = ownBackoff();
        backoff.beforeGivingUp = true;
        m_result.decision.delay = backoff.result;
        m_result.decision.window = DelayWindow{.low = backoff.low, .high = backoff.high};
        add(backoff);
    }

    /// The longest body that is kept; absent where that does not matter after this failure.
    [[nodiscard]] std::optional<std::int64_t> bodyLimit() const
    {
        const std::optional<RequestBodySpec>& kept = m_policy.requestBody;
        const bool isUnsent = m_facts.fault && isNeverSent(m_facts.fault->kind);
        return kept && !(kept->onlyOnceSent && isUnsent) ? std::optional(kept->max) : std::nullopt;
    }

    bool canSendBodyAgain()
    {
        const bool isPoll = m_result.request.isStarted; // written anew each time
        if (isPoll || (m_spec.body.empty() && m_spec.bodyIsReplayable)) {
            return true;
        }
        BodyChecked checked{.isReplayable = m_spec.bodyIsReplayable,
                            .bytes = static_cast<std::int64_t>(m_spec.body.size()),
                            .limit = bodyLimit()};
        checked.isReplayable = checked.isReplayable && !checked.isTooLong();
        add(checked);
        if (!checked.isReplayable) {
            stop(StopReason::BodyNotReplayable);
        }
        return checked.isReplayable;
    }

    [[nodiscard]] BackoffComputed ownBackoff() const
    {
        const Rule* rule = decidingRule();
        if (rule && rule->delay) {
            const Duration delay = *rule->delay;
            return {.kind = m_result.decision.kind,
                    .base = delay,
                    .factor = 1,
                    .draw = m_draw,
                    .low = delay,
                    .high = delay,
                    .result = delay,
                    .atOnce = delay == Duration::zero()};
        }
        const RequestState& request = m_result.request;
        return computeBackoff(m_policy.backoff, request.attemptsCounted - request.backoffFrom,
                              m_result.decision.kind, m_draw, request.delayBefore);
    }

    /// False where the server forbids a retry.
    bool planDelay()
    {
        Decision& decision = m_result.decision;
        if (m_policy.backoff.when == BackoffWhen::BeforeEach) {
            decision.window = DelayWindow{}; // admit() imposes the delay before the next attempt
            return true;
        }
        const BackoffComputed backoff = ownBackoff();
        add(backoff);
        // A rule with a delay of its own is a step beside the usual loop: below it (fetch sends once more
        // after 421), or to another place. Nobody looks at hints there.
        const Rule* rule = decidingRule();
        if (rule && rule->delay) {
            decision.delay = backoff.result;
            decision.window = DelayWindow{.low = backoff.low, .high = backoff.high};
            return true;
        }
        const HintedDelay hinted =
            applyHints(m_policy.hints, m_facts, backoff, correctedWallTime(), m_spec.attemptTimeout);
        for (const HintApplied& finding : hinted.findings) {
            add(finding);
        }
        if (hinted.isForbidden) {
            chargeForTheLast();
            stop(StopReason::NotRetryable);
            return false;
        }
        if (hinted.restartsBackoff) {
            m_result.request.backoffFrom = m_result.request.attemptsCounted;
        }
        decision.delay = hinted.result;
        decision.window = DelayWindow{.low = hinted.low, .high = hinted.high};
        return true;
    }

    /// Everything that was read allows a retry, and the rest decides. A retry that the client does not make
    /// would be worse than one that is missing.
    bool dependsOnUnreadCode()
    {
        const Rule* rule = decidingRule();
        if (rule == nullptr || rule->unread.empty()) {
            return false;
        }
        const std::optional<DelayWindow> window = m_result.decision.window;
        stop(StopReason::UnreadCode);
        m_result.decision.window = window; // of the retry that the code may allow
        return true;
    }

    /// Of the user's deadline for a call and the client's own limit the one that ends sooner.
    bool missesDeadline()
    {
        const std::optional<Duration> own = ownTimeLimit(m_policy.attempts, m_spec);
        const bool isOfPolicy = own && (!m_spec.deadline || *own < *m_spec.deadline);
        if (!own && !m_spec.deadline) {
            return false;
        }
        const Duration left =
            (isOfPolicy ? *own : *m_spec.deadline) - (m_clock.now - m_result.request.startedAt);
        const Duration needed = m_result.decision.delay;
        const bool fits = needed < left;
        add(DeadlineChecked{.left = left, .needed = needed, .fits = fits, .isOfPolicy = isOfPolicy});
        if (!fits) {
            stop(StopReason::DeadlineExceeded);
        }
        return !fits;
    }

    [[nodiscard]] bool isLongPolling() const
    {
        const std::vector<std::string>& operations = m_policy.quota->longPolling;
        return m_result.decision.verdict == Verdict::Stop &&
               std::find(operations.begin(), operations.end(), m_resolved.operation) != operations.end();
    }

    bool cannotPay()
    {
        if (!m_policy.quota) {
            return false;
        }
        const QuotaGrant grant = charge();
        if (!grant.granted) {
            giveUp(StopReason::QuotaExhausted);
            if (isLongPolling()) {
                waitBeforeGivingUp();
            }
            return true;
        }
        m_result.request.lastCost = grant.cost;
        return false;
    }

    QuotaGrant charge()
    {
        int& level = quotaLevel(*m_policy.quota, m_result.client, m_result.request);
        const Rule* rule = decidingRule();
        const ErrorKind kind = m_result.decision.kind;
        const int cost = rule && rule->quotaCost ? *rule->quotaCost : m_policy.quota->costOf(kind);
        const QuotaGrant grant = chargeQuota(*m_policy.quota, level, cost);
        add(QuotaCharged{.kind = kind,
                         .cost = grant.granted ? grant.cost : cost,
                         .before = level,
                         .after = grant.level,
                         .granted = grant.granted});
        level = grant.level;
        return grant;
    }

    const ResolvedPolicy& m_resolved;
    const Policy& m_policy;
    const RequestSpec& m_spec;
    const AttemptFacts& m_facts;
    const RunClockReading& m_clock;
    const double m_draw;
    bool m_succeedsAtLimit = false;
    Judgement& m_result;
};

} // namespace

CallBeginning beginCall(const ResolvedPolicy& policy, ClientState client, Instant now)
{
    const std::optional<LimiterSpec>& limiter = policy.policy.limiter;
    if (limiter && limiter->scope == QuotaScope::Call) {
        client.limiter = LimiterState{};
    }
    RequestState request{.startedAt = now};
    if (const std::optional<QuotaSpec>& quota = policy.policy.quota; quota && quota->earnPerCall > 0) {
        int& level = quotaLevel(*quota, client, request);
        level = std::min(level + quota->earnPerCall, quota->capacity);
    }
    return {.client = std::move(client), .request = std::move(request)};
}

Admission admit(const ResolvedPolicy& policy, ClientState client, RequestState request, Instant now,
                double draw)
{
    Admission result{.sendDelay = Duration::zero(),
                     .isRefused = false,
                     .trace = {},
                     .client = std::move(client),
                     .request = std::move(request)};
    const BackoffSpec& backoff = policy.policy.backoff;
    if (backoff.when == BackoffWhen::BeforeEach && !isStartNext(policy, result.request)) {
        const int attempt = result.request.attemptsMade + (policy.startsOperation ? 0 : 1);
        const BackoffComputed computed = computeBackoff(backoff, attempt, ErrorKind::None, draw);
        result.sendDelay = computed.result;
        result.trace.add(WaitedBefore{.backoff = computed});
    }
    if (policy.policy.limiter) {
        SendGrant grant = acquireSend(*policy.policy.limiter, result.client.limiter, now + result.sendDelay);
        result.trace.add(SendDelayed{.tokens = grant.tokens,
                                     .ratePerSecond = grant.state.enabled ? grant.state.fillRate : 0,
                                     .delay = grant.delay,
                                     .enabled = grant.state.enabled,
                                     .refused = grant.isRefused});
        result.isRefused = grant.isRefused;
        result.sendDelay += grant.delay;
        result.client.limiter = grant.state;
    }
    return result;
}

Judgement judge(const ResolvedPolicy& policy, const RequestSpec& spec, ClientState client,
                RequestState request, const AttemptFacts& facts, const RunClockReading& clock, double draw)
{
    Judgement result{.decision = {}, .client = std::move(client), .request = std::move(request)};
    Judge(policy, spec, facts, clock, draw, result).decide();
    result.decision.trace.trim(); // records keep one of these for every attempt
    return result;
}

} // namespace retryscope
