// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bytes that a client sends to the endpoint. The first byte says how long the pieces are in which the rest
// arrives; the requests must not depend on it. Only when the parser gives up may: some nonsense is seen
// through earlier when more of it is there.

#include "core/io/endpoint/http_request_parser.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace retryscope::io;

struct Reading
{
    std::string requests;
    bool hasFailed = false;
};

Reading readInPieces(std::string_view bytes, std::size_t length)
{
    HttpRequestParser parser;
    Reading reading;
    for (std::size_t at = 0; at < bytes.size(); at += length) {
        parser.feed(bytes.substr(at, length));
        while (const auto request = parser.takeRequest()) {
            reading.requests += request->method + ' ' + request->target + ' ' + request->body + '\n';
            if (request->body.size() > kMaxKeptRequestBody || request->bodyBytes < 0) {
                std::abort();
            }
        }
        static_cast<void>(parser.takeContinueWish());
    }
    reading.hasFailed = parser.hasFailed();
    if (parser.hasFailed() != !parser.problem().empty()) {
        std::abort();
    }
    return reading;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const Reading whole = readInPieces(bytes, bytes.size());
    const Reading pieces = readInPieces(bytes, 1U + data[0] % 64U);
    const bool mayDiffer = whole.hasFailed || pieces.hasFailed;
    const bool agree =
        whole.requests.starts_with(pieces.requests) || pieces.requests.starts_with(whole.requests);
    if (mayDiffer ? !agree : whole.requests != pieces.requests) {
        std::abort();
    }
    return 0;
}
