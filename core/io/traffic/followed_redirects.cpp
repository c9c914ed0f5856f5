// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/followed_redirects.h"

#include "core/facts/redirect.h"
#include "core/io/redact/follow_redirect.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace retryscope::io {

namespace {

constexpr std::chrono::seconds kFollowedWithin{1};

RequestSpec specOf(const SeenRequest& request)
{
    RequestSpec spec;
    spec.method = request.method;
    spec.url = request.url;
    return spec;
}

/// `GET http://host/path` of the request that would follow; empty: none would.
std::string nextLineOf(const SeenExchange& exchange)
{
    const std::optional<std::string> location = redirectLocationOf(
        {.phases = {}, .response = exchange.response, .fault = exchange.fault, .wire = {}});
    if (!location) {
        return {};
    }
    const bool hasBody = exchange.request.bodyBytes > 0;
    const FollowedRequest followed =
        followRedirect(specOf(exchange.request), hasBody, exchange.response->status, *location);
    return followed.next ? requestLineOf(*followed.next) : std::string();
}

Hop hopOf(SeenExchange& exchange)
{
    Hop hop;
    hop.start = Instant{exchange.start};
    hop.end = Instant{exchange.end};
    hop.method = exchange.request.method;
    hop.url = exchange.request.url;
    hop.response = *exchange.response;
    hop.location = *hop.response.headers.find("location");
    return hop;
}

bool isSoonAfter(const SeenExchange& redirect, const SeenExchange& next)
{
    constexpr std::chrono::milliseconds kClock{1}; // files round to it
    return next.start >= redirect.end - kClock && next.start <= redirect.end + kFollowedWithin;
}

} // namespace

void foldRedirects(std::deque<SeenExchange>& exchanges)
{
    constexpr std::size_t kMostHops = 20;
    std::unordered_map<std::string, std::size_t> waiting; // redirects, by the request that would follow
    std::vector<std::size_t> firstOf(exchanges.size());   // of the chain that ends with this exchange
    std::vector<bool> isHop(exchanges.size());
    for (std::size_t index = 0; index < exchanges.size(); ++index) {
        SeenExchange& next = exchanges[index];
        firstOf[index] = index;
        const auto found =
            waiting.empty() ? waiting.end() : waiting.find(requestLineOf(specOf(next.request)));
        if (found != waiting.end()) {
            SeenExchange& redirect = exchanges[found->second];
            if (isSoonAfter(redirect, next) && redirect.hops.size() < kMostHops) {
                next.hops = std::move(redirect.hops);
                next.hops.push_back(hopOf(redirect));
                firstOf[index] = firstOf[found->second];
                isHop[found->second] = true;
            }
            waiting.erase(found);
        }
        if (std::string line = nextLineOf(next); !line.empty()) {
            waiting[std::move(line)] = index;
        }
    }
    if (std::find(isHop.begin(), isHop.end(), true) == isHop.end()) {
        return;
    }
    std::deque<SeenExchange> folded;
    for (std::size_t index = 0; index < exchanges.size(); ++index) {
        if (isHop[index]) {
            continue;
        }
        SeenExchange& last = exchanges[index];
        if (SeenExchange& first = exchanges[firstOf[index]]; &first != &last) {
            last.place = std::move(first.place);
            last.start = first.start;
            last.request = std::move(first.request);
        }
        folded.push_back(std::move(last));
    }
    std::ranges::stable_sort(folded, {}, &SeenExchange::start);
    exchanges = std::move(folded);
}

} // namespace retryscope::io
