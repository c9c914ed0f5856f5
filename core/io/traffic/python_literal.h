// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/headers.h"

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// Takes a string or bytes literal as Python's repr() writes it off the beginning of a text: `'x'`, `"it's"`,
/// `b'\xc3\xa9\n'`. Absent, and the text unchanged, if none begins here. One that is cut off ends with the
/// text.
[[nodiscard]] std::optional<std::string> takePythonText(std::string_view& text);

/// Takes a dictionary of texts: `{'Server': 'x', b'Retry-After': b'1'}`. Values of other kinds are taken as
/// they are written. Ends where the dictionary ends, or after 1,000 entries.
[[nodiscard]] Headers takePythonDictionary(std::string_view& text);

} // namespace retryscope::io
