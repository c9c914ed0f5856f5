// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/recording/alike_requests.h"

#include "core/recording/user_agent.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace retryscope {

namespace {

bool changesWithTime(std::string_view parameter)
{
    // Of signatures in an address: SigV2, SigV4 and their like elsewhere.
    constexpr std::array<std::string_view, 6> kNames{
        "Timestamp=", "Signature=", "Expires=", "X-Amz-Date=", "X-Amz-Signature=", "SignatureNonce="};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](std::string_view name) { return parameter.starts_with(name); });
}

/// The address without the parameters that a client makes anew for each attempt.
std::string steadyPart(const std::string& url)
{
    const std::size_t query = url.find('?');
    if (query == std::string::npos) {
        return url;
    }
    std::string result = url.substr(0, query);
    std::string_view rest = std::string_view(url).substr(query + 1);
    for (char sign = '?'; !rest.empty(); sign = '&') {
        const std::string_view parameter = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(parameter.size() + 1, rest.size()));
        if (!changesWithTime(parameter)) {
            result += sign;
            result += parameter;
        }
    }
    return result;
}

} // namespace

std::string userAgentOf(const SeenRequest& request)
{
    constexpr std::size_t kMost = 1024;
    for (const char* name : {"User-Agent", "X-Amz-User-Agent"}) {
        if (const std::string* agent = request.headers.find(name); agent && !agent->empty()) {
            return agent->substr(0, kMost);
        }
    }
    return {};
}

std::string likenessOf(const SeenRequest& request)
{
    return request.peer + '\n' + steadyUserAgent(userAgentOf(request)) + '\n' + request.method + ' ' +
           steadyPart(request.url) + '\n' + std::to_string(request.bodyBytes) + ' ' +
           std::to_string(request.bodyHash) + '\n' + request.scope;
}

} // namespace retryscope
