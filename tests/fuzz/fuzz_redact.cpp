// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Leaving secrets out of texts. The first byte says whether names of one's own are listed: those come next,
// up to a zero byte. What is left is the text. Secrets that are planted must be gone; what was redacted once
// stays.

#include "core/facts/headers.h"
#include "core/io/redact/redact.h"
#include "core/io/redact/secret_names.h"
#include "tests/fuzz/fuzz_check.h"

#include <string>
#include <vector>

namespace {

using namespace retryscope;

constexpr std::string_view kCanary = "cAnArY7391";

bool isGone(const std::string& text)
{
    return text.find(kCanary) == std::string::npos;
}

/// With the secret on a line of its own, whatever stands around it.
void checkPlanted(const std::string& text)
{
    if (text.find(kCanary.substr(0, 4)) != std::string::npos) {
        return; // the text brings one of its own
    }
    const std::string canary(kCanary);
    const std::string line = "\r\nAuthorization: Bearer " + canary + "\r\n";
    require(isGone(io::redactedMessage("HTTP/1.1 503 x\r\nServer: a" + line + "\r\n" + text)),
            "a secret header of a message is left out");
    require(isGone(io::redactedText(text + line)), "a secret header line of a text is left out");
    require(isGone(io::redactedText("https://user:" + canary + "@host/" + text)),
            "user information is left out");
    const Headers headers = io::redacted(Headers{{{"Cookie", canary + text}, {"x-note", text}}});
    require(isGone(headers.entries[0].value), "a cookie is left out");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    static bool hasNames = false; // each list that was ever given is kept
    const bool wantsNames = input.byte() % 2 == 1;
    if (wantsNames || hasNames) {
        io::setOtherSecretNames(wantsNames ? std::vector{std::string(input.text())}
                                           : std::vector<std::string>{});
        hasNames = wantsNames;
    }
    const std::string text(input.rest());

    const std::string once = io::redactedText(text);
    require(io::redactedText(once) == once, "what was redacted stays");
    require(once.size() <= 12 * text.size() + 12, "a text grows in proportion");
    const std::string message = io::redactedMessage(text);
    require(io::redactedMessage(message) == message, "a redacted message stays");
    checkPlanted(text);
    return 0;
}
