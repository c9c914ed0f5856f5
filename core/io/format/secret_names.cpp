// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/format/secret_names.h"

#include "core/facts/header_syntax.h"
#include "core/facts/headers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>

namespace retryscope::io {

namespace {

constexpr std::array<std::string_view, 18> kHeaders = {
    "authorization",
    "proxy-authorization",
    "cookie",
    "set-cookie",
    "x-amz-security-token",
    "x-amz-s3session-token",
    "x-amz-server-side-encryption-customer-key",
    "x-amz-copy-source-server-side-encryption-customer-key",
    "x-api-key",
    "x-auth-token",
    "x-access-token",
    "x-goog-api-key",
    "x-vault-token",
    "x-csrf-token",
    "x-xsrf-token",
    "private-token",
    "api-key",
    "ocp-apim-subscription-key",
};

/// Of presigned URLs (AWS' signature versions 2 and 4, Google's), of signed form bodies and of OAuth.
constexpr std::array<std::string_view, 25> kParameters = {
    "x-amz-signature",
    "x-amz-credential",
    "x-amz-security-token",
    "signature",
    "awsaccesskeyid",
    "securitytoken",
    "api_key",
    "apikey",
    "access_token",
    "refresh_token",
    "id_token",
    "token",
    "password",
    "client_secret",
    "client_assertion",
    "x-goog-signature",
    "x-goog-credential",
    "auth_token",
    "secret",
    "passphrase",
    "pwd",
    "jwt",
    "assertion",
    "device_code",
    "code_verifier",
};

constexpr std::array<std::string_view, 3> kShortParameters = {"key", "code", "sig"};

/// Without signs and in lower case. What STS and ECR issue, and what S3 repeats of a request whose signature
/// it does not find right (the canonical request as bytes holds the security token once more).
constexpr std::array<std::string_view, 12> kMembers = {
    "accesskeyid",
    "secretaccesskey",
    "sessiontoken",
    "awssecretaccesskey",
    "awssessiontoken",
    "signatureprovided",
    "canonicalrequestbytes",
    "authorizationtoken",
    "bearertoken",
    "secretkey",
    "privatekey",
    "passwd",
};

constexpr std::size_t kLongestName = 64; // no name is longer, also with signs

/// `X-Api_Key` -> `xapikey`
std::string plain(std::string_view name)
{
    std::string result;
    for (const char letter : name) {
        if (letter != '-' && letter != '_' && letter != '.') {
            result += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        }
    }
    return result;
}

template <typename Names>
bool contains(const Names& names, std::string_view name)
{
    return std::ranges::any_of(names,
                               [name](std::string_view known) { return equalsIgnoringCase(known, name); });
}

/// Every name that a member may bear, plain and sorted.
std::vector<std::string> memberNames()
{
    std::vector<std::string> names(kMembers.begin(), kMembers.end());
    std::ranges::transform(kHeaders, std::back_inserter(names), plain);
    std::ranges::transform(kParameters, std::back_inserter(names), plain);
    std::ranges::sort(names);
    return names;
}

using Names = std::vector<std::string>;

/// Plain; null: none. What was given before stays, since another thread may be reading it.
std::atomic<const Names*> otherNames{nullptr};

bool isOther(std::string_view name)
{
    const Names* const names = otherNames.load(std::memory_order_acquire);
    return names != nullptr && name.size() <= kLongestName &&
           std::ranges::find(*names, plain(name)) != names->end();
}

} // namespace

bool isSecretHeader(std::string_view name)
{
    return contains(kHeaders, name) || isOther(name);
}

bool isSecretParameter(std::string_view name)
{
    return contains(kParameters, name) || isOther(name);
}

bool isSecretShortParameter(std::string_view name)
{
    return std::ranges::find(kShortParameters, name) != kShortParameters.end();
}

bool isSecretMember(std::string_view name)
{
    static const Names kNames = memberNames();
    if (name.empty() || name.size() > kLongestName) {
        return false;
    }
    std::string shown = plain(name);
    if (std::ranges::binary_search(kNames, shown) || isOther(name)) {
        return true;
    }
    constexpr std::string_view kOfServers = "http"; // CGI's HTTP_COOKIE (RFC 3875, section 4.1.18)
    return shown.starts_with(kOfServers) &&
           std::ranges::binary_search(kNames, shown.substr(kOfServers.size()));
}

bool canBeSecretName(std::string_view name)
{
    return !plain(name).empty() && name.size() <= kLongestName && std::ranges::all_of(name, [](char letter) {
        return isLetterOrDigit(letter) || letter == '-' || letter == '_' || letter == '.';
    });
}

void setOtherSecretNames(const std::vector<std::string>& names)
{
    static std::mutex mutex;
    static std::vector<std::unique_ptr<const Names>> kept;
    auto given = std::make_unique<Names>();
    for (const std::string& name : names) {
        if (std::string shown = plain(name); !shown.empty()) {
            given->push_back(std::move(shown));
        }
    }
    const std::scoped_lock lock(mutex);
    kept.push_back(std::move(given));
    otherNames.store(kept.back().get(), std::memory_order_release);
}

} // namespace retryscope::io
