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

/// Could the request of a failed attempt have been carried out?
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

/// What it means to send it once more.
enum class Repeating : std::uint8_t {
    Harmless,  ///< nothing is done twice: it was not carried out, or twice is the same as once
    Protected, ///< the request carries a key by which the server can tell
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
    std::string reason; ///< for people, why so: `GET changes nothing`, `Idempotency-Key`
    bool operator==(const PossibleEffect&) const = default;
};

/// The error name, wherever one of the AWS protocols writes it (header, XML, JSON, SOAP), without namespace
/// and address; empty where there is none. Clients read less: this is what the server said, not what one of
/// them heard.
[[nodiscard]] std::string writtenErrorName(const AttemptFacts& facts);

/// The name of an error by which a service asks the client to slow down; `Server.` or `Client.`, as SOAP
/// has them, may stand before it. Source: AWS SDKs and Tools Reference, Retry behavior, the list of
/// throttling errors; S3 and EC2 add `SlowDown` and `EC2ThrottledException`.
[[nodiscard]] bool isThrottlingName(std::string_view name);

/// Of a failed attempt; absent for successes and for polls that are not ready. kind says only that it
/// failed: what the server did cannot depend on who looks, so all else follows from the response.
///
/// Sources: RFC 9110, 9.2.1 and 9.2.2 (safe and idempotent methods), 15.5 (4xx: the request is at
/// fault), 15.6.2 and 15.6.6 (501 and 505: not supported); draft-ietf-httpapi-idempotency-key-header. AWS
/// calls are POST whatever they do, so there the name of the operation tells, and a `ClientToken` or
/// `ClientRequestToken` protects. A 503 or 500 counts as refused only where its name is one of throttling
/// (isThrottlingName()): the service refuses before it works; or where it begins with `Client.`, by which
/// SOAP marks the 4xx of REST (SimpleDB guide, Client Errors: the service found a problem with the request).
/// A failure inside a success status was written after the work had begun.
[[nodiscard]] std::optional<PossibleEffect> possibleEffectOf(const RequestSpec& request,
                                                             const AttemptFacts& facts, ErrorKind kind);

/// The same of an attempt of a record. request: as the record's header has it; a poll is another one.
[[nodiscard]] std::optional<PossibleEffect> possibleEffectOf(const RequestSpec& request,
                                                             const AttemptRecord& attempt);

} // namespace retryscope
