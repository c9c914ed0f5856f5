// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bytes that a server responds with. The first byte says how long the pieces are in which the rest arrives;
// a response that could be read must not depend on it.

#include "core/io/http/http_message.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace retryscope;
using io::ResponseReader;

struct Reading
{
    std::string response;
    bool hasFailed = false;
};

Reading readInPieces(std::string_view bytes, std::size_t length)
{
    ResponseReader reader("GET");
    for (std::size_t at = 0; at < bytes.size() && !reader.isFinal(); at += length) {
        reader.feed(bytes.substr(at, length));
    }
    Reading reading;
    reading.hasFailed = reader.state() == ResponseReader::State::Malformed ||
                        reader.state() == ResponseReader::State::TooLarge;
    if (reading.hasFailed != !reader.problem().empty()) {
        std::abort();
    }
    const Response response = reader.takeResponse();
    reading.response = std::to_string(response.status) + response.reason + response.body;
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
    if (!mayDiffer && whole.response != pieces.response) {
        std::abort();
    }
    return 0;
}
