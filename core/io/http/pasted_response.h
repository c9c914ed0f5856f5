// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// What the reader of a pasted response should know about it.
struct PasteRemark
{
    int line = 0;           ///< from 1; 0: it is about the whole text
    bool isProblem = false; ///< something could not be read; else it was, in a way that may surprise
    QString text;           ///< what was found there, and what to do
    bool operator==(const PasteRemark&) const = default;
};

/// The best reading of a text that is meant to be a response.
struct PastedResponse
{
    AttemptFacts facts;     ///< without a response when the text is blank
    bool hasStatus = false; ///< false: kAssumedStatus stands in for one
    std::string method;     ///< of the request, where the text tells it (`curl -v`); else empty
    std::vector<PasteRemark> remarks;
};

/// Stands in for a status that is missing. Hardly any client retries for this status alone, so what decides
/// is the rest.
inline constexpr int kAssumedStatus = 400;

/// Reads what people have: a response as on the wire or as an editor saved it, the output of `curl -i` and
/// `curl -v`, `HTTP/2 429`, a status with or without headers, or only a body. Of several responses the last
/// one. A text with the line ends of the wire is taken byte by byte, so a body that is too short was cut. Any
/// other text lost that exactness on its way, and its lengths are not held against it. requestMethod: of the
/// request that was answered, unless the text tells it.
[[nodiscard]] PastedResponse readPastedResponse(std::string_view text, std::string_view requestMethod);

/// What was pasted without kAssumedStatus: a body of which nobody knows the status has status 0, for those
/// who look for it and do not judge it.
[[nodiscard]] AttemptFacts factsAsPasted(const PastedResponse& pasted);

/// The response as a text to edit, which reads back as the same response.
[[nodiscard]] std::string pastedTextOf(const Response& response);

/// Fills in what follows from headers and body: sizes, the date, the fields of the body.
void completeResponse(Response& response);

} // namespace retryscope::io
