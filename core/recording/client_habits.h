// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/instant.h"
#include "core/facts/optional_duration.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace retryscope {

/// A call that has failed, as far as it has got: its client sends again, or has given up.
struct FailedCall
{
    enum class Connection {
        Unknown, ///< the server ended it, or the client did much later: that says nothing
        Open,
        Closed, ///< by the client, as soon as it had the response
    };
    int attempts = 1;
    std::string failure;     ///< what failures that are treated alike have in common
    double likelihood = 0.9; ///< that its client sends again, as long as nothing is known of the client
    OptionalDuration longestWait{}; ///< of its own so far
    OptionalDuration asked{};       ///< the delay that the failure's response asked for
    int connection = 0;             ///< of its last attempt
    Connection state = Connection::Unknown;
};

/// The request of which is asked whether it goes on a call.
struct NextRequest
{
    int connection = 0;  ///< 0: not known
    bool isFirst = true; ///< of its connection
    int idle = 0; ///< open connections of this client with nothing under way when it came, its own included
};

/// What one client was seen to do with its calls: how long it waits before which retry, after how many
/// attempts it gives up, and what it does with its connections in between. From this follows how much
/// likelier it is that a request goes on a call that failed than that it begins a new one. Nothing is certain
/// at first, and what was seen counts for more the oftener it was seen.
class ClientHabits
{
public:
    /// How many times as likely it is that the client sends again as that it gives up.
    [[nodiscard]] double oddsBefore(const FailedCall& failed) const;
    /// How likely such a request is if it goes on the call; gap: from the end of the failed attempt. A
    /// density over the logarithm of the gap, in units of that of a client of which nothing is known, times
    /// what the connection tells, compared with a request that begins a call.
    [[nodiscard]] double densityOfRetry(const FailedCall& failed, const NextRequest& next,
                                        Duration gap) const;
    /// The same of a call that begins so long after the last attempt of the call before it.
    [[nodiscard]] double densityOfNewCall(Duration gap) const;
    /// The longest delay that was seen, before any retry.
    [[nodiscard]] Duration longestWait() const;

    /// The request did go on the call.
    void learnRetry(const FailedCall& failed, const NextRequest& next, Duration gap);
    /// The client has given the call up.
    void learnEnd(const FailedCall& failed);
    /// A call began. before: the state of the connection of this client's call before it.
    void learnStart(const NextRequest& next, FailedCall::Connection before);

    /// So long after the end of a call, which was a success, came the next one.
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
    /// What becomes of the connection between two requests.
    struct Connections
    {
        double closed; ///< by the client
        double kept;   ///< the next request is on an open one
        double left;   ///< open, and the next request is on a new one
        [[nodiscard]] double sum() const { return closed + kept + left; }
    };

    [[nodiscard]] double densityOfTime(const FailedCall& failed, Duration gap) const;
    [[nodiscard]] double oddsOfConnection(const FailedCall& failed, const NextRequest& next) const;

    Waits m_pauses;
    std::map<int, Waits> m_waits; ///< by the number of attempts before
    std::map<std::pair<std::string, int>, Ends> m_ends;
    // What they begin with keeps anything from being certain; attempts are much alike.
    Connections m_betweenAttempts{.closed = 0.1, .kept = 0.1, .left = 0.1};
    Connections m_betweenCalls{.closed = 1, .kept = 1, .left = 1};
    double m_ownConnection = 1;   ///< retries on the connection of their call, where others were idle
    double m_otherConnection = 3; ///< on another one
};

} // namespace retryscope
