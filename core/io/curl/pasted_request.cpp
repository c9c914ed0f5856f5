// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/curl/pasted_request.h"

#include "core/facts/header_syntax.h"
#include "core/io/http/pasted_lines.h"
#include "core/io/http/response_in_text.h"

#include <optional>
#include <utility>

namespace retryscope::io {

namespace {

template <typename Value>
Result<PastedRequest> wrapped(Result<Value> result)
{
    if (!result) {
        return result.error();
    }
    return PastedRequest(std::move(result).value());
}

/// Absent when the text does not begin as a response. A curl line with its output is the response that came.
std::optional<PastedIsResponse> responseIn(std::string_view text)
{
    const bool isVerbose = text.starts_with("< HTTP/") || text.find("\n< HTTP/") != std::string_view::npos;
    const std::string_view start = trimmed(text.substr(0, 4096));
    if (!isVerbose && !statusLineIn(start.substr(0, start.find('\n')))) {
        return std::nullopt;
    }
    const PastedParts parts = partsOf(text);
    const std::optional<StatusLine> line =
        parts.statusLine ? statusLineIn(parts.statusLine->text) : std::nullopt;
    return line && line->status ? std::optional(PastedIsResponse{*line->status}) : std::nullopt;
}

} // namespace

Result<PastedRequest> readPastedRequest(std::string_view text)
{
    if (text.size() > kMostPastedBytes) {
        return Error{.kind = Error::Kind::BadInput,
                     .message = QStringLiteral("Too long for an address: %1 bytes; at most %2 are allowed")
                                    .arg(text.size())
                                    .arg(kMostPastedBytes),
                     .place = {}};
    }
    if (text.starts_with("\xEF\xBB\xBF")) {
        text.remove_prefix(3);
    }
    if (const std::optional<PastedIsResponse> response = responseIn(text)) {
        return PastedRequest(*response);
    }
    const bool isCommand = isCurlCommand(text);
    if (const auto found = isCommand ? std::nullopt : responseInText(text)) {
        return PastedRequest(
            PastedIsResponse{*statusLineIn(found->response.substr(0, found->response.find('\n')))->status});
    }
    return isCommand ? wrapped(readCurlCommand(text)) : wrapped(readAddress(text));
}

} // namespace retryscope::io
