// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"
#include "core/run/run_record.h"
#include "core/run/runner.h"
#include "core/simulate/virtual_scheduler.h"

#include <map>
#include <string>
#include <vector>

/// Small policies, responses and runs for the tests of the engine.
namespace retryscope::test {

/// Three attempts, no delay, no quota; every 5xx and every fault is transient, the rest permanent.
[[nodiscard]] Policy plainPolicy();
/// 500 tokens, 5 a retry, the last cost back after a success.
[[nodiscard]] QuotaSpec plainQuota();
/// 100 ms × 2^n without jitter.
[[nodiscard]] BackoffSpec plainBackoff();
/// 0.5 tokens a second at least, as the AWS SDKs have it.
[[nodiscard]] LimiterSpec plainLimiter();
[[nodiscard]] Rule ruleFor(std::string id, Condition when, ErrorKind kind);
[[nodiscard]] ResolvedPolicy resolved(const Policy& policy, const RequestSpec& spec = {});

/// A response without a body.
[[nodiscard]] AttemptFacts response(int status, std::vector<Header> headers = {});
/// A response whose body was read into these fields.
[[nodiscard]] AttemptFacts responseWith(int status, ParsedBody parsed, std::vector<Header> headers = {});
/// `<Error><Code>…</Code></Error>`
[[nodiscard]] AttemptFacts xmlError(int status, const std::string& code);
/// `{"__type": "…"}`
[[nodiscard]] AttemptFacts jsonError(int status, const std::string& type);
/// A JSON object with these leaves, which is an error at this place (ParsedBody::errorPlace).
[[nodiscard]] AttemptFacts jsonMembers(int status, std::vector<BodyField> fields,
                                       std::string errorPlace = {});
/// A batch response 200 that leaves this much undone.
[[nodiscard]] AttemptFacts partDone(const std::string& items, int left);
[[nodiscard]] AttemptFacts faulty(FaultKind kind);

/// Always the same number.
class FixedDice final : public Dice
{
public:
    explicit FixedDice(double always = 0.5) : m_always(always) {}
    [[nodiscard]] double draw(int, int, int) const override { return m_always; }

private:
    double m_always;
};

/// What the other side does with one request.
struct Outcome
{
    AttemptFacts facts;
    Duration duration = std::chrono::milliseconds{1};
    bool neverComes = false;
    AttemptFacts untilCancelled; ///< handed over when it is cancelled
};

/// Plays outcomes in the order of the requests; the last one repeats.
class ListTransport final : public Transport
{
public:
    ListTransport(std::vector<Outcome> outcomes, Scheduler& scheduler);

    AttemptId send(const OutgoingAttempt& attempt, Done done) override;
    AttemptFacts cancel(AttemptId id) override;

    [[nodiscard]] const std::vector<std::string>& bodies() const { return m_bodies; }
    [[nodiscard]] int cancelled() const { return m_cancelled; }
    [[nodiscard]] std::size_t open() const { return m_open.size(); }

private:
    std::vector<Outcome> m_outcomes;
    Scheduler& m_scheduler;
    std::size_t m_sent = 0;
    int m_cancelled = 0;
    AttemptId m_lastId = 0;
    struct Open
    {
        TimerId timer = 0;
        AttemptFacts facts;
    };
    std::map<AttemptId, Open> m_open;
    std::vector<std::string> m_bodies;
};

/// How a run of the lab differs from one call with draws of 0.5.
struct RunOptions
{
    RequestSpec spec;
    double draw = 0.5;
    int calls = 1;
    RunLimits limits;
    ClientState state;
};

/// A whole run in virtual time.
[[nodiscard]] RunRecord runOf(const Policy& policy, const std::vector<Outcome>& outcomes,
                              const RunOptions& options = {});
/// The same with responses that take 1 ms each.
[[nodiscard]] RunRecord runOf(const Policy& policy, const std::vector<AttemptFacts>& responses,
                              const RunOptions& options = {});

/// The row of a probe whose bodies are in no coding, compared.
[[nodiscard]] BenchRow comparedRow(RowFacts facts);

/// `retry 100.000`, `stop notRetryable`, `succeed`: one line per attempt, to compare whole runs.
[[nodiscard]] std::vector<std::string> linesOf(const RunRecord& record);
/// `CallBegan`, `AttemptBegan` …
[[nodiscard]] std::string nameOf(const RunEvent& event);

} // namespace retryscope::test
