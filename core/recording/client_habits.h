// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/facts/optional_duration.h"

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

namespace retryscope {

/// A failed call so far: its client will retry, or has given up.
struct FailedCall
{
    enum class Connection {
        Unknown, ///< the server ended it, or the client much later, which shows nothing
        Open,
        Closed, ///< by the client, as soon as it had the response
    };
    int attempts = 1;
    int failure = 0;                ///< the key of failures that the client treats the same
    double likelihood = 0.9;        ///< that the client retries, while nothing is known of it
    OptionalDuration longestWait{}; ///< of its own so far
    OptionalDuration asked{};       ///< the delay that the failure's response asked for
    int connection = 0;             ///< of its last attempt
    Connection state = Connection::Unknown;
};

/// The request that might continue a call.
struct NextRequest
{
    int connection = 0;  ///< 0: not known
    bool isFirst = true; ///< of its connection
    int idle = 0; ///< open connections of this client with nothing under way when it came, its own included
};

/// A client's observed habits: its delays before each retry, its number of attempts, and its use of
/// connections in between. From these follows how much likelier it is that a request continues a failed call
/// than that it begins a new one. Observations count more the more often they were made.
class ClientHabits
{
public:
    /// The odds that the client retries, against giving up.
    [[nodiscard]] double oddsBefore(const FailedCall& failed) const;
    /// The likelihood of such a request if it continues the call; gap: from the end of the failed attempt. A
    /// density over the logarithm of the gap, relative to that of an unknown client, times the evidence of
    /// the connection, compared with a request that begins a call.
    [[nodiscard]] double densityOfRetry(const FailedCall& failed, const NextRequest& next,
                                        Duration gap) const;
    /// The same of a call that begins so long after the last attempt of the call before it.
    [[nodiscard]] double densityOfNewCall(Duration gap) const;
    /// The longest delay that was seen, before any retry.
    [[nodiscard]] Duration longestWait() const { return m_longestWait; }

    /// The request continued the call.
    void learnRetry(const FailedCall& failed, const NextRequest& next, Duration gap);
    /// The client has given the call up.
    void learnEnd(const FailedCall& failed);
    /// A call began. before: the state of the connection of this client's call before it.
    void learnStart(const NextRequest& next, FailedCall::Connection before);

    /// The time from the end of a successful call to the next call.
    void learnPause(Duration pause);

private:
    struct Waits
    {
        Duration shortest{0};
        Duration longest{0};
        int count = 0;
        void add(Duration wait);
    };
    struct Ends
    {
        int wentOn = 0;
        int gaveUp = 0;
    };
    /// What happens to the connection between two requests.
    struct Connections
    {
        double closed; ///< by the client
        double kept;   ///< the next request is on an open one
        double left;   ///< open, and the next request is on a new one
        [[nodiscard]] double sum() const { return closed + kept + left; }
    };

    [[nodiscard]] double densityOfTime(const FailedCall& failed, Duration gap) const;
    /// The gap is one that the client's delays, or the server's wish, can have made.
    [[nodiscard]] bool explains(const FailedCall& failed, Duration gap) const;
    [[nodiscard]] double oddsOfConnection(const FailedCall& failed, const NextRequest& next) const;

    Waits m_pauses;
    std::map<int, Waits> m_waits; ///< by the number of attempts before
    Duration m_longestWait{0};
    std::map<std::pair<int, int>, Ends> m_ends; ///< by the failure, and the number of attempts
    // What they begin with keeps anything from being certain; attempts are much alike.
    Connections m_betweenAttempts{.closed = 0.1, .kept = 0.1, .left = 0.1};
    Connections m_betweenCalls{.closed = 1, .kept = 1, .left = 1};
    double m_ownConnection = 1;   ///< retries on the connection of their call, where others were idle
    double m_otherConnection = 3; ///< on another one
};

} // namespace retryscope
