// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// How a value is redacted.
enum class Secrecy : std::uint8_t {
    Open,   ///< the value
    Key,    ///< a short digest: an idempotency key, equal ones of which stay equal
    Secret, ///< nothing of it
};

/// Of a header. Secret by rule: one of its words (parted by `-`, `_`, `.` and capitals) is key, token,
/// secret, signature, credential, password, session or auth, or its last word ends in one of them. Beside the
/// rule there are lists: what it does not find (`DPoP`), and what it finds and is no secret
/// (`Surrogate-Key`).
[[nodiscard]] Secrecy secrecyOfHeader(std::string_view name);
/// Of a parameter of a URL or form, a member of JSON, an element of XML or a variable, wherever `name=value`
/// stands. Secret by rule: the last word is, or ends in, token, secret, password, passwd, pwd, passphrase,
/// assertion, otp, credential, credentials, signature, apikey or sessionid, or is the only one and session or
/// auth, or the last two are api, access, secret, private, session or encryption and key, or session and id.
/// Lists as for headers; `Key` and `Code` alone are data. A name that begins with `X-` is a header's, too.
[[nodiscard]] Secrecy secrecyOfMember(std::string_view name);
[[nodiscard]] inline bool isSecretHeader(std::string_view name)
{
    return secrecyOfHeader(name) != Secrecy::Open;
}
[[nodiscard]] inline bool isSecretMember(std::string_view name)
{
    return secrecyOfMember(name) != Secrecy::Open;
}
/// Of what may be a header that a text repeats, or any words (`Token: …`, `["InvalidSignature", …]`): one
/// without `-` and `_` has to be in the list.
[[nodiscard]] Secrecy secrecyOfRepeatedHeader(std::string_view name);
/// True for names that are also everyday words and count as secret only in URLs and forms: `key`, `code`,
/// `sig`, `Policy`, in this spelling, since AWS errors and requests have members `Code` and `Key`.
[[nodiscard]] bool isSecretShortParameter(std::string_view name);
/// 1 to 64 letters, digits, dots, dashes and underscores of ASCII, as the names of headers, parameters and
/// members are looked for; no other can ever be found.
[[nodiscard]] bool canBeSecretName(std::string_view name);
/// Sets additional secret names for headers, parameters and members, in any spelling; replaces earlier ones.
/// Thread-safe.
void setOtherSecretNames(const std::vector<std::string>& names);

} // namespace retryscope::io
