// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/call_grouping.h"

#include "core/facts/service_guess.h"
#include "core/recording/declared_attempt.h"
#include "core/recording/user_agent.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace retryscope {

namespace {

using std::chrono::seconds;

/// A client that has no id for its calls and sends the same again later than this makes a new call. The
/// longest waits of clients that were recorded are 20 and 30 s; what the server asked for is added.
constexpr Duration kLongestWait = seconds{60};
/// Quiet for so long, a call is over: after a failure that hardly anybody retries, and after any other.
constexpr Duration kQuietAfterRefusal = seconds{5};
/// Calls that may go on at most; the oldest are taken to be over.
constexpr std::size_t kMostOpen = 10'000;
/// How sure it is that a request goes on a call, where client, target and body are the same and the attempt
/// before has failed: where the client counts its retries, after a failure that many retry, and after one
/// that hardly anybody does.
constexpr double kCounted = 0.98;
constexpr double kAfterFailure = 0.9;
constexpr double kAfterRefusal = 0.6;
/// A body of which nothing is known but its length is the same with less certainty.
constexpr double kSameLengthAlone = 0.7;

bool isComplete(const AttemptFacts& facts)
{
    return facts.response && !facts.fault;
}

/// Nobody retries this: a response that came whole, has a status of success and no error inside.
bool isSuccess(const AttemptFacts& facts)
{
    return isComplete(facts) && (facts.response->status < 300 || facts.response->status == 304) &&
           facts.response->parsed.xmlRoot != "Error";
}

/// Hardly anybody retries it: the request is at fault.
bool isRefusal(const AttemptFacts& facts)
{
    constexpr std::array kRetried{408, 409, 421, 423, 425, 429};
    return isComplete(facts) && facts.response->status >= 400 && facts.response->status < 500 &&
           std::find(kRetried.begin(), kRetried.end(), facts.response->status) == kRetried.end();
}

/// What two failures must have in common to be treated alike.
std::string failureOf(const AttemptFacts& facts)
{
    return facts.fault ? std::string(toString(facts.fault->kind))
                       : std::to_string(facts.response ? facts.response->status : 0);
}

bool changesWithTime(std::string_view parameter)
{
    // Of signatures in an address: SigV2, SigV4 and their like elsewhere.
    constexpr std::array<std::string_view, 6> kNames{
        "Timestamp=", "Signature=", "Expires=", "X-Amz-Date=", "X-Amz-Signature=", "SignatureNonce="};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](std::string_view name) { return parameter.starts_with(name); });
}

/// The address without the parameters that a client makes anew for each attempt.
std::string steadyPart(const std::string& url)
{
    const std::size_t query = url.find('?');
    if (query == std::string::npos) {
        return url;
    }
    std::string result = url.substr(0, query);
    std::string_view rest = std::string_view(url).substr(query + 1);
    for (char sign = '?'; !rest.empty(); sign = '&') {
        const std::string_view parameter = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(parameter.size() + 1, rest.size()));
        if (!changesWithTime(parameter)) {
            result += sign;
            result += parameter;
        }
    }
    return result;
}

std::string userAgentOf(const SeenRequest& request)
{
    constexpr std::size_t kMost = 1024;
    // The SDK of browsers may not set User-Agent and says it beside.
    for (const char* name : {"User-Agent", "X-Amz-User-Agent"}) {
        if (const std::string* agent = request.headers.find(name); agent && !agent->empty()) {
            return agent->substr(0, kMost);
        }
    }
    return {};
}

} // namespace

struct CallGrouping::Private
{
    Private(RunHeader runHeader, Changed onChange)
        : header(std::move(runHeader)), record(header), changed(std::move(onChange))
    {
    }

    /// A call that may go on.
    struct Open
    {
        std::string key;            ///< under which a request without an id finds it
        std::string callId;         ///< empty: without one
        int firstNumber = 1;        ///< of its attempts, as the client counts: the AWS SDK for Ruby from 0
        int underWay = 0;           ///< attempts that have not ended
        std::optional<int> allowed; ///< attempts, as the client says
        std::vector<std::string> retriedFailures;
    };
    /// By the call's index in the record, so the oldest come first.
    using OpenCalls = std::map<int, Open>;
    using Found = std::optional<OpenCalls::iterator>;

    SeenAttempt begin(const SeenRequest& request);
    void end(const SeenAttempt& attempt, Instant at, AttemptFacts facts);
    void startRecord(const SeenRequest& request);
    int clientOf(const SeenRequest& request, const std::string& agent);
    OpenCalls::iterator openCall(const SeenRequest& request, const DeclaredAttempt& declared);
    Found byId(const DeclaredAttempt& declared);
    Found byTiming(const SeenRequest& request, const std::string& key, const DeclaredAttempt& declared,
                   double& confidence);
    OpenCalls::iterator newCall(const SeenRequest& request, const std::string& key,
                                const DeclaredAttempt& declared);
    void goOn(OpenCalls::iterator open, Instant at);
    void judge(OpenCalls::iterator open, int attempt, Instant at, AttemptFacts facts);
    OpenCalls::iterator close(OpenCalls::iterator open, bool isOver);
    void tell(Place place)
    {
        if (changed) {
            changed(place);
        }
    }
    [[nodiscard]] const CallRecord& callOf(OpenCalls::iterator open) const
    {
        return record.callAt(open->first);
    }

    RunHeader header;
    RunRecord record;
    Changed changed;
    bool hasBegun = false;
    std::map<std::string, int> clients; ///< by machine and steady user agent
    std::vector<int> callsOfClient;
    OpenCalls openCalls;
    std::unordered_map<std::string, int> byCallId;        ///< index of the open call
    std::unordered_map<std::string, std::set<int>> byKey; ///< the same, of calls without an id
    Shared<RequestTarget> lastTarget;
    Shared<std::string> lastBody;
};

CallGrouping::CallGrouping(RunHeader header, Changed changed)
    : d(std::make_unique<Private>(std::move(header), std::move(changed)))
{
}

CallGrouping::~CallGrouping() = default;

const RunRecord& CallGrouping::record() const
{
    return d->record;
}

SeenAttempt CallGrouping::begin(const SeenRequest& request)
{
    return d->begin(request);
}

SeenAttempt CallGrouping::Private::begin(const SeenRequest& request)
{
    startRecord(request);
    const DeclaredAttempt declared = declaredIn(request.headers);
    const OpenCalls::iterator open = openCall(request, declared);
    if (declared.max) {
        open->second.allowed = declared.max;
    }
    const RequestTarget target{.method = request.method, .url = request.url};
    if (!(*lastTarget == target)) {
        lastTarget = target;
    }
    if (*lastBody != request.body) {
        lastBody = request.body;
    }
    const CallRecord& of = callOf(open);
    const SeenAttempt attempt{.client = of.client,
                              .call = of.call,
                              .attempt = static_cast<int>(of.attempts.size()) + 1,
                              .index = open->first};
    AttemptBegan began{.client = of.client,
                       .call = of.call,
                       .attempt = attempt.attempt,
                       .at = request.at,
                       .admission = {},
                       .sentBody = lastBody,
                       .sentTarget = lastTarget,
                       .addedHeaders = {}};
    ++open->second.underWay;
    tell(record.append(std::move(began)));
    return attempt;
}

/// What all requests have in common is known with the first one.
void CallGrouping::Private::startRecord(const SeenRequest& request)
{
    if (std::exchange(hasBegun, true)) {
        return;
    }
    RequestSpec& spec = header.spec;
    spec.method = request.method;
    spec.url = request.url;
    if (spec.service.empty()) {
        RequestSpec asked = spec;
        asked.headers = request.headers;
        asked.body = request.body;
        const ServiceGuess guess = guessService(asked);
        spec.service = guess.service;
        spec.protocol = guess.protocol;
    }
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(header.policy->policy, spec));
    record = RunRecord(header);
}

int CallGrouping::Private::clientOf(const SeenRequest& request, const std::string& agent)
{
    const auto [found, isNew] =
        clients.try_emplace(request.peer + '\n' + agent, static_cast<int>(clients.size()) + 1);
    if (isNew) {
        callsOfClient.push_back(0);
    }
    return found->second;
}

CallGrouping::Private::OpenCalls::iterator CallGrouping::Private::openCall(const SeenRequest& request,
                                                                           const DeclaredAttempt& declared)
{
    const std::string key = request.peer + '\n' + steadyUserAgent(userAgentOf(request)) + '\n' +
                            request.method + ' ' + steadyPart(request.url) + '\n' +
                            std::to_string(request.bodyBytes) + ' ' + std::to_string(request.bodyHash);
    double confidence = declared.certainty;
    const Found known =
        declared.callId.empty() ? byTiming(request, key, declared, confidence) : byId(declared);
    if (!known) {
        return newCall(request, key, declared);
    }
    if (declared.callId.empty()) {
        CallSource source = *callOf(*known).source;
        source.confidence =
            source.groupedBy == GroupedBy::Timing ? std::min(source.confidence, confidence) : confidence;
        source.groupedBy = GroupedBy::Timing;
        record.setSource({.call = (*known)->first}, std::move(source));
    }
    goOn(*known, request.at);
    return *known;
}

CallGrouping::Private::Found CallGrouping::Private::byId(const DeclaredAttempt& declared)
{
    const auto found = byCallId.find(declared.callId);
    return found == byCallId.end() ? Found() : Found(openCalls.find(found->second));
}

/// The call that failed last of those that it could go on, all of which were over when it came.
CallGrouping::Private::Found CallGrouping::Private::byTiming(const SeenRequest& request,
                                                             const std::string& key,
                                                             const DeclaredAttempt& declared,
                                                             double& confidence)
{
    Found best;
    int candidates = 0;
    const auto alike = byKey.find(key);
    if (alike == byKey.end()) {
        return {};
    }
    for (const int index : alike->second) {
        const OpenCalls::iterator open = openCalls.find(index);
        const std::vector<AttemptRecord>& attempts = callOf(open).attempts;
        const bool continues = !declared.attempt || *declared.attempt == static_cast<int>(attempts.size()) +
                                                                             open->second.firstNumber;
        // A call that has succeeded is none of these any more.
        if (open->second.underWay > 0 || !continues || request.at - attempts.back().end > kLongestWait) {
            continue;
        }
        ++candidates;
        if (!best || callOf(*best).attempts.back().end < attempts.back().end) {
            best = open;
        }
    }
    if (!best) {
        return {};
    }
    const AttemptRecord& last = callOf(*best).attempts.back();
    confidence = (declared.attempt        ? kCounted
                  : isRefusal(last.facts) ? kAfterRefusal
                                          : kAfterFailure) /
                 candidates;
    if (request.bodyBytes > 0 && request.bodyHash == 0) {
        confidence *= kSameLengthAlone;
    }
    return best;
}

CallGrouping::Private::OpenCalls::iterator CallGrouping::Private::newCall(const SeenRequest& request,
                                                                          const std::string& key,
                                                                          const DeclaredAttempt& declared)
{
    if (openCalls.size() >= kMostOpen) { // the oldest that can be closed
        const auto oldest = std::find_if(openCalls.begin(), openCalls.end(),
                                         [](const auto& call) { return call.second.underWay == 0; });
        if (oldest != openCalls.end()) {
            close(oldest, true);
        }
    }
    std::string userAgent = userAgentOf(request);
    const int client = clientOf(request, steadyUserAgent(userAgent));
    const int number = ++callsOfClient[static_cast<std::size_t>(client) - 1];
    const Place place = record.append(CallBegan{.client = client, .call = number, .at = request.at});
    const bool hasId = !declared.callId.empty();
    record.setSource(place, {.groupedBy = hasId ? GroupedBy::InvocationId : GroupedBy::None,
                             .confidence = hasId ? declared.certainty : 1,
                             .userAgent = std::move(userAgent)});
    if (hasId) {
        byCallId[declared.callId] = place.call;
    } else {
        byKey[key].insert(place.call);
    }
    Open open;
    open.key = key;
    open.callId = declared.callId;
    open.firstNumber = declared.attempt == 0 ? 0 : 1;
    return openCalls.emplace(place.call, std::move(open)).first;
}

/// Another request of a call: so what came before was retried.
void CallGrouping::Private::goOn(OpenCalls::iterator open, Instant at)
{
    const CallRecord& of = callOf(open);
    const AttemptRecord& last = of.attempts.back();
    if (last.isRunning) {
        return; // said once it has ended
    }
    open->second.retriedFailures.push_back(failureOf(last.facts));
    const Duration wait = std::max(at - last.end, Duration::zero());
    AttemptJudged judged{.client = of.client,
                         .call = of.call,
                         .attempt = last.attempt,
                         .at = last.end,
                         .facts = last.facts,
                         .decision = {}};
    judged.decision.verdict = Verdict::Retry;
    judged.decision.delay = wait;
    judged.decision.trace.add(ClientObserved{.isRetried = true, .hasWait = true, .wait = wait});
    record.append(std::move(judged));
    tell(record.append(
        DelayEnded{.client = of.client, .call = of.call, .attempt = last.attempt, .actual = wait}));
}

void CallGrouping::end(const SeenAttempt& attempt, Instant at, AttemptFacts facts)
{
    d->end(attempt, at, std::move(facts));
}

void CallGrouping::Private::end(const SeenAttempt& attempt, Instant at, AttemptFacts facts)
{
    const OpenCalls::iterator open = openCalls.find(attempt.index);
    if (open == openCalls.end()) {
        return; // after the recording
    }
    --open->second.underWay;
    judge(open, attempt.attempt, at, std::move(facts));
    if (open->second.underWay == 0 && isSuccess(callOf(open).attempts.back().facts)) {
        close(open, true);
    }
}

/// An attempt has ended: what it was so far. Whether it is retried shows later.
void CallGrouping::Private::judge(OpenCalls::iterator open, int attempt, Instant at, AttemptFacts facts)
{
    const CallRecord& of = callOf(open);
    Open& call = open->second;
    const bool isLast = attempt == static_cast<int>(of.attempts.size());
    AttemptJudged judged{
        .client = of.client, .call = of.call, .attempt = attempt, .at = at, .facts = {}, .decision = {}};
    Decision& decision = judged.decision;
    if (!isLast) {
        decision.verdict = Verdict::Retry;
        call.retriedFailures.push_back(failureOf(facts));
    } else if (isSuccess(facts)) {
        decision.verdict = Verdict::Succeed;
    } else {
        const bool isSpent = call.allowed && attempt >= *call.allowed;
        const bool wasRetried = std::find(call.retriedFailures.begin(), call.retriedFailures.end(),
                                          failureOf(facts)) != call.retriedFailures.end();
        decision.verdict = Verdict::Stop;
        decision.stopReason =
            isSpent || wasRetried ? StopReason::AttemptsExhausted : StopReason::NotRetryable;
    }
    if (decision.verdict != Verdict::Succeed) {
        decision.trace.add(ClientObserved{.isRetried = !isLast});
    }
    judged.facts = std::move(facts);
    tell(record.append(std::move(judged)));
}

/// isOver: the call came to its end; else the recording did, and what is under way is cancelled. The next
/// open call.
CallGrouping::Private::OpenCalls::iterator CallGrouping::Private::close(OpenCalls::iterator open, bool isOver)
{
    const Place place{.call = open->first};
    const CallRecord& call = callOf(open);
    const AttemptRecord& last = call.attempts.back();
    CallEnded ended{.client = call.client, .call = call.call, .at = call.end, .stopReason = {}};
    if (!isOver) {
        ended.verdict = CallVerdict::Cancelled;
        ended.stopReason = StopReason::Cancelled;
    } else if (last.decision.verdict == Verdict::Succeed) {
        ended.verdict = CallVerdict::Succeeded;
    } else {
        ended.verdict = CallVerdict::Failed;
        ended.stopReason = last.decision.stopReason.value_or(StopReason::NotRetryable);
    }
    if (!open->second.callId.empty()) {
        byCallId.erase(open->second.callId);
    } else {
        const auto alike = byKey.find(open->second.key); // where newCall() put it
        alike->second.erase(open->first);
        if (alike->second.empty()) {
            byKey.erase(alike);
        }
    }
    const OpenCalls::iterator next = openCalls.erase(open);
    record.append(ended);
    tell(place);
    return next;
}

void CallGrouping::settle(Instant now)
{
    for (auto open = d->openCalls.begin(); open != d->openCalls.end();) {
        const AttemptRecord& last = d->callOf(open).attempts.back();
        const Duration quiet = isRefusal(last.facts) ? kQuietAfterRefusal : kLongestWait;
        const bool isOver = open->second.underWay == 0 && now - last.end > quiet;
        open = isOver ? d->close(open, true) : std::next(open);
    }
}

void CallGrouping::finish(Instant now)
{
    for (auto open = d->openCalls.begin(); open != d->openCalls.end();) {
        const CallRecord& of = d->callOf(open);
        for (std::size_t index = 0; index < of.attempts.size(); ++index) {
            if (of.attempts[index].isRunning) {
                AttemptFacts facts;
                facts.fault = Fault{FaultKind::Cancelled, "the recording ended"};
                d->judge(open, static_cast<int>(index) + 1, now, std::move(facts));
            }
        }
        open = d->close(open, open->second.underWay == 0);
    }
}

RunHeader recordedHeader(WallTime startedAt, const std::string& service)
{
    Policy policy;
    policy.id = "recorded";
    policy.title = "What the client did, as recorded";
    policy.document = "a recording";
    policy.attempts = {.max = 1, .countsFirst = true, .source = "nothing is retried by the recorder"};
    RunHeader header;
    header.spec.service = service;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.startedAt = startedAt;
    header.isRecorded = true;
    return header;
}

} // namespace retryscope
