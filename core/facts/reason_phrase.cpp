// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/reason_phrase.h"

#include <algorithm>
#include <iterator>

namespace retryscope {
namespace {

struct Phrase
{
    int status;
    std::string_view text;
};

constexpr Phrase kPhrases[] = {
    {100, "Continue"},
    {102, "Processing"},
    {103, "Early Hints"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {204, "No Content"},
    {206, "Partial Content"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {402, "Payment Required"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {407, "Proxy Authentication Required"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {425, "Too Early"},
    {426, "Upgrade Required"},
    {428, "Precondition Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {507, "Insufficient Storage"},
    {509, "Bandwidth Limit Exceeded"},
    {511, "Network Authentication Required"},
    {598, "Network Read Timeout"},
    {599, "Network Connect Timeout"},
};

} // namespace

std::string_view reasonPhraseOf(int status)
{
    const auto phrase = std::ranges::lower_bound(kPhrases, status, {}, &Phrase::status);
    return phrase != std::end(kPhrases) && phrase->status == status ? phrase->text : std::string_view{};
}

std::string_view registeredPhraseOf(int status)
{
    const bool isRegistered = status != 509 && status != 598 && status != 599;
    return isRegistered ? reasonPhraseOf(status) : std::string_view{};
}

} // namespace retryscope
