// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace retryscope::io {

/// A remark for the user about a pasted response.
struct PasteRemark
{
    int line = 0;           ///< from 1; 0: it is about the whole text
    bool isProblem = false; ///< something could not be read; else it was, in a way that may surprise
    QString text;           ///< what was found there, and what to do
    bool operator==(const PasteRemark&) const = default;
};

/// The best interpretation of a text as a response.
struct PastedResponse
{
    AttemptFacts facts;          ///< without a response when the text is blank
    bool hasStatus = false;      ///< false: kAssumedStatus stands in for one
    std::string method;          ///< of the request, where the text tells it (`curl -v`); else empty
    bool isStatusOfPage = false; ///< the status is the one that the page names, as the first remark says
    bool isWithinText = false;   ///< the text holds more, which the first remark names
    std::vector<PasteRemark> remarks;
};

/// Replaces a missing status. Few clients retry because of this status, so the rest of the response decides.
inline constexpr int kAssumedStatus = 400;

/// Parses a pasted response: raw or saved by an editor, the output of `curl -i` or `curl -v`, `HTTP/2 429`, a
/// status with or without headers, only a body, or a longer text with a response in it (responseInText()).
/// Takes the last of several responses. A text with CR LF counts as exact, so a short body was truncated; in
/// any other text lengths can differ: a remark names a difference that converted or dropped line ends do not
/// explain. requestMethod: method of the request, unless the text names it.
[[nodiscard]] PastedResponse readPastedResponse(std::string_view text, std::string_view requestMethod);

/// The pasted facts without kAssumedStatus: status 0 if the status is unknown, for searches instead of
/// verdicts.
[[nodiscard]] AttemptFacts factsAsPasted(const PastedResponse& pasted);

/// The response as an editable text that parses to the same response.
[[nodiscard]] std::string pastedTextOf(const Response& response);

/// Fills in what headers and body imply: sizes, date and body fields.
void completeResponse(Response& response);

} // namespace retryscope::io
