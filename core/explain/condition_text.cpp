// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/condition_text.h"
#include "core/explain/phrases.h"

#include "core/explain/explain.h"
#include "core/explain/name_text.h"
#include "core/explain/policy_words.h"
#include "core/explain/used_up.h"

#include <vector>

namespace retryscope {

namespace {

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

std::string namesText(const std::vector<std::string>& names)
{
    constexpr std::size_t kLongest = 3;
    return names.empty() ? "in an empty list" : listText(names, kLongest);
}

std::string statusesText(const std::vector<StatusRange>& ranges)
{
    std::vector<std::string> parts;
    for (const StatusRange& range : ranges) {
        parts.push_back(statusRangeText(range));
    }
    constexpr std::size_t kLongest = 12;
    return listText(parts, kLongest);
}

std::string faultsText(const std::vector<FaultKind>& kinds)
{
    std::vector<std::string> parts;
    for (const FaultKind kind : kinds) {
        parts.push_back(faultPhrase(kind));
    }
    constexpr std::size_t kLongest = 2;
    return parts.size() > kLongest
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
    return "the JSON is " + joined(parts, " or ");
}

std::string quotedList(const std::vector<std::string>& texts)
{
    std::vector<std::string> parts;
    for (const std::string& text : texts) {
        parts.push_back(quoted(shownName(text)));
    }
    return listText(parts, 3);
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

std::string headerValuesText(const std::vector<HeaderValue>& values)
{
    std::vector<std::string> parts;
    for (const HeaderValue& value : values) {
        std::vector<std::string> is;
        if (!value.textIn.empty()) {
            is.push_back(quotedList(value.textIn));
        }
        if (value.from || value.to) {
            is.push_back(numbersText(value));
        }
        std::vector<std::string> asked;
        if (!is.empty()) {
            asked.push_back("is " + joined(is, " and "));
        }
        if (!value.prefixIn.empty()) {
            asked.push_back("begins with " + quotedList(value.prefixIn));
        }
        parts.push_back("the header " + value.header + " " + joined(asked, " and "));
    }
    return joined(parts, " and ");
}

std::string hintedText(bool hinted)
{
    return hinted ? "the response has a delay hint that this client can read"
                  : "the response has no delay hint that this client can read";
}

std::string idempotentText(bool idempotent)
{
    return idempotent ? "the request is idempotent" : "the request is not idempotent";
}

std::string bodyPlaceText(const std::string& place)
{
    return place == "body" ? "the body" : "the text at " + place;
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
    const auto add = [&parts](bool isSet, const auto& text) {
        if (isSet) {
            parts.push_back(text());
        }
    };
    add(!when.faultIn.empty(), [&] { return faultsText(when.faultIn); });
    add(!when.statusIn.empty(), [&] { return "the status is " + statusesText(when.statusIn); });
    add(!when.headerIn.empty(), [&] { return "the response has the header " + listText(when.headerIn, 3); });
    add(!when.headerValues.empty(), [&] { return headerValuesText(when.headerValues); });
    add(when.hinted.has_value(), [&] { return hintedText(*when.hinted); });
    add(when.idempotent.has_value(), [&] { return idempotentText(*when.idempotent); });
    add(!when.afterRules.empty(),
        [&] { return "an earlier attempt of this call ended by rule " + listText(when.afterRules, 3); });
    add(!when.bodyHas.empty(), [&] { return "the body contains " + quotedList(when.bodyHas); });
    add(!when.methodIn.empty(), [&] { return "the method is " + listText(when.methodIn, 6); });
    add(!when.bodyIs.empty(), [&] { return bodiesText(when.bodyIs); });
    add(!when.jsonIs.empty(), [&] { return shapesText(when.jsonIs); });
    add(when.nameIs.has_value(), [&] { return nameIsText(*when.nameIs); });
    add(!when.nameIn.empty() || when.nameMustBeListed,
        [&] { return "the error name is " + namesText(when.nameIn); });
    add(!when.namePrefixIn.empty(),
        [&] { return "the error name starts with " + listText(when.namePrefixIn, 3); });
    add(!when.nameHas.empty(), [&] { return "the error name contains " + quotedList(when.nameHas); });
    add(!when.protocolIn.empty(), [&] { return "the protocol is " + listText(when.protocolIn, 3); });
    add(!when.serviceIn.empty(), [&] { return "the service is " + listText(when.serviceIn, 3); });
    add(!when.operationIn.empty(), [&] { return "the operation is " + listText(when.operationIn, 3); });
    add(!when.operationNotIn.empty(),
        [&] { return "the operation is not " + listText(when.operationNotIn, 3); });
    add(!when.messageHas.empty(), [&] { return "the message contains " + quotedList(when.messageHas); });
    add(!when.lacks.empty(), [&] { return "the body has no text at " + listText(when.lacks, 3); });
    add(when.valueAt.has_value(),
        [&] { return bodyPlaceText(when.valueAt->place) + " is " + listText(when.valueAt->textIn, 3); });
    add(when.serverClockOff.has_value(), [&] {
        return std::string(*when.serverClockOff ? "the clocks of client and server differ"
                                                : "the clocks of client and server agree");
    });
    add(when.crc32Mismatch.has_value(), [&] {
        return std::string(*when.crc32Mismatch ? "the checksum does not match" : "the checksum matches");
    });
    add(when.partDone.has_value(), [&] {
        return std::string(*when.partDone ? "the server did not process the whole batch"
                                          : "the server processed the whole batch");
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
    return facts.response ? "the status is " + std::to_string(facts.response->status)
                          : "no HTTP response arrived";
}

std::string valueSeen(const Rule& rule, const AttemptFacts& facts)
{
    if (!rule.when.valueAt) {
        return facts.response ? "the body has text at " + joined(rule.when.lacks, " or ")
                              : "no HTTP response arrived";
    }
    const std::string& place = rule.when.valueAt->place;
    if (!facts.response) {
        return "no HTTP response arrived";
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
        return "no response arrived";
    }
    std::vector<std::string> parts;
    for (const HeaderValue& value : rule.when.headerValues) {
        const std::string* text = facts.response->headers.find(value.header);
        parts.push_back(text ? "the header " + value.header + " is " + quoted(shownName(*text))
                             : "the response has no header " + value.header);
    }
    return joined(parts, ", and ");
}

/// What stood where the rule's condition looked.
std::string seenText(const ResolvedPolicy& policy, const AttemptFacts& facts, const Trace& trace,
                     const RuleTried& tried)
{
    switch (tried.evidence) {
    case Evidence::Fault:
        return facts.fault ? faultPhrase(*facts.fault) : std::string("an HTTP response arrived");
    case Evidence::Status:
        return statusSeen(facts);
    case Evidence::Name:
    case Evidence::NameState:
        return facts.response ? nameText(nameIn(trace)) : std::string("no HTTP response arrived");
    case Evidence::Message: {
        const std::string message = messageOf(policy.reading, facts);
        return message.empty() ? std::string("the error has no message")
                               : "the message is " + quoted(shownName(message, kMostOfAMessage));
    }
    case Evidence::Body:
        return facts.response ? bodyText(bodyStateOf(policy.reading, facts))
                              : std::string("no HTTP response arrived");
    case Evidence::Uses:
        return filled("the rule matches, but may match only %1 per call, and has already done so",
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
        return "the clocks of client and server agree, or the response has no Date header";
    case Evidence::Crc32:
        return "the checksum matches, or the response has none";
    case Evidence::PartDone:
        return "the response lists no unprocessed items";
    case Evidence::Method:
        return "the method is " + policy.method;
    case Evidence::Header:
        return facts.response ? std::string("the response has no such header")
                              : std::string("no response arrived");
    case Evidence::HeaderValue:
        return headersSeen(policy.policy.rules[static_cast<std::size_t>(tried.rule)], facts);
    case Evidence::Hint:
        return facts.response
                   ? hintedText(
                         !policy.policy.rules[static_cast<std::size_t>(tried.rule)].when.hinted.value_or(
                             false))
                   : std::string("no response arrived");
    case Evidence::Before:
        return "no earlier attempt of this call ended by that rule";
    case Evidence::Scope:
    case Evidence::Matched:
        break;
    }
    return {};
}

std::string matchText(const ResolvedPolicy& policy, const Rule& rule, const AttemptFacts& facts,
                      const Trace& trace)
{
    const Condition& when = rule.when;
    std::vector<std::string> parts;
    if (!when.faultIn.empty() && facts.fault) {
        parts.push_back(faultPhrase(*facts.fault));
    }
    if (!when.statusIn.empty()) {
        parts.push_back(statusSeen(facts));
    }
    if (!when.headerIn.empty()) {
        parts.push_back("the response has the header " + listText(when.headerIn, 3));
    }
    if (!when.headerValues.empty()) {
        parts.push_back(headersSeen(rule, facts));
    }
    if (when.hinted) {
        parts.push_back(hintedText(*when.hinted));
    }
    if (when.idempotent) {
        parts.push_back(idempotentText(*when.idempotent) + " (" + policy.method + ")");
    }
    if (!when.bodyHas.empty()) {
        parts.push_back("the body contains " + quotedList(when.bodyHas));
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
        parts.push_back(shapesText({facts.response->parsed.jsonShape}));
    }
    if (!when.nameIn.empty() || !when.namePrefixIn.empty() || !when.nameHas.empty() || when.nameIs) {
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
