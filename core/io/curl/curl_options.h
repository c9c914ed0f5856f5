// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

namespace retryscope::io {

/// The meaning of a curl option for a request.
enum class CurlMeaning {
    Url,
    UrlQuery,
    Method,
    Header,
    Data, ///< also --data-ascii and --data-binary: the same for what is not in a file
    DataRaw,
    DataUrlencode,
    Json,
    Get,
    Head,
    User,
    Bearer,
    UserAgent,
    Referer,
    Cookie,
    Range,
    Insecure,
    Proxy,
    ProxyUser,
    NoProxy,
    Socks5,
    Socks5Hostname,
    CaFile,
    Certificate,
    Key,
    MaxTime, ///< of one transfer: its clock starts anew with every retry (curl(1), --max-time)
    ConnectTimeout,
    Globoff,
    PathAsIs,
    Form,         ///< a part of a multipart form
    Upload,       ///< a file that would be the body
    Redirects,    ///< they are followed
    MaxRedirects, ///< how many, from 0; -1: no limit
    Compression,  ///< a compressed body would be asked for
    Next,         ///< another request begins
    Harmless,     ///< has no influence on what is sent: output, progress, defaults
    RetryMaxTime, ///< how long after the first transfer a retry may begin (curl(1), --retry-max-time)
    Policy,       ///< how often and when to try again, which is the policy's here
    File,         ///< names a file whose content would be a part of the request
    NotSupported, ///< changes what is sent, in a way that is not to be had here
};

struct CurlOption
{
    char letter = '\0';    ///< `X` of -X; 0: there is none
    std::string_view name; ///< `request` of --request
    bool hasValue = false;
    CurlMeaning meaning = CurlMeaning::NotSupported;
};

/// The curl 7.88 option with this letter or name; nullptr: none.
[[nodiscard]] const CurlOption* curlOption(char letter);
[[nodiscard]] const CurlOption* curlOption(std::string_view name);
/// The options whose names begin with this text. curl accepts an unambiguous abbreviation; this reader does
/// not.
[[nodiscard]] std::vector<const CurlOption*> curlOptionsLike(std::string_view beginning);

} // namespace retryscope::io
