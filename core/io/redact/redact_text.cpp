// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/redact/redact.h"
#include "core/io/redact/secret_places.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>

namespace retryscope::io {

namespace {

std::string withoutHidden(std::string_view whole, void (*hide)(std::string_view, Redaction&))
{
    const UnescapedText text(whole);
    Redaction redaction(text, whole);
    hide(whole, redaction);
    return std::move(redaction).result();
}

} // namespace

std::string redactedText(std::string_view text)
{
    std::vector<std::string> hidden;
    return redactedText(text, hidden);
}

std::string redactedText(std::string_view text, std::vector<std::string>& hidden)
{
    static const std::array<HideStep, 9> kSteps{{
        {";", hideParts}, // before the names in its head count as parameters
        {"=", hideParameters},
        {{}, hideMembers}, // behind `:` and `=>`
        {",", hidePairs},
        {"<", hideElements},
        {"</", hideCells},
        {":", hideHeaderLines},
        {":", hideYamlMembers},
        {"://", hideUserInformation},
    }};
    std::string result(text);
    // What was hidden may have held one of two quotes, and the next string then begins elsewhere: so that
    // what is redacted stays as it is when it is redacted again.
    constexpr int kMostRounds = 3;
    std::string before;
    for (int round = 0; round < kMostRounds && result != before; ++round) {
        before = result;
        std::vector<std::string> found = redactWith(kSteps, result);
        std::ranges::move(found, std::back_inserter(hidden));
        if (found.empty()) {
            break;
        }
    }
    return result;
}

std::string redactedUrl(std::string_view url)
{
    const std::size_t query = std::min(url.find('?'), url.size());
    const std::size_t fragment = std::min(url.find('#'), url.size());
    std::string shown(url.substr(0, std::min(query, fragment)));
    if (query < fragment) {
        shown += '?' + withoutHidden(url.substr(query + 1, fragment - query - 1), hideFormParameters);
    }
    if (fragment < url.size()) {
        shown += '#' + withoutHidden(url.substr(fragment + 1), hideFormParameters);
    }
    return redactedText(shown);
}

std::string redactedBody(std::string_view body)
{
    return redactedText(withoutHidden(body, hideForm));
}

} // namespace retryscope::io
