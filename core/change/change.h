// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/attempt_facts.h"

#include <string>
#include <variant>

namespace retryscope {

// Single changes to the circumstances of one decision. Each is what a person could ask for; none is a wish
// about two things at once.

/// The response comes without a body.
struct BodyDropped
{
    bool operator==(const BodyDropped&) const = default;
};

/// The response has another status; after a fault: this response comes instead of the fault.
struct StatusReplaced
{
    int from = 0; ///< 0: there was no complete response
    int to = 0;
    bool operator==(const StatusReplaced&) const = default;
};

/// The error bears another name, at the place where its name was found.
struct NameReplaced
{
    std::string from; ///< as it stood in the response
    std::string to;
    bool isGrpcStatus = false; ///< the names are the numbers of gRPC's statuses
    bool operator==(const NameReplaced&) const = default;
};

/// The response has one header more, or says something else in one.
struct HeaderAdded
{
    std::string name;
    std::string value;
    bool isErrorName = false;   ///< the error bears this name, in a header that the client reads first
    std::string insteadOf = {}; ///< what the header says now; empty: it is not there
    bool operator==(const HeaderAdded&) const = default;
};

struct HeaderDropped
{
    std::string name;
    bool operator==(const HeaderDropped&) const = default;
};

/// The attempt ends in another fault.
struct FaultReplaced
{
    FaultKind from = FaultKind::ConnectionReset;
    FaultKind to = FaultKind::ConnectionReset;
    bool operator==(const FaultReplaced&) const = default;
};

/// The policy takes this name for this kind of error.
struct NameMapped
{
    std::string name;
    ErrorKind kind = ErrorKind::Throttling;
    bool isGrpcStatus = false; ///< the name is the number of a gRPC status
    bool operator==(const NameMapped&) const = default;
};

/// The policy takes this status for this kind of error.
struct StatusMapped
{
    int status = 0;
    ErrorKind kind = ErrorKind::Transient;
    bool operator==(const StatusMapped&) const = default;
};

/// The policy takes this fault for this kind of error.
struct FaultMapped
{
    FaultKind fault = FaultKind::ConnectionReset;
    ErrorKind kind = ErrorKind::Transient;
    bool operator==(const FaultMapped&) const = default;
};

/// The policy allows another number of attempts.
struct AttemptsSet
{
    int from = 0;
    int to = 0;
    /// The number is the one for failures of this kind; None, which no failure is: the one for all others.
    ErrorKind kind = ErrorKind::None;
    bool operator==(const AttemptsSet&) const = default;
};

/// The retry quota holds another number of tokens.
struct TokensSet
{
    int from = 0;
    int to = 0;
    int successes =
        0; ///< calls that succeed at their first attempt and so give back what is missing; 0: none do
    bool operator==(const TokensSet&) const = default;
};

/// The whole call may take longer, or must be done sooner.
struct DeadlineSet
{
    Duration from{0};
    Duration to{0};
    bool operator==(const DeadlineSet&) const = default;
};

/// The response, or the failure, comes earlier by this much.
struct RespondedSooner
{
    Duration by{0};
    bool operator==(const RespondedSooner&) const = default;
};

/// The client's clock agrees with the server's.
struct ClockSet
{
    Duration by{0}; ///< what it is set forward by; negative: back
    bool operator==(const ClockSet&) const = default;
};

/// The request's body can be sent again.
struct BodyMadeReplayable
{
    bool operator==(const BodyMadeReplayable&) const = default;
};

/// The response has this text for its body, and nothing else in it.
struct BodyReplaced
{
    std::string text;
    bool operator==(const BodyReplaced&) const = default;
};

/// The request carries one header more.
struct RequestHeaderAdded
{
    std::string name;
    std::string value;
    bool operator==(const RequestHeaderAdded&) const = default;
};

/// The request comes without this header.
struct RequestHeaderDropped
{
    std::string name;
    bool operator==(const RequestHeaderDropped&) const = default;
};

/// The policy sends retries until another time of the call (AttemptLimit::maxElapsed).
struct ElapsedLimitSet
{
    Duration from{0};
    Duration to{0};
    bool operator==(const ElapsedLimitSet&) const = default;
};

/// The policy lets a rule match another number of times within one call (Rule::atMost).
struct RuleUsesSet
{
    std::string rule; ///< its id
    int from = 0;
    int to = 0;
    bool operator==(const RuleUsesSet&) const = default;
};

/// The policy keeps a request's body up to another length (RequestBodySpec::max).
struct BodyLimitSet
{
    int from = 0; ///< bytes
    int to = 0;   ///< bytes
    bool operator==(const BodyLimitSet&) const = default;
};

/// The policy retries requests with this method as it does others.
struct MethodRetried
{
    std::string method;
    bool operator==(const MethodRetried&) const = default;
};

/// What becomes of a server's hint that asks for too much.
enum class HintLimit {
    Forbids, ///< a longer one ends the call
    Caps,    ///< a longer one is cut to so much
    Ignored, ///< none is looked at
};

/// The policy obeys the delay that this header asks for up to a limit only, or not at all.
struct HintLimited
{
    std::string header;
    HintLimit how = HintLimit::Forbids;
    Duration most{0}; ///< not of Ignored
    bool operator==(const HintLimited&) const = default;
};

using Change =
    std::variant<BodyDropped, StatusReplaced, NameReplaced, HeaderAdded, HeaderDropped, FaultReplaced,
                 NameMapped, StatusMapped, FaultMapped, AttemptsSet, TokensSet, DeadlineSet, RespondedSooner,
                 ClockSet, BodyMadeReplayable, BodyReplaced, RequestHeaderAdded, RequestHeaderDropped,
                 ElapsedLimitSet, RuleUsesSet, BodyLimitSet, MethodRetried, HintLimited>;

/// The sort of a change, for programs: `bodyDropped`, `statusReplaced`, … as the types are named.
[[nodiscard]] std::string_view sortOf(const Change& change);

/// Who can make a change.
enum class ChangeOwner {
    Policy,   ///< whoever configures the client
    Request,  ///< whoever makes the call
    State,    ///< the client itself, with time and other calls
    Response, ///< whoever responds: the service, or a proxy before it
};
/// `policy`, `request`, `state`, `response`.
[[nodiscard]] std::string_view toString(ChangeOwner owner);
[[nodiscard]] ChangeOwner ownerOf(const Change& change);

/// True where the response would say something else of what happened, which is right only if it did: another
/// status, another error name, another end of the attempt. Asking for less, or for a delay, is no untruth.
[[nodiscard]] bool saysSomethingElse(const Change& change);

/// How much a change touches.
enum class ChangeReach {
    OneThing,  ///< one name, header or number, by no more than is missing
    WholeCase, ///< the response as a whole, or every call of the client
    ManyCases, ///< every failure of one status or sort, or much more than what is at hand
};
/// `oneThing`, `wholeCase`, `manyCases`.
[[nodiscard]] std::string_view toString(ChangeReach reach);
[[nodiscard]] ChangeReach reachOf(const Change& change);

} // namespace retryscope
