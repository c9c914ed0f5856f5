// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/upstream/forwarded_head.h"

#include "core/facts/headers.h"
#include "core/facts/letter_case.h"

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// With its line end.
std::string_view takeLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end == std::string_view::npos ? end : end + 1);
    text.remove_prefix(line.size());
    return line;
}

/// A line that begins with a blank goes on the one before (RFC 9112, section 5.2).
std::string_view takeField(std::string_view& text)
{
    const std::string_view begin = text;
    std::size_t size = takeLine(text).size();
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        size += takeLine(text).size();
    }
    return begin.substr(0, size);
}

std::string requestLine(std::string_view line, const std::string& target)
{
    const std::size_t method = line.find(' ');
    const std::size_t version = line.rfind(' ');
    return std::string(line.substr(0, method + 1)) + target + std::string(line.substr(version));
}

} // namespace

SaidTarget saidTarget(std::string_view method, std::string_view target)
{
    if (method == "CONNECT") {
        return {.authority = std::string(target), .scheme = {}, .path = {}};
    }
    const std::size_t mark = target.find("://");
    if (target.starts_with('/') || mark == std::string_view::npos) {
        return {.authority = {}, .scheme = {}, .path = target.empty() ? "/" : std::string(target)};
    }
    const std::string_view rest = target.substr(mark + 3);
    const std::size_t end = std::min(rest.find_first_of("/?#"), rest.size());
    const std::string_view path = rest.substr(end);
    return {.authority = std::string(rest.substr(0, end)),
            .scheme = inLowerCase(target.substr(0, mark)),
            .path = path.starts_with('/') ? std::string(path) : '/' + std::string(path)};
}

std::string changedHead(std::string_view head, const HeadChanges& changes)
{
    std::string result;
    result.reserve(head.size() + 128);
    result += requestLine(takeLine(head), changes.target);
    bool hasHost = false;
    while (!head.empty()) {
        const std::string_view field = takeField(head);
        const std::string_view name = field.substr(0, field.find(':'));
        if (name.size() == field.size()) { // the empty line
            if (changes.host && !hasHost) {
                result += "Host: " + *changes.host + "\r\n";
            }
            if (!changes.proxyAuthorization.empty()) {
                result += "Proxy-Authorization: " + changes.proxyAuthorization + "\r\n";
            }
            result += field;
        } else if (changes.host && equalsIgnoringCase(name, "host")) {
            if (!std::exchange(hasHost, true)) {
                result += std::string(name) + ": " + *changes.host + "\r\n";
            }
        } else if (!changes.leavesProxy || (!equalsIgnoringCase(name, "proxy-authorization") &&
                                            !equalsIgnoringCase(name, "proxy-connection"))) {
            result += field;
        }
    }
    return result;
}

} // namespace retryscope::io
