// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/facts/error_name.h"
#include "core/facts/instant.h"
#include "core/facts/request_spec.h"
#include "core/policy/rule.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace retryscope {

/// A recorded client configuration that a policy reproduces.
struct EmulatedClient
{
    std::string client;
    std::string version;
    std::string mode;
    bool operator==(const EmulatedClient&) const = default;
};

/// Durations that may differ by kind of error.
struct DurationByKind
{
    Duration byDefault{0};
    std::map<ErrorKind, Duration> byKind;
    [[nodiscard]] Duration of(ErrorKind kind) const;
    bool operator==(const DurationByKind&) const = default;
};

struct AttemptLimit
{
    int max = 3;             ///< at least 1 when countsFirst, at least 0 otherwise
    bool countsFirst = true; ///< false: `max` counts retries, so max + 1 attempts are made
    /// In place of `max` where the latest failure is of this kind; attempts of all kinds count.
    std::map<ErrorKind, int> maxByKind;
    /// No retry starts at or after this time from the start of the call; absent: no time limit.
    std::optional<Duration> maxElapsed;
    /// The user's attempt limit (RequestSpec::attemptTimeout) applies to the whole call, delays included.
    bool timeoutCoversCall = false;
    std::string source;
    /// All attempts, the first one included; the largest int stays as it is.
    [[nodiscard]] int attempts() const { return counted(max); }
    /// The same where the latest failure is of this kind.
    [[nodiscard]] int attempts(ErrorKind kind) const;
    /// Allows so many, the first one included; the largest int: any number. kind: where the latest failure is
    /// of this kind; None: in general, and kinds that allowed as many or more lose their own number.
    void setAttempts(int attempts, ErrorKind kind = ErrorKind::None);
    bool operator==(const AttemptLimit&) const = default;

private:
    [[nodiscard]] int counted(int most) const
    {
        return countsFirst || most == std::numeric_limits<int>::max() ? most : most + 1;
    }
};

enum class BackoffType {
    None,
    Exponential, ///< base × factor^(exponentStart + retry - 1)
    Linear,      ///< base × (exponentStart + retry)
    Listed,      ///< one delay after the other; the last one repeats
};

template <>
struct EnumWords<BackoffType>
{
    static constexpr Words<BackoffType, 4> kWords{{{BackoffType::None, "none"},
                                                   {BackoffType::Exponential, "exponential"},
                                                   {BackoffType::Linear, "linear"},
                                                   {BackoffType::Listed, "listed"}}};
};
enum class CapApplies { BeforeJitter, AfterJitter };

template <>
struct EnumWords<CapApplies>
{
    static constexpr Words<CapApplies, 2> kWords{
        {{CapApplies::BeforeJitter, "beforeJitter"}, {CapApplies::AfterJitter, "afterJitter"}}};
};
enum class Jitter {
    None,
    Full,         ///< draw × delay
    Equal,        ///< half fixed, half random
    Decorrelated, ///< between base and three times the delay before
    /// base ÷ 1.4 × (f(n + draw) - f(n - 1 + the draw before)), n from 0, where f(t) = 2^t × tanh(√(4 t)); of
    /// exponential backoff with factor 2. Source: Polly, RetryHelper.cs, DecorrelatedJitterBackoffV2().
    DecorrelatedV2,
    Around, ///< delay × (1 - spread … 1 + spread)
    Above,  ///< delay × (1 … 1 + spread)
    Below,  ///< delay × (1 - spread … 1)
    Plus,   ///< delay + (0 … noise), the cap notwithstanding where it applies before jitter
};

template <>
struct EnumWords<Jitter>
{
    static constexpr Words<Jitter, 9> kWords{{{Jitter::None, "none"},
                                              {Jitter::Full, "full"},
                                              {Jitter::Equal, "equal"},
                                              {Jitter::Decorrelated, "decorrelated"},
                                              {Jitter::DecorrelatedV2, "decorrelatedV2"},
                                              {Jitter::Around, "around"},
                                              {Jitter::Above, "above"},
                                              {Jitter::Below, "below"},
                                              {Jitter::Plus, "plus"}}};
};
enum class BackoffWhen {
    AfterFailure, ///< between a failed attempt and the next
    BeforeEach,   ///< before every attempt, the first included (polling); imposed by admit()
};

template <>
struct EnumWords<BackoffWhen>
{
    static constexpr Words<BackoffWhen, 2> kWords{
        {{BackoffWhen::AfterFailure, "afterFailure"}, {BackoffWhen::BeforeEach, "beforeEach"}}};
};

/// True if a delay depends on what was drawn for the one before.
[[nodiscard]] constexpr bool isDecorrelated(Jitter jitter)
{
    return jitter == Jitter::Decorrelated || jitter == Jitter::DecorrelatedV2;
}

/// How long to wait, by BackoffType; retries count from 1 (for BeforeEach: attempts, from 1).
struct BackoffSpec
{
    BackoffType type = BackoffType::None;
    DurationByKind base;
    double factor = 2.0; ///< at least 1
    int exponentStart = 0;
    std::vector<Duration>
        delays;                  ///< of BackoffType::Listed, never empty there; base and factor do not matter
    std::optional<Duration> cap; ///< absent: unbounded
    CapApplies capApplies = CapApplies::BeforeJitter;
    Jitter jitter = Jitter::None;
    double spread = 0.2;             ///< of Jitter::Around and Below, from 0 to 1, and of Above, from 0 on
    Duration noise{0};               ///< of Jitter::Plus
    std::optional<Duration> floor;   ///< no delay is shorter, jitter included; absent: none
    bool firstWithoutJitter = false; ///< the first delay is the base itself
    BackoffWhen when = BackoffWhen::AfterFailure;
    bool firstRetryAtOnce = false; ///< the first retry does not wait; the exponent counts on all the same
    bool beforeGivingUp = false;   ///< waits once more after the last failure, then stops
    std::string source;
    bool operator==(const BackoffSpec&) const = default;
};

enum class QuotaScope { Client, Call };

template <>
struct EnumWords<QuotaScope>
{
    static constexpr Words<QuotaScope, 2> kWords{
        {{QuotaScope::Client, "client"}, {QuotaScope::Call, "call"}}};
};
enum class GiveBack {
    Nothing,
    One,            ///< 1 after every success
    LastCost,       ///< the last charge of the call; 1 when there was no retry
    LastCostAndOne, ///< the last charge and 1 more
    LastCostOnly,   ///< the last charge; nothing when there was no retry
};

template <>
struct EnumWords<GiveBack>
{
    static constexpr Words<GiveBack, 5> kWords{{{GiveBack::Nothing, "nothing"},
                                                {GiveBack::One, "one"},
                                                {GiveBack::LastCost, "lastCost"},
                                                {GiveBack::LastCostAndOne, "lastCostAndOne"},
                                                {GiveBack::LastCostOnly, "lastCostOnly"}}};
};

/// Whether successes can ever refill the quota; giving back only what the call took cannot.
[[nodiscard]] constexpr bool fillsUp(GiveBack giveBack)
{
    return giveBack != GiveBack::Nothing && giveBack != GiveBack::LastCostOnly;
}
enum class WhenQuotaEmpty {
    Refuse,
    TakeWhatIsLeft,
    ChargeAnyway, ///< every retryable failure is charged, including the last of a call and a refused one
};

template <>
struct EnumWords<WhenQuotaEmpty>
{
    static constexpr Words<WhenQuotaEmpty, 3> kWords{{{WhenQuotaEmpty::Refuse, "refuse"},
                                                      {WhenQuotaEmpty::TakeWhatIsLeft, "takeWhatIsLeft"},
                                                      {WhenQuotaEmpty::ChargeAnyway, "chargeAnyway"}}};
};

/// The retry token bucket.
struct QuotaSpec
{
    int capacity = 500;
    QuotaScope scope = QuotaScope::Client;
    int cost = 5;
    std::map<ErrorKind, int> costByKind;
    GiveBack giveBack = GiveBack::LastCost;
    WhenQuotaEmpty whenEmpty = WhenQuotaEmpty::Refuse;
    /// Operations that hold a connection open to wait for work (the trait smithy.api#longPoll): where only
    /// the tokens forbid a retry, the backoff passes before they fail, so that their loop does not spin.
    std::vector<std::string> longPolling;
    int reserve = 0;          ///< tokens that must remain after a retry was paid; 0: none
    int earnPerCall = 0;      ///< tokens that every call adds: a retry budget as a share of calls
    std::optional<int> start; ///< level at first; absent: the capacity
    /// Units of this quota in one token of the client's own settings: 10 where gRPC counts tenths. Texts
    /// divide by it.
    int perToken = 1;
    std::string source;
    [[nodiscard]] int costOf(ErrorKind kind) const;
    /// Tokens before the client's first call.
    [[nodiscard]] int firstLevel() const { return std::min(start.value_or(capacity), capacity); }
    bool operator==(const QuotaSpec&) const = default;
};

enum class WhenLimited {
    Wait, ///< for the next send token
    Fail, ///< at once, without an attempt
};

template <>
struct EnumWords<WhenLimited>
{
    static constexpr Words<WhenLimited, 2> kWords{{{WhenLimited::Wait, "wait"}, {WhenLimited::Fail, "fail"}}};
};

/// The adaptive send-rate limiter (CUBIC). Numbers:
/// resources/policies/README.md; the same in seven SDKs.
struct LimiterSpec
{
    double minFillRatePerSecond = 0.5;
    double minCapacity = 1.0;
    double smooth = 0.8;
    double beta = 0.7;
    double scale = 0.4;
    double timeBucketSeconds = 0.5;
    double rateCapFactor = 2.0; ///< new rate at most this many times the measured rate
    double costPerAttempt = 1.0;
    double startTokens = 0; ///< tokens that are there when the first throttling switches it on
    WhenLimited whenEmpty = WhenLimited::Wait;
    QuotaScope scope = QuotaScope::Client;
    std::string source;
    bool operator==(const LimiterSpec&) const = default;
};

enum class HintUnit {
    Seconds,
    Date,
    SecondsOrDate,
    Milliseconds,
    TimeSpan,           ///< a number and its unit, once or more: `6m0s`, `1.5s`, `20ms`
    EpochSeconds,       ///< a moment in seconds since 1970
    Timestamp,          ///< a moment as in RFC 3339
    SecondsDateOrEpoch, ///< seconds; from 1704067200 on (2024) a moment in seconds since 1970; or a date
};

template <>
struct EnumWords<HintUnit>
{
    static constexpr Words<HintUnit, 8> kWords{{{HintUnit::Seconds, "seconds"},
                                                {HintUnit::Date, "date"},
                                                {HintUnit::SecondsOrDate, "secondsOrDate"},
                                                {HintUnit::Milliseconds, "milliseconds"},
                                                {HintUnit::TimeSpan, "duration"},
                                                {HintUnit::EpochSeconds, "epochSeconds"},
                                                {HintUnit::Timestamp, "timestamp"},
                                                {HintUnit::SecondsDateOrEpoch, "secondsDateOrEpoch"}}};
};
enum class HintBounds {
    LowerBound, ///< max(hint, backoff)
    Replace,    ///< the hint itself
    Within5s,   ///< max(t, min(hint, t + 5 s)), t being the backoff
};

template <>
struct EnumWords<HintBounds>
{
    static constexpr Words<HintBounds, 3> kWords{{{HintBounds::LowerBound, "lowerBound"},
                                                  {HintBounds::Replace, "replace"},
                                                  {HintBounds::Within5s, "within5s"}}};
};

/// Which dates a client reads.
enum class DateForms {
    Http,   ///< the three of RFC 9110, section 5.6.7
    Python, ///< also without a zone, which is UTC (email.utils.parsedate_tz)
    /// Also without a zone, and those of ISO 8601 (Date.parse). What has no zone is local time of the client,
    /// which nobody knows: it is read as UTC.
    JavaScript,
    Smithy, ///< also those of ISO 8601, and a number of seconds behind `GMT, `: two fields that were joined
};

template <>
struct EnumWords<DateForms>
{
    static constexpr Words<DateForms, 4> kWords{{{DateForms::Http, "http"},
                                                 {DateForms::Python, "python"},
                                                 {DateForms::JavaScript, "javascript"},
                                                 {DateForms::Smithy, "smithy"}}};
};

/// A header with a delay hint.
struct HintSpec
{
    std::string header;
    HintUnit unit = HintUnit::Seconds;
    HintBounds bounds = HintBounds::LowerBound;
    DateForms dates = DateForms::Http;
    bool restartsBackoff = false;      ///< after such a delay the backoff grows from its beginning
    std::vector<StatusRange> statusIn; ///< it is looked at with these statuses only; empty: with all
    std::optional<Duration> cap;       ///< of the hint itself
    bool decimals = false;             ///< numbers may have a fraction: `1.5`
    bool isSigned = false;      ///< numbers may have a sign; one below 0 counts as 0, a date that passed too
    bool leading = false;       ///< what follows a number is not looked at: `30s`
    bool zeroMeansNone = false; ///< 0 counts as if the header were missing
    bool pastMeansNone = false; ///< so does less than 0, or a moment that has passed
    bool hidesOthers = false;   ///< of such headers only the first one of the response is looked at
    bool unreadableForbids = false;          ///< what is no number from 0 on forbids the retry
    std::optional<Duration> unreadableMeans; ///< what cannot be read asks for so much
    std::optional<Duration> ignoreBelow;     ///< a shorter one counts as if the header were missing
    std::optional<Duration> ignoreAbove;     ///< a longer one counts as if the header were missing
    std::optional<Duration> forbidsAbove;    ///< a longer one forbids the retry
    /// A hint longer than the user's attempt limit forbids the retry.
    bool forbidsAboveTimeout = false;
    std::optional<Duration> atOnceAbove; ///< a longer one ends at once, like an overflowing timer
    double spread =
        0; ///< jitter on top of what it asks for, as a part of it, drawn as that of the backoff is
    Duration noise{0}; ///< jitter on top of what it asks for
    std::string source;
    bool operator==(const HintSpec&) const = default;
};

/// What the client does with a connection that can still be used.
struct ConnectionSpec
{
    std::vector<ErrorKind> closeAfter; ///< after such a failure the next attempt gets a new one
    std::string source;
    bool operator==(const ConnectionSpec&) const = default;
};

struct ClockSpec
{
    Duration tolerance =
        std::chrono::minutes{4}; ///< from this difference on the server's clock counts as off
    bool learns = true;          ///< the skew is kept for later attempts of the client
    std::string source;
    bool operator==(const ClockSpec&) const = default;
};

/// How a client handles environment settings that other clients reject. Anything not listed here is an error.
struct EnvironmentHabits
{
    std::string otherMode;            ///< taken for every mode that the family lacks; empty: an error
    bool ignoresAttempts = false;     ///< this mode makes no use of the number of attempts
    bool ignoresBadAttempts = false;  ///< a text that is no number counts as not set
    bool zeroAttemptsMeanOne = false; ///< 0: one attempt and no retry
    std::string onBadMode;            ///< for people, what the client does with a mode that it refuses
    std::string onBadAttempts;        ///< the same of a number of attempts
    std::string source;
    bool operator==(const EnvironmentHabits&) const = default;
};

/// What the client's HTTP library sends again by itself, invisible to the client and its quota: a request on
/// a kept connection that closes before the first byte of the response.
struct ResendSpec
{
    std::vector<std::string> methodIn; ///< never empty
    std::string source;
    bool operator==(const ResendSpec&) const = default;
};

/// How much of a request's body the client keeps, to be able to send it again.
struct RequestBodySpec
{
    int max = 0; ///< bytes, from 0 on; a failure of a request with a longer body is not retried
    /// What failed before anything was sent (isNeverSent()) is retried however long the body is.
    bool onlyOnceSent = false;
    std::string source;
    bool operator==(const RequestBodySpec&) const = default;
};

/// The client's default timeouts. 0: no limit; absent: unknown. A run limits its attempts by `attempt` where
/// the user sets no attempt timeout; the others are for information, and a run uses the limits of its
/// request.
struct ClientTimeouts
{
    std::optional<Duration> attempt; ///< one attempt as a whole
    std::optional<Duration> connect;
    std::optional<Duration> read; ///< without a byte of the response
    std::string source;
    bool operator==(const ClientTimeouts&) const = default;
};

/// The error classes with which the client reports a failure to its caller.
struct ErrorClasses
{
    std::string responded;  ///< a response says what failed: `AwsServiceException`
    std::string unanswered; ///< no response came, or none that can be read: `SdkClientException`
    /// The last response is a failure that the client would have retried: `MaxRetryError`. Empty: as
    /// responded.
    std::string exhausted;
    std::string source;
    bool operator==(const ErrorClasses&) const = default;
};

/// What the client does with a redirect by itself, below its retries: it sends a request to the Location, and
/// its retry rules see the response from there.
struct RedirectSpec
{
    std::vector<StatusRange> follows;       ///< statuses; empty: none
    std::optional<int> most;                ///< in a row, at least 1; absent: no limit, or not known
    std::vector<StatusRange> changesMethod; ///< statuses of `follows` after which a POST goes on as a GET
    std::string source;
    bool operator==(const RedirectSpec&) const = default;
};

struct SuccessSpec
{
    std::vector<StatusRange> statusIn = {{200, 299}};
    std::string source;
    bool operator==(const SuccessSpec&) const = default;
};

/// What a conflict between two statements of a document is about.
enum class NoteTopic { Attempts, Delay, Verdict };

template <>
struct EnumWords<NoteTopic>
{
    static constexpr Words<NoteTopic, 3> kWords{
        {{NoteTopic::Attempts, "attempts"}, {NoteTopic::Delay, "delay"}, {NoteTopic::Verdict, "verdict"}}};
};

/// A behaviour of the emulated client that the numbers do not show, for people: "would loop for ever".
struct PolicyNote
{
    std::string text;
    std::string source;
    /// Not empty if the document contradicts itself here; then the note is shown wherever these numbers are
    /// used.
    std::vector<NoteTopic> conflictsAbout;
    /// Not empty: the contradiction is about responses with these statuses only.
    std::vector<StatusRange> statusIn;
    /// Not empty: the document leaves these open, and the numbers here are Retryscope's defaults.
    std::vector<NoteTopic> assumedAbout;
    bool operator==(const PolicyNote&) const = default;
};

/// A header that the client adds to every attempt. `{attempt}` (from 1), `{retry}` (from 0), `{max}`,
/// `{callId}` (a UUID, the same for all attempts of a call) and `{ttl}` (server time at which the client
/// stops waiting, `20260101T000000Z`) are filled in.
struct AttemptHeader
{
    std::string name;
    std::string first; ///< value of the first attempt
    std::string later; ///< value of the others; empty: as the first
    /// Value of the others once a response told the server's time; empty: as `later`.
    std::string laterWithTtl;
    std::string source;
    bool operator==(const AttemptHeader&) const = default;
};

/// The differences of one service or operation. Groups that are set replace the general ones completely.
struct ServiceOverride
{
    std::optional<AttemptLimit> attempts;
    std::optional<BackoffSpec> backoff;
    std::optional<QuotaSpec> quota;
    std::optional<SuccessSpec> success;
    std::vector<Rule> rules;           ///< tried before the general ones
    std::vector<std::string> replaces; ///< ids of general rules that do not hold for this service
    bool operator==(const ServiceOverride&) const = default;
};

/// The ecosystem of a client, so that people find it among a hundred.
enum class Ecosystem {
    AwsSdk,
    Api,        ///< the client of one service's API: models, payments, repositories
    HttpClient, ///< sends any request, and retries by itself
    Proxy,      ///< sits in between or controls what does: proxies, meshes, control planes
    Library,    ///< retries whatever it is given
};

template <>
struct EnumWords<Ecosystem>
{
    static constexpr Words<Ecosystem, 5> kWords{{{Ecosystem::AwsSdk, "awsSdk"},
                                                 {Ecosystem::Api, "api"},
                                                 {Ecosystem::HttpClient, "httpClient"},
                                                 {Ecosystem::Proxy, "proxy"},
                                                 {Ecosystem::Library, "library"}}};
};

/// Characters of a short name, so that a list or a grid never cuts one.
inline constexpr std::size_t kLongestShortName = 28;

/// The complete retry policy of one SDK mode or document. A plain value.
struct Policy
{
    std::string id; ///< `[a-z0-9.-]+`, the file's name
    std::string title;
    std::string shortName; ///< at most kLongestShortName characters; empty: the id, see shortNameOf()
    std::string version;
    std::string family;                 ///< policies of one family differ by mode only
    std::string mode;                   ///< standard, adaptive, legacy, or empty
    std::optional<Ecosystem> ecosystem; ///< absent: a document, or not said
    std::string document;               ///< the document it follows, for people; empty for an emulated client
    std::vector<EmulatedClient> emulates;
    /// The program's names in User-Agent, the most certain first: a word or its beginning (`axios/`), with
    /// `{version}` for its version (`{version 2}`: a version that begins with 2) or `{program}` for the
    /// version of a program that always contains this client (`aws-cli/{program}`). `*`: any, because the
    /// program passes on other user agents. Empty: unknown. See claimOf() in core/recording.
    std::vector<std::string> userAgents;
    std::vector<PolicyNote> notes;
    /// How sure this is; absent: recorded for an emulated client, document for a document, else source.
    std::optional<EvidenceLevel> evidence;
    std::map<std::string, ErrorReading> reading; ///< by protocol; `json/sqs` for one service alone;
                                                 ///< `generic` serves those not named
    /// Services that this client's version speaks another protocol with than the newest ones do.
    std::map<std::string, std::string> protocols;
    bool lastMatchWins = false;
    SuccessSpec success;
    AttemptLimit attempts;
    std::vector<Rule> rules;
    ErrorKind otherwise = ErrorKind::Permanent; ///< when no rule matches a failure
    std::string otherwiseMeaning;
    std::string otherwiseSource;
    BackoffSpec backoff;
    std::optional<QuotaSpec> quota;
    std::optional<LimiterSpec> limiter;
    std::vector<HintSpec> hints;
    std::vector<AttemptHeader> attemptHeaders;
    std::optional<ConnectionSpec> connection;
    std::optional<ClockSpec> clock;
    std::optional<EnvironmentHabits> environment;
    std::optional<ResendSpec> resends;
    std::optional<RequestBodySpec> requestBody; ///< absent: whatever can be read twice is sent again
    std::optional<ClientTimeouts> timeouts;
    std::optional<ErrorClasses> errorClasses;
    /// A setting of the client chooses the methods that it retries, though no rule asks for one.
    bool filtersMethods = false;
    std::optional<RedirectSpec> redirects; ///< absent: not known
    std::map<std::string, ServiceOverride> services;
    std::map<std::string, ServiceOverride> operations; ///< after those of the service
    bool operator==(const Policy&) const = default;
};

/// Recorded, measured, from source, announced, or a document's; says what `evidence` says, else follows the
/// rest.
[[nodiscard]] EvidenceLevel evidenceOf(const Policy& policy);
/// The rule with this index in Policy::rules; nullptr for a negative one: no rule decided.
[[nodiscard]] const Rule* ruleAt(const Policy& policy, int index);
/// Where the client's decision comes from: the rule's source, that of the successes, or that of the default.
[[nodiscard]] const std::string& sourceOf(const Policy& policy, int rule, ErrorKind kind);
/// True for the rules that an SDK has only with AWS_NEW_RETRIES_2026=true, by its family.
[[nodiscard]] bool isBehindOptIn(const Policy& policy);

/// The name on the policy's own page: the title, else the id.
[[nodiscard]] const std::string& titleOf(const Policy& policy);
/// The name in sentences, lists and grids: the short name, else the id.
[[nodiscard]] const std::string& shortNameOf(const Policy& policy);

/// The policy of this id; nullopt: it is unknown here.
using PolicyLookup = std::function<std::optional<Policy>(const std::string& id)>;

} // namespace retryscope
