// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/redact/redaction.h"

#include <string_view>

namespace retryscope::io {

/// Each finds secrets of one form in a text and hides them; each takes time in proportion to the text,
/// whatever it is.

/// `Content-Disposition: form-data; name="password"`, a blank line, and the value up to the next boundary
/// (RFC 7578).
void hideParts(std::string_view text, Redaction& redaction);
/// `token=abc`, `password="a b"`, `user[password]=abc`, wherever they stand.
void hideParameters(std::string_view text, Redaction& redaction);
/// The parameters of what is known to be a query or a form (`a=b&c=d`): whatever stands before the next `&`
/// is the value.
void hideFormParameters(std::string_view form, Redaction& redaction);
/// The same of a body that is a form and nothing else: one line that begins with a name and `=`.
void hideForm(std::string_view body, Redaction& redaction);
/// `https://user:password@host` -> `https://[redacted]@host`
void hideUserInformation(std::string_view text, Redaction& redaction);
/// `"Authorization": "Bearer abc"`, in JSON and in what languages print of their tables.
void hideMembers(std::string_view text, Redaction& redaction);
/// `password: abc` at the beginning of a line or of a list's item, as YAML has it: a plain or quoted text, a
/// block of text, or whatever is nested there.
void hideYamlMembers(std::string_view text, Redaction& redaction);
/// The value is `|` or `>`, perhaps with its signs (`>-`, `|2`): in YAML the text stands in the lines below.
[[nodiscard]] bool isYamlBlockSign(std::string_view value);
/// `["Cookie", "a=b"]` and `{"name": "Cookie", "value": "a=b"}`: headers as HAR and others write them.
void hidePairs(std::string_view text, Redaction& redaction);
/// `<SessionToken>abc</SessionToken>`, also with a prefix, attributes, children or as CDATA.
void hideElements(std::string_view text, Redaction& redaction);
/// `<td>Cookie</td><td>a=b</td>`, as debug pages show headers and variables.
void hideCells(std::string_view text, Redaction& redaction);
/// `Authorization: Bearer abc` wherever it stands: debug pages, S3's canonical request, reasons, commands.
void hideHeaderLines(std::string_view text, Redaction& redaction);

} // namespace retryscope::io
