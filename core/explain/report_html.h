// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/report.h"

#include <string>
#include <string_view>

namespace retryscope {

/// The text, which can come from outside, as one line that a browser does not read as markup, in an element
/// or in a quoted attribute.
[[nodiscard]] std::string htmlEscaped(std::string_view text);
/// A report as HTML elements, for a page that has styles for the classes `good`, `warning`, `bad` and
/// `faint`.
[[nodiscard]] std::string reportHtml(const Report& report);

} // namespace retryscope
