// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/attempt_facts.h"

#include <string>
#include <variant>

namespace retryscope {

// Single changes to the circumstances of one decision. Each is something a person could ask for, and concerns
// one thing only.

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

/// The error has another name, in the place where the name was found.
struct NameReplaced
{
    std::string from; ///< as it stood in the response
    std::string to;
    bool isGrpcStatus = false; ///< the names are the numbers of gRPC's statuses
    bool operator==(const NameReplaced&) const = default;
};

/// The response has one more header, or another value in a header.
struct HeaderAdded
{
    std::string name;
    std::string value;
    bool isErrorName = false;   ///< the value is the error name, in a header that the client reads first
    std::string insteadOf = {}; ///< the header's present value; empty if absent
    bool operator==(const HeaderAdded&) const = default;
};

struct HeaderDropped
{
    std::string name;
    bool operator==(const HeaderDropped&) const = default;
};

/// The policy maps this error name to this kind.
struct NameMapped
{
    std::string name;
    ErrorKind kind = ErrorKind::Throttling;
    bool isGrpcStatus = false; ///< the name is the number of a gRPC status
    bool operator==(const NameMapped&) const = default;
};

/// The policy maps this status to this kind.
struct StatusMapped
{
    int status = 0;
    ErrorKind kind = ErrorKind::Transient;
    bool operator==(const StatusMapped&) const = default;
};

/// The policy maps this fault to this kind.
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
    /// The kind of failure to which the number applies; None for all other kinds.
    ErrorKind kind = ErrorKind::None;
    bool operator==(const AttemptsSet&) const = default;
};

/// The retry quota holds another number of tokens.
struct TokensSet
{
    int from = 0;
    int to = 0;
    int successes =
        0; ///< calls that must succeed at their first attempt to give back the missing tokens; 0: none can
    bool operator==(const TokensSet&) const = default;
};

/// The deadline of the whole call is longer or shorter.
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

/// The response has exactly this body.
struct BodyReplaced
{
    std::string text;
    bool operator==(const BodyReplaced&) const = default;
};

/// The request has one more header.
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

/// The policy retries up to another time within the call (AttemptLimit::maxElapsed).
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

/// The policy keeps request bodies up to another size (RequestBodySpec::max).
struct BodyLimitSet
{
    int from = 0; ///< bytes
    int to = 0;   ///< bytes
    bool operator==(const BodyLimitSet&) const = default;
};

/// The retry quota holds another number of tokens in all. Numbers in the client's own tokens.
struct QuotaSizeSet
{
    int from = 0;
    int to = 0;
    bool operator==(const QuotaSizeSet&) const = default;
};

/// The policy also retries requests with this method.
struct MethodRetried
{
    std::string method;
    bool operator==(const MethodRetried&) const = default;
};

/// The policy no longer retries requests with this method.
struct MethodNotRetried
{
    std::string method;
    bool operator==(const MethodNotRetried&) const = default;
};

/// What the client does with a delay hint that asks for too much.
enum class HintLimit {
    Forbids, ///< a longer delay ends the call
    Caps,    ///< a longer delay is limited to `most`
    Ignored, ///< the client ignores the header
};

/// The policy obeys the delay that this header asks for up to a limit only, or not at all.
struct HintLimited
{
    std::string header;
    HintLimit how = HintLimit::Forbids;
    Duration most{0}; ///< unused for Ignored
    bool operator==(const HintLimited&) const = default;
};

using Change =
    std::variant<BodyDropped, StatusReplaced, NameReplaced, HeaderAdded, HeaderDropped, NameMapped,
                 StatusMapped, FaultMapped, AttemptsSet, TokensSet, DeadlineSet, RespondedSooner, ClockSet,
                 BodyMadeReplayable, BodyReplaced, RequestHeaderAdded, RequestHeaderDropped, ElapsedLimitSet,
                 RuleUsesSet, BodyLimitSet, QuotaSizeSet, MethodRetried, MethodNotRetried, HintLimited>;

/// The type of a change, for programs: `bodyDropped`, `statusReplaced`, … like the types above.
[[nodiscard]] std::string_view sortOf(const Change& change);

/// Who can make a change.
enum class ChangeOwner {
    Policy,   ///< whoever configures the client
    Request,  ///< whoever makes the call
    State,    ///< the client itself, over time and through other calls
    Response, ///< the responder: the service, or a proxy in front of it
};
/// `policy`, `request`, `state`, `response`.
[[nodiscard]] std::string_view toString(ChangeOwner owner);
[[nodiscard]] ChangeOwner ownerOf(const Change& change);

/// True if the changed response would describe another event (another status, error name or fault), which is
/// correct only if that happened. Asking for less, or for a delay, does not count.
[[nodiscard]] bool saysSomethingElse(const Change& change);

/// How much a change touches.
enum class ChangeReach {
    OneThing,  ///< one name, header or number, by the smallest step that is enough
    WholeCase, ///< the response as a whole, or every call of the client
    ManyCases, ///< every failure of one status or kind, or much more than this case
};
/// `oneThing`, `wholeCase`, `manyCases`.
[[nodiscard]] std::string_view toString(ChangeReach reach);
[[nodiscard]] ChangeReach reachOf(const Change& change);

} // namespace retryscope
