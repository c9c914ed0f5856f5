// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/secret_names.h"

#include "core/facts/header_syntax.h"
#include "core/facts/headers.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <mutex>

namespace retryscope::io {

namespace {

constexpr std::size_t kLongestName = 64; // no name is longer, also with signs

using Words = std::vector<std::string>;

bool isUpper(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

bool isLower(char letter)
{
    return letter >= 'a' && letter <= 'z';
}

bool isSign(char letter)
{
    return letter == '-' || letter == '_' || letter == '.';
}

/// `X-Api_Key` -> `xapikey`
std::string plain(std::string_view name)
{
    std::string result;
    for (const char letter : name) {
        if (!isSign(letter)) {
            result += isUpper(letter) ? static_cast<char>(letter - 'A' + 'a') : letter;
        }
    }
    return result;
}

/// In lower case: `X-Amz-Security-Token` -> x amz security token, `SAMLResponse` -> saml response,
/// `AWSAccessKeyId` -> aws access key id.
Words wordsOf(std::string_view name)
{
    Words words;
    bool isNew = true;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const char letter = name[at];
        if (isSign(letter)) {
            isNew = true;
            continue;
        }
        const bool isBehindSmall = at > 0 && isUpper(letter) && !isUpper(name[at - 1]);
        const bool isLastCapital = at > 0 && at + 1 < name.size() && isUpper(letter) &&
                                   isUpper(name[at - 1]) && isLower(name[at + 1]);
        if (isNew || isBehindSmall || isLastCapital) {
            words.emplace_back();
        }
        isNew = false;
        words.back() += isUpper(letter) ? static_cast<char>(letter - 'A' + 'a') : letter;
    }
    return words;
}

template <typename Names>
bool endsInAny(std::string_view word, const Names& endings)
{
    return std::ranges::any_of(endings, [word](std::string_view ending) { return word.ends_with(ending); });
}

template <typename Names>
bool contains(const Names& names, std::string_view name)
{
    return std::ranges::find(names, name) != names.end();
}

// ---- the rules ------------------------------------------------------------------------------------------

constexpr std::array<std::string_view, 8> kHeaderWords = {"key",        "token",    "secret",  "signature",
                                                          "credential", "password", "session", "auth"};

constexpr std::array<std::string_view, 13> kMemberEndings = {
    "token",      "secret",      "password",  "passwd", "pwd",       "assertion", "otp",
    "credential", "credentials", "signature", "apikey", "sessionid", "passphrase"};

constexpr std::array<std::string_view, 6> kKindsOfKeys = {"api",     "access",  "secret",
                                                          "private", "session", "encryption"};

bool isHeaderByRule(const Words& words)
{
    return !words.empty() &&
           (std::ranges::any_of(words,
                                [](const std::string& word) { return contains(kHeaderWords, word); }) ||
            endsInAny(words.back(), kHeaderWords));
}

bool isMemberByRule(const Words& words)
{
    if (words.empty()) {
        return false;
    }
    const std::string& last = words.back();
    if (words.size() == 1) {
        return endsInAny(last, kMemberEndings) || last == "session" || last == "auth";
    }
    const std::string& before = words[words.size() - 2];
    return endsInAny(last, kMemberEndings) || (last == "key" && contains(kKindsOfKeys, before)) ||
           (last == "id" && before == "session");
}

// ---- what no rule finds ---------------------------------------------------------------------------------

// All plain: in lower case, without signs.

/// Headers, and so also members and parameters that repeat them.
constexpr std::array<std::string_view, 12> kHeaders = {
    "authorization",
    "proxyauthorization",
    "cookie",
    "cookie2", // RFC 2965
    "setcookie",
    "setcookie2",         // RFC 2965
    "authenticationinfo", // RFC 9110, section 11.6.3: Digest's rspauth and nextnonce
    "proxyauthenticationinfo",
    "dpop",          // RFC 9449
    "xamznoidcdata", // AWS' load balancer: the claims, signed
    "xjwtassertion",
    "xgoogiapjwtassertion",
};

/// Of presigned URLs, OAuth, what STS and ECR issue, and what S3 repeats of a request whose signature it does
/// not find right (the canonical request as bytes holds the security token once more).
constexpr std::array<std::string_view, 22> kMembers = {
    "awsaccesskeyid",
    "accesskeyid",
    "canonicalrequestbytes",
    "signatureprovided",
    "jwt",
    "devicecode",   // RFC 8628
    "codeverifier", // RFC 7636
    "idtokenhint",
    "samlresponse",
    "secretstring", // AWS Secrets Manager
    "secretbinary",
    "plaintext",  // AWS KMS: Decrypt and GenerateDataKey
    "secrethash", // Amazon Cognito
    "connectionstring",
    "secretkey",
    "privatekey",
    "secretaccesskey",
    "awssecretaccesskey",
    "accesskey",
    "sessionkey",
    "encryptionkey",
    "ocpapimsubscriptionkey", // Azure
};

/// Everyday words, which are secret in URLs and forms only, in this spelling. `Policy`: of CloudFront.
constexpr std::array<std::string_view, 4> kShortParameters = {"key", "code", "sig", "Policy"};

constexpr std::array<std::string_view, 5> kIdempotencyKeys = {
    "idempotencykey", "xidempotencykey", "clienttoken", "clientrequesttoken", "idempotencytoken"};

/// What a rule takes for a secret and is none.
struct Exception
{
    enum class Place { Whole, Start, End, Anywhere };
    std::string_view plain;
    Place place = Place::End;
    std::string_view reason;
};

constexpr std::array<Exception, 18> kExceptions = {{
    {"ratelimit", Exception::Place::Anywhere, "number of tokens left under a rate limit"},
    {"secwebsocket", Exception::Place::Start,
     "WebSocket handshake of RFC 6455; does not identify the client"},
    {"keyid", Exception::Place::End, "names a key but does not contain it"},
    {"cachekey", Exception::Place::End, "key of a cached response"},
    {"surrogatekey", Exception::Place::End, "tells a cache what to drop"},
    {"xkey", Exception::Place::Whole, "the same for Varnish"},
    {"partitionkey", Exception::Place::End, "where a database keeps the item"},
    {"bucketkeyenabled", Exception::Place::End, "true or false"},
    {"publickey", Exception::Place::Anywhere, "public by definition"},
    {"nexttoken", Exception::Place::End, "next page of a list"},
    {"continuationtoken", Exception::Place::End, "the same"},
    {"pagetoken", Exception::Place::End, "the same"},
    {"paginationtoken", Exception::Place::End, "the same for Amazon Cognito"},
    {"forwardtoken", Exception::Place::End, "the same for CloudWatch Logs"},
    {"backwardtoken", Exception::Place::End, "the same"},
    {"sequencetoken", Exception::Place::End, "position in a log stream"},
    {"synctoken", Exception::Place::End, "state that a client of Google's APIs has seen"},
    {"cancellationtoken", Exception::Place::End, "names an operation of .NET"},
}};

bool isException(std::string_view plainName)
{
    return std::ranges::any_of(kExceptions, [plainName](const Exception& exception) {
        switch (exception.place) {
        case Exception::Place::Whole:
            return plainName == exception.plain;
        case Exception::Place::Start:
            return plainName.starts_with(exception.plain);
        case Exception::Place::End:
            return plainName.ends_with(exception.plain);
        case Exception::Place::Anywhere:
            break;
        }
        return plainName.find(exception.plain) != std::string_view::npos;
    });
}

// ---- what the user adds ---------------------------------------------------------------------------------

using Names = std::vector<std::string>;

/// Plain; null: none. What was given before stays, since another thread may be reading it.
std::atomic<const Names*> otherNames{nullptr};

bool isOther(std::string_view plainName)
{
    const Names* const names = otherNames.load(std::memory_order_acquire);
    return names != nullptr && std::ranges::find(*names, plainName) != names->end();
}

/// By name, which decides before any rule.
bool isListed(std::string_view plainName, bool isHeader)
{
    if (isOther(plainName) || contains(kHeaders, plainName)) {
        return true;
    }
    constexpr std::string_view kOfServers = "http"; // CGI's HTTP_COOKIE (RFC 3875, section 4.1.18)
    const std::string_view header =
        plainName.substr(plainName.starts_with(kOfServers) ? kOfServers.size() : 0);
    return !isHeader && (contains(kMembers, plainName) || contains(kHeaders, header));
}

/// False of nearly every name, at once.
bool mayBeByRule(std::string_view plainName)
{
    const auto holds = [plainName](std::string_view part) {
        return plainName.find(part) != std::string_view::npos;
    };
    return std::ranges::any_of(kHeaderWords, holds) || std::ranges::any_of(kMemberEndings, holds);
}

/// As a header, or as what else has a name.
Secrecy secrecyOf(std::string_view name, bool isHeader)
{
    if (name.empty() || name.size() > kLongestName) {
        return Secrecy::Open;
    }
    const std::string plainName = plain(name);
    if (isListed(plainName, isHeader)) {
        return Secrecy::Secret;
    }
    if (!mayBeByRule(plainName) || isException(plainName)) {
        return Secrecy::Open;
    }
    if (contains(kIdempotencyKeys, plainName)) {
        return Secrecy::Key;
    }
    const Words words = wordsOf(name);
    const bool isHeadersName = isHeader || words.front() == "x"; // which a document may repeat
    const bool isByRule = (isHeadersName && isHeaderByRule(words)) || (!isHeader && isMemberByRule(words));
    return isByRule ? Secrecy::Secret : Secrecy::Open;
}

} // namespace

Secrecy secrecyOfHeader(std::string_view name)
{
    return secrecyOf(name, true);
}

Secrecy secrecyOfMember(std::string_view name)
{
    return secrecyOf(name, false);
}

Secrecy secrecyOfRepeatedHeader(std::string_view name)
{
    const bool isHeader = name.find_first_of("-_") != std::string_view::npos ||
                          (name.size() <= kLongestName && isListed(plain(name), true));
    return isHeader ? secrecyOfHeader(name) : Secrecy::Open;
}

bool isSecretShortParameter(std::string_view name)
{
    return contains(kShortParameters, name);
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
