// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// True for headers whose whole value is a secret: credentials, cookies, security tokens, keys.
[[nodiscard]] bool isSecretHeader(std::string_view name);
/// True for parameters of URLs and forms whose value is one, wherever `name=value` stands.
[[nodiscard]] bool isSecretParameter(std::string_view name);
/// The same of names that are everyday words, too, and count in URLs and forms only: `key`, `code`, `sig`, in
/// this spelling, since `Code` and `Key` are members of AWS' errors and requests.
[[nodiscard]] bool isSecretShortParameter(std::string_view name);
/// True for members of JSON documents, elements of XML and variables that hold one: the names of headers and
/// parameters in every spelling (`api_key`, `ApiKey`, `HTTP_AUTHORIZATION`) and those of credentials that
/// services issue or repeat. Never `Code`, `code`, `key` and `__type`.
[[nodiscard]] bool isSecretMember(std::string_view name);
/// 1 to 64 letters, digits, dots, dashes and underscores of ASCII, as the names of headers, parameters and
/// members are looked for; no other can ever be found.
[[nodiscard]] bool canBeSecretName(std::string_view name);
/// Names beside the built-in ones, as headers, parameters and members, in every spelling; they replace those
/// given before. May be called while other threads ask.
void setOtherSecretNames(const std::vector<std::string>& names);

} // namespace retryscope::io
