// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// An HTTP response inside a longer text: a debug log, an issue, a quoted mail.
struct ResponseInText
{
    std::string
        response; ///< status line, headers, empty line, body; without what the log puts before its lines
    std::string method; ///< of the request before it; empty: none is shown
    int firstLine = 1;  ///< in the text, from 1
    int lastLine = 1;
    int responses = 1;   ///< in the text; this is the last one
    std::string leftOut; ///< the first line of the text that is not part of it; may be empty
    int leftOutLines = 0;
};

/// The last response in a text that begins with something else. Absent if no line has a status such as
/// `HTTP/1.1 503`. In a log, a response ends where the next line begins as its first line does.
[[nodiscard]] std::optional<ResponseInText> responseInText(std::string_view text);

} // namespace retryscope::io
