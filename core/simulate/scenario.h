// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/enum_words.h"
#include "core/facts/http_date.h"
#include "core/facts/request_spec.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

enum class Misbehaviour {
    None,
    Close,         ///< FIN, no byte
    Reset,         ///< RST, no byte
    Hang,          ///< never responds
    Truncate,      ///< whole body, announces missingBytes more, then FIN
    TruncateReset, ///< the same, and a RST 50 ms later
    Garbage,       ///< bytes that are not HTTP
    Drip,          ///< body one byte every `drip`
    DripHead,      ///< head one byte every `drip`, then the body
    Refuse,        ///< nothing listens
    TlsFail,
    NoHost,
    NoConnect,
    CutHead,      ///< FIN in the middle of the head
    CutHeadReset, ///< the same, and a RST 50 ms later
    CloseKept,    ///< FIN, no byte, to a request on a connection that has carried one before; else a response
};

template <>
struct EnumWords<Misbehaviour>
{
    static constexpr Words<Misbehaviour, 16> kWords{{{Misbehaviour::None, ""},
                                                     {Misbehaviour::Close, "close"},
                                                     {Misbehaviour::Reset, "reset"},
                                                     {Misbehaviour::Hang, "hang"},
                                                     {Misbehaviour::Truncate, "truncate"},
                                                     {Misbehaviour::TruncateReset, "truncate-reset"},
                                                     {Misbehaviour::Garbage, "garbage"},
                                                     {Misbehaviour::Drip, "drip"},
                                                     {Misbehaviour::DripHead, "drip-head"},
                                                     {Misbehaviour::Refuse, "refuse"},
                                                     {Misbehaviour::TlsFail, "tls-fail"},
                                                     {Misbehaviour::NoHost, "no-host"},
                                                     {Misbehaviour::NoConnect, "no-connect"},
                                                     {Misbehaviour::CutHead, "cut-head"},
                                                     {Misbehaviour::CutHeadReset, "cut-head-reset"},
                                                     {Misbehaviour::CloseKept, "close-kept"}}};
};

/// Name in scenario files: `close`, `truncate-reset`, …; `None` has none.
[[nodiscard]] std::string_view toString(Misbehaviour fault);
[[nodiscard]] std::optional<Misbehaviour> misbehaviourFrom(std::string_view name);

/// A limit on the rate of requests: a bucket of `burst` tokens, one taken by each request that is let
/// through, filled again by `ratePerSecond` of them a second. It is full at first, and a request that is
/// refused takes none.
struct ThrottleSpec
{
    double ratePerSecond = 20; ///< above 0
    double burst = 1;          ///< at least 1
    std::string templateName;  ///< of what answers requests that come faster
    bool operator==(const ThrottleSpec&) const = default;
};

/// A response before the final one (RFC 9110, section 15.2). 101 is none: it ends HTTP.
struct InterimResponse
{
    int status = 103; ///< 100, or 102 to 199
    Headers headers;
    bool operator==(const InterimResponse&) const = default;
};

/// Which requests meet a step that is played on the way to an upstream.
struct StepCondition
{
    std::string method; ///< empty: any
    std::string path;   ///< of the target, without its query; `*` stands for any text; empty: any
    bool operator==(const StepCondition&) const = default;
};

/// What a server does with one request. `{date}`, `{date+SECONDS}`, `{date-SECONDS}`, `{requestId}` are still
/// in the texts.
struct EndpointStep
{
    Misbehaviour fault = Misbehaviour::None;
    int status = 200;
    std::string reason;
    Headers headers;
    std::string body;
    Duration delay{0};                          ///< before the first byte of the response
    std::optional<std::int64_t> announcedBytes; ///< a Content-Length other than the real one
    bool close = false;
    std::int64_t missingBytes = 10; ///< for Truncate and TruncateReset
    Duration drip = std::chrono::milliseconds{200};
    int repeat = 1;
    std::string templateName;             ///< the template the step was made from; empty when written by hand
    ParsedBody parsed;                    ///< of `body`, read when the scenario was loaded
    std::optional<ThrottleSpec> throttle; ///< while requests come faster, `throttled` answers them
    std::vector<EndpointStep> throttled;  ///< what `throttle` names: one step, none without it
    std::vector<InterimResponse> interim; ///< sent before the response; clients pass them over
    Headers trailers;                     ///< after the body of a chunked response; clients pass them over
    bool beforeBody = false; ///< responds once the request's head is there, and closes; needs a request body
    std::string id;          ///< where steps are behaviours of a probe: of its row; else mostly empty
    std::string title;       ///< for people; may be empty
    std::optional<RequestSpec> request; ///< what a probe sends to meet this step; url holds path and query
    /// On the way to an upstream: that responds. `delay` comes before its response, and a fault is done to
    /// it: of `truncate` and `truncate-reset` the last `missingBytes` of its body do not arrive, of `close`,
    /// `reset` and `hang` nothing does. Elsewhere it means nothing.
    bool pass = false;
    std::optional<StepCondition> when; ///< on the way to an upstream; absent: every request
    bool operator==(const EndpointStep&) const = default;
};

/// Successive calls that meet the same steps.
struct CallScript
{
    int times = 1;
    std::vector<EndpointStep> steps;
    bool operator==(const CallScript&) const = default;
};

/// What a server will do, as data; used by the virtual transport and by the real server alike.
struct Scenario
{
    std::string id;
    std::string title;
    std::string service = "generic";
    std::string operation;
    /// Method, headers and body that fit the scenario; url holds only path and query.
    std::optional<RequestSpec> request;
    std::vector<EndpointStep> steps; ///< one per request; the last one repeats
    std::vector<CallScript> calls;   ///< in place of steps
    bool perEndpoint = false;        ///< all calls share one cursor
    bool operator==(const Scenario&) const = default;
};

/// Which step responds to request number `request` (from 1) of call number `call` (from 1). `repeat` is
/// honoured; the last step, and the last entry of `calls`, repeat for ever. Never fails: a scenario
/// without steps responds with an empty 200. With perEndpoint the caller passes call 1 and counts
/// requests over all calls.
[[nodiscard]] const EndpointStep& stepFor(const Scenario& scenario, int call, std::int64_t request);

/// The same on the way to an upstream: of the steps of that call only those that hold for such a request
/// count, the last one repeats, and nullptr is a request that none holds for. path: may have a query.
[[nodiscard]] const EndpointStep* overlayStepFor(const Scenario& scenario, int call, std::int64_t request,
                                                 std::string_view method, std::string_view path);
/// On the way to an upstream this step leaves the response to it: it says so, or is a success that nothing is
/// wrong with, as scenarios have it at their end.
[[nodiscard]] bool isPassedOn(const EndpointStep& step);

/// What the rate limits of a scenario's steps let through, for all clients together. Steps are told apart by
/// where they stand, so the scenario must outlive the gate and stay in its place.
class ThrottleGate
{
public:
    /// The step itself, or what answers in its place when this request came too fast. now: any clock that
    /// does not go back.
    [[nodiscard]] const EndpointStep& pass(const EndpointStep& step, Instant now);

private:
    struct Bucket
    {
        double tokens = 0;
        Instant filled{};
    };
    std::map<const EndpointStep*, Bucket> m_buckets;
};

/// Fills `{date}`, `{date+SECONDS}`, `{date-SECONDS}` (HTTP date form) and `{requestId}` in.
[[nodiscard]] std::string fillPlaceholders(std::string_view text, WallTime now, std::string_view requestId);
/// A request id of 16 upper-case letters and digits, made from seed, call and request number.
[[nodiscard]] std::string requestIdFor(std::uint64_t seed, int client, int call, int attempt);

/// What people call it: its title, or its id where it has none.
[[nodiscard]] const std::string& titleOf(const Scenario& scenario);

} // namespace retryscope
