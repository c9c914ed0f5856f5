// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

namespace retryscope::test {

/// A run written event by event, as the runner would. Times are milliseconds since the start of the run.
class RecordWriter
{
public:
    /// quota: capacity of the policy's retry quota; 0: none.
    explicit RecordWriter(int quota = 500, int clients = 1, int callsPerClient = 1);

    void beginCall(double at, int client = 1, int call = 1);
    void beginAttempt(double at, double sendDelay = 0);
    /// The attempt that began last comes back with this status and error name and is tried again after a
    /// delay drawn from 0 … window.
    void retryAfter(double at, int status, const std::string& name, double delay, double window);
    void retryAfterFault(double at, FaultKind fault, double delay, double window);
    void endDelay(double actual);
    void stop(double at, int status, const std::string& name);
    void succeed(double at);
    void endCall(double at, CallVerdict verdict);

    [[nodiscard]] const RunRecord& record() const { return m_record; }
    [[nodiscard]] RunRecord& record() { return m_record; }
    /// Where the latest event landed.
    [[nodiscard]] Place place() const { return m_place; }

private:
    void judge(double at, AttemptFacts facts, Decision decision);
    void charge(Decision& decision);

    RunRecord m_record;
    Place m_place;
    int m_client = 1;
    int m_call = 1;
    int m_attempt = 0;
    double m_attemptBegan = 0;
    int m_level = 0;
    int m_capacity = 0;
};

/// Three attempts of one call: 503, a reset, and a 429 that is not tried again.
[[nodiscard]] RunRecord threeAttempts();
/// One call of this many attempts with growing delays; the last one succeeds.
[[nodiscard]] RunRecord manyAttempts(int attempts);
/// Calls one after the other, each of two attempts with a delay between. failing: every which call fails; 0:
/// none.
[[nodiscard]] RunRecord callsOfTwo(int calls, int failing = 0);

} // namespace retryscope::test
