// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace retryscope {

/// Whether a request of the method asks the server to change nothing. Methods are case-sensitive; an unknown
/// one is not safe. Source: RFC 9110, section 9.2.1.
[[nodiscard]] bool isSafeMethod(std::string_view method);

/// Whether several requests of the method have the effect of one: the safe ones, PUT and DELETE. An unknown
/// one is not idempotent. Source: RFC 9110, section 9.2.2.
[[nodiscard]] bool isIdempotentMethod(std::string_view method);

} // namespace retryscope
