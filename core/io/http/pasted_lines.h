// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

struct NumberedLine
{
    int number = 0; ///< in the text, from 1
    std::string text;
};

/// A pasted text split into parts, before its headers are parsed.
struct PastedParts
{
    bool isExact = false; ///< with the line ends of the wire: every byte counts
    int responses = 0;    ///< found in it; the parts below are of the last one
    std::optional<NumberedLine> statusLine;
    std::vector<NumberedLine> headerLines;
    std::string body;
    int bodyLine = 0;   ///< where it begins; 0: nowhere
    std::string method; ///< of the request; empty when the text does not tell
};

[[nodiscard]] PastedParts partsOf(std::string_view text);
/// True if the text begins as a response or a body does, or is the output of `curl -v`.
[[nodiscard]] bool beginsAsResponse(std::string_view text);

struct StatusLine
{
    std::optional<int> status; ///< 100 .. 999; absent: it looks like a status line and is none
    std::string reason;
};
/// `HTTP/1.1 503 Slow Down`, `HTTP/2 429`, `429`, `Status: 429`; absent for any other line.
[[nodiscard]] std::optional<StatusLine> statusLineIn(std::string_view line);

} // namespace retryscope::io
