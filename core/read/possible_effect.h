// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/facts/enum_words.h"
#include "core/facts/request_spec.h"
#include "core/policy/rule.h"
#include "core/run/run_record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace retryscope {

/// Could the server have carried out the request of a failed attempt?
enum class Processing : std::uint8_t {
    NeverSent,          ///< not a byte of it left
    RefusedUnprocessed, ///< the response says that it was not carried out
    Ambiguous,          ///< it may have been
    PartlyDone,         ///< of a batch: the response lists what was left undone
};

template <>
struct EnumWords<Processing>
{
    static constexpr Words<Processing, 4> kWords{{{Processing::NeverSent, "neverSent"},
                                                  {Processing::RefusedUnprocessed, "refusedUnprocessed"},
                                                  {Processing::Ambiguous, "ambiguous"},
                                                  {Processing::PartlyDone, "partlyDone"}}};
};

/// The effect of sending the request once more.
enum class Repeating : std::uint8_t {
    Harmless,  ///< nothing happens twice: the request was not carried out, or a repeat has no further effect
    Protected, ///< the request has a key by which the server detects a repeat
    MayRepeat, ///< it may be done twice
};

template <>
struct EnumWords<Repeating>
{
    static constexpr Words<Repeating, 3> kWords{{{Repeating::Harmless, "harmless"},
                                                 {Repeating::Protected, "protected"},
                                                 {Repeating::MayRepeat, "mayRepeat"}}};
};

struct PossibleEffect
{
    Processing processing = Processing::Ambiguous;
    Repeating repeating = Repeating::MayRepeat;
    std::string reason; ///< the reason: `GET changes nothing`, `Idempotency-Key lets the server detect a
                        ///< repeat`
    bool operator==(const PossibleEffect&) const = default;
};

/// The error name from any place in which an AWS protocol writes it (header, XML, JSON, SOAP), without
/// namespace and address; empty if there is none. This is what the server sent; clients look in fewer places.
[[nodiscard]] std::string writtenErrorName(const AttemptFacts& facts);

/// True for an error name with which a service asks the client to slow down, also after SOAP's `Server.` or
/// `Client.`. Source: AWS SDKs and Tools Reference, Retry behavior, the list of throttling errors; S3 and EC2
/// add `SlowDown` and `EC2ThrottledException`.
[[nodiscard]] bool isThrottlingName(std::string_view name);

/// The possible effect of a failed attempt; absent for successes and for polls that are not ready. kind only
/// says that the attempt failed; everything else follows from the response, because the client cannot
/// influence what the server did. Sources: RFC 9110, 9.2.1 and 9.2.2 (safe and idempotent methods), 15.5
/// (4xx: the request is at fault), 15.6.2 and 15.6.6 (501 and 505: not supported); draft-ietf-httpapi-
/// idempotency-key-header. AWS calls are POST whatever they do, so there the name of the operation tells, and
/// a `ClientToken` or `ClientRequestToken` protects. A 503 or 500 counts as refused only where its name is
/// one of throttling (isThrottlingName()): the service refuses before it works; or where it begins with
/// `Client.`, by which SOAP marks the 4xx of REST (SimpleDB guide, Client Errors: the service found a problem
/// with the request). A failure inside a success status was written after the work had begun.
[[nodiscard]] std::optional<PossibleEffect> possibleEffectOf(const RequestSpec& request,
                                                             const AttemptFacts& facts, ErrorKind kind);

/// The same of an attempt of a record. request: as the record's header has it; a poll is another one.
[[nodiscard]] std::optional<PossibleEffect> possibleEffectOf(const RequestSpec& request,
                                                             const AttemptRecord& attempt);

} // namespace retryscope
