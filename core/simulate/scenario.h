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

/// A rate limit: a bucket of `burst` tokens that refills with `ratePerSecond` tokens per second. Each
/// accepted request takes one token; a refused one takes none. The bucket starts full.
struct ThrottleSpec
{
    double ratePerSecond = 20; ///< above 0
    double burst = 1;          ///< at least 1
    std::string templateName;  ///< of the response to requests above the rate
    bool operator==(const ThrottleSpec&) const = default;
};

/// A response before the final one (RFC 9110, section 15.2). Not 101, which ends HTTP.
struct InterimResponse
{
    int status = 103; ///< 100, or 102 to 199
    Headers headers;
    bool operator==(const InterimResponse&) const = default;
};

/// Which requests get a step that is played in front of an upstream.
struct StepCondition
{
    std::string method; ///< empty: any
    std::string path;   ///< of the target, without its query; `*` stands for any text; empty: any
    bool operator==(const StepCondition&) const = default;
};

/// What a server does with one request. The texts still contain `{date}`, `{date+SECONDS}`, `{date-SECONDS}`
/// and `{requestId}`.
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
    std::optional<ThrottleSpec> throttle; ///< `throttled` is the response while requests exceed this rate
    std::vector<EndpointStep> throttled;  ///< the step named in `throttle`; empty without one
    std::vector<InterimResponse> interim; ///< sent before the response; clients pass them over
    Headers trailers;                     ///< after the body of a chunked response; clients pass them over
    bool beforeBody = false; ///< responds once the request's head is there, and closes; needs a request body
    std::string id;          ///< where steps are behaviours of a probe: of its row; else mostly empty
    std::string title;       ///< for people; may be empty
    std::optional<RequestSpec> request; ///< what a probe sends to meet this step; url holds path and query
    /// In front of an upstream: the upstream responds. `delay` comes before its response, and a fault changes
    /// it: with `truncate` and `truncate-reset` the last `missingBytes` of the body do not arrive; with
    /// `close`, `reset` and `hang` nothing arrives. Ignored elsewhere.
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

/// What a server will do, as data for both the virtual transport and the real server.
struct Scenario
{
    std::string id;
    std::string title;
    std::string shortName; ///< at most kLongestShortName characters; may be empty, see shortNameOf()
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

/// The same in front of an upstream: counts only the call's steps whose condition fits the request; the last
/// one repeats; nullptr if none fits. path: may have a query.
[[nodiscard]] const EndpointStep* overlayStepFor(const Scenario& scenario, int call, std::int64_t request,
                                                 std::string_view method, std::string_view path);
/// True if, in front of an upstream, this step lets the upstream respond: explicitly, or as a plain success
/// such as the last step of many scenarios.
[[nodiscard]] bool isPassedOn(const EndpointStep& step);

/// Applies the rate limits of a scenario's steps to all clients together. Identifies steps by address, so the
/// scenario must outlive the gate and must not move.
class ThrottleGate
{
public:
    /// The step itself, or its throttling response if this request exceeds the rate. now: from any monotonic
    /// clock.
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

/// Its display name: the title, else the id.
[[nodiscard]] const std::string& titleOf(const Scenario& scenario);
/// For lists and buttons: the short name, else the title.
[[nodiscard]] const std::string& shortNameOf(const Scenario& scenario);

} // namespace retryscope
