// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bodies of responses and of batch requests. The first byte picks the content type, the rest is the body.

#include "core/io/http/error_body.h"

#include <QJsonDocument>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace retryscope;
    static constexpr std::array<const char*, 4> kTypes = {"application/xml", "application/x-amz-json-1.0",
                                                          "text/html", ""};
    if (size == 0) {
        return 0;
    }
    Headers headers;
    headers.add("Content-Type", kTypes[data[0] % kTypes.size()]);
    headers.add("x-amz-crc32", "1");
    const QByteArrayView body(data + 1, static_cast<qsizetype>(size - 1));

    const ParsedBody parsed = io::parseBody(headers, body);
    if (parsed.fields.size() > 64 || parsed.text.size() > 64) { // what error_body.h promises
        std::abort();
    }
    if (const auto envelope = io::batchEnvelopeOf(body)) { // before + items + after is a request again
        const std::string next = envelope->before + "{}" + envelope->after;
        if (!QJsonDocument::fromJson(QByteArray::fromStdString(next)).isObject()) {
            std::abort();
        }
    }
    return 0;
}
