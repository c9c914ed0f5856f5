// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/curl/curl_command.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// The values of a curl command's options, before they become a request; their order does not matter to curl.
struct CurlSettings
{
    RequestSpec request; ///< headers that were given, time limits, proxy and TLS
    std::optional<AssumedScheme> assumed;
    std::vector<CurlRemark> remarks;
    std::optional<std::string> url;
    std::optional<std::string> method;
    std::optional<std::string> data; ///< present and empty: `-d ''`
    bool isJson = false;
    bool isHead = false;
    bool isGet = false;
    bool isUpload = false;
    bool isForm = false;
    bool globs = true;
    bool squashesDots = true;
    std::vector<std::string> dropped; ///< headers that curl shall not add
    std::optional<std::string> bearer;
    std::optional<std::string> authorization;
    std::optional<std::string> agent;
    std::optional<std::string> referer;
    std::optional<std::string> cookie;
    std::optional<std::string> range;
    std::string query; ///< of --url-query
    std::string proxyUser;
    CurlRetries retries;
    bool followsRedirects = false;
    int mostRedirects = kMostFollowed; ///< of --max-redirs
};

/// The request that curl would send for these settings.
[[nodiscard]] Result<CurlCommand> commandOf(CurlSettings settings);

[[nodiscard]] CurlRemark curlRemark(CurlRemark::Kind kind, std::string_view what, const QString& text = {});
[[nodiscard]] Error badCurlLine(const QString& message);

} // namespace retryscope::io
