// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/curl/curl_command.h"
#include "core/io/http/pasted_address.h"
#include "core/io/text/result.h"

#include <cstddef>
#include <string_view>
#include <variant>

namespace retryscope::io {

/// The text is a response, raw or printed by `curl -i` or `curl -v`, or has one in it; use
/// readPastedResponse().
struct PastedIsResponse
{
    int status = 0; ///< of the last response in it
    bool operator==(const PastedIsResponse&) const = default;
};

/// A text typed or pasted into an address line.
using PastedRequest = std::variant<PastedAddress, CurlCommand, PastedIsResponse>;

/// Longest accepted text.
inline constexpr std::size_t kMostPastedBytes = std::size_t{1024} * 1024;

/// Recognises and parses a text from an address line. The error says where, what was found and what is
/// allowed. Takes at most some milliseconds for any text.
Result<PastedRequest> readPastedRequest(std::string_view text);

} // namespace retryscope::io
