// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/inference.h"

#include "core/recording/client_following.h"
#include "core/recording/declared_attempt.h"
#include "core/recording/user_agent.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace retryscope {

namespace {

using std::chrono::milliseconds;

/// A wait that was seen has the client's own work and the way of the request in it: 1 to 10 ms on a quiet
/// machine, more on a busy one.
constexpr Duration kWork = milliseconds{25};
constexpr double kWorkShare = 0.05;          ///< of the longest delay
constexpr Duration kEarly = milliseconds{3}; ///< timers of some clients are coarse

/// Of the score, where the check says something.
constexpr double kDecisionsWeight = 0.45;
constexpr double kDelaysWeight = 0.3;
constexpr double kHeadersWeight = 0.1;
constexpr double kUserAgentWeight = 0.15;
/// Waits that are crowded together as they would be by chance once in a hundred times speak against a window.
constexpr double kRare = 0.01;
constexpr double kCrowdedShare = 0.5; ///< of the delays' weight that remains then
/// Without a failure nothing is known but what the client says of itself.
constexpr double kNoFailures = 0.5;

/// By so much a wait may seem longer than a delay of this length.
Duration lateFor(Duration high)
{
    return kWork + fromMilliseconds(toMilliseconds(high) * kWorkShare);
}

std::string outcomeOf(const AttemptFacts& facts)
{
    if (facts.fault) {
        return std::string(toString(facts.fault->kind));
    }
    return facts.response ? std::to_string(facts.response->status) : std::string();
}

const Headers& headersOf(const AttemptRecord& attempt)
{
    static const Headers none;
    return attempt.facts.wire ? *attempt.facts.wire->sentHeaders : none;
}

std::string agentOf(const CallRecord& call)
{
    if (!call.source->userAgent.empty() || call.attempts.empty()) {
        return call.source->userAgent;
    }
    const std::string* agent = headersOf(call.attempts.front()).find("User-Agent");
    return agent ? *agent : std::string();
}

// ---- what was seen ------------------------------------------------------------------------------------

bool isHinted(const AttemptRecord& attempt)
{
    return attempt.facts.response && (attempt.facts.response->headers.contains("retry-after") ||
                                      attempt.facts.response->headers.contains("x-amz-retry-after") ||
                                      attempt.facts.response->headers.contains("retry-after-ms"));
}

std::map<int, std::vector<Duration>> waitsOf(const RunRecord& record, const std::vector<int>& calls)
{
    std::map<int, std::vector<Duration>> waits;
    for (const int index : calls) {
        const std::vector<AttemptRecord>& attempts = record.callAt(index).attempts;
        for (std::size_t next = 1; next < attempts.size(); ++next) {
            const AttemptRecord& before = attempts[next - 1];
            if (!isHinted(before) && attempts[next].start >= before.end) {
                waits[static_cast<int>(next)].push_back(attempts[next].start - before.end);
            }
        }
    }
    for (auto& [retry, list] : waits) {
        std::sort(list.begin(), list.end());
    }
    return waits;
}

/// From how the waits before one retry lie to each other; absent where there are too few.
std::optional<Jitter> jitterOf(const std::vector<SeenWaits>& waits)
{
    constexpr int kEnough = 5;
    constexpr double kSame = 0.1;  // of the longest
    constexpr double kHalf = 0.45; // equal jitter draws from the upper half
    double spread = 0;
    double lowest = 1;
    int count = 0;
    for (const SeenWaits& seen : waits) {
        if (seen.count >= 2 && seen.most > kWork) {
            count += seen.count;
            const double most = toMilliseconds(seen.most);
            spread = std::max(spread, toMilliseconds(seen.most - seen.least - kWork) / most);
            lowest = std::min(lowest, toMilliseconds(seen.least) / most);
        }
    }
    if (count < kEnough) {
        return std::nullopt;
    }
    return spread < kSame ? Jitter::None : lowest > kHalf ? Jitter::Equal : Jitter::Full;
}

BackoffEstimate estimate(const RunRecord& record, const std::vector<int>& calls)
{
    constexpr double kGrows = 1.4;
    constexpr double kStays = 1.15;
    BackoffEstimate result;
    std::vector<double> ends;
    for (const auto& [retry, list] : waitsOf(record, calls)) {
        result.waits.push_back({.retry = retry,
                                .count = static_cast<int>(list.size()),
                                .least = list.front(),
                                .median = list[list.size() / 2],
                                .most = list.back()});
    }
    result.jitter = jitterOf(result.waits);
    if (!result.jitter || result.waits.front().retry != 1) {
        return result;
    }
    for (const SeenWaits& seen : result.waits) {
        // The largest of n numbers drawn from 0 to the end lies at n / (n + 1) of it, on the whole.
        const double few = *result.jitter == Jitter::None ? 1 : (seen.count + 1.0) / seen.count;
        ends.push_back(toMilliseconds(*result.jitter == Jitter::None ? seen.median : seen.most) * few);
    }
    result.base = fromMilliseconds(ends.front());
    std::vector<double> growths;
    for (std::size_t next = 1; next < ends.size(); ++next) {
        const double growth = ends[next - 1] > 0 ? ends[next] / ends[next - 1] : 1;
        if (growth < kStays && !growths.empty() && growths.front() > kGrows) {
            result.cap = fromMilliseconds(ends[next]);
            break;
        }
        growths.push_back(growth);
    }
    if (!growths.empty()) {
        std::sort(growths.begin(), growths.end());
        result.growth = growths[growths.size() / 2];
    }
    return result;
}

/// The call failed so long before the record's end that one more retry would have been seen: delays double at
/// most, nearly always. A recording tells no more of when it was stopped than its last event.
bool wasWatchedLongEnough(const RunRecord& record, const CallRecord& call)
{
    Duration longest{0};
    for (std::size_t next = 1; next < call.attempts.size(); ++next) {
        longest = std::max<Duration>(longest, call.attempts[next].start - call.attempts[next - 1].end);
    }
    return !record.header().isRecorded || call.attempts.back().end + longest * 2 + kWork < record.end();
}

/// A limit of time that the calls tell of. retriedOutcomes: after which the client retries.
std::optional<SeenTimeLimit> timeLimitSeen(const RunRecord& record, const std::vector<int>& calls,
                                           const std::set<std::string>& retriedOutcomes)
{
    std::vector<GivenUpCall> givenUp;
    Duration lastRetry{0};
    for (const int index : calls) {
        const CallRecord& call = record.callAt(index);
        if (call.attempts.empty()) {
            continue;
        }
        const Instant begin = call.attempts.front().start;
        if (call.attempts.size() > 1) {
            lastRetry = std::max<Duration>(lastRetry, call.attempts.back().start - begin);
        }
        const AttemptRecord& last = call.attempts.back();
        if (call.verdict == CallVerdict::Failed && retriedOutcomes.contains(outcomeOf(last.facts)) &&
            !isHinted(last) && wasWatchedLongEnough(record, call)) {
            givenUp.push_back({.attempts = static_cast<int>(call.attempts.size()), .end = last.end - begin});
        }
    }
    std::map<int, Duration> longestWaits;
    for (const auto& [retry, list] : waitsOf(record, calls)) {
        longestWaits[retry] = list.back();
    }
    return timeLimitOf(givenUp, longestWaits, lastRetry);
}

InferredClient seen(const RunRecord& record, std::string userAgent, const std::vector<int>& calls)
{
    InferredClient client;
    client.userAgent = std::move(userAgent);
    client.calls = static_cast<int>(calls.size());
    std::map<std::string, int> mostAfter;       ///< attempts of the longest call that ended like this
    std::map<std::string, int> surelyMostAfter; ///< the same, of calls that would have gone on by then
    std::set<std::string> retriedOutcomes;
    for (const int index : calls) {
        const CallRecord& call = record.callAt(index);
        std::set<int> declared;
        client.attempts = std::max(client.attempts, static_cast<int>(call.attempts.size()));
        for (std::size_t number = 0; number < call.attempts.size(); ++number) {
            const AttemptRecord& attempt = call.attempts[number];
            ++client.requests;
            const DeclaredAttempt said = declaredIn(headersOf(attempt));
            client.declaredMax = std::max(client.declaredMax, said.max);
            client.resent += said.max && said.attempt && !declared.insert(*said.attempt).second ? 1 : 0;
            client.failures += attempt.decision.verdict != Verdict::Succeed ? 1 : 0;
            if (number + 1 < call.attempts.size()) {
                ++client.retried;
                retriedOutcomes.insert(outcomeOf(attempt.facts));
            }
        }
        if (!call.attempts.empty() && call.verdict == CallVerdict::Failed) {
            int& most = mostAfter[outcomeOf(call.attempts.back().facts)];
            const auto made = static_cast<int>(call.attempts.size());
            client.endedEarly += made < most ? 1 : 0;
            most = std::max(most, made);
            if (wasWatchedLongEnough(record, call)) {
                int& surely = surelyMostAfter[outcomeOf(call.attempts.back().facts)];
                surely = std::max(surely, made);
            }
        }
    }
    client.timeLimit = timeLimitSeen(record, calls, retriedOutcomes);
    client.isMaxKnown =
        client.declaredMax ||
        (!client.timeLimit && std::ranges::any_of(retriedOutcomes, [&](const std::string& outcome) {
            const auto most = surelyMostAfter.find(outcome);
            return most != surelyMostAfter.end() && most->second == client.attempts;
        }));
    client.backoff = estimate(record, calls);
    return client;
}

// ---- a preset beside it -------------------------------------------------------------------------------

FitCheck& checkOf(PresetFit& fit, FitQuestion question)
{
    return fit.checks[static_cast<std::size_t>(question)];
}

void keep(FitCheck& check, FitDifference difference)
{
    if (check.differences.size() < kMostDifferences) {
        check.differences.push_back(std::move(difference));
    }
}

/// Gathers what a preset would have done otherwise.
class FitGatherer
{
public:
    FitGatherer(const RunRecord& record, PresetFit& fit) : m_record(record), m_fit(fit) {}

    void take(const FollowedAttempt& followed)
    {
        const AttemptRecord& attempt = m_record.at(followed.place);
        const bool isPlain = !followed.isRetried && followed.verdict == Verdict::Succeed &&
                             attempt.decision.verdict == Verdict::Succeed;
        if (followed.isOpen || isPlain) {
            return;
        }
        FitCheck& check = checkOf(m_fit, followed.isRetried ? FitQuestion::Retried : FitQuestion::NotRetried);
        ++check.asked;
        if (followed.isRetried == (followed.verdict == Verdict::Retry)) {
            ++check.agreed;
        } else {
            keep(check, {.at = followed.place,
                         .outcome = outcomeOf(attempt.facts),
                         .isRetried = followed.isRetried,
                         .stopReason = followed.stopReason});
        }
        if (followed.isRetried && followed.verdict == Verdict::Retry && followed.wait) {
            takeWait(followed, outcomeOf(attempt.facts));
        }
    }

    void finish()
    {
        FitCheck& check = checkOf(m_fit, FitQuestion::Spread);
        double highest = 0;
        double lowest = 1;
        for (const double place : m_places) {
            highest = std::max(highest, place);
            lowest = std::min(lowest, place);
        }
        constexpr std::size_t kEnough = 3;
        if (m_places.size() >= kEnough) {
            const auto count = static_cast<double>(m_places.size());
            check.asked = 1;
            check.agreed = std::min(std::pow(highest, count), std::pow(1 - lowest, count)) < kRare ? 0 : 1;
            if (check.agreed == 0) {
                keep(check, {.window = m_widest});
            }
        }
        if (m_waits > 0) {
            m_fit.likelihood = m_likelihood / m_waits;
        }
    }

private:
    void takeWait(const FollowedAttempt& followed, std::string outcome)
    {
        const auto [low, high] = followed.window;
        const Duration late = lateFor(high);
        const bool isIn = isInWindow(followed);
        FitCheck& check = checkOf(m_fit, FitQuestion::Delays);
        ++check.asked;
        check.agreed += isIn ? 1 : 0;
        if (!isIn) {
            keep(check, {.at = followed.place,
                         .outcome = std::move(outcome),
                         .wait = *followed.wait,
                         .window = followed.window,
                         .isRetried = true});
        }
        constexpr double kOutside = 1e6;
        const double width = toMilliseconds(high - low + late + kEarly);
        m_likelihood -= std::log(isIn ? width : width + kOutside);
        ++m_waits;
        if (isIn && !followed.isWidened && high - low > kWork * 2) {
            const double drawn = toMilliseconds(*followed.wait - low) / toMilliseconds(high - low);
            m_places.push_back(std::clamp(drawn, 0.0, 1.0));
            if (high - low > m_widest.high - m_widest.low) {
                m_widest = followed.window;
            }
        }
    }

    const RunRecord& m_record;
    PresetFit& m_fit;
    std::vector<double> m_places; ///< of the waits within their windows, 0 to 1
    DelayWindow m_widest;
    double m_likelihood = 0;
    int m_waits = 0;
};

bool sends(const Policy& preset, std::string_view header)
{
    return std::any_of(preset.attemptHeaders.begin(), preset.attemptHeaders.end(),
                       [&](const AttemptHeader& own) { return equalsIgnoringCase(own.name, header); });
}

bool announcesMax(const Policy& preset)
{
    return std::any_of(preset.attemptHeaders.begin(), preset.attemptHeaders.end(),
                       [](const AttemptHeader& own) {
                           return own.first.find("{max}") != std::string::npos ||
                                  own.later.find("{max}") != std::string::npos;
                       });
}

void checkHeaders(const RunRecord& record, const std::vector<int>& calls, const Policy& preset,
                  const InferredClient& client, PresetFit& fit)
{
    const CallRecord& call = record.callAt(calls.front());
    // A document says nothing of headers.
    if (call.attempts.empty() || !call.attempts.front().facts.wire ||
        evidenceOf(preset) == EvidenceLevel::Document) {
        return;
    }
    FitCheck& check = checkOf(fit, FitQuestion::Headers);
    const auto note = [&check](bool agrees, std::string said, std::string own) {
        ++check.asked;
        check.agreed += agrees ? 1 : 0;
        if (!agrees) {
            keep(check, {.outcome = std::move(said), .preset = std::move(own)});
        }
    };
    for (const std::string_view name : {"amz-sdk-invocation-id", "amz-sdk-request"}) {
        const bool isSeen = headersOf(call.attempts.front()).contains(name);
        note(isSeen == sends(preset, name), isSeen ? std::string(name) : std::string(),
             isSeen ? std::string() : std::string(name));
    }
    if (client.declaredMax && announcesMax(preset)) {
        const int own = preset.attempts.attempts();
        note(own == *client.declaredMax, "max=" + std::to_string(*client.declaredMax),
             "max=" + std::to_string(own));
    }
}

std::vector<int> numbersOf(std::string_view version)
{
    std::vector<int> numbers;
    while (!version.empty()) {
        const std::string_view part = version.substr(0, version.find('.'));
        int number = 0;
        std::from_chars(part.data(), part.data() + part.size(), number);
        numbers.push_back(number);
        version.remove_prefix(std::min(part.size() + 1, version.size()));
    }
    return numbers;
}

/// 1 for the same version, less the further apart they are.
double nearness(std::string_view left, std::string_view right)
{
    constexpr double kSameMinor = 0.8;
    constexpr double kSameMajor = 0.6;
    if (left == right) {
        return 1;
    }
    const std::vector<int> one = numbersOf(left);
    const std::vector<int> other = numbersOf(right);
    if (one.empty() || other.empty() || one[0] != other[0]) {
        return 0;
    }
    if (one.size() < 2 || other.size() < 2) {
        return kSameMajor;
    }
    constexpr double kFar = 10; // minor versions
    return one[1] == other[1] ? kSameMinor : kSameMajor / (1 + std::abs(one[1] - other[1]) / kFar);
}

void checkUserAgent(const SaidClient& said, const Policy& preset, PresetFit& fit)
{
    constexpr double kProgram = 0.5;
    constexpr double kVersion = 0.3;
    constexpr double kMode = 0.2;
    if (said.client.empty()) {
        return;
    }
    FitCheck& check = checkOf(fit, FitQuestion::UserAgent);
    check.asked = 1;
    double most = kProgram;
    double got = preset.id.starts_with(said.client + "-") ? kProgram : 0;
    const std::string own = preset.emulates.empty() ? preset.version : preset.emulates.front().version;
    if (got > 0 && !said.version.empty() && !own.empty()) {
        most += kVersion;
        got += kVersion * nearness(said.version, own);
    }
    const std::string mode = preset.emulates.empty() ? preset.mode : preset.emulates.front().mode;
    if (got > 0 && !said.mode.empty() && !mode.empty()) {
        most += kMode;
        got += mode.substr(0, mode.find('-')) == said.mode ? kMode : 0;
    }
    check.agreed = got / most;
    if (check.agreed < 1) {
        keep(check, {.outcome = said.client + (said.version.empty() ? "" : " " + said.version) +
                                (said.mode.empty() ? "" : " " + said.mode),
                     .preset = titleOf(preset)});
    }
}

/// By weight, of the checks that say something.
double scoreOf(const PresetFit& fit, const InferredClient& client)
{
    const auto at = [&fit](FitQuestion question) -> const FitCheck& {
        return fit.checks[static_cast<std::size_t>(question)];
    };
    const FitCheck& retried = at(FitQuestion::Retried);
    const FitCheck& notRetried = at(FitQuestion::NotRetried);
    const FitCheck& delays = at(FitQuestion::Delays);
    const FitCheck& spread = at(FitQuestion::Spread);
    double weights = 0;
    double sum = 0;
    const auto add = [&](double weight, double agreed, int asked) {
        if (asked > 0) {
            weights += weight;
            sum += weight * agreed / asked;
        }
    };
    add(kDecisionsWeight, retried.agreed + notRetried.agreed, retried.asked + notRetried.asked);
    const bool isCrowded = spread.asked > 0 && spread.agreed == 0;
    add(kDelaysWeight, delays.agreed * (isCrowded ? kCrowdedShare : 1), delays.asked);
    add(kHeadersWeight, at(FitQuestion::Headers).agreed, at(FitQuestion::Headers).asked);
    add(kUserAgentWeight, at(FitQuestion::UserAgent).agreed, at(FitQuestion::UserAgent).asked);
    const double score = weights > 0 ? sum / weights : 0;
    int seen = client.failures;
    for (const SeenWaits& waits : client.backoff.waits) {
        seen += waits.count;
    }
    return client.failures > 0 ? score * seen / (seen + kDoubt) : score * kNoFailures;
}

PresetFit fitOf(const RunRecord& record, const std::vector<int>& calls, const Policy& preset,
                const InferredClient& client)
{
    PresetFit fit{.policy = preset.id, .title = titleOf(preset), .checks = {}};
    for (const auto& [question, word] : EnumWords<FitQuestion>::kWords) {
        fit.checks.push_back({.question = question, .differences = {}});
    }
    FitGatherer gatherer(record, fit);
    follow(record, calls, preset, [&gatherer](const FollowedAttempt& followed) { gatherer.take(followed); });
    gatherer.finish();
    checkHeaders(record, calls, preset, client, fit);
    checkUserAgent(saidBy(client.userAgent), preset, fit);
    fit.score = scoreOf(fit, client);
    return fit;
}

// ---- who made which calls -----------------------------------------------------------------------------

struct CallsOfOne
{
    std::string agent;
    bool isOneOfSeveral = false;
    std::vector<int> calls;
};

bool isEarlier(const CallsOfOne& left, const CallsOfOne& right)
{
    return left.calls.front() < right.calls.front();
}

std::optional<int> announcedIn(const CallRecord& call)
{
    std::optional<int> max;
    for (const AttemptRecord& attempt : call.attempts) {
        max = std::max(max, declaredIn(headersOf(attempt)).max);
    }
    return max;
}

/// In the order of their first calls. botocore's legacy mode announces its attempts from the second one on:
/// calls that announce none are those of the one client of their user agent that does, if there is but one.
std::vector<CallsOfOne> callsByClient(const RunRecord& record)
{
    std::map<std::string, std::map<std::optional<int>, std::vector<int>>> found;
    for (std::size_t index = 0; index < record.calls().size(); ++index) {
        const CallRecord& call = record.calls()[index];
        if (!call.attempts.empty()) {
            found[agentOf(call)][announcedIn(call)].push_back(static_cast<int>(index));
        }
    }
    std::vector<CallsOfOne> clients;
    for (auto& [agent, byMax] : found) {
        if (byMax.size() == 2 && !byMax.begin()->first) {
            std::vector<int>& announced = byMax.rbegin()->second;
            announced.insert(announced.end(), byMax.begin()->second.begin(), byMax.begin()->second.end());
            std::sort(announced.begin(), announced.end());
            byMax.erase(byMax.begin());
        }
        for (auto& [max, calls] : byMax) {
            clients.push_back({agent, byMax.size() > 1, std::move(calls)});
        }
    }
    std::sort(clients.begin(), clients.end(), isEarlier);
    return clients;
}

/// Those with the most calls, in the order of their first ones.
void keepBusiest(std::vector<CallsOfOne>& clients)
{
    if (clients.size() <= kMostInferred) {
        return;
    }
    std::stable_sort(clients.begin(), clients.end(), [](const CallsOfOne& left, const CallsOfOne& right) {
        return left.calls.size() > right.calls.size();
    });
    clients.resize(kMostInferred);
    std::sort(clients.begin(), clients.end(), isEarlier);
}

constexpr double kEqual = 1e-9; ///< scores and likelihoods no farther apart

} // namespace

bool isInWindow(const FollowedAttempt& followed)
{
    const auto [low, high] = followed.window;
    return followed.wait && *followed.wait >= low - kEarly && *followed.wait <= high + lateFor(high);
}

std::size_t equallyGoodFits(const InferredClient& client)
{
    std::size_t alike = 0;
    while (alike < client.fits.size() && client.fits.front().score - client.fits[alike].score < kEqual &&
           client.fits.front().likelihood - client.fits[alike].likelihood < kEqual) {
        ++alike;
    }
    return alike;
}

bool isCallOf(const InferredClient& client, const CallRecord& call)
{
    if (agentOf(call) != client.userAgent) {
        return false;
    }
    const std::optional<int> announced = announcedIn(call);
    return !client.isOneOfSeveral || !announced || announced == client.declaredMax;
}

std::size_t clientsIn(const RunRecord& record)
{
    return callsByClient(record).size();
}

std::vector<InferredClient> inferClients(const RunRecord& record, const std::vector<Policy>& presets,
                                         const std::function<bool()>& isStopAsked)
{
    std::vector<InferredClient> clients;
    std::vector<CallsOfOne> found = callsByClient(record);
    keepBusiest(found);
    for (const CallsOfOne& one : found) {
        InferredClient client = seen(record, one.agent, one.calls);
        client.isOneOfSeveral = one.isOneOfSeveral;
        for (const Policy& preset : presets) {
            if (isStopAsked && isStopAsked()) {
                break;
            }
            client.fits.push_back(fitOf(record, one.calls, preset, client));
        }
        std::sort(client.fits.begin(), client.fits.end(), [](const PresetFit& left, const PresetFit& right) {
            // In steps, not by a distance: what is nearly equal to two need not be so to each other.
            const auto rank = [](const PresetFit& fit) {
                return std::pair(std::round(-fit.score / kEqual), std::round(-fit.likelihood / kEqual));
            };
            if (rank(left) != rank(right)) {
                return rank(left) < rank(right);
            }
            return left.policy < right.policy; // `curl-retry-3` before `curl-retry-3-all-errors`
        });
        clients.push_back(std::move(client));
    }
    return clients;
}

} // namespace retryscope
