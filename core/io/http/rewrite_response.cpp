// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/rewrite_response.h"

#include "core/change/apply_change.h"
#include "core/io/http/body_place.h"
#include "core/io/http/error_body.h"

namespace retryscope::io {

namespace {

constexpr auto kLength = "Content-Length";
constexpr auto kChecksum = "x-amz-crc32";

QByteArrayView viewOf(const std::string& body)
{
    return {body.data(), static_cast<qsizetype>(body.size())};
}

/// The body under its error's other name; as it is where the name is not in the body.
std::string renamedBody(const AttemptFacts& facts, const ErrorReading& reading, const NameReplaced& change)
{
    const Response& response = *facts.response;
    const std::string place = nameOf(reading, facts).origin;
    return withTextAt(response.headers, viewOf(response.body), place, change.to).value_or(response.body);
}

/// Headers that whoever sends another body sends along.
void describeBody(Response& response)
{
    if (response.headers.contains(kLength)) {
        response.headers.set(kLength, std::to_string(response.body.size()));
    }
    if (response.parsed.crc32Matches == true && response.headers.contains(kChecksum)) {
        response.headers.set(kChecksum, std::to_string(crc32Of(viewOf(response.body))));
    }
}

} // namespace

AttemptFacts rewriteResponse(const AttemptFacts& facts, const ErrorReading& reading, const Change& change)
{
    AttemptFacts after = applyChange(facts, reading, change);
    if (after == facts || !after.response) {
        return after;
    }
    Response response = *after.response;
    if (const auto* name = std::get_if<NameReplaced>(&change); name != nullptr && !response.bodyTruncated) {
        response.body = renamedBody(facts, reading, *name);
        response.bodyBytes = static_cast<std::int64_t>(response.body.size());
    }
    if (!response.bodyTruncated) {
        describeBody(response);
        response.parsed = parseBody(response.headers, viewOf(response.body));
    }
    after.response = std::make_shared<const Response>(std::move(response));
    return after;
}

} // namespace retryscope::io
