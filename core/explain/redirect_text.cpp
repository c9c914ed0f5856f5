// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/redirect_text.h"

#include "core/explain/name_text.h"
#include "core/explain/phrases.h"

#include <algorithm>

namespace retryscope {

namespace {

bool contains(const std::vector<StatusRange>& ranges, int status)
{
    return std::any_of(ranges.begin(), ranges.end(),
                       [status](const StatusRange& range) { return range.contains(status); });
}

/// Without user and password: sentences are copied into tickets.
std::string withoutUser(const std::string& location)
{
    const std::size_t host = location.find("//");
    if (host == std::string::npos) {
        return location;
    }
    const std::size_t end = location.find_first_of("/?#", host + 2);
    const std::size_t at = location.substr(0, end).rfind('@');
    return at == std::string::npos || at < host ? location
                                                : location.substr(0, host + 2) + location.substr(at + 1);
}

/// `This client follows up to 20 redirects in a row, and makes a GET of the POST.`
std::string howFollowed(const RedirectSpec& redirects, const std::string& method, int status)
{
    const bool isChanged = method == "POST" && contains(redirects.changesMethod, status);
    const std::string follows =
        redirects.most ? filled("This client follows up to %1 redirects in a row", *redirects.most)
                       : "This client follows redirects";
    return follows + (isChanged ? ", and makes a GET of the POST." : ".");
}

} // namespace

std::optional<SeenRedirect> seenRedirect(const Policy& policy, const AttemptFacts& facts)
{
    std::optional<std::string> location = redirectLocationOf(facts);
    if (!location) {
        return std::nullopt;
    }
    const Followed followed = !policy.redirects ? Followed::Unknown
                              : contains(policy.redirects->follows, facts.response->status) ? Followed::Yes
                                                                                            : Followed::No;
    return SeenRedirect{.location = std::move(*location), .followed = followed};
}

std::string redirectClause(const AttemptFacts& facts)
{
    constexpr std::size_t kMostOfALocation = 200;
    const std::optional<std::string> location = redirectLocationOf(facts);
    return location ? std::to_string(facts.response->status) + " is a redirect to " +
                          shownName(withoutUser(*location), kMostOfALocation)
                    : std::string();
}

std::string redirectTarget(const AttemptFacts& facts)
{
    const std::string clause = isRedirectLoop(facts) ? std::string() : redirectClause(facts);
    return clause.empty() ? clause : clause.substr(clause.find("redirect to"));
}

std::string redirectSentence(const ResolvedPolicy& policy, const AttemptFacts& facts)
{
    const std::optional<SeenRedirect> redirect = seenRedirect(policy.policy, facts);
    if (!redirect) {
        return {};
    }
    const std::string clause = redirectClause(facts);
    if (isRedirectLoop(facts)) {
        return filled("%1, to which this attempt already sent a request: the redirects are a loop.", clause);
    }
    switch (redirect->followed) {
    case Followed::Yes:
        return prose({clause + ".",
                      howFollowed(*policy.policy.redirects, policy.method, facts.response->status),
                      "Its retry rules then decide on the response from there. Retryscope follows redirects "
                      "only if you "
                      "ask it to."});
    case Followed::No:
        return filled("%1. This client does not follow it.", clause);
    case Followed::Unknown:
        return filled("%1. It is unknown whether this client follows it.", clause);
    }
    return {};
}

std::string redirectAdvice(const AttemptFacts& facts)
{
    if (isRedirectLoop(facts)) {
        return "The redirects are a loop, so neither a retry nor more redirects help. The server's owner "
               "must "
               "correct the Location.";
    }
    if (const std::string reason = whyNotFollowed(facts); !reason.empty()) { // Follow redirects is on
        return filled("A retry would lead to the same redirect. Retryscope did not follow it: %1.", reason);
    }
    return facts.wire && !facts.wire->hops.empty() ? "A retry would lead to the same redirects. Follow more "
                                                     "of them, or send the request to the last "
                                                     "Location."
                                                   : "A retry would lead to the same redirect. Follow "
                                                     "redirects, or send the request to its Location.";
}

} // namespace retryscope
