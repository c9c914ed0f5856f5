// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/call_grouping.h"

#include "core/decide/server_hints.h"
#include "core/facts/service_guess.h"
#include "core/recording/alike_requests.h"
#include "core/recording/client_habits.h"
#include "core/recording/declared_attempt.h"
#include "core/recording/seen_connections.h"
#include "core/recording/user_agent.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
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
/// A client that closed its connection has gone when nothing came for so many times its longest delay, and
/// for so long.
constexpr int kGoneAfterDelays = 3;
constexpr Duration kGoneAfter = seconds{10};
/// A connection that is closed within this time was closed because of the response, not for want of work.
constexpr Duration kClosedAtOnce = std::chrono::milliseconds{500};
/// Of what a server asks for, so much is waited for.
constexpr Duration kMostAsked = std::chrono::hours{1};
/// Calls that may go on at most; the oldest are taken to be over.
constexpr std::size_t kMostOpen = 10'000;
/// Of calls that are alike and have failed, those that failed last are looked at.
constexpr int kMostAlike = 200;
/// How sure it is that a request goes on a call, where client, target and body are the same, the attempt
/// before has failed, and nothing is known of the client: where it counts its retries, after a failure that
/// many retry, and after one that hardly anybody does.
constexpr double kCounted = 0.98;
constexpr double kAfterFailure = 0.9;
constexpr double kAfterRefusal = 0.6;
/// From here on what was concluded is learned from, and calls that share less than the rest of it are told
/// apart.
constexpr double kLearned = 0.85;
constexpr double kDoubt = 0.1;
/// A client that was never seen to make two calls at once, and has begun another one since.
constexpr double kAfterAnotherCall = 0.2;
/// A call that is given up with more than the rest of it is not side by side with the one that begins.
constexpr double kAlive = 0.5;
/// A body of which nothing is known but its length is the same with less certainty.
constexpr double kSameLengthAlone = 0.7;

bool isComplete(const AttemptFacts& facts)
{
    return facts.response && !facts.fault;
}

/// Nobody retries this: a response that came whole, has a status of success and no error inside.
bool isSuccess(const AttemptFacts& facts)
{
    if (!isComplete(facts) || facts.response->parsed.xmlRoot == "Error") {
        return false;
    }
    const int status = facts.response->status;
    // An import that shows no status: no error was in it either.
    return status == 0
               ? facts.response->parsed.statedName.empty() && facts.response->parsed.errorPlace.empty()
               : status < 300 || status == 304;
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
        FailedCall failed; ///< its last attempt, once that has failed
        /// That the client still goes on, against that it gave up, since another call of its began so soon.
        double alive = 1;
        bool isSideBySide = false; ///< another one that is alike began before it was over
    };
    struct Client
    {
        int calls = 0;
        int underWay = 0;                   ///< attempts
        bool isParallel = false;            ///< attempts of several calls were under way at once
        Instant lastBegun{};                ///< of a call
        int connection = 0;                 ///< of its last attempt that ended
        std::optional<Instant> succeededAt; ///< where that was a success, so that what comes is a new call
        ClientHabits habits;
    };
    /// A call that a request may go on.
    struct Candidate
    {
        std::map<int, Open>::iterator open;
        FailedCall failed;
        Duration gap{0};
        double odds = 0;     ///< against a new call
        double evidence = 1; ///< the part of them that comes from the moment of the request
    };
    /// Why a call is over.
    enum class Ending { Given, ClientGone, RecordingOver };
    /// By the call's index in the record, so the oldest come first.
    using OpenCalls = std::map<int, Open>;
    using Found = std::optional<OpenCalls::iterator>;

    SeenAttempt begin(const SeenRequest& request);
    void end(const SeenAttempt& attempt, Instant at, AttemptFacts facts);
    void startRecord(const SeenRequest& request);
    int clientOf(const SeenRequest& request, const std::string& agent);
    OpenCalls::iterator openCall(const SeenRequest& request, const DeclaredAttempt& declared);
    Found byId(const DeclaredAttempt& declared);
    std::vector<Candidate> candidatesFor(const SeenRequest& request, const std::string& key,
                                         const DeclaredAttempt& declared, const NextRequest& next);
    /// True where they are side by side.
    bool weigh(std::vector<Candidate>& candidates, const std::string& key, Instant at);
    OpenCalls::iterator byTiming(const SeenRequest& request, const std::string& key,
                                 const DeclaredAttempt& declared, const NextRequest& next, int client);
    OpenCalls::iterator newCall(const SeenRequest& request, const std::string& key,
                                const DeclaredAttempt& declared, int client);
    [[nodiscard]] double certaintyOf(const std::string& key, Instant at) const;
    void doubt(OpenCalls::iterator open, double confidence, bool isAmbiguous);
    void learnStart(const NextRequest& next, Client& client, Instant at);
    [[nodiscard]] FailedCall::Connection stateOf(int connection, Instant end) const;
    [[nodiscard]] bool hasClientGone(OpenCalls::iterator open, Instant now);
    void noteCut(OpenCalls::iterator open, Instant now);
    void goOn(OpenCalls::iterator open, Instant at);
    void judge(OpenCalls::iterator open, int attempt, Instant at, AttemptFacts facts);
    void noteFailure(OpenCalls::iterator open, const AttemptFacts& facts, Instant at);
    OpenCalls::iterator close(OpenCalls::iterator open, Ending ending);
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
    std::map<std::string, int> numbers; ///< of clients, by machine and steady user agent
    std::vector<Client> clients;        ///< by number, from 1
    SeenConnections connections;
    OpenCalls openCalls;
    std::unordered_map<std::string, int> byCallId; ///< index of the open call
    /// Calls without an id whose requests are alike.
    struct Alike
    {
        std::set<int> open; ///< indices
        Instant lastEnd{};  ///< of an attempt
    };
    std::unordered_map<std::string, Alike> byKey;
    /// Of requests that were alike and ambiguous: what is lacking from these calls may begin others.
    struct Doubt
    {
        double confidence = 1;
        Instant at{};
    };
    std::unordered_map<std::string, Doubt> doubts;
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

RunRecord CallGrouping::takeRecord()
{
    return std::move(d->record);
}

SeenAttempt CallGrouping::begin(const SeenRequest& request)
{
    return d->begin(request);
}

SeenAttempt CallGrouping::Private::begin(const SeenRequest& request)
{
    startRecord(request);
    DeclaredAttempt declared = declaredIn(request.headers);
    if (request.attempt) {
        declared.attempt = request.attempt;
    }
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
    ++clients[static_cast<std::size_t>(of.client) - 1].underWay;
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
    header.refusedHandshakes = record.header().refusedHandshakes; // they may come first
    header.shortage = record.header().shortage;
    record = RunRecord(header);
}

int CallGrouping::Private::clientOf(const SeenRequest& request, const std::string& agent)
{
    const auto [found, isNew] =
        numbers.try_emplace(request.peer + '\n' + agent, static_cast<int>(numbers.size()) + 1);
    if (isNew) {
        clients.emplace_back();
    }
    return found->second;
}

CallGrouping::Private::OpenCalls::iterator CallGrouping::Private::openCall(const SeenRequest& request,
                                                                           const DeclaredAttempt& declared)
{
    const int client = clientOf(request, steadyUserAgent(userAgentOf(request)));
    const NextRequest next = connections.begin(request.connection, client);
    const std::string key = likenessOf(request);
    if (declared.callId.empty()) {
        return byTiming(request, key, declared, next, client);
    }
    const Found known = byId(declared);
    if (!known) {
        learnStart(next, clients[static_cast<std::size_t>(client) - 1], request.at);
        return newCall(request, key, declared, client);
    }
    goOn(*known, request.at);
    return *known;
}

CallGrouping::Private::Found CallGrouping::Private::byId(const DeclaredAttempt& declared)
{
    const auto found = byCallId.find(declared.callId);
    return found == byCallId.end() ? Found() : Found(openCalls.find(found->second));
}

FailedCall::Connection CallGrouping::Private::stateOf(int connection, Instant end) const
{
    if (connections.isOpen(connection)) {
        return FailedCall::Connection::Open;
    }
    const std::optional<Instant> left = connections.leftAt(connection);
    return left && *left - end <= kClosedAtOnce ? FailedCall::Connection::Closed
                                                : FailedCall::Connection::Unknown;
}

/// The calls that the request could go on: alike, failed, and with nothing under way.
std::vector<CallGrouping::Private::Candidate>
CallGrouping::Private::candidatesFor(const SeenRequest& request, const std::string& key,
                                     const DeclaredAttempt& declared, const NextRequest& next)
{
    std::vector<Candidate> candidates;
    const auto alike = byKey.find(key);
    if (alike == byKey.end()) {
        return candidates;
    }
    int looked = 0;
    const std::set<int>& open = alike->second.open;
    for (auto index = open.rbegin(); index != open.rend() && looked < kMostAlike; ++index) {
        ++looked;
        const OpenCalls::iterator of = openCalls.find(*index);
        const AttemptRecord& last = callOf(of).attempts.back();
        const int attempts = static_cast<int>(callOf(of).attempts.size());
        const bool continues = !declared.attempt || *declared.attempt == attempts + of->second.firstNumber;
        const Duration gap = request.at - last.end;
        const Duration longest = kLongestWait + of->second.failed.asked.value_or(Duration::zero());
        if (of->second.underWay > 0 || !continues || gap > longest) {
            continue;
        }
        Candidate candidate{.open = of, .failed = of->second.failed, .gap = std::max(gap, Duration::zero())};
        candidate.failed.state = stateOf(candidate.failed.connection, last.end);
        if (declared.attempt) {
            candidate.failed.likelihood = kCounted;
        }
        const ClientHabits& habits = clients[static_cast<std::size_t>(callOf(of).client) - 1].habits;
        candidate.evidence = habits.densityOfRetry(candidate.failed, next, candidate.gap);
        const Client& client = clients[static_cast<std::size_t>(callOf(of).client) - 1];
        if (!client.isParallel && client.lastBegun > last.end) {
            candidate.evidence *= kAfterAnotherCall;
        }
        candidate.odds = habits.oddsBefore(candidate.failed) * of->second.alive;
        candidates.push_back(std::move(candidate));
    }
    return candidates;
}

/// How much likelier than a new call each of them is. Where one call follows the other, a new one comes soon
/// after the last response, and what is longer ago has hardly anything to do with it; calls side by side each
/// have their own time.
bool CallGrouping::Private::weigh(std::vector<Candidate>& candidates, const std::string& key, Instant at)
{
    const bool isSideBySide = std::ranges::any_of(candidates, [](const Candidate& candidate) {
        return candidate.open->second.isSideBySide && candidate.open->second.alive > kAlive;
    });
    constexpr Duration kShortest{1};
    const Duration sinceLast =
        candidates.empty() ? Duration::zero() : std::max(at - byKey.find(key)->second.lastEnd, kShortest);
    for (Candidate& candidate : candidates) {
        const ClientHabits& habits =
            clients[static_cast<std::size_t>(callOf(candidate.open).client) - 1].habits;
        candidate.evidence /= habits.densityOfNewCall(sinceLast);
        if (!isSideBySide) {
            candidate.evidence *=
                toMilliseconds(sinceLast) / toMilliseconds(std::max(candidate.gap, kShortest));
        }
        candidate.odds *= candidate.evidence;
    }
    return isSideBySide;
}

/// The call whose retry the request is most likely to be, or a new one where that is likelier than all of
/// them together; and what the others, and what this client does, are known by it.
CallGrouping::Private::OpenCalls::iterator
CallGrouping::Private::byTiming(const SeenRequest& request, const std::string& key,
                                const DeclaredAttempt& declared, const NextRequest& next, int client)
{
    std::vector<Candidate> candidates = candidatesFor(request, key, declared, next);
    const bool isSideBySide = weigh(candidates, key, request.at);
    // Who counts its retries says that this is one.
    const bool isRetry = declared.attempt.value_or(0) > 1;
    double odds = 1;
    const Candidate* best = nullptr;
    for (const Candidate& candidate : candidates) {
        odds += candidate.odds;
        const bool isBetter = best == nullptr || candidate.odds > best->odds ||
                              (candidate.odds == best->odds && candidate.gap < best->gap);
        best = isBetter ? &candidate : best;
    }
    Client& of = clients[static_cast<std::size_t>(client) - 1];
    const bool isNew = best == nullptr || (!isRetry && odds - 1 < 1);
    const double chosen = (isNew ? 1 : best->odds) / odds;
    const double certainty = certaintyOf(key, request.at);
    const bool isAmbiguous = candidates.size() > 1;
    for (const Candidate& candidate : candidates) {
        const double share = candidate.odds / odds;
        if (&candidate != best || isNew) {
            doubt(candidate.open, 1 - share, isAmbiguous && share > kDoubt);
        }
    }
    if (isNew) {
        if (chosen >= kLearned) {
            learnStart(next, of, request.at);
        }
        for (const Candidate& candidate : candidates) {
            const double before = candidate.open->second.alive;
            if (isSideBySide) {
                continue;
            }
            candidate.open->second.alive = before * std::min(1.0, candidate.evidence);
            if (chosen >= kLearned && before > kDoubt && candidate.open->second.alive <= kDoubt) {
                of.habits.learnEnd(candidate.failed);
            }
        }
        const OpenCalls::iterator begun = newCall(request, key, declared, client);
        doubt(begun, std::min(chosen, certainty), false);
        return begun;
    }
    const bool isByLength = request.bodyBytes > 0 && request.bodyHash == 0;
    doubt(best->open, std::min(certainty, chosen * (isByLength ? kSameLengthAlone : 1)),
          isAmbiguous && 1 - chosen > kDoubt);
    if (chosen >= kLearned) {
        of.habits.learnRetry(best->failed, next, best->gap);
    }
    CallSource source = *callOf(best->open).source;
    source.groupedBy = GroupedBy::Timing;
    record.setSource({.call = best->open->first}, std::move(source));
    goOn(best->open, request.at);
    return best->open;
}

double CallGrouping::Private::certaintyOf(const std::string& key, Instant at) const
{
    const auto found = doubts.find(key);
    return found == doubts.end() || at - found->second.at > kLongestWait ? 1 : found->second.confidence;
}

/// The call is known no more surely than this.
void CallGrouping::Private::doubt(OpenCalls::iterator open, double confidence, bool isAmbiguous)
{
    CallSource source = *callOf(open).source;
    source.confidence = std::min(source.confidence, confidence);
    source.isAmbiguous = source.isAmbiguous || isAmbiguous;
    record.setSource({.call = open->first}, std::move(source));
}

void CallGrouping::Private::learnStart(const NextRequest& next, Client& client, Instant at)
{
    client.habits.learnStart(next, client.connection != 0 && connections.leftAt(client.connection)
                                       ? FailedCall::Connection::Closed
                                       : FailedCall::Connection::Unknown);
    if (client.succeededAt && client.underWay == 0) {
        client.habits.learnPause(at - *client.succeededAt);
    }
}

CallGrouping::Private::OpenCalls::iterator CallGrouping::Private::newCall(const SeenRequest& request,
                                                                          const std::string& key,
                                                                          const DeclaredAttempt& declared,
                                                                          int client)
{
    if (openCalls.size() >= kMostOpen) { // the oldest that can be closed
        const auto oldest = std::find_if(openCalls.begin(), openCalls.end(),
                                         [](const auto& call) { return call.second.underWay == 0; });
        if (oldest != openCalls.end()) {
            close(oldest, Ending::Given);
        }
    }
    Client& caller = clients[static_cast<std::size_t>(client) - 1];
    const int number = ++caller.calls;
    caller.lastBegun = request.at;
    caller.isParallel = caller.isParallel || caller.underWay > 0;
    const Place place = record.append(CallBegan{.client = client, .call = number, .at = request.at});
    const bool hasId = !declared.callId.empty();
    bool isSideBySide = false;
    record.setSource(place, {.groupedBy = hasId ? GroupedBy::InvocationId : GroupedBy::None,
                             .confidence = hasId ? declared.certainty : 1,
                             .userAgent = userAgentOf(request)});
    if (hasId) {
        byCallId[declared.callId] = place.call;
    } else {
        const std::set<int>& alike = byKey[key].open;
        int looked = 0;
        for (auto index = alike.rbegin(); index != alike.rend() && looked < kMostAlike; ++index, ++looked) {
            Open& other = openCalls.find(*index)->second;
            other.isSideBySide = other.isSideBySide || other.underWay > 0 || other.alive > kAlive;
            isSideBySide = isSideBySide || other.isSideBySide;
        }
        byKey[key].open.insert(place.call);
    }
    Open open;
    open.isSideBySide = isSideBySide;
    open.key = key;
    open.callId = declared.callId;
    open.firstNumber = declared.attempt.value_or(1); // above 1: the recording began in the midst of the call
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
    open->second.alive = 1;
    open->second.failed.longestWait =
        std::max(open->second.failed.longestWait.value_or(Duration::zero()), wait);
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
    noteFailure(open, facts, at);
    judge(open, attempt.attempt, at, std::move(facts));
    if (open->second.underWay == 0 && isSuccess(callOf(open).attempts.back().facts)) {
        close(open, Ending::Given);
    }
}

/// What there is to know when a request comes that may go on the call.
void CallGrouping::Private::noteFailure(OpenCalls::iterator open, const AttemptFacts& facts, Instant at)
{
    const int connection = facts.wire ? facts.wire->connection : 0;
    connections.end(connection);
    Client& client = clients[static_cast<std::size_t>(callOf(open).client) - 1];
    --client.underWay;
    client.connection = connection;
    client.succeededAt = isSuccess(facts) ? std::optional(at) : std::nullopt;
    if (const auto alike = byKey.find(open->second.key); alike != byKey.end()) {
        alike->second.lastEnd = at;
    }
    FailedCall& failed = open->second.failed;
    failed.attempts = static_cast<int>(callOf(open).attempts.size());
    failed.failure = failureOf(facts);
    failed.likelihood = isRefusal(facts) ? kAfterRefusal : kAfterFailure;
    failed.connection = connection;
    failed.asked = {};
    const std::chrono::milliseconds sinceStart =
        std::chrono::duration_cast<std::chrono::milliseconds>(at.time_since_epoch());
    for (const ServerHint& hint :
         serverHintsOf(*header.policy, facts, Decision{}, header.startedAt + sinceStart)) {
        if (hint.asked) {
            failed.asked = std::clamp(*hint.asked, failed.asked.value_or(Duration::zero()), kMostAsked);
        }
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

/// The call is over, and why: given up or succeeded, left by its client, or cut off with the recording. The
/// next open call.
CallGrouping::Private::OpenCalls::iterator CallGrouping::Private::close(OpenCalls::iterator open,
                                                                        Ending ending)
{
    const Place place{.call = open->first};
    const CallRecord& call = callOf(open);
    const AttemptRecord& last = call.attempts.back();
    CallEnded ended{.client = call.client, .call = call.call, .at = call.end, .stopReason = {}};
    if (ending != Ending::Given) {
        ended.verdict = CallVerdict::Cancelled;
        ended.stopReason = StopReason::Cancelled;
    } else if (last.decision.verdict == Verdict::Succeed) {
        ended.verdict = CallVerdict::Succeeded;
    } else {
        ended.verdict = CallVerdict::Failed;
        ended.stopReason = last.decision.stopReason.value_or(StopReason::NotRetryable);
    }
    if (ending == Ending::ClientGone) {
        ended.at = std::max(call.end, connections.leftAt(open->second.failed.connection).value_or(call.end));
        CallSource source = *call.source;
        source.isClientGone = true;
        record.setSource(place, std::move(source));
    }
    if (!open->second.callId.empty()) {
        byCallId.erase(open->second.callId);
    } else {
        if (call.source->isAmbiguous) {
            Doubt& known = doubts[open->second.key];
            const bool isOld = call.end - known.at > kLongestWait;
            known.confidence =
                isOld ? call.source->confidence : std::min(known.confidence, call.source->confidence);
            known.at = call.end;
        }
        const auto alike = byKey.find(open->second.key); // where newCall() put it
        alike->second.open.erase(open->first);
        if (alike->second.open.empty()) {
            byKey.erase(alike);
        }
    }
    const OpenCalls::iterator next = openCalls.erase(open);
    record.append(ended);
    tell(place);
    return next;
}

void CallGrouping::endConnection(int connection, Instant at, bool byClient)
{
    d->connections.close(connection, at, byClient);
}

void CallGrouping::refuseHandshake(RefusedHandshake refused)
{
    d->record.noteRefusedHandshake(std::move(refused));
}

void CallGrouping::noteShortage(const DescriptorShortage& more)
{
    d->record.noteShortage(more);
}

/// It closed the connection of the call, and nothing came for longer than it ever waited. One that says how
/// many attempts it makes, and has made them, has given up.
bool CallGrouping::Private::hasClientGone(OpenCalls::iterator open, Instant now)
{
    const Open& call = open->second;
    const CallRecord& of = callOf(open);
    const AttemptRecord& last = of.attempts.back();
    if (call.underWay > 0 || !connections.leftAt(call.failed.connection)) {
        return false;
    }
    const Duration longest = std::max(clients[static_cast<std::size_t>(of.client) - 1].habits.longestWait(),
                                      std::max(call.failed.longestWait.value_or(Duration::zero()),
                                               call.failed.asked.value_or(Duration::zero())));
    return now - last.end > std::max(kGoneAfter, kGoneAfterDelays * longest);
}

/// Whether another attempt might have come, had the recording gone on.
void CallGrouping::Private::noteCut(OpenCalls::iterator open, Instant now)
{
    constexpr std::chrono::seconds kLeast{1};
    const Open& call = open->second;
    const CallRecord& of = callOf(open);
    const AttemptRecord& last = of.attempts.back();
    const Duration longest = std::max(call.failed.longestWait.value_or(Duration::zero()),
                                      call.failed.asked.value_or(Duration::zero()));
    const bool isSpent = call.allowed && call.failed.attempts >= *call.allowed;
    if (last.decision.verdict == Verdict::Stop && !isSpent &&
        now - last.end <= std::max<Duration>(kLeast, 2 * longest)) {
        CallSource source = *of.source;
        source.isCutByEnd = true;
        record.setSource({.call = open->first}, std::move(source));
    }
}

void CallGrouping::settle(Instant now)
{
    d->record.noteWatchedUntil(now);
    for (auto open = d->openCalls.begin(); open != d->openCalls.end();) {
        const AttemptRecord& last = d->callOf(open).attempts.back();
        const std::optional<int> allowed = open->second.allowed;
        const bool isSpent = allowed && open->second.failed.attempts >= *allowed;
        const Duration quiet = (isRefusal(last.facts) ? kQuietAfterRefusal : kLongestWait) +
                               open->second.failed.asked.value_or(Duration::zero());
        const bool isQuiet = open->second.underWay == 0 && now - last.end > quiet;
        const bool isGone = d->hasClientGone(open, now);
        open = isGone && !isSpent && !isQuiet ? d->close(open, Private::Ending::ClientGone)
               : isQuiet || isGone            ? d->close(open, Private::Ending::Given)
                                              : std::next(open);
    }
    d->connections.settle(now);
    std::erase_if(d->doubts, [&](const auto& doubt) { return now - doubt.second.at > kLongestWait; });
}

void CallGrouping::finish(Instant now)
{
    settle(now);
    for (auto open = d->openCalls.begin(); open != d->openCalls.end();) {
        const CallRecord& of = d->callOf(open);
        for (std::size_t index = 0; index < of.attempts.size(); ++index) {
            if (of.attempts[index].isRunning) {
                AttemptFacts facts;
                facts.fault = Fault{FaultKind::Cancelled, "the recording ended"};
                d->judge(open, static_cast<int>(index) + 1, now, std::move(facts));
            }
        }
        d->noteCut(open, now);
        open = d->close(open,
                        open->second.underWay == 0 ? Private::Ending::Given : Private::Ending::RecordingOver);
    }
}

RunHeader recordedHeader(WallTime startedAt, const std::string& service)
{
    Policy policy;
    policy.id = "recorded";
    policy.title = "What the client did, as recorded";
    policy.shortName = "As recorded";
    policy.document = "a recording";
    policy.attempts = {.max = 1, .countsFirst = true, .source = "the recorder does not retry"};
    RunHeader header;
    header.spec.service = service;
    header.policy = std::make_shared<const ResolvedPolicy>(resolve(policy, header.spec));
    header.startedAt = startedAt;
    header.isRecorded = true;
    return header;
}

} // namespace retryscope
