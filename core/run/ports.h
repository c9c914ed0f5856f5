// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/instant.h"
#include "core/facts/request_spec.h"

#include <cstdint>
#include <functional>

namespace retryscope {

/// One attempt to send: the request, the number of the attempt, and its body.
struct OutgoingAttempt
{
    const RequestSpec* spec =
        nullptr; ///< of a poll: the request with the poll's target; outlives the attempt
    int client = 1;
    int call = 1;
    int attempt = 1;        ///< from 1
    Instant start{};        ///< of the attempt, on the run's clock
    int attemptsBefore = 0; ///< of earlier rounds of the same call
    int scriptCall = 0;     ///< the call as a scripted server counts them, all rounds being one; 0: as `call`
    bool newConnection = false; ///< the client does not use a kept one again
    /// The client's HTTP library sends once more where a kept connection dies before a byte of the response.
    bool resendsUnseen = false;
    const std::string* body =
        nullptr; ///< outlives the attempt; differs from spec->body for part-done batches and polls
    const Headers* addedHeaders =
        nullptr; ///< outlives the attempt; what the emulated client adds; may be nullptr

    /// Of which call, and its which request from 1, this is to a scripted server.
    [[nodiscard]] int callOfScript() const { return scriptCall > 0 ? scriptCall : call; }
    [[nodiscard]] int requestOfScript() const { return attemptsBefore + attempt; }
};

using AttemptId = std::uint64_t;
using TimerId = std::uint64_t;

/// Sends one request and reports once what became of it. Never calls back from inside send().
class Transport
{
public:
    using Done = std::function<void(AttemptFacts)>;
    virtual ~Transport() = default;
    virtual AttemptId send(const OutgoingAttempt& attempt, Done done) = 0;
    /// Cancels the attempt; Done is not called afterwards. Returns the facts so far, without a fault; empty
    /// if the attempt is not under way.
    virtual AttemptFacts cancel(AttemptId id) = 0;
};

/// Timers and the run's clock.
class Scheduler
{
public:
    using Action = std::function<void()>;
    virtual ~Scheduler() = default;
    [[nodiscard]] virtual Instant now() const = 0;
    virtual TimerId after(Duration delay, Action action) = 0; ///< never runs the action from inside
    virtual void cancel(TimerId id) = 0;
};

/// Random numbers as a pure function of the seed and these arguments.
class Dice
{
public:
    virtual ~Dice() = default;
    [[nodiscard]] virtual double draw(int client, int call, int attempt) const = 0; ///< in [0, 1)
};

} // namespace retryscope
