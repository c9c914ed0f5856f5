// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bytes that a client sends to the endpoint. The first byte says how long the pieces are in which the rest
// arrives; the requests must not depend on it. Only when the parser gives up may: some nonsense is seen
// through earlier when more of it is there. The recorder streams requests by the same grammar: it has to find
// the same ones, and to pass on every byte that it took.

#include "core/io/endpoint/http_request_parser.h"
#include "core/io/recorder/request_stream.h"
#include "core/io/upstream/forwarded_head.h"

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

Reading streamInPieces(std::string_view bytes, std::size_t length)
{
    RequestStream stream;
    Reading reading;
    std::string raw;
    for (std::size_t at = 0; at < bytes.size(); at += length) {
        stream.feed(bytes.substr(at, length));
        RequestStream::Event event = stream.next();
        for (; event != RequestStream::Event::NeedsMore && event != RequestStream::Event::Failed;
             event = stream.next()) {
            raw += stream.raw();
            const HttpRequest& request = stream.request();
            if (event == RequestStream::Event::Head) {
                const SaidTarget said = saidTarget(request.method, request.target);
                const HeadChanges changes{
                    .target = said.path, .host = "a", .leavesProxy = true, .proxyAuthorization = {}};
                if (!changedHead(stream.raw(), changes).starts_with(request.method + ' ')) {
                    std::abort();
                }
            } else if (event == RequestStream::Event::End) {
                reading.requests += request.method + ' ' + request.target + ' ' + request.body + '\n';
            }
        }
        if ((event == RequestStream::Event::Failed) != (stream.failureStatus() != 0)) {
            std::abort();
        }
    }
    reading.hasFailed = stream.failureStatus() != 0;
    // Empty lines between requests are all that may be left out.
    std::size_t at = 0;
    for (const char byte : raw) {
        while (at < bytes.size() && bytes[at] != byte && (bytes[at] == '\r' || bytes[at] == '\n')) {
            ++at;
        }
        if (at == bytes.size() || bytes[at++] != byte) {
            std::abort();
        }
    }
    return reading;
}

bool agree(const Reading& one, const Reading& other)
{
    const bool mayDiffer = one.hasFailed || other.hasFailed;
    return mayDiffer ? one.requests.starts_with(other.requests) || other.requests.starts_with(one.requests)
                     : one.requests == other.requests;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size < 2) {
        return 0;
    }
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t length = 1U + data[0] % 64U;
    const Reading whole = readInPieces(bytes, bytes.size());
    if (!agree(whole, readInPieces(bytes, length)) || !agree(whole, streamInPieces(bytes, length)) ||
        !agree(whole, streamInPieces(bytes, bytes.size()))) {
        std::abort();
    }
    return 0;
}
