// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/http/curl_command.h"
#include "core/io/http/pasted_address.h"
#include "core/io/text/result.h"

#include <cstddef>
#include <string_view>
#include <variant>

namespace retryscope::io {

/// The text is a response, as on the wire or as `curl -i` and `curl -v` print it: readPastedResponse() reads
/// it.
struct PastedIsResponse
{
    int status = 0; ///< of the last response in it
    bool operator==(const PastedIsResponse&) const = default;
};

/// What somebody typed or pasted into an address line.
using PastedRequest = std::variant<PastedAddress, CurlCommand, PastedIsResponse>;

/// Longer texts are refused.
inline constexpr std::size_t kMostPastedBytes = std::size_t{1024} * 1024;

/// Tells apart what may come into an address line, and reads it. The error is for people: where, what was
/// found and what is allowed. Takes some milliseconds at most, whatever the text.
Result<PastedRequest> readPastedRequest(std::string_view text);

} // namespace retryscope::io
