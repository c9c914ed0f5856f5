// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/enum_words.h"
#include "core/facts/redirect.h"
#include "core/policy/resolve.h"

#include <string>

namespace retryscope {

/// Whether a client sends a request to the Location by itself.
enum class Followed : std::uint8_t { Yes, No, Unknown };

template <>
struct EnumWords<Followed>
{
    static constexpr Words<Followed, 3> kWords{
        {{Followed::Yes, "yes"}, {Followed::No, "no"}, {Followed::Unknown, "unknown"}}};
};

/// A redirect, to one client.
struct SeenRedirect
{
    std::string location; ///< redirectLocationOf()
    Followed followed = Followed::Unknown;
    bool operator==(const SeenRedirect&) const = default;
};

/// Absent if the response is no redirect with a Location.
[[nodiscard]] std::optional<SeenRedirect> seenRedirect(const Policy& policy, const AttemptFacts& facts);

/// `302 is a redirect to “/x”.`, and whether this client follows it; empty if it is no redirect.
[[nodiscard]] std::string redirectSentence(const ResolvedPolicy& policy, const AttemptFacts& facts);
/// The same of the response alone: `302 is a redirect to “/x”`; empty if it is no redirect.
[[nodiscard]] std::string redirectClause(const AttemptFacts& facts);
/// The same beside the status: `redirect to “/x”`; empty for a loop, too, which the status names.
[[nodiscard]] std::string redirectTarget(const AttemptFacts& facts);
/// For a redirect that is not retried: why no change of the response or of its mapping is offered.
[[nodiscard]] std::string redirectAdvice(const AttemptFacts& facts);

} // namespace retryscope
