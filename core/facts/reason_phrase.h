// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace retryscope {

/// The usual words of a status line, for example `Service Unavailable` for 503; empty for a status without.
/// Source: RFC 9110, RFC 6585 and, for 509, 598 and 599, common practice.
[[nodiscard]] std::string_view reasonPhraseOf(int status);
/// The same without 509, 598 and 599, which no registry knows.
[[nodiscard]] std::string_view registeredPhraseOf(int status);

} // namespace retryscope
