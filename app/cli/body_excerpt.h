// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/change/situation.h"
#include "core/explain/report.h"
#include "core/io/http/body_place.h"

#include <optional>

namespace retryscope::cli {

/// The place in the body where the client found the error name, else the nearest text to the place it
/// searched. Absent if there is no body, or if the name comes from elsewhere.
[[nodiscard]] std::optional<io::BodyRange> nameRange(const ErrorReading& reading, const AttemptFacts& facts);
/// The line of the body that holds nameRange(), without secrets, cut to the width, with `^` marks below the
/// range. Empty where there is no range.
[[nodiscard]] ReportLines nameExcerpt(const Situation& situation, int width);

} // namespace retryscope::cli
