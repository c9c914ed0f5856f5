// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts in an address line. What reads as a curl line is written as one again, which has to read as the same
// request.

#include "core/facts/service_guess.h"
#include "core/io/curl/pasted_request.h"
#include "core/io/http/http_message.h"
#include "core/io/http/wire_target.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace retryscope;

/// On the wire: blanks in the URL are encoded on the way.
bool isSame(RequestSpec left, const RequestSpec& right)
{
    const bool goesThere =
        io::targetOf(left.url).value().path == io::targetOf(right.url).value().path &&
        io::targetOf(left.url).value().origin() == io::targetOf(right.url).value().origin();
    left.url = right.url;
    return goesThere && left == right;
}

void check(const io::CurlCommand& command)
{
    for (const io::CurlRemark& remark : command.remarks) {
        if (remark.what.size() > 1000) {
            std::abort();
        }
    }
    const bool canBeSent = io::checkMessage(command.request) && io::targetOf(command.request.url);
    if (!guessService(command.request).service.empty() && canBeSent) {
        const auto again = io::readCurlCommand(io::curlCommand(command.request));
        const bool isPiped = command.request.body.find('\0') != std::string::npos;
        if (!isPiped && (!again || !isSame(again.value().request, command.request))) {
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(data, data + size);
    const auto pasted = io::readPastedRequest(text);
    if (!pasted) {
        if (pasted.error().message.isEmpty() || pasted.error().text().size() > 1000) {
            std::abort();
        }
        return 0;
    }
    if (const auto* address = std::get_if<io::PastedAddress>(&pasted.value())) {
        if (!io::targetOf(address->url)) {
            std::abort();
        }
    } else if (const auto* command = std::get_if<io::CurlCommand>(&pasted.value())) {
        check(*command);
    }
    return 0;
}
