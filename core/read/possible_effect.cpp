// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/read/possible_effect.h"

#include "core/facts/error_name.h"
#include "core/facts/http_method.h"
#include "core/facts/never_sent.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace retryscope {

namespace {

template <std::size_t Size>
bool isOneOf(std::string_view text, const std::array<std::string_view, Size>& words)
{
    return std::find(words.begin(), words.end(), text) != words.end();
}

bool neverLeft(const AttemptFacts& facts)
{
    return isNeverSent(facts.fault->kind) || (facts.wire && facts.wire->rawSentBytes == 0 && !facts.response);
}

Processing processingOf(const AttemptFacts& facts)
{
    if (facts.hiddenSends > 0) {
        return Processing::Ambiguous; // whatever came of the last one: of the one before nothing is known
    }
    if (facts.fault && neverLeft(facts)) {
        return Processing::NeverSent;
    }
    if (!facts.response) {
        return Processing::Ambiguous;
    }
    const int status = facts.response->status;
    if (status < 300) {
        return facts.response->parsed.remaining ? Processing::PartlyDone : Processing::Ambiguous;
    }
    // Often the way to the result of a request that was carried out (RFC 9110, sections 15.4.3 and 15.4.4).
    constexpr int kFound = 302;
    constexpr int kSeeOther = 303;
    const std::string name = writtenErrorName(facts);
    const bool isRefusal = (status < 500 && status != kFound && status != kSeeOther) || status == 501 ||
                           status == 505 || name.starts_with("Client.");
    return isRefusal || isThrottlingName(name) ? Processing::RefusedUnprocessed : Processing::Ambiguous;
}

/// Of AWS: what begins so only reads.
bool onlyReads(std::string_view operation)
{
    constexpr std::array<std::string_view, 8> kBeginnings{"Get",   "List", "Describe", "Head",
                                                          "Query", "Scan", "BatchGet", "Select"};
    return std::any_of(kBeginnings.begin(), kBeginnings.end(),
                       [operation](std::string_view beginning) { return operation.starts_with(beginning); });
}

/// What lets the server tell that it has seen the request; empty: nothing.
std::string keyOf(const RequestSpec& request)
{
    constexpr std::array<const char*, 3> kHeaders{"Idempotency-Key", "X-Idempotency-Key",
                                                  "X-Amz-Client-Token"};
    for (const char* header : kHeaders) {
        if (request.headers.contains(header)) {
            return header;
        }
    }
    constexpr std::array<std::string_view, 3> kMembers{"\"ClientRequestToken\"", "\"ClientToken\"",
                                                       "\"IdempotencyToken\""};
    for (const std::string_view member : kMembers) {
        if (request.body.find(member) != std::string::npos) {
            return std::string(member.substr(1, member.size() - 2));
        }
    }
    return {};
}

} // namespace

bool isThrottlingName(std::string_view name)
{
    constexpr std::array<std::string_view, 14> kNames{"Throttling",
                                                      "ThrottlingException",
                                                      "ThrottledException",
                                                      "RequestThrottledException",
                                                      "RequestThrottled",
                                                      "TooManyRequestsException",
                                                      "ProvisionedThroughputExceededException",
                                                      "TransactionInProgressException",
                                                      "RequestLimitExceeded",
                                                      "BandwidthLimitExceeded",
                                                      "LimitExceededException",
                                                      "SlowDown",
                                                      "PriorRequestNotComplete",
                                                      "EC2ThrottledException"};
    for (const std::string_view prefix : {"Server.", "Client."}) {
        name.remove_prefix(name.starts_with(prefix) ? prefix.size() : 0);
    }
    return isOneOf(name, kNames);
}

std::string writtenErrorName(const AttemptFacts& facts)
{
    static const ErrorReading kEverywhere{
        .places = {{NameSource::Header, "x-amzn-errortype"},
                   {NameSource::Header, "x-amzn-query-error"},
                   {NameSource::Xml, "*/Error/Code"},
                   {NameSource::Xml, "*/Errors/Error/Code"},
                   {NameSource::Xml, "*/Code"},
                   {NameSource::Xml, "Envelope/Body/Fault/faultcode"},
                   {NameSource::Json, "__type"},
                   {NameSource::Json, "code"}},
        .strip = {Strip::AfterLastHash, Strip::BeforeSemicolon, Strip::BeforeColonInHeaders, Strip::Blanks},
        .tolerates = {BodyOddity::ByteOrderMark, BodyOddity::LeadingBlanks, BodyOddity::TrailingText},
        .anyLetterCase = true};
    const ErrorName name = nameOf(kEverywhere, facts);
    const std::size_t prefix = name.name.rfind(':'); // SOAP: a QName
    return prefix == std::string::npos ? name.name : name.name.substr(prefix + 1);
}

std::optional<PossibleEffect> possibleEffectOf(const RequestSpec& request, const AttemptFacts& facts,
                                               ErrorKind kind)
{
    if (!facts.response && !facts.fault) {
        return std::nullopt;
    }
    const Processing processing = processingOf(facts);
    const bool isFailure = kind != ErrorKind::None && kind != ErrorKind::NotReady;
    if (!isFailure && processing != Processing::PartlyDone) { // what was left follows from the response alone
        return std::nullopt;
    }
    if (processing != Processing::Ambiguous) {
        return PossibleEffect{.processing = processing, .repeating = Repeating::Harmless, .reason = {}};
    }
    PossibleEffect effect{.processing = processing, .repeating = Repeating::Harmless, .reason = {}};
    if (isSafeMethod(request.method)) {
        effect.reason = request.method + " changes nothing";
    } else if (isIdempotentMethod(request.method)) {
        effect.reason = request.method + " has the same effect once or twice";
    } else if (onlyReads(request.operation)) {
        effect.reason = request.operation + " only reads";
    } else if (const std::string key = keyOf(request); !key.empty()) {
        effect.repeating = Repeating::Protected;
        effect.reason = key + " lets the server detect a repeat";
    } else {
        effect.repeating = Repeating::MayRepeat;
        effect.reason = request.method + " has no idempotency key";
    }
    return effect;
}

std::optional<PossibleEffect> possibleEffectOf(const RequestSpec& request, const AttemptRecord& attempt)
{
    const ErrorKind kind = attempt.decision.kind;
    if (attempt.sentTarget->url.empty()) {
        return possibleEffectOf(request, attempt.facts, kind);
    }
    RequestSpec poll = request;
    poll.method = attempt.sentTarget->method;
    poll.url = attempt.sentTarget->url;
    poll.body = *attempt.sentBody;
    return possibleEffectOf(poll, attempt.facts, kind);
}

} // namespace retryscope
