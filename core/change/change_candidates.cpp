// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/change_candidates.h"

#include "core/change/apply_change.h"
#include "core/change/reversing_changes.h"
#include "core/decide/classify.h"
#include "core/decide/token_bucket.h"
#include "core/facts/grpc_status.h"
#include "core/facts/header_syntax.h"
#include "core/facts/redirect.h"
#include "core/facts/text_search.h"
#include "core/policy/conditions.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace retryscope {

namespace {

constexpr auto kUnknownName = "SomeOtherError";
constexpr auto kInvalidArgument = "3"; ///< gRPC: what no sensible configuration retries
/// Of more headers the further ones are not left out to see what then: each costs a judgement of the whole
/// response, and a server may send thousands. Those that are looked at anyhow come to some twenty.
constexpr std::ptrdiff_t kMostHeaders = 50;

bool isIn(const std::vector<StatusRange>& ranges, int status)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [status](const StatusRange& range) { return range.contains(status); });
}

/// Some rule asks what the error is called. A client without one cannot be told about names either.
bool asksForNames(const Policy& policy)
{
    return std::any_of(policy.rules.begin(), policy.rules.end(),
                       [](const Rule& rule) { return asksForName(rule.when); });
}

/// What is missing, rounded up to what people can set.
Duration wholeMilliseconds(Duration duration)
{
    return std::chrono::ceil<std::chrono::milliseconds>(duration);
}

Duration timeOnTheWire(const Phases& phases)
{
    Duration sum{0};
    for (const OptionalDuration phase :
         {phases.lookup, phases.connect, phases.tls, phases.send, phases.wait, phases.receive}) {
        sum += phase.value_or(Duration::zero());
    }
    return sum;
}

/// Calls that give back this many tokens when each succeeds at its first attempt; 0: they never do.
int successesFor(const QuotaSpec& quota, int from, int to)
{
    if (quota.scope == QuotaScope::Call || to > quota.capacity) {
        return 0;
    }
    const int each = returnQuota(quota, from, 0) - from;
    return each <= 0 ? 0 : (to - from + each - 1) / each;
}

/// A delay of so many seconds; empty for what depends on the time of day.
std::string secondsIn(HintUnit unit, int seconds)
{
    switch (unit) {
    case HintUnit::Seconds:
    case HintUnit::SecondsOrDate:
    case HintUnit::SecondsDateOrEpoch:
        return std::to_string(seconds);
    case HintUnit::Milliseconds:
        return std::to_string(seconds * 1000);
    case HintUnit::TimeSpan:
        return std::to_string(seconds) + "s";
    case HintUnit::Date:
    case HintUnit::EpochSeconds:
    case HintUnit::Timestamp:
        break;
    }
    return {};
}

/// Header names are the same in every letter case, so these ask for the same.
bool doTheSame(const Change& one, const Change& other)
{
    const auto* header = std::get_if<HeaderAdded>(&one);
    const auto* otherHeader = std::get_if<HeaderAdded>(&other);
    return header != nullptr && otherHeader != nullptr
               ? equalsIgnoringCase(header->name, otherHeader->name) && header->value == otherHeader->value
               : one == other;
}

class Candidates
{
public:
    Candidates(const Situation& situation, const Decision& decision)
        : m_situation(situation)
        , m_policy(situation.policy.policy)
        , m_trace(decision.trace)
        , m_kind(decision.kind)
        , m_wantsRetry(decision.verdict == Verdict::Stop)
        , m_name(nameOf(situation.policy.reading, situation.facts))
    {
    }

    /// See shorterHintCandidates().
    std::vector<Change> shorterHints()
    {
        const auto hint = findLastStep<HintApplied>(m_trace);
        if (hint && hint->asked && *hint->asked > kShortHint) {
            addShorterHint(*hint);
            const std::string header = asWritten(hint->header);
            add(HintLimited{.header = header, .how = HintLimit::Caps, .most = kShortHint});
            add(HintLimited{.header = header, .how = HintLimit::Ignored});
        }
        return std::move(m_changes);
    }

    std::vector<Change> all()
    {
        if (m_wantsRetry && redirectLocationOf(m_situation.facts)) {
            return {}; // a retry leads to the same redirect
        }
        addRuleUses();
        addMethod();
        addHintLimits();
        addMappings();
        addNumbers();
        addRequests();
        if (m_situation.facts.response) {
            addResponses();
        }
        addStatuses();
        return std::move(m_changes);
    }

private:
    /// Several rules may ask for the same.
    void add(Change change)
    {
        const bool isKnown = std::any_of(m_changes.begin(), m_changes.end(),
                                         [&change](const Change& known) { return doTheSame(known, change); });
        if (!isKnown) {
            m_changes.push_back(std::move(change));
        }
    }

    /// A rule that is used up may match once more; one that decides now, no more than it has.
    void addRuleUses()
    {
        const std::vector<int>& uses = m_situation.request.ruleUses;
        for (const TraceStep& step : m_trace) {
            const auto* tried = std::get_if<RuleTried>(&step);
            const auto index = static_cast<std::size_t>(tried != nullptr ? tried->rule : 0);
            if (tried == nullptr || !m_policy.rules[index].atMost) {
                continue;
            }
            const Rule& rule = m_policy.rules[index];
            const int used = index < uses.size() ? uses[index] : 0;
            constexpr int kMost = std::numeric_limits<int>::max();
            if (m_wantsRetry && tried->evidence == Evidence::Uses && used < kMost) {
                add(RuleUsesSet{.rule = rule.id, .from = *rule.atMost, .to = used + 1});
            } else if (!m_wantsRetry && tried->matched && used > 0) {
                add(RuleUsesSet{.rule = rule.id, .from = *rule.atMost, .to = used});
            }
        }
    }

    /// Where some rule asks for other methods than this.
    void addMethod()
    {
        const bool isAsked = std::any_of(m_policy.rules.begin(), m_policy.rules.end(), [](const Rule& rule) {
            return asksFor(rule.when, {Evidence::Method});
        });
        if (m_wantsRetry && isAsked) {
            add(MethodRetried{m_situation.policy.method});
        } else if (!m_wantsRetry && (isAsked || m_policy.filtersMethods)) {
            add(MethodNotRetried{m_situation.policy.method});
        }
    }

    /// A client that stops since the server asks for too much may be told to wait so long; one that waits, to
    /// stop.
    void addHintLimits()
    {
        const auto hint = findLastStep<HintApplied>(m_trace);
        if (!hint || !hint->asked || hint->forbids != m_wantsRetry || *hint->asked <= kShortHint) {
            return;
        }
        add(HintLimited{.header = asWritten(hint->header),
                        .how = HintLimit::Forbids,
                        .most = m_wantsRetry ? wholeMilliseconds(*hint->asked) : kShortHint});
        if (m_wantsRetry) {
            addShorterHint(*hint);
        }
    }

    /// The name of this header as the response has it.
    [[nodiscard]] std::string asWritten(const std::string& name) const
    {
        const std::vector<Header>& headers = m_situation.facts.response->headers.entries;
        const auto found = std::find_if(headers.begin(), headers.end(), [&name](const Header& header) {
            return equalsIgnoringCase(header.name, name);
        });
        return found == headers.end() ? name : found->name;
    }

    /// The server asks for kShortHint instead.
    void addShorterHint(const HintApplied& applied)
    {
        constexpr int kSeconds =
            static_cast<int>(std::chrono::duration_cast<std::chrono::seconds>(kShortHint).count());
        for (const HintSpec& hint : m_policy.hints) {
            std::string value = secondsIn(hint.unit, kSeconds);
            if (equalsIgnoringCase(hint.header, applied.header) && !value.empty()) {
                add(HeaderAdded{
                    .name = asWritten(applied.header), .value = std::move(value), .insteadOf = applied.text});
                return;
            }
        }
    }

    void addMappings()
    {
        const AttemptFacts& facts = m_situation.facts;
        const ErrorKind kind = m_wantsRetry ? ErrorKind::Transient : ErrorKind::Permanent;
        if (m_name.state == NameState::Present && m_name.origin != "status" && asksForNames(m_policy)) {
            const bool isGrpc = isGrpcStatusPlace(m_name.origin);
            add(NameMapped{.name = m_name.name,
                           .kind = m_wantsRetry && !isGrpc ? ErrorKind::Throttling : kind,
                           .isGrpcStatus = isGrpc});
        }
        if (facts.fault) {
            add(FaultMapped{facts.fault->kind, kind});
            return;
        }
        // A success status is not offered: mapping it would make failures of all successes.
        const int status = appearanceOf(m_situation.policy, facts).status;
        if (facts.response && !isIn(m_policy.success.statusIn, status)) {
            constexpr int kTooManyRequests = 429;
            const bool asksToSlowDown = m_wantsRetry && status == kTooManyRequests;
            add(StatusMapped{status, asksToSlowDown ? ErrorKind::Throttling : kind});
        }
    }

    void addNumbers()
    {
        if (const auto counted = findStep<AttemptsCounted>(m_trace)) {
            addAttempts(*counted);
        }
        if (const auto body = findStep<BodyChecked>(m_trace); body && !body->isReplayable) {
            addBody(*body);
        }
        if (const auto deadline = findStep<DeadlineChecked>(m_trace); deadline) {
            deadline->isOfPolicy ? addElapsed(*deadline) : addTimes(*deadline);
        }
        if (const auto charged = findStep<QuotaCharged>(m_trace)) {
            addTokens(*charged);
        }
        if (const auto clock = findStep<ClockCompared>(m_trace); clock && clock->isOff) {
            add(ClockSet{*m_situation.facts.response->date - *m_situation.clock.wallTime});
        }
    }

    void addAttempts(const AttemptsCounted& counted)
    {
        const std::map<ErrorKind, int>& byKind = m_policy.attempts.maxByKind;
        const ErrorKind own = byKind.contains(m_kind) ? m_kind : ErrorKind::None;
        if (m_wantsRetry && counted.made >= counted.allowed) {
            add(AttemptsSet{.from = counted.allowed, .to = counted.made + 1, .kind = own});
        } else if (!m_wantsRetry && counted.counted && counted.made < counted.allowed) {
            add(AttemptsSet{.from = counted.allowed, .to = counted.made, .kind = own});
        }
    }

    void addBody(const BodyChecked& checked)
    {
        if (!m_situation.spec.bodyIsReplayable) {
            add(BodyMadeReplayable{});
        }
        if (checked.isTooLong() && checked.bytes <= std::numeric_limits<int>::max()) {
            add(BodyLimitSet{.from = m_policy.requestBody->max, .to = static_cast<int>(checked.bytes)});
        }
    }

    void addTimes(const DeadlineChecked& checked)
    {
        const Duration from = *m_situation.spec.deadline;
        const Duration needed = from - checked.left + checked.needed; // since the call began; must stay below
        if (!m_wantsRetry) {
            if (const auto to = std::chrono::floor<std::chrono::milliseconds>(needed);
                to > Duration::zero()) {
                add(DeadlineSet{.from = from, .to = to});
            }
            return;
        }
        add(DeadlineSet{.from = from, .to = wholeMilliseconds(needed + Duration{1})});
        const Duration missing = wholeMilliseconds(checked.needed - checked.left + Duration{1});
        if (missing < timeOnTheWire(m_situation.facts.phases)) {
            add(RespondedSooner{missing});
        }
    }

    /// The client's own limit for a call. Where the user's limit for an attempt is that, the policy has no
    /// number.
    void addElapsed(const DeadlineChecked& checked)
    {
        const std::optional<Duration> own = m_policy.attempts.maxElapsed;
        const bool isUsers = m_policy.attempts.timeoutCoversCall && m_situation.spec.attemptTimeout &&
                             (!own || *m_situation.spec.attemptTimeout < *own);
        if (!own || isUsers) {
            return;
        }
        const Duration needed = *own - checked.left + checked.needed; // since the call began; must stay below
        const Duration to = m_wantsRetry ? wholeMilliseconds(needed + Duration{1})
                                         : std::chrono::floor<std::chrono::milliseconds>(needed);
        if (to > Duration::zero()) {
            add(ElapsedLimitSet{.from = *own, .to = to});
        }
    }

    void addTokens(const QuotaCharged& charged)
    {
        const QuotaSpec& quota = *m_policy.quota;
        const bool takesWhatIsLeft = quota.whenEmpty == WhenQuotaEmpty::TakeWhatIsLeft;
        const int enough = takesWhatIsLeft ? std::min(charged.cost, 1) : charged.cost + quota.reserve;
        if (m_wantsRetry && !charged.granted && enough <= quota.capacity) {
            add(TokensSet{.from = charged.before,
                          .to = enough,
                          .successes = successesFor(quota, charged.before, enough)});
        } else if (m_wantsRetry && !charged.granted) {
            addQuotaSize(quota, charged);
        }
    }

    /// Where not even a full bucket pays for a retry: the smallest that does. gRPC retries above its half.
    void addQuotaSize(const QuotaSpec& quota, const QuotaCharged& charged)
    {
        constexpr int kMostTokens = 1000; // of gRPC
        const int from = quota.capacity / quota.perToken;
        for (int to = from + 1; to <= kMostTokens; ++to) {
            const QuotaSpec larger = resizedQuota(quota, to);
            if (chargeQuota(larger, larger.capacity, charged.cost).granted) {
                add(QuotaSizeSet{.from = from, .to = to});
                return;
            }
        }
    }

    void addResponses()
    {
        const Headers& headers = m_situation.facts.response->headers;
        if (m_situation.facts.response->bodyBytes > 0) {
            add(BodyDropped{});
        }
        addNames();
        const auto last = headers.entries.begin() +
                          std::min(static_cast<std::ptrdiff_t>(headers.entries.size()), kMostHeaders);
        for (auto header = headers.entries.begin(); header != last; ++header) {
            const bool isRepeated = std::any_of(headers.entries.begin(), header, [&](const Header& before) {
                return equalsIgnoringCase(before.name, header->name);
            });
            if (!isRepeated) {
                add(HeaderDropped{header->name});
            }
        }
        for (const Rule& rule : m_policy.rules) {
            for (const std::string& name : rule.when.headerIn) {
                if (!headers.contains(name)) {
                    add(HeaderAdded{.name = name, .value = "1"}); // a second, where it is a delay
                }
            }
        }
        addHeaderValues();
        addTexts();
        for (const NamePlace& place : m_situation.policy.reading.places) {
            if (place.source == NameSource::Header && !headers.contains(place.path)) {
                for (std::string& name : namesWorthTrying()) {
                    add(HeaderAdded{.name = place.path, .value = std::move(name), .isErrorName = true});
                }
            }
        }
    }

    /// A number within the range that a rule asks for, and the nearest ones outside.
    void addNumbersOf(const HeaderValue& value)
    {
        std::vector<double> numbers;
        if (value.from) {
            numbers.insert(numbers.end(), {std::ceil(*value.from), std::ceil(*value.from) - 1});
        }
        if (value.to) {
            numbers.insert(numbers.end(), {std::floor(*value.to), std::floor(*value.to) + 1});
        }
        constexpr double kMost = 1e15; // written without an exponent
        const bool isRetryAfter = equalsIgnoringCase(value.header, "retry-after");
        for (const double number : numbers) {
            const bool isValid = !isRetryAfter || number >= 0; // RFC 9110, 10.2.3
            if (std::abs(number) < kMost && isValid) {
                add(HeaderAdded{.name = value.header,
                                .value = std::to_string(static_cast<std::int64_t>(number))});
            }
        }
    }

    /// Values that some rule asks for.
    void addHeaderValues()
    {
        const Headers& headers = m_situation.facts.response->headers;
        for (const Rule& rule : m_policy.rules) {
            for (const HeaderValue& value : rule.when.headerValues) {
                const std::string* now = headers.find(value.header);
                for (const std::string& text : value.textIn.empty() ? value.prefixIn : value.textIn) {
                    if (now == nullptr || *now != text) {
                        add(HeaderAdded{.name = value.header, .value = text});
                    }
                }
                if (value.textIn.empty() && value.prefixIn.empty() && (value.from || value.to)) {
                    addNumbersOf(value);
                }
            }
        }
        const bool asksForHint = std::any_of(m_policy.rules.begin(), m_policy.rules.end(),
                                             [](const Rule& rule) { return rule.when.hinted.has_value(); });
        for (const HintSpec& hint : m_policy.hints) {
            std::string second = secondsIn(hint.unit, 1);
            if (asksForHint && !second.empty() && !headers.contains(hint.header)) {
                add(HeaderAdded{.name = hint.header, .value = std::move(second)});
            }
        }
    }

    /// The header that makes a request idempotent, where some rule asks for that.
    void addRequests()
    {
        constexpr auto kIdempotencyKey = "Idempotency-Key";
        const bool isAsked = std::any_of(m_policy.rules.begin(), m_policy.rules.end(),
                                         [](const Rule& rule) { return rule.when.idempotent.has_value(); });
        if (!isAsked) {
            return;
        }
        if (m_situation.policy.requestHeaders.contains(kIdempotencyKey)) {
            add(RequestHeaderDropped{kIdempotencyKey});
        } else {
            add(RequestHeaderAdded{.name = kIdempotencyKey, .value = "one-per-call"});
        }
    }

    /// Texts that some rule looks for in the body, where a body of that text alone is neither XML nor JSON.
    void addTexts()
    {
        std::vector<std::string> texts;
        for (const Rule& rule : m_policy.rules) {
            for (const std::string& text : rule.when.bodyHas) {
                const bool isWord = text.size() > 1 &&
                                    std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
                                    text == trimmed(text) && text.find_first_of("<&") == std::string::npos;
                const bool isJson = text == "true" || text == "false" || text == "null";
                if (isWord && !isJson) {
                    texts.push_back(text);
                }
            }
        }
        const std::string_view body = m_situation.facts.response->body;
        const std::vector<bool> isThere = TextSearch(texts).foundIn(body.substr(0, kSearchedBodyBytes));
        for (std::size_t index = 0; index < texts.size(); ++index) {
            if (!isThere[index]) {
                add(BodyReplaced{std::move(texts[index])});
            }
        }
    }

    void addNames()
    {
        if (m_name.state == NameState::Absent || m_name.origin == "status" || m_name.origin == "reason") {
            return;
        }
        const bool isGrpc = isGrpcStatusPlace(m_name.origin);
        for (std::string& name : namesWorthTrying()) {
            add(NameReplaced{.from = m_name.found, .to = std::move(name), .isGrpcStatus = isGrpc});
        }
    }

    /// Smaller for names that people know well.
    static std::ptrdiff_t rankOf(const std::string& name)
    {
        constexpr std::array<std::string_view, 3> kKnown{"SlowDown", "ThrottlingException", "Throttling"};
        return std::find(kKnown.begin(), kKnown.end(), name) - kKnown.begin();
    }

    /// Names that some rule asks for, those that people know first, then throttling ones, and one that no
    /// rule asks for.
    [[nodiscard]] std::vector<std::string> namesWorthTrying() const
    {
        std::vector<std::string> throttling;
        std::vector<std::string> others;
        const auto byRank = [](const std::string& left, const std::string& right) {
            return rankOf(left) < rankOf(right);
        };
        for (const Rule& rule : m_policy.rules) {
            std::vector<std::string>& names = rule.kind == ErrorKind::Throttling ? throttling : others;
            const std::vector<std::string>& listed = rule.when.nameIn;
            if (!listed.empty()) {
                names.push_back(*std::min_element(listed.begin(), listed.end(), byRank));
            }
            if (!rule.when.namePrefixIn.empty()) {
                names.push_back(rule.when.namePrefixIn.front() + "Error");
            }
            if (!rule.when.nameHas.empty()) {
                names.push_back(rule.when.nameHas.front());
            }
        }
        const bool isGrpc = std::any_of(m_situation.policy.reading.places.begin(),
                                        m_situation.policy.reading.places.end(), isGrpcStatusHeader);
        others.emplace_back(isGrpc ? kInvalidArgument : kUnknownName);
        throttling.insert(throttling.end(), others.begin(), others.end());
        std::stable_sort(throttling.begin(), throttling.end(), byRank);
        return throttling;
    }

    /// The usual ones first, then others that some rule asks for, near ones before far ones.
    void addStatuses()
    {
        const AttemptFacts& facts = m_situation.facts;
        if (facts.fault && facts.fault->kind == FaultKind::Cancelled) {
            return; // its own program ended it: no server can respond otherwise
        }
        const int from = facts.response && !facts.fault ? facts.response->status : 0;
        std::vector<int> statuses =
            m_wantsRetry ? std::vector{503, 500, 429, 502, 504, 408} : std::vector{400, 403, 404};
        constexpr int kFirstError = 400; // nobody turns an error into a redirect to have it judged otherwise
        std::vector<int> asked;
        for (const Rule& rule : m_policy.rules) {
            for (const StatusRange& range : rule.when.statusIn) {
                if (range.from >= kFirstError) {
                    asked.push_back(range.from);
                }
            }
        }
        std::stable_sort(asked.begin(), asked.end(), [from](int left, int right) {
            return std::abs(left - from) < std::abs(right - from);
        });
        statuses.insert(statuses.end(), asked.begin(), asked.end());
        statuses.insert(statuses.end(), {429, 500, 501});
        for (auto status = statuses.begin(); status != statuses.end(); ++status) {
            const bool isRepeated = std::find(statuses.begin(), status, *status) != status;
            if (!isRepeated && *status != from && mayHaveBody(*status)) {
                add(StatusReplaced{.from = from, .to = *status});
            }
        }
    }

    const Situation& m_situation;
    const Policy& m_policy;
    const Trace& m_trace;
    ErrorKind m_kind;
    bool m_wantsRetry;
    ErrorName m_name;
    std::vector<Change> m_changes;
};

} // namespace

std::vector<Change> changeCandidates(const Situation& situation, const Decision& decision)
{
    return Candidates(situation, decision).all();
}

std::vector<Change> shorterHintCandidates(const Situation& situation, const Decision& decision)
{
    return Candidates(situation, decision).shorterHints();
}

} // namespace retryscope
