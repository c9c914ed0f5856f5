// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/decide/decision.h"
#include "core/facts/attempt_facts.h"
#include "core/facts/enum_words.h"
#include "core/facts/request_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

// What a box (proxy, gateway, load balancer) makes of each behaviour of an origin: one bench of one run of
// `probe`, as `retryscope.bench/1` keeps it.

/// What happened to the origin's body.
enum class BodyFate : std::uint8_t {
    Same,     ///< also where both sides had none, and where only its coding differs
    Changed,  ///< at least half of the words that the origin sent outside of tags are there
    Replaced, ///< a different body, or a body although the origin sent none
    Cut,      ///< only its beginning arrived
    Empty,    ///< nothing of it arrived
};

template <>
struct EnumWords<BodyFate>
{
    static constexpr Words<BodyFate, 5> kWords{{{BodyFate::Same, "same"},
                                                {BodyFate::Changed, "changed"},
                                                {BodyFate::Replaced, "replaced"},
                                                {BodyFate::Cut, "cut"},
                                                {BodyFate::Empty, "empty"}}};
};

/// What the proxy did with a row as a whole.
enum class RowOutcome : std::uint8_t {
    PassedOn,      ///< status, body and headers arrived, except for what every hop may change
    Altered,       ///< the origin's response arrived with something else in it
    OwnResponse,   ///< the client got a response of the box
    FaultPassedOn, ///< the origin ended the connection, and so did the proxy
    HeldBack,      ///< no further byte arrived within the patience
    Closed,        ///< the box ended the connection although the origin had responded
    Garbage,       ///< the response was not HTTP
    Unreachable,   ///< nothing listens there; the proxy might have crashed
    NotForwarded,  ///< the origin never received the request, but should have
    Flooded,       ///< the same request arrived so often that the origin stopped responding: a loop, or no
                   ///< limit
    NotSent,       ///< left out: the box had not responded several times in a row, or the probe was stopped
};

/// Detail of the fault of rows that are left out since the probe was stopped.
inline constexpr std::string_view kProbeStopped = "the probe was stopped";

template <>
struct EnumWords<RowOutcome>
{
    static constexpr Words<RowOutcome, 11> kWords{{{RowOutcome::PassedOn, "passedOn"},
                                                   {RowOutcome::Altered, "altered"},
                                                   {RowOutcome::OwnResponse, "ownResponse"},
                                                   {RowOutcome::FaultPassedOn, "faultPassedOn"},
                                                   {RowOutcome::HeldBack, "heldBack"},
                                                   {RowOutcome::Closed, "closed"},
                                                   {RowOutcome::Garbage, "garbage"},
                                                   {RowOutcome::Unreachable, "unreachable"},
                                                   {RowOutcome::NotForwarded, "notForwarded"},
                                                   {RowOutcome::Flooded, "flooded"},
                                                   {RowOutcome::NotSent, "notSent"}}};
};

/// Where the rows of a probe result come from.
enum class BenchEvidence : std::uint8_t {
    Measured,   ///< a box was probed
    FromSource, ///< no proxy ran: each row names the document or source code that states it
};

template <>
struct EnumWords<BenchEvidence>
{
    static constexpr Words<BenchEvidence, 2> kWords{
        {{BenchEvidence::Measured, "measured"}, {BenchEvidence::FromSource, "from source"}}};
};

/// How a request ended, as the origin saw it.
enum class ArrivalEnd : std::uint8_t {
    Answered,  ///< the origin sent everything it meant to send
    Abandoned, ///< the box ended the connection before
    Open,      ///< neither, while the probe looked
};

template <>
struct EnumWords<ArrivalEnd>
{
    static constexpr Words<ArrivalEnd, 3> kWords{{{ArrivalEnd::Answered, "answered"},
                                                  {ArrivalEnd::Abandoned, "abandoned"},
                                                  {ArrivalEnd::Open, "open"}}};
};

/// One request that the origin read for a row.
struct Arrival
{
    int connection = 0;  ///< from 1, over the whole run
    bool reused = false; ///< the connection had carried a request before
    std::string method;
    std::string target;
    std::string host; ///< as it came; empty: none did
    Headers headers;
    std::int64_t bodyBytes = 0;
    Duration at{0}; ///< since the row's first request left the client
    ArrivalEnd end = ArrivalEnd::Open;
    OptionalDuration endedAt; ///< on the same clock; absent while open
    bool isOther = false; ///< of another method or path than the row's: a proxy's own, an authorization for
                          ///< example
    bool operator==(const Arrival&) const = default;
};

/// A delay behind the proxy, compared with that of a direct client.
enum class DelayChange : std::uint8_t { Same, Sooner, Later };

template <>
struct EnumWords<DelayChange>
{
    static constexpr Words<DelayChange, 3> kWords{
        {{DelayChange::Same, "same"}, {DelayChange::Sooner, "sooner"}, {DelayChange::Later, "later"}}};
};

/// What one policy decides on one side of the proxy.
struct BenchSide
{
    Verdict verdict = Verdict::Succeed;
    ErrorKind kind = ErrorKind::None;
    std::string rule;      ///< id of the deciding rule; empty: none
    std::string proviso;   ///< of that rule (Rule::proviso); empty: it always holds
    std::string errorName; ///< as this client reads it; empty: none
    std::optional<DelayWindow> window;
    std::optional<int> requests; ///< at the origin at most, for one call; absent: no limit
    bool operator==(const BenchSide&) const = default;
};

struct BenchVerdict
{
    std::string policy; ///< its id
    BenchSide direct;
    BenchSide through;
    bool isSaved = false; ///< as a file had it: its policy is unknown here
    [[nodiscard]] bool isFlipped() const { return direct.verdict != through.verdict; }
    [[nodiscard]] DelayChange delay() const;
    bool operator==(const BenchVerdict&) const = default;
};

inline constexpr std::size_t kMostInterim = 16;
/// Requests of one row from which on the origin stops responding.
inline constexpr int kFlood = 50;

/// What was sent for a row, what came out on both sides, and what arrived at the origin: what a file holds.
struct RowFacts
{
    std::string id;
    std::string title;     ///< for people; may be empty
    std::string behaviour; ///< what the origin did: `503`, `reset`
    RequestSpec request;   ///< method, service, operation, protocol, headers; url holds path and query
    AttemptFacts origin;   ///< what a client without the box would have got
    AttemptFacts client;   ///< what came through the box
    /// Responses before the final one (1xx, for example `103 Early Hints`): those that the origin sent, and
    /// those that passed the proxy. Without headers, at most kMostInterim of each.
    std::vector<std::string> originInterim;
    std::vector<std::string> clientInterim;
    int requests = 1;          ///< that the client sent
    int arrivals = 0;          ///< requests of the row's method and path that the origin read
    int connections = 0;       ///< on which they came
    std::vector<Arrival> seen; ///< with the others that carry the row's mark; at most kFlood
    Duration took{0};          ///< from sending to the end, at the client; of several requests the longest
    OptionalDuration added; ///< beyond the origin's own time; absent if the origin got no request or did not
                            ///< finish
    BodyFate bodyIs =
        BodyFate::Same;           ///< compared as a whole, of which `origin` and `client` keep the beginning
    bool isReencoded = false;     ///< the same body, in another content coding
    bool isBodyEitherWay = false; ///< how much of the body arrives depends on chance in the proxy, so the
                                  ///< body is not compared
    bool isUnstable = false;      ///< its requests did not all end alike; the first one is shown
    std::string source;           ///< of a row that was not measured: where it is stated; else empty
    /// Verdicts as the file has them. Shown are those of unknown policies: see savedPolicies().
    std::vector<BenchVerdict> saved;

    /// The proxy sent a request again by itself.
    [[nodiscard]] bool isResent() const { return arrivals > requests; }
    /// The origin was not listening on purpose.
    [[nodiscard]] bool isOriginAway() const;
    /// The origin never received the request although it was listening, so the response is not the origin's.
    [[nodiscard]] bool isUnseen() const { return arrivals == 0 && !isOriginAway(); }
    /// The same for a request that might have been carried out twice (RFC 9110, section 9.2.2: methods that
    /// are not idempotent).
    [[nodiscard]] bool mayBeDoneTwice() const;
    bool operator==(const RowFacts&) const = default;
};

/// A row with what follows from its facts: readingOf() compares both sides, judge() adds the verdicts.
struct BenchRow : RowFacts
{
    std::vector<std::string> lostHeaders;
    std::vector<std::string> addedHeaders;
    std::vector<std::string> changedHeaders;
    RowOutcome outcome = RowOutcome::PassedOn;
    std::vector<BenchVerdict> verdicts;

    [[nodiscard]] bool isFlipped() const;
    bool operator==(const BenchRow&) const = default;
};

/// What a proxy does with each origin response.
struct Bench
{
    std::string name;    ///< of a built-in probe result (one proxy can have several); empty for a file or a
                         ///< new probe
    std::string through; ///< URL of the box
    std::string listen;  ///< HOST:PORT of the origin
    std::string boxName; ///< `nginx`; empty: not known
    std::string boxVersion;
    std::string behaviours; ///< name of the set
    BenchEvidence evidence = BenchEvidence::Measured;
    std::string createdBy;
    std::string startedAt; ///< ISO 8601; may be empty
    Duration patience{0};
    Duration took{0};
    /// False if no request of the probe reached the origin, not even a plain one. Then the proxy forwards
    /// elsewhere, and the rows have no verdicts because they show nothing about responses.
    bool isOriginReached = true;
    std::vector<BenchRow> rows;

    [[nodiscard]] const BenchRow* find(const std::string& id) const;
    [[nodiscard]] int flips() const; ///< rows with at least one changed verdict
    bool operator==(const Bench&) const = default;
};

/// Name and version out of `Server` or `Via`: `nginx/1.22.1`, `1.1 varnish (Varnish/7.1)`. `own` is the
/// origin's own name: a proxy that passes it on does not reveal its own. Empty if unknown.
struct BoxName
{
    std::string name;
    std::string version;
    bool operator==(const BoxName&) const = default;
};
[[nodiscard]] BoxName boxNameFrom(const Headers& headers, const std::string& own);

/// Of the error, read wherever AWS services put one; empty: none.
[[nodiscard]] std::string plainErrorNameOf(const AttemptFacts& facts);

} // namespace retryscope
