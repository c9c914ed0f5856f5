// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/console.h"
#include "core/io/http/body_place.h"

#include <optional>

namespace retryscope::cli {

/// Where a client found the name of the error in the body, else what stands nearest to where it looked.
/// Absent without a body, and where the name came from elsewhere.
[[nodiscard]] std::optional<io::BodyRange> nameRange(const ErrorReading& reading, const AttemptFacts& facts);
/// The line of the body with the range marked by `^` beneath, cut to the width.
[[nodiscard]] QString bodyExcerpt(const std::string& body, io::BodyRange range, const TextStyle& style,
                                  int indent);

} // namespace retryscope::cli
