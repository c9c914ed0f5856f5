// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/change/reversing_changes.h"

#include "core/change/apply_change.h"
#include "core/change/change_candidates.h"
#include "core/policy/mapping.h"

#include "core/decide/token_bucket.h"
#include <algorithm>
#include <tuple>
#include <utility>

namespace retryscope {

namespace {

constexpr std::size_t kMostOfOneSort = 2;

void setPolicy(Situation& situation, const Policy& policy)
{
    ResolvedPolicy resolved = resolve(policy, situation.spec);
    const std::vector<Rule>& before = situation.policy.policy.rules;
    const std::vector<Rule>& after = resolved.policy.rules;
    const std::vector<int> uses = std::move(situation.request.ruleUses);
    situation.request.ruleUses.assign(after.size(), 0);
    for (std::size_t i = 0; i < uses.size() && i < before.size(); ++i) {
        const auto same = std::find_if(after.begin(), after.end(),
                                       [&](const Rule& rule) { return rule.id == before[i].id; });
        if (same != after.end()) {
            situation.request.ruleUses[static_cast<std::size_t>(same - after.begin())] = uses[i];
        }
    }
    situation.policy = std::move(resolved);
}

/// Of the service, where it has one of its own.
AttemptLimit& limitOf(Policy& policy, const std::string& service)
{
    const auto own = policy.services.find(service);
    return own != policy.services.end() && own->second.attempts ? *own->second.attempts : policy.attempts;
}

/// What rules ask of the request stands in the resolved policy.
void setRequestHeader(Situation& situation, const std::string& name, const std::string* value)
{
    const auto set = [&](Headers& headers) {
        if (value != nullptr) {
            headers.set(name, *value);
        } else {
            std::erase_if(headers.entries,
                          [&name](const Header& header) { return equalsIgnoringCase(header.name, name); });
        }
    };
    set(situation.spec.headers);
    set(situation.policy.requestHeaders);
}

/// The response is another one. A clock that was only taken from the response's date goes with it.
void setResponse(Situation& situation, const Change& change)
{
    const auto dateOf = [](const AttemptFacts& facts) {
        return facts.response ? facts.response->date : std::nullopt;
    };
    const std::optional<WallTime> before = dateOf(situation.facts);
    situation.facts = applyChange(situation.facts, situation.policy.reading, change);
    if (before && before == situation.clock.wallTime && !dateOf(situation.facts)) {
        situation.clock.wallTime.reset();
    }
}

void setClock(Situation& situation)
{
    if (situation.facts.response && situation.facts.response->date) {
        situation.clock.wallTime = situation.facts.response->date;
        situation.client.clockSkew = Duration::zero();
    }
}

/// Rules that retry, and ask for other methods, take this one too. Rules that are about this one alone, and
/// forbid it, go.
void allowMethod(Policy& policy, const std::string& method)
{
    const auto isOfMethod = [&method](const Rule& rule) {
        return std::find(rule.when.methodIn.begin(), rule.when.methodIn.end(), method) !=
               rule.when.methodIn.end();
    };
    std::erase_if(policy.rules, [&](Rule& rule) {
        const bool forbids = rule.kind == ErrorKind::Permanent && isOfMethod(rule);
        if (forbids) {
            std::erase(rule.when.methodIn, method);
        }
        return forbids && rule.when.methodIn.empty();
    });
    for (Rule& rule : policy.rules) {
        const bool retries = rule.kind != ErrorKind::Permanent && rule.kind != ErrorKind::None;
        if (retries && !rule.when.methodIn.empty() && !isOfMethod(rule)) {
            rule.when.methodIn.push_back(method);
        }
        if (retries && rule.when.idempotent == true) {
            rule.when.idempotent.reset();
        }
    }
}

/// Rules that retry leave this one out.
void forbidMethod(Policy& policy, const std::string& method)
{
    static const std::vector<std::string> kAll{"GET",    "HEAD", "OPTIONS", "TRACE",  "PUT",
                                               "DELETE", "POST", "PATCH",   "CONNECT"};
    for (Rule& rule : policy.rules) {
        if (rule.kind != ErrorKind::Permanent && rule.kind != ErrorKind::None) {
            std::vector<std::string>& methods = rule.when.methodIn;
            methods = methods.empty() ? kAll : methods;
            std::erase(methods, method);
        }
    }
    std::erase_if(policy.rules, [](const Rule& rule) { // an empty list would ask for none
        return rule.when.methodIn.empty() && rule.kind != ErrorKind::Permanent &&
               rule.kind != ErrorKind::None;
    });
}

/// A header that is not looked at is none that a rule could ask for either.
void limitHint(Policy& policy, const HintLimited& limited)
{
    const auto isMeant = [&limited](const HintSpec& hint) {
        return equalsIgnoringCase(hint.header, limited.header);
    };
    if (limited.how == HintLimit::Ignored) {
        std::erase_if(policy.hints, isMeant);
        std::erase_if(policy.rules, [&limited](const Rule& rule) {
            const std::vector<std::string>& asked = rule.when.headerIn;
            return asked.size() == 1 && equalsIgnoringCase(asked.front(), limited.header);
        });
        return;
    }
    for (HintSpec& hint : policy.hints) {
        if (isMeant(hint)) {
            (limited.how == HintLimit::Caps ? hint.cap : hint.forbidsAbove) = limited.most;
            hint.forbidsAboveTimeout = hint.forbidsAboveTimeout && limited.how == HintLimit::Caps;
        }
    }
}

/// Everything but the policy, which most changes leave alone and which is large.
void applyBesidePolicy(Situation& situation, const Change& change)
{
    if (const auto* tokens = std::get_if<TokensSet>(&change)) {
        situation.client.quota = tokens->to;
        situation.request.quota = tokens->to;
    } else if (const auto* deadline = std::get_if<DeadlineSet>(&change)) {
        situation.spec.deadline = deadline->to;
    } else if (const auto* sooner = std::get_if<RespondedSooner>(&change)) {
        situation.clock.now -= sooner->by;
    } else if (std::holds_alternative<ClockSet>(change)) {
        setClock(situation);
    } else if (std::holds_alternative<BodyMadeReplayable>(change)) {
        situation.spec.bodyIsReplayable = true;
    } else if (const auto* added = std::get_if<RequestHeaderAdded>(&change)) {
        setRequestHeader(situation, added->name, &added->value);
    } else if (const auto* dropped = std::get_if<RequestHeaderDropped>(&change)) {
        setRequestHeader(situation, dropped->name, nullptr);
    } else {
        setResponse(situation, change);
    }
}

/// Judges changes of one situation, copying as little of it as each needs.
class ReversingChangeFinder
{
public:
    explicit ReversingChangeFinder(const Situation& situation) : m_situation(situation) {}

    [[nodiscard]] Decision decisionAfter(const Change& change)
    {
        if (ownerOf(change) != ChangeOwner::Response) {
            return decisionIn(changed(m_situation, change));
        }
        Situation& altered = m_altered ? *m_altered : m_altered.emplace(m_situation);
        altered.facts = m_situation.facts;
        altered.clock = m_situation.clock;
        applyBesidePolicy(altered, change);
        return decisionIn(altered);
    }

private:
    const Situation& m_situation;
    std::optional<Situation> m_altered; ///< one copy for all responses that are tried
};

/// The smaller the better, and what may be untrue last.
std::tuple<bool, ChangeReach, ChangeOwner> rankOf(const Change& change)
{
    return {saysSomethingElse(change), reachOf(change), ownerOf(change)};
}

ReversingChange reversingChange(Change change, const Decision& after)
{
    return {.change = std::move(change),
            .verdictAfter = after.verdict,
            .kindAfter = after.kind,
            .windowAfter = after.verdict == Verdict::Retry ? after.window : std::nullopt};
}

/// With a body that nobody can parse, or one that everybody can.
Situation withBody(Situation situation, bool isWellFormed)
{
    Response response = *situation.facts.response;
    ParsedBody& parsed = response.parsed;
    parsed.isJson = false;
    parsed.isXml = isWellFormed;
    parsed.xmlRoot = !isWellFormed ? std::string() : parsed.isHtml ? "html" : "Error";
    parsed.fields.clear();
    parsed.errorPlace.clear();
    parsed.remaining.reset();
    situation.facts.response = std::make_shared<const Response>(std::move(response));
    return situation;
}

/// What whoever owns the client can change; a pair with a change of the response is nobody's to make.
bool isTheClients(const Change& change)
{
    return ownerOf(change) != ChangeOwner::Response;
}

} // namespace

Policy withChange(Policy policy, const std::string& service, const Change& change)
{
    if (const auto* name = std::get_if<NameMapped>(&change)) {
        return withMapping(std::move(policy), {.what = name->name, .kind = name->kind, .isListed = true});
    }
    if (const auto* status = std::get_if<StatusMapped>(&change)) {
        return withMapping(std::move(policy),
                           {.what = status->status, .kind = status->kind, .isListed = true});
    }
    if (const auto* fault = std::get_if<FaultMapped>(&change)) {
        return withMapping(std::move(policy), {.what = fault->fault, .kind = fault->kind, .isListed = true});
    }
    if (const auto* attempts = std::get_if<AttemptsSet>(&change)) {
        limitOf(policy, service).setAttempts(attempts->to, attempts->kind);
    }
    if (const auto* elapsed = std::get_if<ElapsedLimitSet>(&change)) {
        limitOf(policy, service).maxElapsed = elapsed->to;
    }
    if (const auto* body = std::get_if<BodyLimitSet>(&change); body != nullptr && policy.requestBody) {
        policy.requestBody->max = body->to;
    }
    if (const auto* size = std::get_if<QuotaSizeSet>(&change); size != nullptr && policy.quota) {
        policy.quota = resizedQuota(*policy.quota, size->to);
    }
    if (const auto* uses = std::get_if<RuleUsesSet>(&change)) {
        for (Rule& rule : policy.rules) {
            if (rule.id == uses->rule) {
                rule.atMost = uses->to;
            }
        }
    }
    if (const auto* retried = std::get_if<MethodRetried>(&change)) {
        allowMethod(policy, retried->method);
    }
    if (const auto* forbidden = std::get_if<MethodNotRetried>(&change)) {
        forbidMethod(policy, forbidden->method);
    }
    if (const auto* limited = std::get_if<HintLimited>(&change)) {
        limitHint(policy, *limited);
    }
    return policy;
}

Situation underPolicy(Situation situation, const Policy& policy)
{
    setPolicy(situation, policy);
    return situation;
}

Situation changed(Situation situation, const Change& change)
{
    if (ownerOf(change) == ChangeOwner::Policy) {
        const std::optional<QuotaSpec>& quota = situation.policy.policy.quota;
        if (std::holds_alternative<QuotaSizeSet>(change) && quota &&
            situation.client.quota == quota->capacity) {
            situation.client.quota.reset(); // a full bucket stays full
        }
        setPolicy(situation, withChange(situation.policy.policy, situation.spec.service, change));
    } else {
        applyBesidePolicy(situation, change);
    }
    return situation;
}

std::vector<ReversingChange> reversingChangesOf(const Situation& situation)
{
    const Decision decision = decisionIn(situation);
    if (decision.verdict == Verdict::Succeed) {
        return {};
    }
    const Verdict wanted = decision.verdict == Verdict::Stop ? Verdict::Retry : Verdict::Stop;
    ReversingChangeFinder finder(situation);
    std::vector<ReversingChange> reversingChanges;
    for (Change& change : changeCandidates(situation, decision)) {
        const auto sameSort = [&change](const ReversingChange& reversing) {
            return reversing.change.index() == change.index();
        };
        const auto count = static_cast<std::size_t>(
            std::count_if(reversingChanges.begin(), reversingChanges.end(), sameSort));
        if (count == kMostOfOneSort) {
            continue;
        }
        if (const Decision after = finder.decisionAfter(change); after.verdict == wanted) {
            reversingChanges.push_back(reversingChange(std::move(change), after));
        }
    }
    std::stable_sort(reversingChanges.begin(), reversingChanges.end(),
                     [](const ReversingChange& left, const ReversingChange& right) {
                         return rankOf(left.change) < rankOf(right.change);
                     });
    return reversingChanges;
}

std::vector<ReversingChange> shorteningChangesOf(const Situation& situation)
{
    const Decision decision = decisionIn(situation);
    std::vector<ReversingChange> shortening;
    if (decision.verdict != Verdict::Retry || !decision.window) {
        return shortening;
    }
    for (const Change& change : shorterHintCandidates(situation, decision)) {
        const Decision after = decisionIn(changed(situation, change));
        if (after.verdict == Verdict::Retry && after.window && after.window->high < decision.window->high) {
            shortening.push_back(reversingChange(change, after));
        }
    }
    return shortening;
}

std::vector<ReversingPair> reversingPairsOf(const Situation& situation)
{
    constexpr std::size_t kMostPairs = 2;
    const Decision decision = decisionIn(situation);
    std::vector<ReversingPair> pairs;
    if (decision.verdict != Verdict::Stop) {
        return pairs;
    }
    for (const Change& first : changeCandidates(situation, decision)) {
        if (!isTheClients(first)) {
            continue;
        }
        const Situation once = changed(situation, first);
        const Decision then = decisionIn(once);
        const bool isMethod = std::holds_alternative<MethodRetried>(first);
        if (then.verdict != Verdict::Stop || (then.stopReason == decision.stopReason && !isMethod)) {
            continue; // it leads nowhere new; a method may also open a list
        }
        for (const Change& second : changeCandidates(once, then)) {
            const bool isKnown = std::any_of(pairs.begin(), pairs.end(), [&](const ReversingPair& pair) {
                return pair.first.index() == second.index() && pair.second.change.index() == first.index();
            });
            if (!isTheClients(second) || isKnown) {
                continue;
            }
            const Decision after = decisionIn(changed(once, second));
            if (after.verdict == Verdict::Retry) {
                pairs.push_back({first, reversingChange(second, after)});
                break;
            }
        }
    }
    const auto reachOfPair = [](const ReversingPair& pair) {
        return std::pair(std::max(reachOf(pair.first), reachOf(pair.second.change)), ownerOf(pair.first));
    };
    std::stable_sort(pairs.begin(), pairs.end(), [&](const ReversingPair& left, const ReversingPair& right) {
        return reachOfPair(left) < reachOfPair(right);
    });
    pairs.resize(std::min(pairs.size(), kMostPairs));
    return pairs;
}

std::vector<SensitiveTo> sensitivitiesOf(const Situation& situation)
{
    std::vector<SensitiveTo> result;
    const std::shared_ptr<const Response>& response = situation.facts.response;
    if (!response || situation.facts.fault || response->parsed.isEmpty) {
        return result;
    }
    const ParsedBody& parsed = response->parsed;
    if (!parsed.isXml && !parsed.isJson && !parsed.opening.starts_with('<')) {
        return result; // no tag to close
    }
    const Sensitivity what = parsed.isXml    ? Sensitivity::WellFormedXml
                             : parsed.isJson ? Sensitivity::ValidJson
                                             : Sensitivity::NotWellFormed;
    const Verdict before = decisionIn(situation).verdict;
    const Decision after = decisionIn(withBody(situation, what == Sensitivity::NotWellFormed));
    if (after.verdict != before) {
        result.push_back(
            {what, after.verdict, after.kind, after.verdict == Verdict::Retry ? after.window : std::nullopt});
    }
    return result;
}

} // namespace retryscope
