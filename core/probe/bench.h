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

/// What became of the body that the origin sent.
enum class BodyFate : std::uint8_t {
    Same,     ///< also where both sides had none, and where only its coding differs
    Changed,  ///< at least half of the words that the origin sent outside of tags are there
    Replaced, ///< another one, or one where the origin sent none
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

/// What the box did with a row as a whole.
enum class RowOutcome : std::uint8_t {
    PassedOn,      ///< status, body and headers arrived, but for what every hop may change
    Altered,       ///< the origin's response arrived with something else in it
    OwnResponse,   ///< the client got a response of the box
    FaultPassedOn, ///< the origin broke off, and so did the box
    HeldBack,      ///< nothing more came within the patience
    Closed,        ///< the box ended the connection although the origin had responded
    Garbage,       ///< what came was no HTTP
    Unreachable,   ///< nothing listens there: it may have crashed
    NotForwarded,  ///< the origin never saw the request, and should have
    Flooded,       ///< one request came so often that the origin stopped responding: a loop, or no limit
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

/// Where the rows of a bench come from.
enum class BenchEvidence : std::uint8_t {
    Measured,   ///< a box was probed
    FromSource, ///< no box ran: each row says which document or program text states it
};

template <>
struct EnumWords<BenchEvidence>
{
    static constexpr Words<BenchEvidence, 2> kWords{
        {{BenchEvidence::Measured, "measured"}, {BenchEvidence::FromSource, "from source"}}};
};

/// How a request ended, as the origin saw it.
enum class ArrivalEnd : std::uint8_t {
    Answered,  ///< all that the origin meant to send was handed over
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
    bool operator==(const Arrival&) const = default;
};

/// A delay through the box against the one of a direct client.
enum class DelayChange : std::uint8_t { Same, Sooner, Later };

template <>
struct EnumWords<DelayChange>
{
    static constexpr Words<DelayChange, 3> kWords{
        {{DelayChange::Same, "same"}, {DelayChange::Sooner, "sooner"}, {DelayChange::Later, "later"}}};
};

/// What one policy decides on one side of the box.
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
    [[nodiscard]] bool isFlipped() const { return direct.verdict != through.verdict; }
    [[nodiscard]] DelayChange delay() const;
    bool operator==(const BenchVerdict&) const = default;
};

inline constexpr std::size_t kMostInterim = 16;

struct BenchRow
{
    std::string id;
    std::string title;     ///< for people; may be empty
    std::string behaviour; ///< what the origin did: `503`, `reset`
    RequestSpec request;   ///< method, service, operation, protocol, headers; url holds path and query
    AttemptFacts origin;   ///< what a client without the box would have got
    AttemptFacts client;   ///< what came through the box
    /// Responses before the final one (1xx), as `103 Early Hints`: that the origin sends to whoever knows
    /// any, and that came through the box. Their headers are not kept, and at most kMostInterim of them.
    std::vector<std::string> originInterim;
    std::vector<std::string> clientInterim;
    int requests = 1; ///< that the client sent
    int arrivals = 0;
    int connections = 0; ///< on which they came
    std::vector<Arrival> seen;
    Duration took{0};       ///< from sending to the end, at the client; of several requests the longest
    OptionalDuration added; ///< beyond what the origin took; absent: it was not asked, or did not end
    std::vector<std::string> lostHeaders;
    std::vector<std::string> addedHeaders;
    std::vector<std::string> changedHeaders;
    BodyFate bodyIs = BodyFate::Same;
    bool isReencoded = false;     ///< the same body, in another content coding
    bool isBodyEitherWay = false; ///< how much of the body comes is chance within the box: it is not compared
    bool isUnstable = false;      ///< its requests did not all end alike; the first one is shown
    RowOutcome outcome = RowOutcome::PassedOn;
    std::string source; ///< of a row that was not measured: where it is stated; else empty
    std::vector<BenchVerdict> verdicts;

    [[nodiscard]] bool isFlipped() const;
    /// The box sent a request again by itself.
    [[nodiscard]] bool isResent() const { return arrivals > requests; }
    /// The origin never saw the request, although something was to listen there: what came is no response to
    /// it.
    [[nodiscard]] bool isUnseen() const;
    /// The same where what was asked for may have been done twice (RFC 9110, section 9.2.2: methods that are
    /// not idempotent).
    [[nodiscard]] bool mayBeDoneTwice() const;
    bool operator==(const BenchRow&) const = default;
};

struct Bench
{
    std::string name;    ///< of one that is built in: one box has several; empty: of a file or a probe
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
    /// False: no request of the probe came through, not even a plain one. Then the box sends elsewhere, and
    /// the rows say nothing of what it does to responses: they have no verdicts.
    bool isOriginReached = true;
    std::vector<BenchRow> rows;

    [[nodiscard]] const BenchRow* find(const std::string& id) const;
    [[nodiscard]] int flips() const; ///< rows in which some verdict is another one
    bool operator==(const Bench&) const = default;
};

/// Name and version out of `Server` or `Via`: `nginx/1.22.1`, `1.1 varnish (Varnish/7.1)`. `own` is what the
/// origin calls itself: a box that hands it on says nothing of itself. Empty names where nothing tells.
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
