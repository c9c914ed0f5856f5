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
#include <deque>
#include <iterator>
#include <map>
#include <memory_resource>
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

/// What two failures must have in common to be treated alike: the fault, below 0, or the status.
int failureOf(const AttemptFacts& facts)
{
    return facts.fault      ? -1 - static_cast<int>(facts.fault->kind)
           : facts.response ? facts.response->status
                            : 0;
}

} // namespace

struct CallGrouping::Private
{
    Private(RunHeader runHeader, Changed onChange, std::string idHeader)
        : header(std::move(runHeader)), changed(std::move(onChange))
    {
        header.groupBy = std::move(idHeader);
        record = RunRecord(header);
    }

    struct Open;
    /// By the call's index in the record, so the oldest come first.
    using OpenCalls = std::pmr::map<int, Open>;
    /// Open calls without an id whose requests are alike, by index.
    struct Alike
    {
        using allocator_type = std::pmr::polymorphic_allocator<>; // the map that holds it passes its own
        explicit Alike(const allocator_type& memory) : resting(memory), alone(memory) {}
        std::pmr::map<int, OpenCalls::iterator> resting; ///< nothing is under way
        std::pmr::map<int, OpenCalls::iterator> alone;   ///< not side by side with another one
        int sideBySide = 0;                              ///< the others
        int calls = 0;                                   ///< all that have begun
        Instant lastEnd{};                               ///< of an attempt
    };
    /// By what their requests have in common: likenessOf().
    using Likenesses = std::pmr::unordered_map<std::string, Alike>;
    using Likeness = Likenesses::value_type;
    /// A call that may go on.
    struct Open
    {
        Likeness* alike = nullptr; ///< nullptr: it has an id
        std::string callId;        ///< empty: without one
        int firstNumber = 1;       ///< of its attempts, as the client counts: the AWS SDK for Ruby from 0
        int client = 1;
        int underWay = 0;           ///< attempts that have not ended
        std::optional<int> allowed; ///< attempts, as the client says
        std::set<int> retriedFailures;
        FailedCall failed;          ///< its last attempt, once that has failed
        std::optional<Instant> due; ///< nothing is under way, and until then it stays open
        Instant lastEnd{};          ///< of its last attempt, where nothing is under way
        /// That the client still goes on, against that it gave up, since another call of its began so soon.
        double alive = 1;
        bool isSideBySide = false; ///< another one that is alike began before it was over
    };
    /// A call that is over, with what is needed to go on with it.
    struct Over
    {
        int index = 0;
        int firstNumber = 1;
        std::optional<int> allowed;
        std::set<int> retriedFailures;
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
        OpenCalls::iterator open;
        FailedCall failed;
        Duration gap{0};
        double odds = 0;     ///< against a new call
        double evidence = 1; ///< the part of them that comes from the moment of the request
    };
    /// Why a call is over.
    enum class Ending { Given, ClientGone, RecordingOver };
    using Found = std::optional<OpenCalls::iterator>;

    SeenAttempt begin(const SeenRequest& request);
    void end(const SeenAttempt& attempt, Instant at, AttemptFacts facts);
    void startRecord(const SeenRequest& request);
    int clientOf(const SeenRequest& request, const std::string& agent);
    OpenCalls::iterator openCall(const SeenRequest& request, const DeclaredAttempt& declared);
    Found byId(const DeclaredAttempt& declared);
    Found reopened(const DeclaredAttempt& declared);
    void keepOver(OpenCalls::iterator over);
    std::vector<Candidate> candidatesFor(const SeenRequest& request, const Alike& alike,
                                         const DeclaredAttempt& declared, const NextRequest& coming);
    [[nodiscard]] double shareOfLikeness(int client, const Alike& alike) const;
    /// True where they are side by side.
    bool weigh(std::vector<Candidate>& candidates, const Alike& alike, Instant at);
    OpenCalls::iterator byTiming(const SeenRequest& request, Likeness& alike, const DeclaredAttempt& declared,
                                 const NextRequest& next, int client);
    /// alike: nullptr: the request has the id of its call.
    OpenCalls::iterator newCall(const SeenRequest& request, Likeness* alike, const DeclaredAttempt& declared,
                                int client);
    [[nodiscard]] double certaintyOf(const std::string& key, Instant at) const;
    void doubt(OpenCalls::iterator open, double confidence, bool isAmbiguous);
    void learnStart(const NextRequest& next, Client& client, Instant at);
    [[nodiscard]] FailedCall::Connection stateOf(int connection, Instant end) const;
    [[nodiscard]] bool hasClientGone(const Open& call, Instant now) const;
    void noteCut(OpenCalls::iterator open, Instant now);
    void goOn(OpenCalls::iterator open, Instant at);
    void judge(OpenCalls::iterator open, int attempt, Instant at, AttemptFacts facts);
    void noteFailure(OpenCalls::iterator open, const AttemptFacts& facts, Instant at);
    OpenCalls::iterator close(OpenCalls::iterator open, Ending ending);
    void conclude(OpenCalls::iterator open, Ending ending);
    void joinAlike(OpenCalls::iterator begun);
    void leaveAlike(OpenCalls::iterator over);
    void rest(OpenCalls::iterator open);
    void setDue(OpenCalls::iterator open);
    void wake(OpenCalls::iterator open);
    [[nodiscard]] Duration goneAfter(const Open& call) const;
    [[nodiscard]] Duration quietAfter(OpenCalls::iterator open) const;
    [[nodiscard]] Instant dueOf(OpenCalls::iterator open) const;
    void settle(Instant now);
    void endConnection(int connection, Instant at, bool byClient);
    void tell(Place place)
    {
        if (changed) {
            changed(place);
        }
    }
    [[nodiscard]] Client& clientAt(int number) { return clients[static_cast<std::size_t>(number) - 1]; }
    [[nodiscard]] const Client& clientAt(int number) const
    {
        return clients[static_cast<std::size_t>(number) - 1];
    }
    [[nodiscard]] const CallRecord& callOf(OpenCalls::iterator open) const
    {
        return record.callAt(open->first);
    }

    RunHeader header;
    RunRecord record;
    Changed changed;
    bool hasBegun = false;
    /// Of the containers below: they hold many small things, which go together.
    std::pmr::unsynchronized_pool_resource memory;
    std::pmr::unordered_map<std::string, int> numbers{
        &memory};                             ///< of clients, by machine and steady user agent
    std::pmr::deque<Client> clients{&memory}; ///< by number, from 1
    SeenConnections connections;
    OpenCalls openCalls{&memory};
    std::pmr::unordered_map<std::string, int> byCallId{&memory}; ///< index of the open call
    /// Of the calls with an id that were over last, by id, and their ids, the oldest first: the client may go
    /// on after what looked like the end, a success that it could not read for example.
    std::unordered_map<std::string, Over> overById;
    std::deque<std::string> overIds;
    /// Those of the open calls with nothing under way, by when each is to be looked at, by index, and by the
    /// connection of the last attempt: a request looks at those alone that it can concern.
    std::pmr::set<std::pair<Instant, int>> due{&memory};
    std::pmr::set<int> resting{&memory};
    std::pmr::unordered_map<int, std::pmr::set<int>> restingOn{&memory};
    Likenesses likenesses{&memory};
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

CallGrouping::CallGrouping(RunHeader header, Changed changed, std::string groupBy)
    : d(std::make_unique<Private>(std::move(header), std::move(changed), std::move(groupBy)))
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
    DeclaredAttempt declared = declaredIn(request.headers, header.groupBy);
    if (!request.callId.empty()) {
        declared = {.callId = request.callId, .certainty = 1};
    } else if (request.attempt) {
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
    wake(open);
    ++open->second.underWay;
    ++clientAt(of.client).underWay;
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
    if (declared.callId.empty()) {
        Likeness& alike = *likenesses.try_emplace(likenessOf(request)).first;
        return byTiming(request, alike, declared, next, client);
    }
    const Found known = byId(declared);
    if (!known) {
        learnStart(next, clientAt(client), request.at);
        return newCall(request, nullptr, declared, client);
    }
    goOn(*known, request.at);
    return *known;
}

CallGrouping::Private::Found CallGrouping::Private::byId(const DeclaredAttempt& declared)
{
    const auto found = byCallId.find(declared.callId);
    return found == byCallId.end() ? reopened(declared) : Found(openCalls.find(found->second));
}

/// A call that seemed over, where the id and the number of the attempt say that it goes on.
CallGrouping::Private::Found CallGrouping::Private::reopened(const DeclaredAttempt& declared)
{
    const auto found = overById.find(declared.callId);
    if (found == overById.end()) {
        return {};
    }
    const Over over = found->second;
    const CallRecord& call = record.callAt(over.index);
    const int last = over.firstNumber + static_cast<int>(call.attempts.size()) - 1;
    if (declared.attempt && *declared.attempt <= last) {
        return {}; // another call: the client reuses its id
    }
    overById.erase(found);
    Open open;
    open.client = call.client;
    open.callId = declared.callId;
    open.firstNumber = over.firstNumber;
    open.allowed = over.allowed;
    open.retriedFailures = over.retriedFailures;
    byCallId[declared.callId] = over.index;
    record.editSource({.call = over.index}, [](CallSource& source) {
        source.isClientGone = false;
        source.isCutByEnd = false;
    });
    return openCalls.emplace(over.index, std::move(open)).first;
}

void CallGrouping::Private::keepOver(OpenCalls::iterator over)
{
    const Open& open = over->second;
    if (overIds.size() >= kMostOpen) {
        overById.erase(overIds.front());
        overIds.pop_front();
    }
    overIds.push_back(open.callId);
    overById[open.callId] = {.index = over->first,
                             .firstNumber = open.firstNumber,
                             .allowed = open.allowed,
                             .retriedFailures = open.retriedFailures};
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
CallGrouping::Private::candidatesFor(const SeenRequest& request, const Alike& alike,
                                     const DeclaredAttempt& declared, const NextRequest& coming)
{
    std::vector<Candidate> candidates;
    int looked = 0;
    for (auto next = alike.resting.rbegin(); next != alike.resting.rend() && looked < kMostAlike; ++next) {
        ++looked;
        const Open& call = next->second->second;
        const bool continues =
            !declared.attempt || *declared.attempt == call.failed.attempts + call.firstNumber;
        const Duration gap = request.at - call.lastEnd;
        if (!continues || gap > kLongestWait + call.failed.asked.value_or(Duration::zero())) {
            continue;
        }
        Candidate candidate{
            .open = next->second, .failed = call.failed, .gap = std::max(gap, Duration::zero())};
        candidate.failed.state = stateOf(candidate.failed.connection, call.lastEnd);
        if (declared.attempt) {
            candidate.failed.likelihood = kCounted;
        }
        const Client& client = clientAt(call.client);
        candidate.evidence = client.habits.densityOfRetry(candidate.failed, coming, candidate.gap);
        if (!client.isParallel && client.lastBegun > call.lastEnd) {
            candidate.evidence *= kAfterAnotherCall;
        }
        candidate.odds = client.habits.oddsBefore(candidate.failed) * call.alive;
        candidates.push_back(std::move(candidate));
    }
    return candidates;
}

/// How many of the client's calls were so far as this request is: a new one that is like a call that failed
/// just now is rare where nearly each has a target of its own.
double CallGrouping::Private::shareOfLikeness(int client, const Alike& alike) const
{
    constexpr double kLeast = 0.1;
    const int calls = std::max(clientAt(client).calls, 1);
    // One more of each, since few calls tell little.
    return std::clamp((alike.calls + 1.0) / (calls + 1.0), kLeast, 1.0);
}

/// How much likelier than a new call each of them is. Where one call follows the other, a new one comes soon
/// after the last response, and what is longer ago has hardly anything to do with it; calls side by side each
/// have their own time.
bool CallGrouping::Private::weigh(std::vector<Candidate>& candidates, const Alike& alike, Instant at)
{
    const bool isSideBySide = std::ranges::any_of(candidates, [](const Candidate& candidate) {
        return candidate.open->second.isSideBySide && candidate.open->second.alive > kAlive;
    });
    constexpr Duration kShortest{1};
    const Duration sinceLast =
        candidates.empty() ? Duration::zero() : std::max(at - alike.lastEnd, kShortest);
    for (Candidate& candidate : candidates) {
        const ClientHabits& habits = clientAt(candidate.open->second.client).habits;
        candidate.evidence /= habits.densityOfNewCall(sinceLast);
        if (!isSideBySide) {
            candidate.evidence *=
                toMilliseconds(sinceLast) / toMilliseconds(std::max(candidate.gap, kShortest));
        }
        candidate.evidence /= shareOfLikeness(candidate.open->second.client, alike);
        candidate.odds *= candidate.evidence;
    }
    return isSideBySide;
}

/// The call whose retry the request is most likely to be, or a new one where that is likelier than all of
/// them together; and what the others, and what this client does, are known by it.
CallGrouping::Private::OpenCalls::iterator
CallGrouping::Private::byTiming(const SeenRequest& request, Likeness& alike, const DeclaredAttempt& declared,
                                const NextRequest& next, int client)
{
    std::vector<Candidate> candidates = candidatesFor(request, alike.second, declared, next);
    const bool isSideBySide = weigh(candidates, alike.second, request.at);
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
    Client& of = clientAt(client);
    const bool isNew = best == nullptr || (!isRetry && odds - 1 < 1);
    const double chosen = (isNew ? 1 : best->odds) / odds;
    const double certainty = certaintyOf(alike.first, request.at);
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
        const OpenCalls::iterator begun = newCall(request, &alike, declared, client);
        doubt(begun, std::min(chosen, certainty), false);
        return begun;
    }
    const bool isByLength = request.bodyBytes > 0 && request.bodyHash == 0;
    doubt(best->open, std::min(certainty, chosen * (isByLength ? kSameLengthAlone : 1)),
          isAmbiguous && 1 - chosen > kDoubt);
    if (chosen >= kLearned) {
        of.habits.learnRetry(best->failed, next, best->gap);
    }
    record.editSource({.call = best->open->first}, [isRetry](CallSource& source) {
        source.groupedBy = GroupedBy::Timing;
        source.isCounted = isRetry;
    });
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
    record.editSource({.call = open->first}, [&](CallSource& source) {
        source.confidence = std::min(source.confidence, confidence);
        source.isAmbiguous = source.isAmbiguous || isAmbiguous;
    });
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
                                                                          Likeness* alike,
                                                                          const DeclaredAttempt& declared,
                                                                          int client)
{
    Client& caller = clientAt(client);
    const int number = ++caller.calls;
    caller.lastBegun = request.at;
    caller.isParallel = caller.isParallel || caller.underWay > 0;
    const Place place = record.append(CallBegan{.client = client, .call = number, .at = request.at});
    const bool hasId = !declared.callId.empty();
    record.editSource(place, [&](CallSource& source) {
        source = {.groupedBy = hasId ? GroupedBy::InvocationId : GroupedBy::None,
                  .confidence = hasId ? declared.certainty : 1,
                  .userAgent = userAgentOf(request),
                  .operation = request.operation};
    });
    Open open;
    open.client = client;
    open.alike = alike;
    open.callId = declared.callId;
    open.firstNumber = declared.attempt.value_or(1); // above 1: the recording began in the midst of the call
    const OpenCalls::iterator begun = openCalls.emplace(place.call, std::move(open)).first;
    if (hasId) {
        byCallId[declared.callId] = place.call;
    } else {
        ++alike->second.calls;
        joinAlike(begun);
    }
    if (openCalls.size() > kMostOpen && !resting.empty()) { // the oldest that can be closed
        close(openCalls.find(*resting.begin()), Ending::Given);
    }
    return begun;
}

/// Calls that are alike and go on while this one begins are side by side with it.
void CallGrouping::Private::joinAlike(OpenCalls::iterator begun)
{
    Alike& alike = begun->second.alike->second;
    int looked = 0;
    for (auto next = alike.alone.end(); next != alike.alone.begin() && looked < kMostAlike; ++looked) {
        Open& other = (--next)->second->second;
        if (other.underWay > 0 || other.alive > kAlive) {
            other.isSideBySide = true;
            ++alike.sideBySide;
            next = alike.alone.erase(next);
        }
    }
    begun->second.isSideBySide = alike.sideBySide > 0;
    if (begun->second.isSideBySide) {
        ++alike.sideBySide;
    } else {
        alike.alone.emplace(begun->first, begun);
    }
}

void CallGrouping::Private::leaveAlike(OpenCalls::iterator over)
{
    Alike& alike = over->second.alike->second;
    if (over->second.isSideBySide) {
        --alike.sideBySide;
    } else {
        alike.alone.erase(over->first);
    }
    if (alike.sideBySide == 0 && alike.alone.empty()) {
        likenesses.erase(likenesses.find(over->second.alike->first));
    }
}

/// Nothing of it is under way: what comes may go on it, and after a while it is over.
void CallGrouping::Private::rest(OpenCalls::iterator open)
{
    Open& call = open->second;
    call.lastEnd = callOf(open).attempts.back().end;
    setDue(open);
    resting.insert(open->first);
    if (call.failed.connection != 0) {
        restingOn[call.failed.connection].insert(open->first);
    }
    if (call.alike != nullptr) {
        call.alike->second.resting.emplace_hint(call.alike->second.resting.end(), open->first, open);
    }
}

void CallGrouping::Private::setDue(OpenCalls::iterator open)
{
    if (open->second.due) {
        due.erase({*open->second.due, open->first});
    }
    open->second.due = dueOf(open);
    due.emplace(*open->second.due, open->first);
}

/// It goes on, or is over.
void CallGrouping::Private::wake(OpenCalls::iterator open)
{
    Open& call = open->second;
    if (!call.due) {
        return;
    }
    due.erase({*call.due, open->first});
    call.due.reset();
    resting.erase(open->first);
    if (const auto on = restingOn.find(call.failed.connection); on != restingOn.end()) {
        on->second.erase(open->first);
        if (on->second.empty()) {
            restingOn.erase(on);
        }
    }
    if (call.alike != nullptr) {
        call.alike->second.resting.erase(open->first);
    }
}

/// Another request of a call: so what came before was retried.
void CallGrouping::Private::goOn(OpenCalls::iterator open, Instant at)
{
    const CallRecord& of = callOf(open);
    const AttemptRecord& last = of.attempts.back();
    if (last.isRunning) {
        return; // said once it has ended
    }
    open->second.retriedFailures.insert(failureOf(last.facts));
    OptionalDuration wait = std::max(at - last.end, Duration::zero());
    if (last.facts.timesUnseen) {
        wait = last.facts.wire ? last.facts.wire->saidDelay : OptionalDuration();
    }
    open->second.alive = 1;
    if (wait) {
        open->second.failed.longestWait =
            std::max(open->second.failed.longestWait.value_or(Duration::zero()), *wait);
    }
    AttemptJudged judged{.client = of.client,
                         .call = of.call,
                         .attempt = last.attempt,
                         .at = last.end,
                         .facts = last.facts,
                         .decision = {}};
    judged.decision.verdict = Verdict::Retry;
    judged.decision.delay = wait.value_or(Duration::zero());
    judged.decision.trace.add(ClientObserved{
        .isRetried = true, .hasWait = wait.has_value(), .wait = wait.value_or(Duration::zero())});
    const DelayEnded delay{.client = of.client,
                           .call = of.call,
                           .attempt = last.attempt,
                           .actual = wait.value_or(Duration::zero())};
    const Place place = record.append(std::move(judged));
    tell(wait ? record.append(delay) : place);
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
    if (open->second.underWay > 0) {
        return;
    }
    if (isSuccess(callOf(open).attempts.back().facts)) {
        close(open, Ending::Given);
    } else {
        rest(open);
    }
}

/// What there is to know when a request comes that may go on the call.
void CallGrouping::Private::noteFailure(OpenCalls::iterator open, const AttemptFacts& facts, Instant at)
{
    const int connection = facts.wire ? facts.wire->connection : 0;
    connections.end(connection);
    Client& client = clientAt(open->second.client);
    --client.underWay;
    client.connection = connection;
    client.succeededAt = isSuccess(facts) ? std::optional(at) : std::nullopt;
    if (open->second.alike != nullptr) {
        open->second.alike->second.lastEnd = at;
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
        call.retriedFailures.insert(failureOf(facts));
    } else if (isSuccess(facts)) {
        decision.verdict = Verdict::Succeed;
    } else {
        const bool isSpent = call.allowed && attempt >= *call.allowed;
        const bool wasRetried = call.retriedFailures.contains(failureOf(facts));
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

/// The call is over, and nothing can go on it. The next open call.
CallGrouping::Private::OpenCalls::iterator CallGrouping::Private::close(OpenCalls::iterator open,
                                                                        Ending ending)
{
    wake(open);
    const CallRecord& call = callOf(open);
    if (!open->second.callId.empty()) {
        byCallId.erase(open->second.callId);
        keepOver(open);
    } else {
        if (call.source->isAmbiguous) {
            Doubt& known = doubts[open->second.alike->first];
            const bool isOld = call.end - known.at > kLongestWait;
            known.confidence =
                isOld ? call.source->confidence : std::min(known.confidence, call.source->confidence);
            known.at = call.end;
        }
        leaveAlike(open);
    }
    conclude(open, ending);
    return openCalls.erase(open);
}

/// What the record says of a call that is over, and why: given up or succeeded, left by its client, or cut
/// off with the recording.
void CallGrouping::Private::conclude(OpenCalls::iterator open, Ending ending)
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
        record.editSource(place, [](CallSource& source) { source.isClientGone = true; });
    }
    record.append(ended);
    tell(place);
}

void CallGrouping::endConnection(int connection, Instant at, bool byClient)
{
    d->endConnection(connection, at, byClient);
}

/// Where the client closed it, its calls on it may be over sooner.
void CallGrouping::Private::endConnection(int connection, Instant at, bool byClient)
{
    connections.close(connection, at, byClient);
    const auto on = restingOn.find(connection);
    if (!byClient || on == restingOn.end()) {
        return;
    }
    for (const int index : on->second) {
        setDue(openCalls.find(index));
    }
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
bool CallGrouping::Private::hasClientGone(const Open& call, Instant now) const
{
    return connections.leftAt(call.failed.connection) && now - call.lastEnd > goneAfter(call);
}

Duration CallGrouping::Private::goneAfter(const Open& call) const
{
    const Duration longest = std::max(clientAt(call.client).habits.longestWait(),
                                      std::max(call.failed.longestWait.value_or(Duration::zero()),
                                               call.failed.asked.value_or(Duration::zero())));
    return std::max<Duration>(kGoneAfter, kGoneAfterDelays * longest);
}

Duration CallGrouping::Private::quietAfter(OpenCalls::iterator open) const
{
    return (isRefusal(callOf(open).attempts.back().facts) ? kQuietAfterRefusal : kLongestWait) +
           open->second.failed.asked.value_or(Duration::zero());
}

/// When there is to look whether the call is over. What the client is seen to wait meanwhile can only make it
/// later.
Instant CallGrouping::Private::dueOf(OpenCalls::iterator open) const
{
    const bool hasLeft = connections.leftAt(open->second.failed.connection).has_value();
    const Duration quiet = quietAfter(open);
    return open->second.lastEnd + (hasLeft ? std::min(quiet, goneAfter(open->second)) : quiet);
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
        record.editSource({.call = open->first}, [](CallSource& source) { source.isCutByEnd = true; });
    }
}

void CallGrouping::settle(Instant now)
{
    d->settle(now);
}

void CallGrouping::Private::settle(Instant now)
{
    record.noteWatchedUntil(now);
    std::vector<int> looked;
    for (auto next = due.begin(); next != due.end() && next->first < now; ++next) {
        looked.push_back(next->second);
    }
    std::sort(looked.begin(), looked.end()); // the oldest come first
    for (const int index : looked) {
        const OpenCalls::iterator open = openCalls.find(index);
        const Open& call = open->second;
        const bool isSpent = call.allowed && call.failed.attempts >= *call.allowed;
        const bool isQuiet = now - call.lastEnd > quietAfter(open);
        const bool isGone = hasClientGone(call, now);
        if (isGone && !isSpent && !isQuiet) {
            close(open, Ending::ClientGone);
        } else if (isQuiet || isGone) {
            close(open, Ending::Given);
        } else { // the client waits for longer than it did
            setDue(open);
        }
    }
    connections.settle(now);
    std::erase_if(doubts, [&](const auto& doubt) { return now - doubt.second.at > kLongestWait; });
}

void CallGrouping::finish(Instant now)
{
    settle(now);
    // No request comes that could go on them, so they are not taken out of what finds open calls one by one.
    for (auto open = d->openCalls.begin(); open != d->openCalls.end(); ++open) {
        const CallRecord& of = d->callOf(open);
        for (std::size_t index = 0; index < of.attempts.size(); ++index) {
            if (of.attempts[index].isRunning) {
                AttemptFacts facts;
                facts.fault = Fault{FaultKind::Cancelled, "the recording ended"};
                d->judge(open, static_cast<int>(index) + 1, now, std::move(facts));
            }
        }
        d->noteCut(open, now);
        d->conclude(open,
                    open->second.underWay == 0 ? Private::Ending::Given : Private::Ending::RecordingOver);
    }
    d->openCalls.clear();
    d->byCallId.clear();
    d->due.clear();
    d->resting.clear();
    d->restingOn.clear();
    d->likenesses.clear();
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
