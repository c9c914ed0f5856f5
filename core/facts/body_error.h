// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <optional>
#include <string>
#include <string_view>

namespace retryscope {

/// An error that is the body of a response with a status of success.
struct BodyError
{
    std::string
        place; ///< of its name, or of the error: `json:error.code`, `xml:Error/Code`, `event[2]:error.type`
    std::string name; ///< empty if no member names it
    bool operator==(const BodyError&) const = default;
};

/// The error in the body of a 2xx response, whatever clients make of it; absent if there is none. One is: a
/// top-level JSON member `error` that is a text or an object, and not empty; a list `errors` without `data`;
/// XML with the root `Error`; an event of a stream that is named `error` or whose data has such a member.
/// parseBody() looks for the event within 64 KiB.
[[nodiscard]] std::optional<BodyError> bodyErrorOf(const AttemptFacts& facts);

/// A place as people write it: `json:error/details/1/retryDelay` is `json:error.details[1].retryDelay`.
/// Places in XML stay paths.
[[nodiscard]] std::string spelledPlace(std::string_view place);

} // namespace retryscope
