// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/simulate/counterfactual.h"

#include "core/policy/mapping.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace retryscope {

namespace {

constexpr std::size_t kMostOfOneSort = 2;
constexpr auto kUnknownName = "SomeOtherError";

/// A copy of the answer to change; an empty one after a fault without an answer.
Reply replyOf(const AttemptFacts& facts)
{
    return facts.reply ? *facts.reply : Reply{};
}

void setReply(Situation& situation, Reply reply)
{
    situation.facts.reply = std::make_shared<const Reply>(std::move(reply));
}

ErrorName nameIn(const Situation& situation)
{
    return nameOf(situation.policy.reading, situation.facts);
}

/// The situation under a policy with other rules; how often each was used is kept.
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

void mapTo(Situation& situation, const ErrorMapping& mapping)
{
    setPolicy(situation, mapped(situation.policy.policy, mapping));
}

void replaceName(Situation& situation, const NameReplaced& change)
{
    const ErrorName name = nameIn(situation);
    if (name.state == NameState::Absent || !situation.facts.reply) {
        return;
    }
    Reply reply = *situation.facts.reply;
    constexpr std::string_view kHeader = "header:";
    if (name.origin.starts_with(kHeader)) {
        reply.headers.set(name.origin.substr(kHeader.size()), change.to);
    }
    const auto field = std::find_if(reply.parsed.fields.begin(), reply.parsed.fields.end(),
                                    [&name](const BodyField& known) { return known.place == name.origin; });
    if (field != reply.parsed.fields.end()) {
        field->text = change.to;
    }
    setReply(situation, std::move(reply));
}

void dropHeader(Situation& situation, const std::string& name)
{
    if (!situation.facts.reply) {
        return;
    }
    Reply reply = *situation.facts.reply;
    auto& entries = reply.headers.entries;
    entries.erase(
        std::remove_if(entries.begin(), entries.end(),
                       [&name](const Header& header) { return equalsIgnoringCase(header.name, name); }),
        entries.end());
    setReply(situation, std::move(reply));
}

void dropBody(Situation& situation)
{
    if (!situation.facts.reply) {
        return;
    }
    Reply reply = *situation.facts.reply;
    reply.body.clear();
    reply.bodyBytes = 0;
    reply.bodyTruncated = false;
    reply.parsed = {};
    setReply(situation, std::move(reply));
}

void replaceStatus(Situation& situation, int status)
{
    Reply reply = replyOf(situation.facts);
    reply.status = status;
    situation.facts.fault.reset();
    setReply(situation, std::move(reply));
}

/// Attempts, the first one included, whichever way the policy counts.
void setAttempts(Situation& situation, int attempts)
{
    AttemptLimit& limit = situation.policy.policy.attempts;
    limit.max = limit.countsFirst ? attempts : attempts - 1;
}

/// All changes worth trying, the nearest of each sort first.
class Candidates
{
public:
    Candidates(const Situation& situation, const Decision& decision)
        : m_situation(situation), m_decision(decision), m_wantsRetry(decision.verdict == Verdict::Stop)
    {
    }

    std::vector<Change> all()
    {
        addPolicyChanges();
        addRequestChanges();
        addStateChanges();
        addResponseChanges();
        return std::move(m_changes);
    }

private:
    void add(Change change) { m_changes.push_back(std::move(change)); }

    void addPolicyChanges()
    {
        const AttemptFacts& facts = m_situation.facts;
        const ErrorName name = nameIn(m_situation);
        const int allowed = m_situation.policy.policy.attempts.attempts();
        const int made = m_situation.request.attemptsCounted + 1;
        if (m_wantsRetry) {
            add(AttemptsSet{.from = allowed, .to = std::max(allowed, made) + 1});
        } else if (made >= 1 && made < allowed) {
            add(AttemptsSet{.from = allowed, .to = made});
        }
        if (name.state == NameState::Present) {
            add(NameMapped{name.name, m_wantsRetry ? ErrorKind::Throttling : ErrorKind::Permanent});
        }
        const ErrorKind kind = m_wantsRetry ? ErrorKind::Transient : ErrorKind::Permanent;
        if (facts.fault) {
            add(FaultMapped{facts.fault->kind, kind});
        } else if (facts.reply) {
            add(StatusMapped{facts.reply->status, kind});
        }
    }

    void addRequestChanges()
    {
        if (m_situation.spec.deadline && m_wantsRetry) {
            add(DeadlineLifted{});
        }
        if (!m_situation.spec.bodyIsReplayable && m_wantsRetry) {
            add(BodyMadeReplayable{});
        }
    }

    void addStateChanges()
    {
        const auto* charged = findStep<QuotaCharged>(m_decision.trace);
        if (charged && m_wantsRetry && !charged->granted) {
            add(TokensSet{.from = charged->before, .to = charged->cost});
        } else if (charged && !m_wantsRetry && charged->cost > 0) {
            add(TokensSet{.from = charged->before, .to = charged->cost - 1});
        }
    }

    void addResponseChanges()
    {
        if (m_situation.facts.reply) {
            add(BodyDropped{});
            addNames();
            for (const Header& header : m_situation.facts.reply->headers.entries) {
                add(HeaderDropped{header.name});
            }
            addHeaderNames();
        }
        addStatuses();
        if (m_situation.facts.fault) {
            for (const FaultKind kind : allFaultKinds()) {
                add(FaultReplaced{m_situation.facts.fault->kind, kind});
            }
        }
    }

    /// Names that some rule asks for, throttling ones first, and one that none does.
    [[nodiscard]] std::vector<std::string> namesWorthTrying() const
    {
        std::vector<std::string> throttling;
        std::vector<std::string> others;
        for (const Rule& rule : m_situation.policy.policy.rules) {
            std::vector<std::string>& names = rule.kind == ErrorKind::Throttling ? throttling : others;
            if (!rule.when.nameIn.empty()) {
                names.push_back(rule.when.nameIn.front());
            }
            if (!rule.when.namePrefixIn.empty()) {
                names.push_back(rule.when.namePrefixIn.front() + "Error");
            }
        }
        others.emplace_back(kUnknownName);
        throttling.insert(throttling.end(), others.begin(), others.end());
        return throttling;
    }

    void addNames()
    {
        const ErrorName name = nameIn(m_situation);
        if (name.state == NameState::Absent || name.origin == "status" || name.origin == "reason") {
            return;
        }
        for (std::string& candidate : namesWorthTrying()) {
            add(NameReplaced{.from = name.found, .to = std::move(candidate)});
        }
    }

    void addHeaderNames()
    {
        for (const NamePlace& place : m_situation.policy.reading.places) {
            if (place.source != NameSource::Header || m_situation.facts.reply->headers.contains(place.path)) {
                continue;
            }
            for (std::string& candidate : namesWorthTrying()) {
                add(HeaderAdded{place.path, std::move(candidate)});
            }
        }
    }

    void addStatuses()
    {
        const int from =
            m_situation.facts.reply && !m_situation.facts.fault ? m_situation.facts.reply->status : 0;
        std::vector<int> statuses{400, 403, 404, 408, 429, 500, 502, 503, 504};
        for (const Rule& rule : m_situation.policy.policy.rules) {
            for (const StatusRange& range : rule.when.statusIn) {
                statuses.push_back(range.from);
            }
        }
        std::sort(statuses.begin(), statuses.end());
        statuses.erase(std::unique(statuses.begin(), statuses.end()), statuses.end());
        const int near = from == 0 ? 503 : from;
        std::stable_sort(statuses.begin(), statuses.end(), [near](int left, int right) {
            return std::abs(left - near) < std::abs(right - near);
        });
        for (const int status : statuses) {
            add(StatusReplaced{.from = from, .to = status});
        }
    }

    const Situation& m_situation;
    const Decision& m_decision;
    bool m_wantsRetry;
    std::vector<Change> m_changes;
};

} // namespace

Situation changed(Situation situation, const Change& change)
{
    std::visit(Overloaded{
                   [&](const BodyDropped&) { dropBody(situation); },
                   [&](const StatusReplaced& status) { replaceStatus(situation, status.to); },
                   [&](const NameReplaced& name) { replaceName(situation, name); },
                   [&](const HeaderAdded& header) {
                       Reply reply = replyOf(situation.facts);
                       reply.headers.set(header.name, header.value);
                       setReply(situation, std::move(reply));
                   },
                   [&](const HeaderDropped& header) { dropHeader(situation, header.name); },
                   [&](const FaultReplaced& fault) {
                       situation.facts = {};
                       situation.facts.fault = Fault{fault.to, {}};
                   },
                   [&](const NameMapped& name) {
                       mapTo(situation, {name.name, name.kind});
                   },
                   [&](const StatusMapped& status) {
                       mapTo(situation, {status.status, status.kind});
                   },
                   [&](const FaultMapped& fault) {
                       mapTo(situation, {fault.fault, fault.kind});
                   },
                   [&](const AttemptsSet& attempts) { setAttempts(situation, attempts.to); },
                   [&](const TokensSet& tokens) {
                       situation.client.quota = tokens.to;
                       situation.request.quota = tokens.to;
                   },
                   [&](const DeadlineLifted&) { situation.spec.deadline.reset(); },
                   [&](const BodyMadeReplayable&) { situation.spec.bodyIsReplayable = true; },
               },
               change);
    return situation;
}

std::vector<Flip> flipsOf(const Situation& situation)
{
    const Decision decision = decisionIn(situation);
    if (decision.verdict == Verdict::Succeed) {
        return {};
    }
    const Verdict wanted = decision.verdict == Verdict::Stop ? Verdict::Retry : Verdict::Stop;
    std::vector<Flip> flips;
    for (Change& change : Candidates(situation, decision).all()) {
        const auto sameSort = [&change](const Flip& flip) {
            return flip.change.index() == change.index();
        };
        const auto count = static_cast<std::size_t>(std::count_if(flips.begin(), flips.end(), sameSort));
        if (count < kMostOfOneSort && decisionIn(changed(situation, change)).verdict == wanted) {
            flips.push_back({.change = std::move(change), .verdictAfter = wanted});
        }
    }
    std::stable_sort(flips.begin(), flips.end(), [](const Flip& left, const Flip& right) {
        return ownerOf(left.change) < ownerOf(right.change);
    });
    return flips;
}

} // namespace retryscope
