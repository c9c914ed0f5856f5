// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/redirect.h"

#include <algorithm>
#include <array>

namespace retryscope {

std::optional<std::string> redirectLocationOf(const AttemptFacts& facts)
{
    constexpr std::array<int, 5> kRedirects{301, 302, 303, 307, 308};
    if (!facts.response || facts.fault ||
        std::find(kRedirects.begin(), kRedirects.end(), facts.response->status) == kRedirects.end()) {
        return std::nullopt;
    }
    const std::string* location = facts.response->headers.find("location");
    return location == nullptr || location->empty() ? std::nullopt : std::optional(*location);
}

bool isRedirectLoop(const AttemptFacts& facts)
{
    const std::optional<std::string> location = redirectLocationOf(facts);
    if (!location || !facts.wire) {
        return false;
    }
    return std::ranges::any_of(facts.wire->notes,
                               [](const std::string& note) { return note.starts_with(kRedirectLoopNote); }) ||
           std::ranges::any_of(facts.wire->hops,
                               [&location](const Hop& hop) { return hop.location == location; });
}

std::string whyNotFollowed(const AttemptFacts& facts)
{
    constexpr std::string_view kNotFollowed = "not followed: ";
    for (const std::string& note : facts.wire ? facts.wire->notes : std::vector<std::string>{}) {
        if (note.starts_with(kNotFollowed)) {
            return note.substr(kNotFollowed.size());
        }
    }
    return {};
}

} // namespace retryscope
