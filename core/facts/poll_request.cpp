// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/poll_request.h"

#include "core/facts/header_syntax.h"

#include <algorithm>

namespace retryscope {

namespace {

void appendHexadecimal(std::string& text, char byte)
{
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    const auto number = static_cast<unsigned char>(byte);
    text += kDigits[number >> 4U];
    text += kDigits[number & 0xfU];
}

std::string percentEncoded(std::string_view token)
{
    constexpr std::string_view kUnreservedSigns = "-._~";
    std::string text;
    for (const char byte : token) {
        if (isLetterOrDigit(byte) || kUnreservedSigns.find(byte) != std::string_view::npos) {
            text += byte;
        } else {
            text += '%';
            appendHexadecimal(text, byte);
        }
    }
    return text;
}

std::string escapedInJson(std::string_view token)
{
    std::string text;
    for (const char byte : token) {
        if (byte == '"' || byte == '\\') {
            text += '\\';
        }
        text += byte;
    }
    return text;
}

std::string escapedInXml(std::string_view token)
{
    std::string text;
    for (const char byte : token) {
        switch (byte) {
        case '<':
        case '>':
        case '&':
        case '"':
        case '\'':
            text += "&#x";
            appendHexadecimal(text, byte);
            text += ';';
            break;
        default:
            text += byte;
        }
    }
    return text;
}

std::string escapedFor(std::string_view body, std::string_view token)
{
    const std::size_t first = body.find_first_not_of(kMarkupBlanks);
    const char opening = first == std::string_view::npos ? ' ' : body[first];
    if (opening == '{' || opening == '[' || opening == '"') {
        // A body that is the token alone begins with a brace, too.
        return body.substr(first).starts_with(kTokenHere) ? percentEncoded(token) : escapedInJson(token);
    }
    return opening == '<' ? escapedInXml(token) : percentEncoded(token);
}

std::string filled(std::string_view text, std::string_view token)
{
    std::string result;
    for (std::size_t at = text.find(kTokenHere); at != std::string_view::npos; at = text.find(kTokenHere)) {
        result += text.substr(0, at);
        result += token;
        text.remove_prefix(at + kTokenHere.size());
    }
    result += text;
    return result;
}

/// Those below blank, DEL, and U+0080 to U+009F as UTF-8 writes them.
bool hasControls(std::string_view text)
{
    constexpr unsigned char kDelete = 0x7f;
    unsigned char before = 0;
    return std::any_of(text.begin(), text.end(), [&before](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        const bool isControl =
            byte < ' ' || byte == kDelete || (before == 0xc2 && byte >= 0x80 && byte <= 0x9f);
        before = byte;
        return isControl;
    });
}

std::string_view tokenAt(const std::string& place, const Response& response)
{
    if (place == "body") { // the parsed text is kept where the body is dropped, but a short one only
        return response.parsed.text.empty() ? trimmed(response.body) : response.parsed.text;
    }
    const std::string* text = response.parsed.find(place);
    return text ? trimmed(*text) : std::string_view();
}

PollToken stateOf(std::string_view token)
{
    if (token.empty()) {
        return PollToken::Missing;
    }
    if (token.size() > kMostTokenBytes) {
        return PollToken::TooLong;
    }
    return hasControls(token) ? PollToken::Unprintable : PollToken::Found;
}

} // namespace

std::size_t pathBeginsAt(std::string_view url)
{
    const std::size_t scheme = url.find("://");
    if (url.starts_with('/') || scheme == std::string_view::npos) {
        return 0;
    }
    constexpr std::size_t kSlashes = 3;
    return std::min(url.find_first_of("/?#", scheme + kSlashes), url.size());
}

bool namesToken(const PollRequest& poll)
{
    return poll.url.find(kTokenHere) != std::string::npos || poll.body.find(kTokenHere) != std::string::npos;
}

FilledPoll pollFor(const RequestSpec& request, const AttemptFacts& started)
{
    const PollRequest poll = request.poll.value_or(PollRequest{});
    FilledPoll result;
    std::string_view token;
    if (namesToken(poll)) {
        token = started.response ? tokenAt(poll.tokenPlace, *started.response) : token;
        result.token = stateOf(token);
        if (result.token != PollToken::Found) {
            return result;
        }
    }
    const std::string_view url = poll.url;
    const std::size_t path = pathBeginsAt(url);
    const std::string_view server =
        path > 0 ? url.substr(0, path) : std::string_view(request.url).substr(0, pathBeginsAt(request.url));
    result.target = {.method = poll.method,
                     .url = std::string(server) + filled(url.substr(path), percentEncoded(token))};
    result.body = filled(poll.body, escapedFor(poll.body, token));
    return result;
}

} // namespace retryscope
