// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/network/changed_response.h"

#include "core/io/network/body_place.h"
#include "core/io/network/error_body.h"
#include "core/simulate/changed_answer.h"

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
    const Reply& reply = *facts.reply;
    const std::string place = nameOf(reading, facts).origin;
    return withTextAt(reply.headers, viewOf(reply.body), place, change.to).value_or(reply.body);
}

/// Headers that whoever sends another body sends along.
void describeBody(Reply& reply)
{
    if (reply.headers.contains(kLength)) {
        reply.headers.set(kLength, std::to_string(reply.body.size()));
    }
    if (reply.parsed.crc32Matches == true && reply.headers.contains(kChecksum)) {
        reply.headers.set(kChecksum, std::to_string(crc32Of(viewOf(reply.body))));
    }
}

} // namespace

AttemptFacts changedResponse(const AttemptFacts& facts, const ErrorReading& reading, const Change& change)
{
    AttemptFacts after = changedAnswer(facts, reading, change);
    if (after == facts || !after.reply) {
        return after;
    }
    Reply reply = *after.reply;
    if (const auto* name = std::get_if<NameReplaced>(&change); name != nullptr && !reply.bodyTruncated) {
        reply.body = renamedBody(facts, reading, *name);
        reply.bodyBytes = static_cast<std::int64_t>(reply.body.size());
    }
    if (!reply.bodyTruncated) {
        describeBody(reply);
        reply.parsed = parseBody(reply.headers, viewOf(reply.body));
    }
    after.reply = std::make_shared<const Reply>(std::move(reply));
    return after;
}

} // namespace retryscope::io
