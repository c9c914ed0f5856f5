// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/classify.h"

#include "core/decide/hint.h"
#include "core/decide/hint_value.h"
#include "core/facts/header_syntax.h"
#include "core/facts/http_method.h"
#include "core/facts/letter_case.h"
#include "core/facts/text_search.h"

#include <algorithm>
#include <optional>
#include <set>

namespace retryscope {

namespace {

template <typename T>
bool contains(const std::vector<T>& values, const T& value)
{
    return std::find(values.begin(), values.end(), value) != values.end();
}

bool holds(const HeaderValue& wanted, std::string_view text)
{
    text = trimmed(text);
    if (!wanted.textIn.empty() &&
        std::find(wanted.textIn.begin(), wanted.textIn.end(), text) == wanted.textIn.end()) {
        return false;
    }
    if (!wanted.prefixIn.empty() &&
        std::none_of(wanted.prefixIn.begin(), wanted.prefixIn.end(),
                     [text](const std::string& prefix) { return text.starts_with(prefix); })) {
        return false;
    }
    if (!wanted.from && !wanted.to) {
        return true;
    }
    const std::optional<double> number = numberIn(text);
    return number && (!wanted.from || *number >= *wanted.from) && (!wanted.to || *number <= *wanted.to);
}

/// Which texts of a policy's rules stand in one text. A policy from a stranger may list hundreds, and a body
/// may be made so that each comparison takes long: where that could be, all are looked for at once.
class TextsIn
{
public:
    TextsIn(const std::vector<Rule>& rules, std::vector<std::string> Condition::*list, std::string_view text)
        : m_rules(rules), m_list(list), m_text(text)
    {
    }

    [[nodiscard]] bool hasAny(const std::vector<std::string>& texts)
    {
        constexpr std::size_t kFewSteps = 262'144; // some tens of microseconds
        std::size_t bytes = 0;
        for (const std::string& text : texts) {
            bytes += text.size();
        }
        m_steps += bytes * m_text.size();
        if (m_steps > kFewSteps && !m_isSearched) {
            searchForAll();
        }
        return std::any_of(texts.begin(), texts.end(), [this](const std::string& text) {
            return text.empty() ||
                   (m_isSearched ? m_found.contains(text) : m_text.find(text) != std::string_view::npos);
        });
    }

private:
    void searchForAll()
    {
        std::vector<std::string> all;
        for (const Rule& rule : m_rules) {
            const std::vector<std::string>& texts = rule.when.*m_list;
            all.insert(all.end(), texts.begin(), texts.end());
        }
        const std::vector<bool> isThere = TextSearch(all).foundIn(m_text);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (isThere[i]) {
                m_found.insert(std::move(all[i]));
            }
        }
        m_isSearched = true;
    }

    const std::vector<Rule>& m_rules;
    std::vector<std::string> Condition::*m_list;
    std::string_view m_text;
    std::size_t m_steps = 0; // that comparing one by one may have taken so far
    bool m_isSearched = false;
    std::set<std::string> m_found;
};

/// Everything a condition may ask about one attempt.
struct Case
{
    const ResolvedPolicy& policy;
    const AttemptFacts& facts;
    const ErrorName& name;
    int status = 0;
    std::optional<bool> clockIsOff;
    std::string_view method;
    const std::vector<int>& ruleUses;
    // Made when a rule asks: few do.
    mutable std::string message{};
    mutable std::optional<TextsIn> ofMessage{};
    mutable std::optional<TextsIn> ofBody{};

    [[nodiscard]] bool hasStatusIn(const std::vector<StatusRange>& ranges) const
    {
        return facts.response && std::any_of(ranges.begin(), ranges.end(), [this](const StatusRange& range) {
                   return range.contains(status);
               });
    }

    [[nodiscard]] bool hasNameState(NameIs wanted) const
    {
        switch (wanted) {
        case NameIs::Absent:
            return name.state == NameState::Absent;
        case NameIs::Empty:
            return name.state == NameState::Empty;
        case NameIs::Unknown:
            return name.state == NameState::Present && !policy.knows(name.name);
        case NameIs::Present:
            return name.state == NameState::Present;
        }
        return false;
    }

    [[nodiscard]] bool hasPrefixIn(const std::vector<std::string>& prefixes) const
    {
        return std::any_of(prefixes.begin(), prefixes.end(),
                           [this](const std::string& prefix) { return name.name.starts_with(prefix); });
    }

    /// Whatever the case of their letters.
    [[nodiscard]] bool hasNamePart(const std::vector<std::string>& texts) const
    {
        const std::string lower = inLowerCase(name.name);
        return std::any_of(texts.begin(), texts.end(), [&lower](const std::string& text) {
            return lower.find(inLowerCase(text)) != std::string::npos;
        });
    }

    [[nodiscard]] bool hasMessage(const std::vector<std::string>& texts) const
    {
        if (!ofMessage) {
            message = messageOf(policy.reading, facts);
            ofMessage.emplace(policy.policy.rules, &Condition::messageHas, message);
        }
        return ofMessage->hasAny(texts);
    }

    [[nodiscard]] bool hasText(const std::vector<std::string>& texts) const
    {
        if (!ofBody && facts.response) {
            ofBody.emplace(policy.policy.rules, &Condition::bodyHas,
                           std::string_view(facts.response->body).substr(0, kSearchedBodyBytes));
        }
        return ofBody && ofBody->hasAny(texts);
    }

    [[nodiscard]] bool hasHeaderIn(const std::vector<std::string>& names) const
    {
        return facts.response && std::any_of(names.begin(), names.end(), [this](const std::string& field) {
                   return facts.response->headers.contains(field);
               });
    }

    /// A request that may be sent twice with the effect of once. Source of the header:
    /// draft-ietf-httpapi-idempotency-key-header.
    [[nodiscard]] bool isIdempotent() const
    {
        return isIdempotentMethod(method) || policy.requestHeaders.contains("Idempotency-Key");
    }

    [[nodiscard]] bool hasHeaderValues(const std::vector<HeaderValue>& wanted) const
    {
        return facts.response && std::all_of(wanted.begin(), wanted.end(), [this](const HeaderValue& value) {
                   const std::string* text = facts.response->headers.find(value.header);
                   return text != nullptr && holds(value, *text);
               });
    }

    [[nodiscard]] bool isAfter(const std::vector<std::string>& ids) const
    {
        for (std::size_t i = 0; i < ruleUses.size() && i < policy.policy.rules.size(); ++i) {
            if (ruleUses[i] > 0 && contains(ids, policy.policy.rules[i].id)) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool lacks(const std::vector<std::string>& places) const
    {
        return facts.response && std::none_of(places.begin(), places.end(), [this](const std::string& place) {
                   return bodyHas(policy.reading, facts, place);
               });
    }

    [[nodiscard]] bool hasValue(const ValueAt& wanted) const
    {
        if (!facts.response) {
            return false;
        }
        const ParsedBody& body = facts.response->parsed;
        const std::string* text = wanted.place == "body" ? &body.text : body.find(wanted.place);
        return text && contains(wanted.textIn, *text);
    }
};

bool isInScope(const Rule& rule, bool success, bool isStart)
{
    if (isStart || rule.scope == RuleScope::Start) {
        return isStart && rule.scope == RuleScope::Start;
    }
    return rule.scope == RuleScope::All || (rule.scope == RuleScope::Successes) == success;
}

/// Evidence::Matched, or the first part of the condition that does not hold. Cheap parts come first.
Evidence firstMismatch(const Condition& when, const Case& given)
{
    const std::optional<Fault>& fault = given.facts.fault;
    if (!when.faultIn.empty() && !(fault && contains(when.faultIn, fault->kind))) {
        return Evidence::Fault;
    }
    if (!when.statusIn.empty() && !given.hasStatusIn(when.statusIn)) {
        return Evidence::Status;
    }
    if (!when.methodIn.empty() &&
        std::find(when.methodIn.begin(), when.methodIn.end(), given.method) == when.methodIn.end()) {
        return Evidence::Method;
    }
    if (when.idempotent && *when.idempotent != given.isIdempotent()) {
        return Evidence::Method;
    }
    if (!when.headerIn.empty() && !given.hasHeaderIn(when.headerIn)) {
        return Evidence::Header;
    }
    if (!when.headerValues.empty() && !given.hasHeaderValues(when.headerValues)) {
        return Evidence::HeaderValue;
    }
    if (when.hinted && *when.hinted != bringsHint(given.policy.policy.hints, given.facts)) {
        return Evidence::Hint;
    }
    if (!when.afterRules.empty() && !given.isAfter(when.afterRules)) {
        return Evidence::Before;
    }
    if (!when.bodyIs.empty() &&
        !(given.facts.response && contains(when.bodyIs, bodyStateOf(given.policy.reading, given.facts)))) {
        return Evidence::Body;
    }
    if (!when.jsonIs.empty() && !(given.facts.response && given.facts.response->parsed.isJson &&
                                  contains(when.jsonIs, given.facts.response->parsed.jsonShape))) {
        return Evidence::Body;
    }
    if (when.nameIs && !(given.facts.response && given.hasNameState(*when.nameIs))) {
        return Evidence::NameState;
    }
    if ((!when.nameIn.empty() || when.nameMustBeListed) && !contains(when.nameIn, given.name.name)) {
        return Evidence::Name;
    }
    if (!when.namePrefixIn.empty() && !given.hasPrefixIn(when.namePrefixIn)) {
        return Evidence::Name;
    }
    if (!when.nameHas.empty() && !given.hasNamePart(when.nameHas)) {
        return Evidence::Name;
    }
    if (!when.protocolIn.empty() && !contains(when.protocolIn, given.policy.protocol)) {
        return Evidence::Protocol;
    }
    if (!when.serviceIn.empty() && !contains(when.serviceIn, given.policy.service)) {
        return Evidence::Service;
    }
    if (!when.operationIn.empty() && !contains(when.operationIn, given.policy.operation)) {
        return Evidence::Operation;
    }
    if (contains(when.operationNotIn, given.policy.operation)) {
        return Evidence::Operation;
    }
    if (!when.messageHas.empty() && !given.hasMessage(when.messageHas)) {
        return Evidence::Message;
    }
    if (!when.bodyHas.empty() && !given.hasText(when.bodyHas)) {
        return Evidence::Body;
    }
    if (when.valueAt && !given.hasValue(*when.valueAt)) {
        return Evidence::Value;
    }
    if (!when.lacks.empty() && !given.lacks(when.lacks)) {
        return Evidence::Value;
    }
    if (when.serverClockOff && *when.serverClockOff != given.clockIsOff) {
        return Evidence::Clock;
    }
    if (when.crc32Mismatch &&
        *when.crc32Mismatch != (given.facts.response && given.facts.response->parsed.crc32Matches == false)) {
        return Evidence::Crc32;
    }
    if (when.partDone &&
        *when.partDone != (given.facts.response && given.facts.response->parsed.remaining.has_value())) {
        return Evidence::PartDone;
    }
    return Evidence::Matched;
}

} // namespace

Appearance appearanceOf(const ResolvedPolicy& policy, const AttemptFacts& facts)
{
    if (!facts.response) {
        return {};
    }
    Appearance result{.success = false, .status = facts.response->status, .embedded = nullptr};
    const std::vector<StatusRange>& ranges = policy.policy.success.statusIn;
    const auto holdsStatus = [&result](const StatusRange& range) {
        return range.contains(result.status);
    };
    if (facts.fault || !std::any_of(ranges.begin(), ranges.end(), holdsStatus)) {
        return result;
    }
    result.embedded = embeddedErrorIn(policy.reading, facts, policy.operation);
    result.success = !result.embedded;
    if (result.embedded) {
        result.status = result.embedded->treatAsStatus.value_or(result.status);
    }
    return result;
}

Classification classify(const ResolvedPolicy& policy, const AttemptFacts& facts, const ErrorName& name,
                        std::optional<bool> clockIsOff, Trace& trace, const std::vector<int>& ruleUses,
                        const CallStage& stage)
{
    const Appearance appearance = appearanceOf(policy, facts);
    const bool success = appearance.success;
    const std::string_view method = stage.method.empty() ? std::string_view(policy.method) : stage.method;
    const Case given{policy, facts, name, appearance.status, clockIsOff, method, ruleUses};
    Classification result{.kind = success ? ErrorKind::None : policy.policy.otherwise, .rule = -1};
    const std::vector<Rule>& rules = policy.policy.rules;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        if (!isInScope(rules[i], success, stage.isStart)) {
            continue;
        }
        const int index = static_cast<int>(i);
        const bool isUsedUp = rules[i].atMost && i < ruleUses.size() && ruleUses[i] >= *rules[i].atMost;
        const Evidence found = firstMismatch(rules[i].when, given);
        const Evidence evidence = isUsedUp && found == Evidence::Matched ? Evidence::Uses : found;
        const bool matched = evidence == Evidence::Matched;
        trace.add(RuleTried{.rule = index, .matched = matched, .evidence = evidence});
        if (matched) {
            result = {.kind = rules[i].kind, .rule = index};
            if (!policy.policy.lastMatchWins) {
                break;
            }
        }
    }
    trace.add(KindChosen{.kind = result.kind,
                         .rule = result.rule,
                         .status = facts.response ? facts.response->status : 0,
                         .fault = facts.fault ? std::optional(facts.fault->kind) : std::nullopt});
    return result;
}

} // namespace retryscope
