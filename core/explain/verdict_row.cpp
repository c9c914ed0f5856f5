// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/verdict_row.h"

#include "core/decide/backoff.h"
#include "core/explain/attempt_words.h"
#include "core/explain/body_error_text.h"
#include "core/explain/condition_text.h"
#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/phrases.h"
#include "core/explain/policy_summary.h"
#include "core/explain/units.h"

#include <algorithm>
#include <limits>

namespace retryscope {

namespace {

std::optional<int> limitOf(const Policy& policy)
{
    const int attempts = policy.attempts.attempts();
    return attempts == std::numeric_limits<int>::max() ? std::nullopt : std::optional(attempts);
}

void fillRule(VerdictRow& row, const Policy& policy, const Decision& decision)
{
    row.source = sourceOf(policy, decision.rule, decision.kind);
    if (const Rule* rule = ruleAt(policy, decision.rule)) {
        row.rule = rule->id;
        row.ruleTitle = ruleTitle(*rule);
    }
}

void fillName(VerdictRow& row, const ResolvedPolicy& policy, const AttemptFacts& facts)
{
    if (row.verdict == Verdict::Succeed) {
        return;
    }
    row.name = nameOf(policy.reading, facts);
    if (row.name.state == NameState::Absent) {
        row.whyNoName = whyNoNameText(policy.reading, facts);
    }
}

} // namespace

std::optional<DelayWindow> delayBeforeNext(const ResolvedPolicy& policy, int attempt)
{
    const BackoffSpec& backoff = policy.policy.backoff;
    if (backoff.when != BackoffWhen::BeforeEach) {
        return std::nullopt;
    }
    const BackoffComputed next =
        computeBackoff(backoff, attempt + (policy.startsOperation ? 0 : 1), ErrorKind::None, 0);
    return next.high > Duration::zero() ? std::optional(DelayWindow{next.low, next.high}) : std::nullopt;
}

VerdictRow verdictRowOf(const ResolvedPolicy& policy, const AttemptFacts& facts, const Decision& decision,
                        int attempt, std::optional<WallTime> wallTime)
{
    VerdictRow row{.policy = policy.policy.id,
                   .shortName = shortNameOf(policy.policy),
                   .title = policy.policy.title,
                   .client = clientOf(policy.policy),
                   .mode = policy.policy.mode,
                   .verdict = decision.verdict,
                   .stopReason = decision.stopReason,
                   .kind = decision.kind,
                   .attempts = limitOf(policy.policy),
                   .evidence = evidenceOf(policy),
                   .why = whySentence(policy, facts, decision, attempt),
                   .hints = serverHintsOf(policy, facts, decision, wallTime),
                   .bodyError = bodyErrorOf(facts),
                   .redirect = seenRedirect(policy.policy, facts),
                   .noticesBodyError = bodyErrorOf(facts) && decidesByBody(policy, decision),
                   .waitMark = waitMarkOf(decision)};
    fillRule(row, policy.policy, decision);
    fillName(row, policy, facts);
    if (decision.verdict == Verdict::Retry) {
        row.window = decision.window.value_or(DelayWindow{});
        row.beforeNext = delayBeforeNext(policy, attempt);
    }
    if (const auto charged = findStep<QuotaCharged>(decision.trace)) {
        row.tokens = *charged;
        row.tokensPerToken = policy.policy.quota ? policy.policy.quota->perToken : 1;
    }
    return row;
}

std::string nameCell(const VerdictRow& row)
{
    switch (row.name.state) {
    case NameState::Absent:
        return "–";
    case NameState::Empty:
        return "empty (" + row.name.origin + ")";
    case NameState::Present:
        break;
    }
    return shownName(row.name.name) + " (" + row.name.origin + ")";
}

std::string delayCell(const VerdictRow& row)
{
    if (!row.window) {
        return {};
    }
    if (row.window->high == Duration::zero() && row.beforeNext) {
        return windowText(row.beforeNext->low, row.beforeNext->high) + " before sending";
    }
    const std::string sign = row.waitMark == WaitMark::None ? "" : kLongWaitSign;
    return row.isImmediate() ? "at once" : windowText(row.window->low, row.window->high) + sign;
}

std::string hintCell(const VerdictRow& row)
{
    const ServerHint* hint = foremostHint(row.hints);
    if (hint == nullptr) {
        return {};
    }
    const std::string use = hintUseText(*hint);
    const bool isSameOfAll = std::all_of(row.hints.begin(), row.hints.end(), [&use](const ServerHint& other) {
        return hintUseText(other) == use;
    });
    return isSameOfAll ? use : use + " (" + shownName(hint->header) + ")";
}

std::string askedLine(const std::vector<VerdictRow>& rows)
{
    std::string text;
    const VerdictRow* most = nullptr; // a policy may read headers that no other knows
    for (const VerdictRow& row : rows) {
        most = most == nullptr || row.hints.size() > most->hints.size() ? &row : most;
    }
    for (const ServerHint& hint : most == nullptr ? std::vector<ServerHint>{} : most->hints) {
        text += (text.empty() ? "" : "; ") + askedText(hint);
    }
    return text;
}

std::string attemptsCell(const VerdictRow& row)
{
    return row.attempts ? std::to_string(*row.attempts) : "no limit";
}

std::string ruleEvidenceText(const VerdictRow& row)
{
    const RuleEvidence& evidence = row.ruleEvidence;
    const std::string text = evidenceText(evidence.level);
    if (evidence.releases.size() == 1) {
        return filled("%1 (release %2)", text, evidence.releases.front());
    }
    if (!evidence.releases.empty()) {
        return filled("%1 (releases %2 to %3)", text, evidence.releases.front(), evidence.releases.back());
    }
    return evidence.level == row.evidence
               ? text
               : filled("%1 (most of the preset is %2)", text, evidenceText(row.evidence));
}

std::string evidenceCounts(const std::vector<VerdictRow>& rows)
{
    std::map<EvidenceLevel, int> counts;
    for (const VerdictRow& row : rows) {
        ++counts[row.ruleEvidence.level];
    }
    std::vector<std::string> parts;
    for (const auto& [level, count] : counts) {
        parts.push_back(std::to_string(count) + ' ' + evidenceText(level));
    }
    return joined(parts, ", ");
}

std::string tokensCell(const VerdictRow& row)
{
    if (!row.tokens) {
        return {};
    }
    const QuotaCharged& tokens = *row.tokens;
    return tokensText({.before = tokens.before,
                       .cost = tokens.cost,
                       .after = tokens.after,
                       .refused = !tokens.granted,
                       .perToken = row.tokensPerToken},
                      TokensForm::Sum);
}

Tone toneOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Succeed:
        return Tone::Good;
    case Verdict::Retry:
        return Tone::Warning;
    case Verdict::Stop:
        return Tone::Bad;
    }
    return Tone::Plain;
}

Tone toneOf(const VerdictRow& row)
{
    const bool isMissed = row.verdict == Verdict::Succeed && row.bodyError && !row.noticesBodyError;
    return isMissed ? Tone::Warning : toneOf(row.verdict);
}

std::string verdictCounts(const std::map<Verdict, int>& counts)
{
    std::vector<std::string> parts;
    for (const Verdict verdict : {Verdict::Retry, Verdict::Stop, Verdict::Succeed}) {
        const auto count = counts.find(verdict);
        parts.push_back(filled("%1 %2", count == counts.end() ? 0 : count->second, toString(verdict)));
    }
    return joined(parts, ", ");
}

} // namespace retryscope
