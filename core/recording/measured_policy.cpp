// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/measured_policy.h"

#include "core/facts/letter_case.h"
#include "core/policy/policy_size.h"
#include "core/recording/seen_attempt.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace retryscope {

namespace {

/// What the client did after one sort of failure.
struct Habit
{
    int retried = 0;
    int stopped = 0;
    [[nodiscard]] bool isRetried() const { return retried > stopped; }
    void add(const Habit& other)
    {
        retried += other.retried;
        stopped += other.stopped;
    }
};

/// By status or fault, and by the name of the error beside it.
using Habits = std::map<std::string, std::map<std::string, Habit>>;

std::string nameIn(const AttemptFacts& facts)
{
    if (facts.response) {
        for (const BodyField& field : facts.response->parsed.fields) {
            if (field.place.ends_with("Error/Code") || field.place == "json:__type" ||
                field.place == "json:code") {
                return field.text;
            }
        }
    }
    return {};
}

bool isFailure(const AttemptFacts& facts)
{
    return facts.fault || (facts.response && facts.response->status >= 300);
}

Habits habitsOf(const RunRecord& record, const InferredClient& client)
{
    Habits habits;
    for (const CallRecord& call : record.calls()) {
        if (!isCallOf(client, call)) {
            continue;
        }
        for (std::size_t attempt = 0; attempt < call.attempts.size(); ++attempt) {
            const AttemptFacts& facts = call.attempts[attempt].facts;
            const bool isRetried = attempt + 1 < call.attempts.size();
            const bool isExhausted = !isRetried && client.seen.attempts > 1 &&
                                     static_cast<int>(call.attempts.size()) >= client.seen.attempts;
            const bool isOpen = !isRetried && !wasGivenUp(call);
            // No rule can ask for an attempt of which nothing is known.
            const bool isKnown = facts.fault || facts.response;
            if (!isKnown || (!isFailure(facts) && !isRetried) || isExhausted || isOpen) {
                continue;
            }
            Habit& habit = habits[outcomeOf(facts)][nameIn(facts)];
            (isRetried ? habit.retried : habit.stopped) += 1;
        }
    }
    return habits;
}

std::string measuredSource(const Habit& habit)
{
    return "measured: retried " + std::to_string(habit.retried) + " of " +
           std::to_string(habit.retried + habit.stopped);
}

Rule ruleFor(const std::string& outcome, const Habit& habit)
{
    Rule rule;
    rule.id = "seen-";
    for (const char letter : outcome) {
        rule.id += letter >= 'A' && letter <= 'Z' ? std::string{'-', static_cast<char>(letter - 'A' + 'a')}
                                                  : std::string(1, letter);
    }
    rule.title = outcome + (habit.isRetried() ? " was retried" : " was not retried");
    rule.source = measuredSource(habit);
    if (const std::optional<FaultKind> fault = faultKindFrom(outcome)) {
        rule.when.faultIn = {*fault};
        rule.kind = *fault == FaultKind::ReadTimeout || *fault == FaultKind::ConnectTimeout
                        ? ErrorKind::Timeout
                        : ErrorKind::Transient;
    } else {
        const int status = std::stoi(outcome);
        rule.when.statusIn = {{status, status}};
        rule.kind = status == 429   ? ErrorKind::Throttling
                    : status >= 500 ? ErrorKind::Server
                                    : ErrorKind::Transient;
        rule.scope = status < 300 ? RuleScope::Successes : RuleScope::Errors;
    }
    if (!habit.isRetried()) {
        rule.kind = ErrorKind::Permanent;
    }
    return rule;
}

void addRules(Policy& policy, const Habits& habits)
{
    constexpr std::size_t kMostNamed = PolicyLimits::kRules / 2; // the rest is for the statuses themselves
    for (const auto& [outcome, byName] : habits) {
        Habit all;
        for (const auto& [name, habit] : byName) {
            all.add(habit);
        }
        // Names whose failures were treated otherwise than most of this status come first.
        int number = 0;
        for (const auto& [name, habit] : byName) {
            // The server chooses the names, and how many: a policy file has room for so many only.
            if (habit.isRetried() == all.isRetried() || name.size() > PolicyLimits::kTextBytes ||
                policy.rules.size() >= kMostNamed) {
                continue;
            }
            Rule rule = ruleFor(outcome, habit);
            rule.id += "-named-" + std::to_string(++number);
            if (name.empty()) {
                rule.when.nameIs = NameIs::Absent;
            } else {
                rule.when.nameIn = {name};
            }
            policy.rules.push_back(std::move(rule));
        }
        policy.rules.push_back(ruleFor(outcome, all));
    }
}

/// One delay for each retry that was seen, the longest of each where they were drawn.
BackoffSpec backoffOf(const BackoffEstimate& seen)
{
    constexpr std::chrono::seconds kCareful{1};
    BackoffSpec backoff;
    backoff.type = BackoffType::Listed;
    backoff.jitter = seen.jitter.value_or(Jitter::None);
    if (seen.waits.empty()) {
        backoff.delays = {kCareful};
        backoff.source =
            "not measured: the client never retried without a delay hint; 1 s is a careful value";
        return backoff;
    }
    int count = 0;
    auto waits = seen.waits.begin();
    // The last delay of the list repeats.
    const int most = std::min(seen.waits.back().retry, static_cast<int>(PolicyLimits::kStatements));
    for (int retry = 1; retry <= most; ++retry) {
        while (std::next(waits) != seen.waits.end() && waits->retry < retry) {
            ++waits;
        }
        backoff.delays.push_back(windowEnd(*waits, backoff.jitter));
    }
    for (const SeenWaits& wait : seen.waits) {
        count += wait.count;
    }
    backoff.source = "measured: " + std::to_string(count) + (count == 1 ? " delay" : " delays") +
                     (seen.jitter ? "" : "; jitter not measured: too few delays");
    return backoff;
}

HintSpec hintFor(const SeenHint& seen)
{
    HintSpec hint;
    hint.header = seen.header;
    hint.unit =
        equalsIgnoringCase(seen.header, "retry-after") ? HintUnit::SecondsOrDate : HintUnit::Milliseconds;
    hint.bounds = HintBounds::LowerBound;
    hint.source = seen.obeyed == Obeyed::Yes
                      ? "measured: obeyed; not measured: whether the hint also shortens a delay"
                      : "not measured: the delays fit both the hint and the client's own backoff; obeying is "
                        "the careful choice";
    return hint;
}

} // namespace

Policy measuredPolicy(const RunRecord& record, const InferredClient& client, std::string id)
{
    const SeenClient& seen = client.seen;
    Policy policy;
    policy.id = std::move(id);
    policy.title = "Measured from a recording";
    policy.shortName = policy.title;
    policy.evidence = EvidenceLevel::Measured;
    policy.notes.push_back(
        {.text = "Made from " + std::to_string(seen.calls) + (seen.calls == 1 ? " call" : " calls") +
                 " of a recording. Values with the source “not measured” are the most careful ones.",
         .source = "measured"});
    addRules(policy, habitsOf(record, client));
    policy.otherwise = ErrorKind::Permanent;
    policy.otherwiseSource =
        "not measured: other failures did not occur, and this policy does not retry them";
    policy.attempts.max = seen.declaredMax.value_or(std::max(1, seen.attempts));
    policy.attempts.source = seen.declaredMax ? "measured: the client announces it"
                             : seen.isMaxKnown
                                 ? "measured: calls ended after this many attempts"
                                 : "not measured: the most attempts seen; the client might make more";
    if (seen.timeLimit) {
        policy.attempts.maxElapsed = seen.timeLimit->atMost;
    }
    policy.backoff = backoffOf(seen.backoff);
    for (const SeenHint& hint : seen.hints) {
        if (hint.obeyed != Obeyed::No) {
            policy.hints.push_back(hintFor(hint));
        }
    }
    return policy;
}

} // namespace retryscope
