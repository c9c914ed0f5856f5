// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/server_hints.h"

#include "core/facts/body_error.h"
#include "core/facts/header_syntax.h"
#include "core/facts/http_date.h"
#include "core/policy/hint_value.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>

namespace retryscope {

namespace {

constexpr double kLongestHint = toSeconds(kHundredYears);
/// From here on a number of seconds is a moment, not a time to let pass: 2001, or 31 years.
constexpr double kLeastEpochSeconds = 1'000'000'000;

enum class Syntax {
    SecondsOrDate,
    Milliseconds,
    Pushback,   ///< milliseconds; a negative number, or none at all, forbids a retry
    YesOrNo,    ///< `true` and `false`
    RateLimit,  ///< `limit=10, remaining=0, reset=30`, or `"default";r=0;t=30`
    Reset,      ///< seconds, `6m0s`, or the time in seconds since 1970 or as in RFC 3339
    ForbidsAny, ///< its presence asks for no retry
};

struct KnownHint
{
    std::string_view header;
    Syntax syntax;
};

constexpr std::array<KnownHint, 16> kKnownHints{{
    {"retry-after", Syntax::SecondsOrDate},
    {"x-amz-retry-after", Syntax::Milliseconds},
    {"retry-after-ms", Syntax::Milliseconds},
    {"x-should-retry", Syntax::YesOrNo},
    {"stripe-should-retry", Syntax::YesOrNo},
    {"grpc-retry-pushback-ms", Syntax::Pushback},
    {"ratelimit", Syntax::RateLimit},
    {"ratelimit-reset", Syntax::Reset},
    {"x-ratelimit-reset", Syntax::Reset},
    {"x-ratelimit-reset-requests", Syntax::Reset},
    {"x-ratelimit-reset-tokens", Syntax::Reset},
    {"anthropic-ratelimit-requests-reset", Syntax::Reset},
    {"anthropic-ratelimit-tokens-reset", Syntax::Reset},
    {"x-ms-retry-after-ms", Syntax::Milliseconds},
    {"x-envoy-overloaded", Syntax::ForbidsAny},
    {"x-envoy-ratelimited", Syntax::ForbidsAny},
}};

struct Reading
{
    HintMeaning meaning = HintMeaning::None;
    std::optional<Duration> asked;
};

Duration fromSeconds(double seconds)
{
    constexpr double kMicroseconds = 1e6;
    return Duration{std::llround(std::clamp(seconds, 0.0, kLongestHint) * kMicroseconds)};
}

Reading untilMoment(WallTime moment, HintMeaning meaning, std::optional<WallTime> now)
{
    if (!now) {
        return {.meaning = meaning, .asked = {}};
    }
    constexpr double kPerSecond = 1000;
    return {.meaning = meaning,
            .asked = fromSeconds(static_cast<double>((moment - *now).count()) / kPerSecond)};
}

Reading secondsIn(std::string_view text, HintMeaning meaning)
{
    const std::optional<double> seconds = numberIn(text);
    return seconds && *seconds >= 0 ? Reading{meaning, fromSeconds(*seconds)} : Reading{};
}

Reading readSecondsOrDate(std::string_view text, std::optional<WallTime> now)
{
    if (const std::optional<WallTime> date = parseHttpDate(trimmed(text))) {
        return untilMoment(*date, HintMeaning::Date, now);
    }
    return secondsIn(text, HintMeaning::Seconds);
}

Reading readMilliseconds(std::string_view text)
{
    constexpr double kPerSecond = 1000;
    const std::optional<double> milliseconds = numberIn(text);
    return milliseconds && *milliseconds >= 0
               ? Reading{HintMeaning::Milliseconds, fromSeconds(*milliseconds / kPerSecond)}
               : Reading{};
}

/// A moment (`2026-01-31T12:00:00Z`) or a time to let pass (`6m0s`), as the model services write them.
Reading readResetText(std::string_view text, std::optional<WallTime> now)
{
    if (const std::optional<WallTime> moment = parseTimestamp(trimmed(text))) {
        return untilMoment(*moment, HintMeaning::ResetTime, now);
    }
    const HintSpec written{.header = {}, .unit = HintUnit::TimeSpan, .source = {}};
    const std::optional<Duration> asked = hintValue(written, text, now);
    return asked ? Reading{HintMeaning::SecondsToReset, asked} : Reading{};
}

Reading readReset(std::string_view text, std::optional<WallTime> now)
{
    const std::optional<double> seconds = numberIn(text);
    if (!seconds) {
        return readResetText(text, now);
    }
    if (*seconds < kLeastEpochSeconds) {
        return secondsIn(text, HintMeaning::SecondsToReset);
    }
    const WallTime moment{static_cast<WallTime::rep>(std::min(*seconds, 1e12) * 1000)};
    return untilMoment(moment, HintMeaning::ResetTime, now);
}

/// What stands behind the first of these keys that is there.
std::string_view valueBehind(std::string_view text, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + 1)) {
            const bool beginsWord =
                at == 0 || text[at - 1] == ';' || text[at - 1] == ',' || text[at - 1] == ' ';
            if (beginsWord) {
                const std::string_view rest = text.substr(at + key.size());
                return rest.substr(0, rest.find_first_of(";, "));
            }
        }
    }
    return {};
}

/// Of a list such as `"burst";r=10;t=5, "daily";r=0;t=3600` the limit that is used up, else the first; before
/// draft 08 the commas stood between the parts of one limit, so that all of it is one.
std::string_view decidingLimit(std::string_view text)
{
    const std::string_view first = text.substr(0, text.find(','));
    if (first.find(';') == std::string_view::npos) {
        return text;
    }
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view limit = rest.substr(0, rest.find(','));
        const std::optional<double> left = numberIn(valueBehind(limit, {"r="}));
        if (left && *left <= 0) {
            return limit;
        }
        rest.remove_prefix(std::min(limit.size() + 1, rest.size()));
    }
    return first;
}

/// `t=` since draft 08, `reset=` before.
Reading readRateLimit(std::string_view text)
{
    return secondsIn(valueBehind(decidingLimit(text), {"t=", "reset="}), HintMeaning::SecondsToReset);
}

/// How much of a limit is left, of which this header tells the reset: `r=` or `remaining=` in it, or the
/// header `…-Remaining` beside it. Absent where no number says so.
std::optional<double> leftOf(Syntax syntax, const Header& header, const Headers& headers)
{
    if (syntax == Syntax::RateLimit) {
        return numberIn(valueBehind(decidingLimit(header.value), {"r=", "remaining="}));
    }
    constexpr std::string_view kReset = "reset";
    const std::string_view stem = std::string_view(header.name).substr(0, header.name.size() - kReset.size());
    const std::string* left = headers.find(std::string(stem) + "remaining");
    return left != nullptr ? numberIn(*left) : std::nullopt;
}

Reading readYesOrNo(std::string_view text)
{
    text = trimmed(text);
    if (equalsIgnoringCase(text, "true")) {
        return {.meaning = HintMeaning::Retry, .asked = {}};
    }
    return {.meaning = equalsIgnoringCase(text, "false") ? HintMeaning::NoRetry : HintMeaning::None,
            .asked = {}};
}

Reading readAs(Syntax syntax, std::string_view text, std::optional<WallTime> now)
{
    switch (syntax) {
    case Syntax::SecondsOrDate:
        return readSecondsOrDate(text, now);
    case Syntax::Milliseconds:
        return readMilliseconds(text);
    case Syntax::Pushback: {
        const Reading delay = readMilliseconds(text);
        return delay.asked ? delay : Reading{HintMeaning::NoRetry, {}};
    }
    case Syntax::YesOrNo:
        return readYesOrNo(text);
    case Syntax::RateLimit:
        return readRateLimit(text);
    case Syntax::Reset:
        return readReset(text, now);
    case Syntax::ForbidsAny:
        return {.meaning = HintMeaning::NoRetry, .asked = {}};
    }
    return {};
}

/// Of a header that only the policy knows.
Syntax syntaxOf(HintUnit unit)
{
    switch (unit) {
    case HintUnit::Milliseconds:
        return Syntax::Milliseconds;
    case HintUnit::TimeSpan:
    case HintUnit::EpochSeconds:
    case HintUnit::Timestamp:
    case HintUnit::SecondsDateOrEpoch:
        return Syntax::Reset;
    case HintUnit::Seconds:
    case HintUnit::Date:
    case HintUnit::SecondsOrDate:
        break;
    }
    return Syntax::SecondsOrDate;
}

/// The last part of `json:error/details/1/retryDelay`.
std::string_view memberOf(std::string_view place)
{
    return place.substr(place.find_last_of("/:") + 1);
}

/// What a member of a body asks for; absent if it is not about retrying. A number in a sentence is none.
std::optional<Reading> readMember(const BodyField& field, const ParsedBody& body, std::optional<WallTime> now)
{
    const std::string_view member = memberOf(field.place);
    if (member == "retry_after_ms") {
        return readMilliseconds(field.text);
    }
    if (member == "retryDelay") {
        const std::string owner = field.place.substr(0, field.place.size() - member.size());
        const std::string* type = body.find(owner + "@type");
        return type != nullptr && type->ends_with("google.rpc.RetryInfo")
                   ? std::optional(readResetText(field.text, now))
                   : std::nullopt;
    }
    if (member != "retry_after" && member != "retryAfter") {
        return std::nullopt;
    }
    Reading reading = readReset(field.text, now);
    if (reading.meaning == HintMeaning::SecondsToReset) {
        reading.meaning = HintMeaning::Seconds;
    }
    return reading;
}

/// Of an error only: a job that is told to be asked for again is none.
std::vector<ServerHint> hintsInBody(const AttemptFacts& facts, std::optional<WallTime> wallTime)
{
    constexpr int kFirstError = 400;
    std::vector<ServerHint> hints;
    if (facts.response->status < kFirstError && !bodyErrorOf(facts)) {
        return hints;
    }
    const std::optional<WallTime> now = facts.response->date ? facts.response->date : wallTime;
    for (const BodyField& field : facts.response->parsed.fields) {
        const bool isMember = !field.place.starts_with("xml:");
        const std::optional<Reading> reading =
            isMember ? readMember(field, facts.response->parsed, now) : std::nullopt;
        if (reading && reading->asked) {
            hints.push_back({.header = spelledPlace(field.place),
                             .value = field.text,
                             .isInBody = true,
                             .meaning = reading->meaning,
                             .asked = reading->asked});
        }
    }
    return hints;
}

class HintReader
{
public:
    HintReader(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
               std::optional<WallTime> wallTime)
        : m_policy(policy.policy)
        , m_response(*facts.response)
        , m_decision(decision)
        , m_now(facts.response->date ? facts.response->date : wallTime)
    {
    }

    [[nodiscard]] std::optional<ServerHint> read(const Header& header) const
    {
        const HintSpec* spec = specFor(header.name);
        const auto known =
            std::find_if(kKnownHints.begin(), kKnownHints.end(), [&header](const KnownHint& hint) {
                return equalsIgnoringCase(hint.header, header.name);
            });
        if (known == kKnownHints.end() && spec == nullptr) {
            return std::nullopt;
        }
        const Syntax syntax = known != kKnownHints.end() ? known->syntax : syntaxOf(spec->unit);
        const Reading reading = readAs(syntax, header.value, m_now);
        ServerHint hint{.header = header.name,
                        .value = header.value,
                        .meaning = reading.meaning,
                        .asked = reading.asked,
                        .isRead = spec != nullptr || isAskedFor(header.name)};
        if (spec != nullptr) {
            hint.readAs = spec->unit;
            hint.bounds = spec->bounds;
        }
        if (!hint.isRead && isMereState(syntax, header)) {
            return std::nullopt;
        }
        useOf(hint);
        return hint;
    }

private:
    /// A limit that is not reached asks nobody to wait for its reset.
    [[nodiscard]] bool isMereState(Syntax syntax, const Header& header) const
    {
        if (syntax != Syntax::RateLimit && syntax != Syntax::Reset) {
            return false;
        }
        constexpr int kTooManyRequests = 429;
        constexpr int kUnavailable = 503;
        const std::optional<double> left = leftOf(syntax, header, m_response.headers);
        const bool isRefusal = m_response.status == kTooManyRequests || m_response.status == kUnavailable;
        return left ? *left > 0 : !isRefusal;
    }

    [[nodiscard]] const HintSpec* specFor(const std::string& header) const
    {
        const auto found =
            std::find_if(m_policy.hints.begin(), m_policy.hints.end(),
                         [&](const HintSpec& spec) { return equalsIgnoringCase(spec.header, header); });
        return found == m_policy.hints.end() ? nullptr : &*found;
    }

    static bool asksFor(const Rule& rule, const std::string& header)
    {
        return std::any_of(rule.when.headerIn.begin(), rule.when.headerIn.end(),
                           [&header](const std::string& name) { return equalsIgnoringCase(name, header); }) ||
               std::any_of(
                   rule.when.headerValues.begin(), rule.when.headerValues.end(),
                   [&header](const HeaderValue& value) { return equalsIgnoringCase(value.header, header); });
    }

    /// A rule looks whether the header is there.
    [[nodiscard]] bool isAskedFor(const std::string& header) const
    {
        return std::any_of(m_policy.rules.begin(), m_policy.rules.end(),
                           [&header](const Rule& rule) { return asksFor(rule, header); });
    }

    void useOf(ServerHint& hint) const
    {
        for (const TraceStep& step : m_decision.trace) {
            const auto* applied = std::get_if<HintApplied>(&step);
            if (applied != nullptr && equalsIgnoringCase(applied->header, hint.header)) {
                useOfApplied(hint, *applied);
                return;
            }
        }
        const Rule* rule = decidingRule();
        if (rule != nullptr && asksFor(*rule, hint.header)) {
            hint.use = HintUse::Obeyed;
            return;
        }
        findLoss(hint);
    }

    [[nodiscard]] const Rule* decidingRule() const { return ruleAt(m_policy, m_decision.rule); }

    /// Only of a retry: whatever ended the call says more than this.
    void findLoss(ServerHint& hint) const
    {
        const HintSpec* spec = specFor(hint.header);
        const Rule* rule = decidingRule();
        if (spec == nullptr || m_decision.verdict != Verdict::Retry) {
            return;
        }
        if (rule != nullptr && rule->delay) {
            hint.loss = HintLoss::OwnDelay;
            return;
        }
        const bool isForStatus =
            spec->statusIn.empty() ||
            std::any_of(spec->statusIn.begin(), spec->statusIn.end(),
                        [this](const StatusRange& range) { return range.contains(m_response.status); });
        if (!isForStatus) {
            hint.loss = HintLoss::OtherStatus;
            return;
        }
        const std::optional<Duration> asked = hintValue(*spec, hint.value, m_now);
        if (asked && spec->ignoreBelow && *asked < *spec->ignoreBelow) {
            hint.loss = HintLoss::TooShort;
            hint.limit = spec->ignoreBelow;
        } else if (spec->pastMeansNone && isInThePast(hint.value, asked)) {
            hint.loss = HintLoss::TooShort;
            hint.limit = Duration::zero();
        } else if (asked && spec->ignoreAbove && *asked > *spec->ignoreAbove) {
            hint.loss = HintLoss::TooLong;
            hint.limit = spec->ignoreAbove;
        }
    }

    void useOfApplied(ServerHint& hint, const HintApplied& applied) const
    {
        if (applied.forbids && applied.asked) {
            hint.asked = applied.asked;
            hint.use = HintUse::Bounded;
            return;
        }
        if (applied.forbids) {
            hint.meaning = HintMeaning::NoRetry;
            hint.asked.reset();
            hint.use = HintUse::Obeyed;
            return;
        }
        if (!applied.asked) {
            hint.use = HintUse::Unreadable;
            const HintSpec* spec = specFor(hint.header);
            if (spec != nullptr && spec->unreadableMeans && isWaitTold()) {
                hint.applied = applied.applied;
            }
            return;
        }
        hint.asked = applied.asked;
        hint.isNegative = numberIn(applied.text).value_or(0) < 0;
        const std::optional<DelayWindow>& window = m_decision.window;
        const HintSpec* spec = specFor(hint.header);
        hint.isJittered = spec != nullptr && (spec->spread > 0 || spec->noise > Duration::zero()) &&
                          applied.applied >= *applied.asked && (!window || window->low == *applied.asked);
        const bool isAsAsked =
            hint.isJittered ||
            (applied.applied == *applied.asked &&
             (!window || (window->low == *applied.asked && window->high == *applied.asked)));
        hint.use = isAsAsked ? HintUse::Obeyed : HintUse::Bounded;
        if (isWaitTold()) {
            hint.applied = applied.applied;
            hint.lower = applied.lower;
            hint.upper = applied.upper;
        }
    }

    /// A stop for want of tokens was not the hint's doing; one at the deadline was.
    [[nodiscard]] bool isWaitTold() const
    {
        return m_decision.verdict == Verdict::Retry || m_decision.stopReason == StopReason::DeadlineExceeded;
    }

    const Policy& m_policy;
    const Response& m_response;
    const Decision& m_decision;
    std::optional<WallTime> m_now;
};

} // namespace

namespace {

/// A recorder cannot look into the client. That it came back sooner shows that it did not obey; a wait as
/// long as asked for may be its own.
void observe(ServerHint& hint, const Decision& decision)
{
    constexpr Duration kEarly = std::chrono::milliseconds{5};
    const auto seen = findStep<ClientObserved>(decision.trace);
    if (!seen) {
        return;
    }
    hint.isObserved = true;
    hint.waited = seen->isRetried && seen->hasWait ? std::optional(seen->wait) : std::nullopt;
    const bool isSooner = hint.waited && hint.asked && *hint.waited < *hint.asked - kEarly;
    hint.use = isSooner ? HintUse::Ignored : HintUse::Unknown;
}

} // namespace

std::string_view toString(HintUse use)
{
    return wordOf(use);
}

std::vector<ServerHint> serverHintsOf(const ResolvedPolicy& policy, const AttemptFacts& facts,
                                      const Decision& decision, std::optional<WallTime> wallTime)
{
    std::vector<ServerHint> hints;
    if (!facts.response) {
        return hints;
    }
    const HintReader reader(policy, facts, decision, wallTime);
    for (const Header& header : facts.response->headers.entries) {
        std::optional<ServerHint> hint = reader.read(header);
        const bool isRepeated =
            hint && std::any_of(hints.begin(), hints.end(), [&header](const ServerHint& before) {
                return equalsIgnoringCase(before.header, header.name);
            });
        if (hint && !isRepeated) {
            observe(*hint, decision);
            hints.push_back(std::move(*hint));
        }
    }
    for (ServerHint& hint : hintsInBody(facts, wallTime)) {
        observe(hint, decision);
        hints.push_back(std::move(hint));
    }
    return hints;
}

const ServerHint* foremostHint(const std::vector<ServerHint>& hints)
{
    const auto effective = std::find_if(hints.begin(), hints.end(), [](const ServerHint& hint) {
        return hint.use == HintUse::Obeyed || hint.use == HintUse::Bounded || hint.applied;
    });
    if (effective != hints.end()) {
        return &*effective;
    }
    return hints.empty() ? nullptr : &hints.front();
}

} // namespace retryscope
