// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/terms.h"

#include <algorithm>
#include <iterator>

namespace retryscope {

namespace {

constexpr Term kTerms[] = {
    {"adaptive", "Adaptive mode",
     "Beside the retry quota, the client measures how fast it may send and holds attempts back after "
     "throttling."},
    {"attempt", "Attempt", "One request on the wire: the first one of a call, or one of its retries."},
    {"backoff", "Backoff",
     "How the delay before a retry grows from one to the next, usually twice as long each time up to a cap."},
    {"base", "Base", "The delay from which the backoff grows, before any factor, cap or jitter."},
    {"bench", "Bench",
     "What a probe found: each error that the origin sent, what came out of the box, and what clients make "
     "of "
     "it."},
    {"box", "Box",
     "The proxy, gateway or load balancer that stands between a client and the server that it asks."},
    {"built-in", "Built-in endpoint",
     "A server inside Retryscope that plays a script of responses and faults, so that everything can be "
     "tried "
     "without a network."},
    {"call", "Call", "What the program asked for once; the client may need several attempts to get it done."},
    {"cap", "Cap", "The longest delay that the backoff may reach."},
    {"clock", "Clock skew",
     "How far the server's clock is from the client's; some clients correct it and retry a request that was "
     "refused for it."},
    {"confidence", "Confidence",
     "How sure it is that these requests, and no others, are the attempts of one call of a recorded client."},
    {"deadline", "Deadline", "When the caller stops waiting, whatever attempts are left."},
    {"under-test", "Endpoint under test", "A real server, at the address that you type."},
    {"error-name", "Error name",
     "The code that the service gives its error, in a header or in the body; many clients decide by it "
     "and not by the status."},
    {"evidence", "Evidence",
     "Where a policy comes from: recorded from the real client, measured, read in its source, or taken from "
     "a "
     "document."},
    {"factor", "Factor", "By how much the delay grows from one retry to the next; 2 doubles it."},
    {"flip", "Flip",
     "An error about which a client decides otherwise behind the box than directly, such as a retry that is "
     "lost."},
    {"jitter", "Jitter",
     "Randomness in the delay, so that many clients do not come back at the same moment."},
    {"jitter-range", "Jitter range", "The shortest to the longest delay that could have been drawn."},
    {"judged-as", "Judged as",
     "The service, operation and protocol that the client believes it talks to; they decide where it looks "
     "for "
     "the error's name."},
    {"kind", "Kind",
     "What the client takes a failure for: transient, timeout, server, throttling or permanent; the kind "
     "decides whether it is retried, and after how long."},
    {"mapping", "Mapping", "Which status or error name counts as which kind."},
    {"phases", "Phases",
     "The parts of an attempt: look-up, connect, TLS, send, wait for the response, receive."},
    {"planned", "Planned",
     "Where the next attempt was due; what starts later was held up by the machine or the network."},
    {"policy", "Policy",
     "The complete retry rules of one client: attempts, delays, quota, and what it retries."},
    {"recording", "Recording",
     "What a real client did, seen from its server's place; an id of the client or timing makes requests a "
     "call, and timing cannot tell a retry from a command repeated by hand."},
    {"retry", "Retry", "Another attempt of the same call after one that failed."},
    {"delay", "Retry delay", "The pause between the end of an attempt and the next one."},
    {"quota", "Retry quota",
     "A bucket of tokens that a client shares among its calls: a retry takes some, a success gives some "
     "back, "
     "and without enough of them nothing is retried."},
    {"rule", "Rule",
     "A condition on the response and the kind that it leads to; the first that matches decides."},
    {"scenario", "Scenario", "The script of the built-in endpoint: which response or fault comes when."},
    {"seed", "Seed",
     "The number that all random delays are drawn from: the same seed draws the same delays."},
    {"send-rate", "Send rate",
     "How many attempts per second an adaptive client allows itself; throttling lowers it, success raises "
     "it."},
    {"hint", "Server hint",
     "A response header that asks for a delay, such as Retry-After; each client obeys, limits or ignores "
     "it."},
    {"tokens", "Tokens", "What the retry quota is counted in; how many a retry costs depends on its kind."},
    {"upstream", "Upstream", "The real server that a recorder sends the requests of a client on to."},
    {"verdict", "Verdict", "What the client does after an attempt: it retries, stops, or is done."},
    {"virtual", "Virtual time",
     "Nothing is sent and nothing waits: the script responds at once, and the delays are only counted."},
};

} // namespace

std::span<const Term> terms()
{
    return kTerms;
}

const Term* termOf(std::string_view id)
{
    const auto* found =
        std::find_if(std::begin(kTerms), std::end(kTerms), [id](const Term& term) { return term.id == id; });
    return found == std::end(kTerms) ? nullptr : found;
}

} // namespace retryscope
