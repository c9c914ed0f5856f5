// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/client_habits.h"

#include <algorithm>

namespace retryscope {

namespace {

using namespace std::chrono_literals;

/// As quick is a program that does not wait: the next call after one that failed, or a retry without a delay.
constexpr Duration kAtOnce = 30ms;

// Densities over the logarithm of the gap, in multiples of what a client of which nothing is known has for
// gaps above kAtOnce. They were chosen on the clients that tst_call_grouping_measured names as the ones to
// choose on.

/// A new call comes at any time, and often as soon as the call before has failed.
constexpr double kNewCallAtOnce = 3;
/// A first retry comes at any time, and sometimes without a delay.
constexpr double kRetryAtOnce = 1.5;
/// Who was seen to retry without a delay does it again.
constexpr double kKnownAtOnce = 4.5;
/// An even spread from 0 to a limit, as full jitter has it, gives a gap at that limit so much.
constexpr double kAtLimit = 25;
/// Delays that were the same each time come again.
constexpr double kSameDelay = 40;
constexpr double kSpreadOfSame = 1.25;
/// What came once may be half of what is possible; what came three times is near it.
constexpr int kOftenEnough = 3;

/// The pause of a program between its calls comes again.
constexpr double kSamePause = 10;
/// A first retry that waits for longer is none that a recorded client makes of its own accord: their first
/// delays end at 5 s (tests/data/recordings).
constexpr Duration kLongestFirst = 5s;
/// The delays of one call grow by so much at most.
constexpr int kMostGrowth = 10;
/// A new connection after a gap that the client's delays cannot explain: another process, started by hand.
constexpr double kUnexplained = 0.05;

/// Who has an open connection for its call hardly opens another one for the next attempt.
constexpr double kLeavesItsOwn = 0.5;

double timesOf(Duration part, Duration of)
{
    return toMilliseconds(part) / toMilliseconds(of);
}

/// Within a spread from 0 to a limit: the shorter, the less likely.
double evenDensity(Duration gap, Duration limit)
{
    return kAtLimit * std::min(1.0, timesOf(gap, limit));
}

/// The delay of another retry of the same call is of the same length, or grows.
double densityAfter(Duration longestWait, Duration gap)
{
    constexpr int kGrowth = 3;
    if (longestWait < kAtOnce) { // no delay yet
        return gap < kAtOnce ? kRetryAtOnce : 1;
    }
    return gap <= kMostGrowth * longestWait ? evenDensity(gap, kGrowth * longestWait) : 1;
}

} // namespace

double ClientHabits::densityOfTime(const FailedCall& failed, Duration gap) const
{
    constexpr Duration kLate = 1s;
    if (failed.asked && gap >= *failed.asked * 9 / 10 && gap <= *failed.asked * 3 / 2 + kLate) {
        return kAtLimit;
    }
    const auto known = m_waits.find(failed.attempts);
    if (known == m_waits.end()) {
        return densityAfter(failed.longestWait.value_or(Duration::zero()), gap);
    }
    const Waits& waits = known->second;
    if (waits.longest < kAtOnce) {
        return gap < kAtOnce ? kKnownAtOnce : 0.3;
    }
    const bool isSame = waits.count > 1 && timesOf(waits.longest, waits.shortest) < kSpreadOfSame;
    const double expected = isSame ? kSpreadOfSame : waits.count < kOftenEnough ? 3 : 1.5;
    const auto limit = std::chrono::duration_cast<Duration>(waits.longest * expected);
    if (isSame && toMilliseconds(gap) * kSpreadOfSame >= toMilliseconds(waits.shortest) && gap <= limit) {
        return kSameDelay;
    }
    if (gap <= limit) {
        return evenDensity(gap, limit) * (isSame ? 0.2 : 1);
    }
    return 0.5;
}

bool ClientHabits::explains(const FailedCall& failed, Duration gap) const
{
    constexpr Duration kLate = 1s;
    if (failed.asked && gap <= *failed.asked * 3 / 2 + kLate) {
        return true;
    }
    if (const auto known = m_waits.find(failed.attempts); known != m_waits.end()) {
        return gap <= kLate + 3 * known->second.longest;
    }
    const Duration own = std::max(failed.longestWait.value_or(Duration::zero()), longestWait());
    return gap <= std::max<Duration>(kLongestFirst, kMostGrowth * own);
}

double ClientHabits::oddsOfConnection(const FailedCall& failed, const NextRequest& next) const
{
    using State = FailedCall::Connection;
    if (failed.state == State::Unknown || failed.connection == 0 || next.connection == 0) {
        return 1;
    }
    const auto ofAttempts = [this](double Connections::*part) {
        return m_betweenAttempts.*part / m_betweenAttempts.sum();
    };
    const double kept = ofAttempts(&Connections::kept);
    if (failed.state == State::Closed) {
        // Who keeps its connection between attempts and closes it now is a process that ends, and the next
        // one is hardly longer in coming than a delay.
        constexpr double kProcess = 7.5;
        const double isProcess = 1 + kProcess * std::max(0.0, kept - 1.0 / 3);
        return ofAttempts(&Connections::closed) / (m_betweenCalls.closed / m_betweenCalls.sum()) / isProcess;
    }
    // Of the ways of its calls nothing may be known yet: they are hardly all others than those of attempts.
    const auto ofCalls = [&](double Connections::*part) {
        constexpr double kLikeAttempts = 4;
        return (m_betweenCalls.*part + kLikeAttempts * ofAttempts(part)) /
               (m_betweenCalls.sum() + kLikeAttempts);
    };
    if (next.isFirst) {
        return kLeavesItsOwn * ofAttempts(&Connections::left) / ofCalls(&Connections::left);
    }
    // Who never begins a call on a connection that lies idle does not share them among its calls.
    const double own = m_ownConnection + m_betweenCalls.left - 1;
    const double ofOthers = m_otherConnection + m_betweenCalls.kept - 1;
    const double keepsItsOwn = own / (own + ofOthers);
    const int idle = std::max(next.idle, 1);
    const double onThisOne =
        1 - keepsItsOwn + (next.connection == failed.connection ? keepsItsOwn * idle : 0);
    return kept / ofCalls(&Connections::kept) * onThisOne;
}

double ClientHabits::oddsBefore(const FailedCall& failed) const
{
    const double odds = failed.likelihood / (1 - failed.likelihood);
    const auto known = m_ends.find({failed.failure, failed.attempts});
    if (known == m_ends.end()) {
        return odds;
    }
    constexpr double kMost = 5;
    return odds * std::min(kMost, (known->second.wentOn + 1.0) / (known->second.gaveUp + 1.0));
}

double ClientHabits::densityOfRetry(const FailedCall& failed, const NextRequest& next, Duration gap) const
{
    const bool isReconnected = failed.state != FailedCall::Connection::Open && next.isFirst;
    return densityOfTime(failed, gap) * oddsOfConnection(failed, next) *
           (isReconnected && !explains(failed, gap) ? kUnexplained : 1);
}

double ClientHabits::densityOfNewCall(Duration gap) const
{
    const double unknown = gap < kAtOnce ? kNewCallAtOnce : 1;
    const bool isLikePauses =
        m_pauses.count > 0 && 2 * gap >= m_pauses.shortest && gap <= 2 * m_pauses.longest;
    return isLikePauses ? std::max(unknown, kSamePause * m_pauses.count / (m_pauses.count + 1)) : unknown;
}

void ClientHabits::Waits::add(Duration wait)
{
    shortest = count == 0 ? wait : std::min(shortest, wait);
    longest = std::max(longest, wait);
    ++count;
}

void ClientHabits::learnPause(Duration pause)
{
    m_pauses.add(pause);
}

void ClientHabits::learnRetry(const FailedCall& failed, const NextRequest& next, Duration gap)
{
    using State = FailedCall::Connection;
    ++m_ends[{failed.failure, failed.attempts}].wentOn;
    if (!failed.asked) {
        m_waits[failed.attempts].add(gap);
        m_longestWait = std::max(m_longestWait, gap);
    }
    if (failed.state == State::Closed) {
        ++m_betweenAttempts.closed;
    } else if (failed.state == State::Open) {
        ++(next.isFirst ? m_betweenAttempts.left : m_betweenAttempts.kept);
    }
    if (failed.state == State::Open && !next.isFirst && next.idle > 1) {
        ++(next.connection == failed.connection ? m_ownConnection : m_otherConnection);
    }
}

void ClientHabits::learnEnd(const FailedCall& failed)
{
    ++m_ends[{failed.failure, failed.attempts}].gaveUp;
}

void ClientHabits::learnStart(const NextRequest& next, FailedCall::Connection before)
{
    if (next.connection == 0) {
        return;
    }
    if (!next.isFirst) {
        ++m_betweenCalls.kept;
    } else if (next.idle > 0) {
        ++m_betweenCalls.left;
    } else if (before == FailedCall::Connection::Closed) {
        ++m_betweenCalls.closed;
    }
}

} // namespace retryscope
