// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/resolve.h"

#include "core/facts/letter_case.h"

#include <algorithm>
#include <utility>

namespace retryscope {

namespace {

/// Serves policies that name no reader at all: every place where AWS services put an error name.
ErrorReading readerThatLooksEverywhere()
{
    return {.syntax = BodySyntax::Any,
            .places = {{NameSource::Header, "x-amzn-errortype"},
                       {NameSource::Json, "__type"},
                       {NameSource::Json, "code"},
                       {NameSource::Xml, "Error/Code"},
                       {NameSource::Xml, "*/Error/Code"},
                       {NameSource::Xml, "*/Errors/Error/Code"},
                       {NameSource::Xml, "*/Body/Fault/faultcode"}},
            .strip = {Strip::AfterHash, Strip::BeforeColon, Strip::Blanks},
            .messagePlaces = {{NameSource::Json, "message"},
                              {NameSource::Json, "Message"},
                              {NameSource::Xml, "Error/Message"},
                              {NameSource::Xml, "*/Error/Message"},
                              {NameSource::Xml, "*/Errors/Error/Message"},
                              {NameSource::Xml, "*/Body/Fault/faultstring"}},
            .nameFromStatusWhenUnreadable = false,
            .tolerates = {BodyOddity::ByteOrderMark, BodyOddity::LeadingBlanks},
            .source = "Retryscope's default: the places named in the AWS protocol descriptions"};
}

ErrorReading readingFor(const Policy& policy, const std::string& protocol, const std::string& service)
{
    // Responses of EC2 are those of a query service, with the error one level deeper.
    const std::string similar = protocol == "ec2" ? "query" : protocol;
    for (const std::string& key : {protocol + '/' + service, protocol, similar, std::string("generic")}) {
        if (const auto found = policy.reading.find(key); found != policy.reading.end()) {
            return found->second;
        }
    }
    return readerThatLooksEverywhere();
}

template <typename Group>
void replaceIfSet(Group& general, const std::optional<Group>& special)
{
    if (special) {
        general = *special;
    }
}

void applyOverride(Policy& policy, const ServiceOverride& change)
{
    replaceIfSet(policy.attempts, change.attempts);
    replaceIfSet(policy.backoff, change.backoff);
    replaceIfSet(policy.success, change.success);
    if (change.quota) {
        policy.quota = change.quota;
    }
    const auto isReplaced = [&change](const Rule& rule) {
        return std::find(change.replaces.begin(), change.replaces.end(), rule.id) != change.replaces.end();
    };
    policy.rules.erase(std::remove_if(policy.rules.begin(), policy.rules.end(), isReplaced),
                       policy.rules.end());
    policy.rules.insert(policy.rules.begin(), change.rules.begin(), change.rules.end());
}

} // namespace

bool ResolvedPolicy::knows(const std::string& name) const
{
    return std::binary_search(knownNames.begin(), knownNames.end(), name) ||
           std::any_of(knownPrefixes.begin(), knownPrefixes.end(),
                       [&name](const std::string& prefix) { return name.starts_with(prefix); }) ||
           std::any_of(knownParts.begin(), knownParts.end(), [&name](const std::string& part) {
               return inLowerCase(name).find(part) != std::string::npos;
           });
}

EvidenceLevel evidenceOf(const ResolvedPolicy& policy)
{
    const EvidenceLevel general = evidenceOf(policy.policy);
    return std::max(general, policy.reading.evidence.value_or(general));
}

std::string protocolUnder(const Policy& policy, const RequestSpec& spec)
{
    const auto special = policy.protocols.find(spec.service);
    return spec.protocol.empty() && special != policy.protocols.end() ? special->second : protocolOf(spec);
}

ResolvedPolicy readAs(ResolvedPolicy policy, const std::string& protocol)
{
    policy.protocol = protocol;
    policy.reading = readingFor(policy.policy, protocol, policy.service);
    return policy;
}

ResolvedPolicy resolve(const Policy& policy, const RequestSpec& spec)
{
    ResolvedPolicy result;
    result.policy = policy;
    result.service = spec.service;
    result.operation = spec.operation;
    result.method = spec.method;
    result.protocol = protocolUnder(policy, spec);
    result.reading = readingFor(policy, result.protocol, spec.service);
    if (const auto found = policy.services.find(spec.service); found != policy.services.end()) {
        applyOverride(result.policy, found->second);
    }
    result.policy.services.clear();
    if (const auto found = policy.operations.find(spec.operation); found != policy.operations.end()) {
        applyOverride(result.policy, found->second);
    }
    result.policy.operations.clear();
    result.requestHeaders = spec.headers;
    result.startsOperation =
        spec.poll && std::any_of(result.policy.rules.begin(), result.policy.rules.end(),
                                 [](const Rule& rule) { return rule.scope == RuleScope::Start; });

    for (const Rule& rule : result.policy.rules) {
        result.countsEveryRule = result.countsEveryRule || !rule.when.afterRules.empty();
        result.knownNames.insert(result.knownNames.end(), rule.when.nameIn.begin(), rule.when.nameIn.end());
        result.knownPrefixes.insert(result.knownPrefixes.end(), rule.when.namePrefixIn.begin(),
                                    rule.when.namePrefixIn.end());
        for (const std::string& text : rule.when.nameHas) {
            result.knownParts.push_back(inLowerCase(text));
        }
    }
    std::sort(result.knownNames.begin(), result.knownNames.end());
    result.knownNames.erase(std::unique(result.knownNames.begin(), result.knownNames.end()),
                            result.knownNames.end());
    return result;
}

} // namespace retryscope
