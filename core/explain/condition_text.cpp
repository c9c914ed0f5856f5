// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/condition_text.h"
#include "core/explain/phrases.h"

#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/units.h"
#include "core/explain/used_up.h"
#include "core/policy/conditions.h"

#include <array>
#include <type_traits>
#include <vector>

namespace retryscope {

namespace {

constexpr const char* kNoResponse = "no HTTP response arrived";

std::string quoted(const std::string& text)
{
    return "“" + text + "”";
}

/// Short lists in full, long ones by their number.
std::string listText(const std::vector<std::string>& values, std::size_t longest)
{
    if (values.size() > longest) {
        return "one of " + std::to_string(values.size()) + " listed";
    }
    return joined(values, " or ");
}

std::string faultsText(const std::vector<FaultKind>& kinds, std::size_t longest)
{
    std::vector<std::string> parts;
    for (const FaultKind kind : kinds) {
        parts.push_back(faultPhrase(kind));
    }
    return parts.size() > longest
               ? "no complete response arrived (any of " + std::to_string(parts.size()) + " faults)"
               : joined(parts, " or ");
}

std::string nameIsText(NameIs state)
{
    switch (state) {
    case NameIs::Absent:
        return "no error name was found";
    case NameIs::Empty:
        return "the error name is empty";
    case NameIs::Unknown:
        return "this client does not know the error name";
    case NameIs::Present:
        return "an error name was found";
    }
    return {};
}

std::string bodyText(BodyState state)
{
    switch (state) {
    case BodyState::Absent:
        return "there is no body";
    case BodyState::Unparseable:
        return "the body cannot be parsed";
    case BodyState::Parsed:
        return "the body can be parsed";
    }
    return {};
}

std::string bodiesText(const std::vector<BodyState>& states)
{
    const bool onlyPresent =
        states.size() == 2 && states[0] != BodyState::Absent && states[1] != BodyState::Absent;
    if (onlyPresent) {
        return "there is a body";
    }
    std::vector<std::string> parts;
    for (const BodyState state : states) {
        parts.push_back(bodyText(state));
    }
    return joined(parts, " or ");
}

std::string shapesText(const std::vector<JsonShape>& shapes)
{
    std::vector<std::string> parts;
    for (const JsonShape shape : shapes) {
        parts.emplace_back(shape == JsonShape::Object  ? "an object"
                           : shape == JsonShape::Array ? "a list"
                                                       : "a single value");
    }
    return joined(parts, " or ");
}

std::string quotedList(const std::vector<std::string>& texts, std::size_t longest)
{
    std::vector<std::string> parts;
    for (const std::string& text : texts) {
        parts.push_back(quoted(shownName(text)));
    }
    return listText(parts, longest);
}

std::string numbersText(const HeaderValue& value)
{
    const std::string from = value.from ? factorText(*value.from) : std::string();
    const std::string to = value.to ? factorText(*value.to) : std::string();
    if (value.from == value.to) {
        return "the number " + from;
    }
    return !value.to ? "a number of at least " + from
                     : (value.from ? "a number from " + from + " to " : "a number of at most ") + to;
}

std::string headerValuesText(const std::vector<HeaderValue>& values, std::size_t longest)
{
    std::vector<std::string> parts;
    for (const HeaderValue& value : values) {
        std::vector<std::string> is;
        if (!value.textIn.empty()) {
            is.push_back(quotedList(value.textIn, longest));
        }
        if (value.from || value.to) {
            is.push_back(numbersText(value));
        }
        std::vector<std::string> asked;
        if (!is.empty()) {
            asked.push_back("is " + joined(is, " and "));
        }
        if (!value.prefixIn.empty()) {
            asked.push_back("begins with " + quotedList(value.prefixIn, longest));
        }
        parts.push_back("the header " + value.header + " " + joined(asked, " and "));
    }
    return joined(parts, " and ");
}

std::string bodyPlaceText(const std::string& place)
{
    return place == "body" ? "the body" : "the text at " + place;
}

std::string valuesText(const ConditionRow<std::vector<std::string>>& row,
                       const std::vector<std::string>& values)
{
    return values.empty() ? "in an empty list"
           : row.isQuoted ? quotedList(values, row.longest)
                          : listText(values, row.longest);
}

std::string valuesText(const ConditionRow<std::vector<StatusRange>>& row,
                       const std::vector<StatusRange>& ranges)
{
    std::vector<std::string> parts;
    for (const StatusRange& range : ranges) {
        parts.push_back(statusRangeText(range));
    }
    return listText(parts, row.longest);
}

std::string valuesText(const ConditionRow<std::vector<FaultKind>>& row, const std::vector<FaultKind>& kinds)
{
    return faultsText(kinds, row.longest);
}

std::string valuesText(const ConditionRow<std::vector<BodyState>>&, const std::vector<BodyState>& states)
{
    return bodiesText(states);
}

std::string valuesText(const ConditionRow<std::vector<JsonShape>>&, const std::vector<JsonShape>& shapes)
{
    return shapesText(shapes);
}

std::string valuesText(const ConditionRow<std::vector<HeaderValue>>& row,
                       const std::vector<HeaderValue>& values)
{
    return headerValuesText(values, row.longest);
}

std::string valuesText(const ConditionRow<std::optional<NameIs>>&, const std::optional<NameIs>& state)
{
    return nameIsText(*state);
}

std::string valuesText(const ConditionRow<std::optional<ValueAt>>& row, const std::optional<ValueAt>& value)
{
    return bodyPlaceText(value->place) + " is " + listText(value->textIn, row.longest);
}

/// The caller asks isAskedBy() first.
template <typename Value>
std::string sentenceOf(const ConditionRow<Value>& row, const Condition& when)
{
    if constexpr (std::is_same_v<Value, std::optional<bool>>) {
        return *(when.*row.member) ? row.sentence : row.opposite;
    } else {
        return filledIn(row.sentence, std::array{valuesText(row, when.*row.member)});
    }
}

/// The same by the condition's member.
template <typename Value>
std::string sentenceOf(Value Condition::*member, const Condition& when)
{
    std::string text;
    anyCondition([&](const auto& row) {
        if constexpr (std::is_same_v<decltype(row), const ConditionRow<Value>&>) {
            if (row.member == member) {
                text = sentenceOf(row, when);
            }
        }
        return !text.empty();
    });
    return text;
}

} // namespace

std::string statusRangeText(const StatusRange& range)
{
    if (range.from == range.to) {
        return std::to_string(range.from);
    }
    if (range.from % 100 == 0 && range.to == range.from + 99) {
        return std::to_string(range.from / 100) + "xx";
    }
    return std::to_string(range.from) + "-" + std::to_string(range.to);
}

std::string conditionText(const Condition& when)
{
    std::vector<std::string> parts;
    anyCondition([&](const auto& row) {
        if (row.isAskedBy(when)) {
            parts.push_back(sentenceOf(row, when));
        }
        return false;
    });
    return parts.empty() ? "always" : joined(parts, ", and ");
}

namespace {

ErrorName nameIn(const Trace& trace)
{
    const auto found = findStep<NameFound>(trace);
    return found ? found->name : ErrorName{};
}

std::string statusSeen(const AttemptFacts& facts)
{
    return facts.response ? "the status is " + std::to_string(facts.response->status) : kNoResponse;
}

std::string valueSeen(const Rule& rule, const AttemptFacts& facts)
{
    if (!rule.when.valueAt) {
        return facts.response ? "the body has text at " + joined(rule.when.lacks, " or ") : kNoResponse;
    }
    const std::string& place = rule.when.valueAt->place;
    if (!facts.response) {
        return kNoResponse;
    }
    const ParsedBody& body = facts.response->parsed;
    const std::string* text = place == "body" ? &body.text : body.find(place);
    if (!text || text->empty()) {
        return place == "body" ? "the body is empty or longer than 64 bytes"
                               : "the body has no text at " + place;
    }
    return bodyPlaceText(place) + " is " + quoted(*text);
}

/// What the headers that the rule asks for say.
std::string headersSeen(const Rule& rule, const AttemptFacts& facts)
{
    if (!facts.response) {
        return kNoResponse;
    }
    std::vector<std::string> parts;
    for (const HeaderValue& value : rule.when.headerValues) {
        const std::string* text = facts.response->headers.find(value.header);
        parts.push_back(text ? "the header " + value.header + " is " + quoted(shownName(*text))
                             : "the response has no header " + value.header);
    }
    return joined(parts, ", and ");
}

std::string clockSeen(const Trace& trace)
{
    const auto compared = findStep<ClockCompared>(trace);
    return !compared         ? "the response has no Date header that can be compared"
           : compared->isOff ? "the clocks of client and server differ"
                             : "the clocks of client and server agree";
}

/// What the row says of a response that does not match.
std::string unmetText(const Condition& when, Evidence evidence, bool hasResponse)
{
    std::string text;
    anyCondition([&](const auto& row) {
        if (row.evidence != evidence || !row.isAskedBy(when)) {
            return false;
        }
        text = row.unmet;
        if constexpr (std::is_same_v<decltype(row), const YesNoRow&>) {
            const bool wanted = *(when.*row.member);
            text = !wanted ? row.sentence : text.empty() ? row.opposite : text;
        }
        if (row.needsResponse && !hasResponse) {
            text = kNoResponse;
        }
        return true;
    });
    return text;
}

/// What stood where the rule's condition looked.
std::string seenText(const ResolvedPolicy& policy, const AttemptFacts& facts, const Trace& trace,
                     const RuleTried& tried)
{
    switch (tried.evidence) {
    case Evidence::Fault:
        return facts.fault ? faultPhrase(facts) : std::string("an HTTP response arrived");
    case Evidence::Status:
        return statusSeen(facts);
    case Evidence::Name:
    case Evidence::NameState:
        return facts.response ? nameText(nameIn(trace)) : std::string(kNoResponse);
    case Evidence::Message: {
        const std::string message = messageOf(policy.reading, facts);
        return message.empty() ? std::string("the error has no message")
                               : "the message is " + quoted(shownName(message, kMostOfAMessage));
    }
    case Evidence::Body:
        return facts.response ? bodyText(bodyStateOf(policy.reading, facts)) : std::string(kNoResponse);
    case Evidence::Uses:
        return filled("the rule matches, but can match only %1 per call, and has already done so",
                      usesText(policy.policy.rules[static_cast<std::size_t>(tried.rule)]));
    case Evidence::Protocol:
        return "the protocol is " + policy.protocol;
    case Evidence::Service:
        return "the service is " + policy.service;
    case Evidence::Operation:
        return policy.operation.empty() ? std::string("the operation is unknown")
                                        : "the operation is " + policy.operation;
    case Evidence::Value:
        return valueSeen(policy.policy.rules[static_cast<std::size_t>(tried.rule)], facts);
    case Evidence::Clock:
        return clockSeen(trace);
    case Evidence::Method:
        return "the method is " + policy.method;
    case Evidence::HeaderValue:
        return headersSeen(policy.policy.rules[static_cast<std::size_t>(tried.rule)], facts);
    case Evidence::Header:
    case Evidence::Hint:
    case Evidence::Before:
    case Evidence::Crc32:
    case Evidence::PartDone:
    case Evidence::Matched:
        break;
    }
    return unmetText(policy.policy.rules[static_cast<std::size_t>(tried.rule)].when, tried.evidence,
                     facts.response != nullptr);
}

std::string matchText(const ResolvedPolicy& policy, const Rule& rule, const AttemptFacts& facts,
                      const Trace& trace)
{
    const Condition& when = rule.when;
    std::vector<std::string> parts;
    if (!when.faultIn.empty() && facts.fault) {
        parts.push_back(faultPhrase(facts));
    }
    if (!when.statusIn.empty()) {
        parts.push_back(statusSeen(facts));
    }
    if (!when.headerIn.empty()) {
        parts.push_back(sentenceOf(&Condition::headerIn, when));
    }
    if (!when.headerValues.empty()) {
        parts.push_back(headersSeen(rule, facts));
    }
    if (when.hinted) {
        parts.push_back(sentenceOf(&Condition::hinted, when));
    }
    if (when.idempotent) {
        parts.push_back(sentenceOf(&Condition::idempotent, when) + " (" + policy.method + ")");
    }
    if (!when.bodyHas.empty()) {
        parts.push_back(sentenceOf(&Condition::bodyHas, when));
    }
    if (!when.methodIn.empty()) {
        parts.push_back("the method is " + policy.method);
    }
    if (!when.bodyIs.empty() && facts.response) {
        const bool isSaid = facts.response->parsed.isEmpty;
        parts.push_back(bodyText(bodyStateOf(policy.reading, facts)) +
                        (isSaid ? std::string() : " (" + counted(facts.response->bodyBytes, "byte") + ")"));
    }
    if (!when.jsonIs.empty() && facts.response) {
        parts.push_back("the JSON is " + shapesText({facts.response->parsed.jsonShape}));
    }
    if (asksForName(when)) {
        parts.push_back(nameText(nameIn(trace)));
    }
    if (when.valueAt) {
        parts.push_back(valueSeen(rule, facts));
    }
    return parts.empty() ? conditionText(when) : joined(parts, ", and ");
}

} // namespace

std::string evidenceText(const ResolvedPolicy& policy, const AttemptFacts& facts, const Trace& trace,
                         const RuleTried& tried)
{
    if (tried.matched) {
        return matchText(policy, policy.policy.rules[static_cast<std::size_t>(tried.rule)], facts, trace);
    }
    return seenText(policy, facts, trace, tried);
}

} // namespace retryscope
