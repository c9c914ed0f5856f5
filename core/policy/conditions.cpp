// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/conditions.h"

#include "core/facts/header_syntax.h"
#include "core/facts/http_method.h"
#include "core/facts/letter_case.h"
#include "core/policy/hint_value.h"

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

} // namespace

bool ConditionInput::hasFaultIn(const std::vector<FaultKind>& kinds) const
{
    return facts.fault && contains(kinds, facts.fault->kind);
}

bool ConditionInput::hasStatusIn(const std::vector<StatusRange>& ranges) const
{
    return facts.response && std::any_of(ranges.begin(), ranges.end(),
                                         [this](const StatusRange& range) { return range.contains(status); });
}

bool ConditionInput::hasMethodIn(const std::vector<std::string>& methods) const
{
    return std::find(methods.begin(), methods.end(), method) != methods.end();
}

/// A request that may be sent twice with the effect of once. Source of the header:
/// draft-ietf-httpapi-idempotency-key-header.
bool ConditionInput::isIdempotent(bool wanted) const
{
    return wanted == (isIdempotentMethod(method) || policy.requestHeaders.contains("Idempotency-Key"));
}

bool ConditionInput::hasHeaderIn(const std::vector<std::string>& names) const
{
    return facts.response && std::any_of(names.begin(), names.end(), [this](const std::string& field) {
               return facts.response->headers.contains(field);
           });
}

bool ConditionInput::hasHeaderValues(const std::vector<HeaderValue>& wanted) const
{
    return facts.response && std::all_of(wanted.begin(), wanted.end(), [this](const HeaderValue& value) {
               const std::string* text = facts.response->headers.find(value.header);
               return text != nullptr && retryscope::holds(value, *text);
           });
}

bool ConditionInput::isHinted(bool wanted) const
{
    return wanted == bringsHint(policy.policy.hints, facts);
}

bool ConditionInput::isAfter(const std::vector<std::string>& ruleIds) const
{
    for (std::size_t i = 0; i < ruleUses.size() && i < policy.policy.rules.size(); ++i) {
        if (ruleUses[i] > 0 && contains(ruleIds, policy.policy.rules[i].id)) {
            return true;
        }
    }
    return false;
}

bool ConditionInput::hasBodyIn(const std::vector<BodyState>& states) const
{
    return facts.response && contains(states, bodyStateOf(policy.reading, facts));
}

bool ConditionInput::hasJsonIn(const std::vector<JsonShape>& shapes) const
{
    return facts.response && facts.response->parsed.isJson &&
           contains(shapes, facts.response->parsed.jsonShape);
}

bool ConditionInput::hasNameState(NameIs wanted) const
{
    if (!facts.response) {
        return false;
    }
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

bool ConditionInput::hasNameIn(const std::vector<std::string>& names) const
{
    return contains(names, name.name);
}

bool ConditionInput::hasPrefixIn(const std::vector<std::string>& prefixes) const
{
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [this](const std::string& prefix) { return name.name.starts_with(prefix); });
}

/// Whatever the case of their letters.
bool ConditionInput::hasNamePart(const std::vector<std::string>& texts) const
{
    const std::string lower = inLowerCase(name.name);
    return std::any_of(texts.begin(), texts.end(), [&lower](const std::string& text) {
        return lower.find(inLowerCase(text)) != std::string::npos;
    });
}

bool ConditionInput::hasProtocolIn(const std::vector<std::string>& protocols) const
{
    return contains(protocols, policy.protocol);
}

bool ConditionInput::hasServiceIn(const std::vector<std::string>& services) const
{
    return contains(services, policy.service);
}

bool ConditionInput::hasOperationIn(const std::vector<std::string>& operations) const
{
    return contains(operations, policy.operation);
}

bool ConditionInput::hasOperationNotIn(const std::vector<std::string>& operations) const
{
    return !contains(operations, policy.operation);
}

bool ConditionInput::hasMessage(const std::vector<std::string>& texts) const
{
    if (!ofMessage) {
        message = messageOf(policy.reading, facts);
        ofMessage.emplace(policy.policy.rules, &Condition::messageHas, message);
    }
    return ofMessage->hasAny(texts);
}

bool ConditionInput::hasText(const std::vector<std::string>& texts) const
{
    if (!ofBody && facts.response) {
        ofBody.emplace(policy.policy.rules, &Condition::bodyHas,
                       std::string_view(facts.response->body).substr(0, kSearchedBodyBytes));
    }
    return ofBody && ofBody->hasAny(texts);
}

bool ConditionInput::hasValue(const ValueAt& wanted) const
{
    if (!facts.response) {
        return false;
    }
    const ParsedBody& body = facts.response->parsed;
    const std::string* text = wanted.place == "body" ? &body.text : body.find(wanted.place);
    return text && contains(wanted.textIn, *text);
}

bool ConditionInput::lacks(const std::vector<std::string>& places) const
{
    return facts.response && std::none_of(places.begin(), places.end(), [this](const std::string& place) {
               return bodyHas(policy.reading, facts, place);
           });
}

bool ConditionInput::hasClockOff(bool wanted) const
{
    return clockIsOff == wanted;
}

bool ConditionInput::hasCrc32Mismatch(bool wanted) const
{
    return wanted == (facts.response && facts.response->parsed.crc32Matches == false);
}

bool ConditionInput::isPartDone(bool wanted) const
{
    return wanted == (facts.response && facts.response->parsed.remaining.has_value());
}

namespace {

/// A function for each row, so that its members and functions are constants: this is what takes the time of a
/// judgement.
template <std::size_t Row>
bool isMismatch(const Condition& when, const ConditionInput& input)
{
    constexpr auto row = std::get<Row>(kConditions);
    return row.isAskedBy(when) && !row.isMet(when, input);
}

template <std::size_t... Rows>
Evidence firstMismatchOf(const Condition& when, const ConditionInput& input, std::index_sequence<Rows...>)
{
    Evidence result = Evidence::Matched;
    ((isMismatch<Rows>(when, input) ? (result = std::get<Rows>(kConditions).evidence, true) : false) || ...);
    return result;
}

} // namespace

Evidence firstMismatch(const Condition& when, const ConditionInput& input)
{
    return firstMismatchOf(when, input, std::make_index_sequence<std::tuple_size_v<decltype(kConditions)>>{});
}

} // namespace retryscope
