// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/enum_words.h"
#include "core/facts/error_name.h"
#include "core/facts/instant.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope {

/// How the client classifies a failure. Permanent is the only kind (besides None) that is never retried.
enum class ErrorKind : std::uint8_t {
    None,
    Permanent,
    Transient,
    Timeout,
    Server,
    Throttling,
    ClockSkew,
    NotReady,
    PartDone
};

template <>
struct EnumWords<ErrorKind>
{
    static constexpr Words<ErrorKind, 9> kWords{{{ErrorKind::None, "none"},
                                                 {ErrorKind::Permanent, "permanent"},
                                                 {ErrorKind::Transient, "transient"},
                                                 {ErrorKind::Timeout, "timeout"},
                                                 {ErrorKind::Server, "server"},
                                                 {ErrorKind::Throttling, "throttling"},
                                                 {ErrorKind::ClockSkew, "clockSkew"},
                                                 {ErrorKind::NotReady, "notReady"},
                                                 {ErrorKind::PartDone, "partDone"}}};
};

/// Name in records and policy files: `none`, `permanent`, … `partDone`.
[[nodiscard]] std::string_view toString(ErrorKind kind);
[[nodiscard]] std::optional<ErrorKind> errorKindFrom(std::string_view name);

/// Inclusive range of HTTP statuses; text form `503`, `5xx` or `500-599`.
struct StatusRange
{
    int from = 0;
    int to = 0;
    [[nodiscard]] constexpr bool contains(int status) const { return status >= from && status <= to; }
    bool operator==(const StatusRange&) const = default;
};

enum class NameIs {
    Absent,  ///< no place held a name
    Empty,   ///< a place held an empty name
    Unknown, ///< a name that no rule of this policy lists
    Present, ///< any non-empty name
};

template <>
struct EnumWords<NameIs>
{
    static constexpr Words<NameIs, 4> kWords{{{NameIs::Absent, "absent"},
                                              {NameIs::Empty, "empty"},
                                              {NameIs::Unknown, "unknown"},
                                              {NameIs::Present, "present"}}};
};

/// How much of a body `bodyHas` searches: errors identify themselves at the beginning.
inline constexpr std::size_t kSearchedBodyBytes = std::size_t{64} * 1024;

/// A place in the body (`json:Table/TableStatus`, `xml:…`, or `body` for the whole trimmed
/// text) and its allowed texts.
struct ValueAt
{
    std::string place;
    std::vector<std::string> textIn;
    bool operator==(const ValueAt&) const = default;
};

/// What one header field of the response must say.
struct HeaderValue
{
    std::string header;
    std::vector<std::string> textIn;   ///< one of these texts, exactly but for blanks around it; empty: any
    std::vector<std::string> prefixIn; ///< it begins with one of these texts; empty: any
    std::optional<double> from;        ///< a number that is not smaller
    std::optional<double> to;          ///< a number that is not larger
    bool operator==(const HeaderValue&) const = default;
};

/// A conjunction: every part that is set must be true. An empty condition always matches.
struct Condition
{
    std::vector<StatusRange> statusIn; ///< holds only when an HTTP response came
    std::vector<std::string> nameIn;   ///< exact, case-sensitive
    bool nameMustBeListed = false;     ///< an empty `nameIn` matches nothing: a list for the user to fill
    std::vector<std::string> namePrefixIn;
    std::vector<std::string> nameHas; ///< the name contains one of these texts, whatever their case
    std::optional<NameIs> nameIs;
    std::vector<BodyState> bodyIs;
    std::vector<std::string> lacks;    ///< a response whose body has a text at none of these places
    std::vector<std::string> methodIn; ///< of the request: `GET`; case-sensitive, as methods are
    std::vector<JsonShape> jsonIs;     ///< holds only for a body that is JSON
    std::vector<FaultKind> faultIn;
    std::vector<std::string> protocolIn; ///< rest-xml, query, soap, json, …
    std::vector<std::string> serviceIn;
    std::vector<std::string> operationIn;
    std::vector<std::string> operationNotIn;
    /// The request's method is idempotent (RFC 9110, section 9.2.2), or it carries an Idempotency-Key.
    std::optional<bool> idempotent;
    std::vector<std::string> messageHas; ///< the error's message contains one of these texts
    std::vector<std::string> bodyHas; ///< the first kSearchedBodyBytes of the body contain one of these texts
    std::vector<HeaderValue> headerValues; ///< each of them holds
    std::optional<bool> hinted;            ///< the response has a delay hint that this client can read
    std::vector<std::string> afterRules;   ///< an earlier attempt of the call ended by one of these rules
    std::vector<std::string> headerIn; ///< the response brings one of these header fields, whatever it says
    std::optional<ValueAt> valueAt;
    /// The response's Date differs from ours by the policy's tolerance or more; false: by less. A response
    /// without a Date that can be read fits neither.
    std::optional<bool> serverClockOff;
    std::optional<bool> crc32Mismatch;
    std::optional<bool> partDone; ///< a batch response with something left
    bool operator==(const Condition&) const = default;
};

/// Which responses a rule is tried on.
enum class RuleScope {
    Errors,    ///< faults and responses outside the policy's success statuses (the usual case)
    Successes, ///< responses with a success status
    All,
    /// Only the response to the request that starts an operation; no other rule applies to it. NotReady: the
    /// operation has started, and polling begins.
    Start,
};

template <>
struct EnumWords<RuleScope>
{
    static constexpr Words<RuleScope, 4> kWords{{{RuleScope::Errors, "errors"},
                                                 {RuleScope::Successes, "successes"},
                                                 {RuleScope::All, "all"},
                                                 {RuleScope::Start, "start"}}};
};

/// What decided whether a rule matches: what one of its conditions looks at, or something about the rule.
enum class Evidence : std::uint8_t {
    Matched, ///< every condition holds
    Uses,    ///< they do, but the rule has already matched as often as it may in one call
    Fault,
    Status,
    Method,
    Header,
    HeaderValue,
    Hint,   ///< whether a delay can be read in the response's header fields
    Before, ///< the rules by which earlier attempts of the call ended
    Body,
    NameState,
    Name,
    Protocol,
    Service,
    Operation,
    Message,
    Value,
    Clock,
    Crc32,
    PartDone,
};

template <>
struct EnumWords<Evidence>
{
    static constexpr Words<Evidence, 20> kWords{{{Evidence::Matched, "matched"},
                                                 {Evidence::Uses, "uses"},
                                                 {Evidence::Fault, "fault"},
                                                 {Evidence::Status, "status"},
                                                 {Evidence::Method, "method"},
                                                 {Evidence::Header, "header"},
                                                 {Evidence::HeaderValue, "headerValue"},
                                                 {Evidence::Hint, "hint"},
                                                 {Evidence::Before, "before"},
                                                 {Evidence::Body, "body"},
                                                 {Evidence::NameState, "nameState"},
                                                 {Evidence::Name, "name"},
                                                 {Evidence::Protocol, "protocol"},
                                                 {Evidence::Service, "service"},
                                                 {Evidence::Operation, "operation"},
                                                 {Evidence::Message, "message"},
                                                 {Evidence::Value, "value"},
                                                 {Evidence::Clock, "clock"},
                                                 {Evidence::Crc32, "crc32"},
                                                 {Evidence::PartDone, "partDone"}}};
};

/// One classification rule: condition -> kind.
struct Rule
{
    std::string id;    ///< `[a-z0-9-]+`, unique in the policy
    std::string title; ///< for people: what the rule asks, as a short statement
    RuleScope scope = RuleScope::Errors;
    Condition when;
    ErrorKind kind = ErrorKind::Permanent;
    /// The client's own word for it, for example `UNKNOWN` or `SERVER_ERROR`; may be empty.
    std::string meaning;
    std::string message; ///< text the client shows, `{name}` and `{message}` are filled in; may be empty
    std::optional<int> quotaCost;  ///< replaces the quota's cost for this kind
    std::optional<Duration> delay; ///< replaces the backoff, without jitter, and what headers ask for
    std::optional<int> atMost;     ///< how often the rule may match within one call; absent: always
    bool countsAsAttempt = true;   ///< false: the failure does not bring the client nearer to its maximum
    /// Without attempts or tokens left, the client returns a response with a success status as a success,
    /// even if it is corrupt; for a rule on errors, a response with any status.
    bool succeedsAtLimit = false;
    /// Conditions for this rule that no attempt shows, and what happens otherwise: `with urllib3 1.26;
    /// urllib3 2 raises an error, which is retried`. Empty: it always holds.
    std::string proviso;
    /// Code of the client's program that decides in this rule's case, too, and that nobody evaluated:
    /// `retryCondition: isMine(error)`. A retry by this rule is then StopReason::UnreadCode. Empty: none.
    std::string unread;
    /// The error that the client's own code raises instead of the failure, for example `TypeError`: the
    /// caller gets that. Empty: the failure.
    std::string raises;
    std::string advice; ///< advice when the last attempt ended by this rule; may be empty
    std::string source;
    bool operator==(const Rule&) const = default;
};

} // namespace retryscope
