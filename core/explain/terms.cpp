// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/terms.h"

#include <algorithm>
#include <iterator>

namespace retryscope {

namespace {

constexpr Term kTerms[] = {
    {"adaptive", "Adaptive mode",
     "A mode in which the client, besides using a retry quota, measures how fast it can send and delays "
     "attempts after throttling."},
    {"attempt", "Attempt",
     "One request on the wire, the first of a call or a retry, together with the redirects that it follows."},
    {"backoff", "Backoff", "How the delay grows from one retry to the next, usually doubling up to a cap."},
    {"base", "Base", "The delay from which the backoff starts, before factor, cap and jitter."},
    {"built-in", "Built-in endpoint",
     "A server inside Retryscope that sends responses and faults in a given order, so that you can try "
     "everything without a network."},
    {"call", "Call",
     "One thing that the program wants from the service; the client can need several attempts for it."},
    {"cap", "Cap", "The longest delay that the backoff can reach."},
    {"flip", "Changed decision",
     "An error for which a client decides differently behind the proxy than without it, for example a lost "
     "retry."},
    {"clock", "Clock skew",
     "The difference between the server's clock and the client's; some clients correct for it and retry a "
     "request that the server rejected because of it."},
    {"confidence", "Confidence",
     "How certain Retryscope is that exactly these requests are the attempts of one call of a recorded "
     "client."},
    {"deadline", "Deadline",
     "The longest time of a call, from its start; then the caller stops waiting, even if attempts are left."},
    {"under-test", "Endpoint under test", "A real server at the address that you enter."},
    {"error-name", "Error name",
     "The service's own name for an error (exception name in AWS SDKs, error code in S3, OpenAI and other "
     "services), in a header or in the body; many clients decide by this name and not by the status."},
    {"evidence", "Evidence",
     "What a decision rests on: a recording or measurement of the real client with such a response or fault, "
     "the client's code, an announcement, a document, or nothing (assumed)."},
    {"factor", "Factor", "The number that multiplies the delay from one retry to the next; 2 doubles it."},
    {"jitter", "Jitter", "Randomness in the delay, so that many clients do not retry at the same moment."},
    {"jitter-range", "Jitter range",
     "The range of a random delay, from the shortest to the longest possible value."},
    {"judged-as", "Judged as",
     "The service, operation and protocol that the client expects; they decide where the client looks for "
     "the error name."},
    {"kind", "Kind",
     "How the client classifies a failure, for example as transient, timeout, server, throttling or "
     "permanent; the kind decides whether the client retries, and after which delay."},
    {"mapping", "Mapping", "The table that assigns a kind to a status or an error name."},
    {"phases", "Phases",
     "The parts of an attempt: name lookup, connect, TLS, send, wait for the response, receive."},
    {"planned", "Planned",
     "The moment when the next attempt was due; if it started later, the machine or the network delayed it."},
    {"policy", "Policy",
     "Everything that decides the retries of one client: attempts, delays, quota, and which failures to "
     "retry."},
    {"bench", "Probe result",
     "What a probe found: each error that the origin sent, what the proxy passed on, and how clients react."},
    {"box", "Proxy", "The proxy, gateway or load balancer between a client and its server."},
    {"recording", "Recording",
     "What a real client did, as its server saw it; an id from the client or the timing groups requests into "
     "calls, and timing cannot tell a retry from a command repeated by hand."},
    {"retry", "Retry", "An attempt of the same call after a failed attempt."},
    {"delay", "Retry delay", "The pause between the end of an attempt and the start of the next."},
    {"quota", "Retry quota",
     "A bucket of tokens that the calls of a client usually share: a retry takes tokens, a success returns "
     "some, and without enough tokens the client does not retry."},
    {"rule", "Rule",
     "A condition on the response, and the kind that follows from it; in most policies the first matching "
     "rule decides."},
    {"scenario", "Scenario", "The script of the built-in endpoint: its responses and faults in order."},
    {"seed", "Seed", "The number that determines all random delays: the same seed gives the same delays."},
    {"send-rate", "Send rate",
     "How many attempts per second an adaptive client allows; throttling lowers the rate, other responses "
     "raise it."},
    {"hint", "Server's delay hint",
     "A response header that asks for a delay, such as Retry-After; a client obeys, limits or ignores it."},
    {"tokens", "Tokens",
     "The unit of the retry quota; the price of a retry depends on the kind of the failure."},
    {"upstream", "Upstream", "The real server to which the recorder forwards a client's requests."},
    {"verdict", "Verdict", "The client's decision after an attempt: retry, stop or succeed."},
    {"virtual", "Virtual time",
     "A mode that sends nothing and waits for nothing: the script responds at once, and Retryscope only adds "
     "up the delays."},
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
