// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/recorded_request.h"

#include "core/io/redact/redact.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace retryscope::ui {

namespace {

/// Of a connection, of one attempt, or made from the rest of the request.
bool isMadeAnew(const std::string& name)
{
    constexpr std::array<const char*, 12> kNames{"Host",
                                                 "Content-Length",
                                                 "Transfer-Encoding",
                                                 "Connection",
                                                 "Proxy-Connection",
                                                 "Keep-Alive",
                                                 "Expect",
                                                 "Proxy-Authorization",
                                                 "amz-sdk-invocation-id",
                                                 "amz-sdk-request",
                                                 "TE",
                                                 "Upgrade"};
    return std::ranges::any_of(kNames, [&name](const char* made) { return equalsIgnoringCase(name, made); });
}

} // namespace

RecordedRequest recordedRequest(const RunRecord& record, Place place)
{
    const AttemptRecord& attempt = record.at(place);
    const RequestTarget& sent = *attempt.sentTarget;
    RecordedRequest result;
    result.request.method = sent.method.empty() ? record.header().spec.method : sent.method;
    result.request.url = sent.url.empty() ? record.header().spec.url : sent.url;
    result.request.body = *attempt.sentBody;
    if (!attempt.facts.wire) {
        return result;
    }
    for (const Header& header : attempt.facts.wire->sentHeaders->entries) {
        if (equalsIgnoringCase(header.name, "Content-Length")) {
            std::size_t length = 0;
            std::from_chars(header.value.data(), header.value.data() + header.value.size(), length);
            result.isWhole = length <= result.request.body.size();
        }
        if (isMadeAnew(header.name)) {
            continue;
        }
        if (io::holdsRedacted(header.value)) {
            result.leftOut.push_back(header.name);
            continue;
        }
        result.isSigned = result.isSigned || (equalsIgnoringCase(header.name, "Authorization") &&
                                              header.value.starts_with("AWS4-"));
        result.request.headers.add(header.name, header.value);
    }
    return result;
}

} // namespace retryscope::ui
