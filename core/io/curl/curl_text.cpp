// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/header_syntax.h"
#include "core/io/curl/curl_command.h"
#include "core/io/http/url_encoded.h"

#include <algorithm>
#include <cstdio>
#include <vector>

namespace retryscope::io {

namespace {

std::string octal(char letter)
{
    constexpr std::string_view kDigits = "01234567";
    const auto byte = static_cast<unsigned char>(letter);
    return {'\\', kDigits[byte >> 6U], kDigits[(byte >> 3U) & 7U], kDigits[byte & 7U]};
}

/// For bash: plain quotes, or $'…' where control characters would be lost on the way through a terminal.
std::string quoted(const std::string& text)
{
    constexpr std::string_view kPlain = "-._~:/@%+=,";
    const auto isPlain = [kPlain](char letter) {
        return isLetterOrDigit(letter) || kPlain.find(letter) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), isPlain)) {
        return text;
    }
    if (std::none_of(text.begin(), text.end(), isControl)) {
        std::string result = "'";
        for (const char letter : text) {
            result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
        }
        return result + '\'';
    }
    std::string result = "$'";
    for (const char letter : text) {
        result += letter == '\n'                     ? "\\n"
                  : letter == '\'' || letter == '\\' ? std::string{'\\', letter}
                  : isControl(letter)                ? octal(letter)
                                                     : std::string(1, letter);
    }
    return result + '\'';
}

/// No argument can hold a zero byte, so such a body comes through a pipe.
std::string printed(const std::string& body)
{
    std::string result = "printf '";
    for (const char letter : body) {
        result += letter == '%'                                           ? "%%"
                  : letter == '\'' || letter == '\\' || isControl(letter) ? octal(letter)
                                                                          : std::string(1, letter);
    }
    return result + "' | ";
}

std::string secondsOf(Duration duration)
{
    char text[32];
    const int size = std::snprintf(text, sizeof text, "%.6f", toSeconds(duration));
    std::string result(text, static_cast<std::size_t>(std::max(size, 0)));
    result.erase(result.find_last_not_of('0') + 1);
    return result.ends_with('.') ? result.substr(0, result.size() - 1) : result;
}

/// curl refuses blanks and passes on what is not ASCII; on the wire here both are percent-encoded.
std::string encodedUrl(const std::string& url)
{
    const std::size_t mark = url.find("://");
    const std::size_t path =
        std::min(url.find_first_of("/?#", mark == std::string::npos ? 0 : mark + 3), url.size());
    return url.substr(0, path) + requestLineEncoded(std::string_view(url).substr(path));
}

void addMethod(const RequestSpec& request, std::vector<std::string>& parts)
{
    const std::string usual = request.body.empty() ? "GET" : "POST";
    if (request.method == "HEAD" && request.body.empty()) {
        parts.emplace_back("-I");
    } else if (request.method != usual) {
        parts.push_back("-X " + quoted(request.method));
    }
}

void addHeaders(const RequestSpec& request, std::vector<std::string>& parts)
{
    for (const Header& header : request.headers.entries) {
        parts.push_back("-H " +
                        quoted(header.value.empty() ? header.name + ';' : header.name + ": " + header.value));
    }
    if (!request.body.empty() && !request.headers.contains("Content-Type")) {
        parts.emplace_back("-H Content-Type:"); // curl would add one
    }
}

void addWire(const RequestSpec& request, std::vector<std::string>& parts)
{
    const auto option = [&parts](const char* name, const std::string& value) {
        if (!value.empty()) {
            parts.push_back(name + quoted(value));
        }
    };
    if (request.follow > 0) {
        parts.push_back("-L --max-redirs " + std::to_string(request.follow));
    }
    if (!request.wire.verifyPeer) {
        parts.emplace_back("-k");
    }
    option("-x ", request.wire.proxyUrl);
    option("--noproxy ", request.wire.noProxy);
    option("--cacert ", request.wire.caFile);
    option("--cert ", request.wire.certificateFile);
    option("--key ", request.wire.keyFile);
    if (request.connectTimeout != RequestSpec().connectTimeout) {
        parts.push_back("--connect-timeout " + secondsOf(request.connectTimeout));
    }
    if (request.attemptTimeout) {
        parts.push_back("-m " + secondsOf(*request.attemptTimeout));
    }
}

} // namespace

std::string curlCommand(const RequestSpec& request)
{
    std::vector<std::string> parts;
    addMethod(request, parts);
    if (request.url.find_first_of("[]{}") != std::string::npos) {
        parts.emplace_back("-g");
    }
    if (request.url.find("/.") != std::string::npos) {
        parts.emplace_back("--path-as-is");
    }
    const std::string url = quoted(encodedUrl(request.url));
    parts.push_back(request.url.starts_with('-') ? "--url " + url : url);
    addHeaders(request, parts);
    const bool isPiped = request.body.find('\0') != std::string::npos;
    if (!request.body.empty()) {
        parts.push_back(isPiped ? "--data-binary @-" : "--data-raw " + quoted(request.body));
    }
    addWire(request, parts);

    constexpr std::size_t kShort = 100;
    std::size_t length = 0;
    for (const std::string& part : parts) {
        length += part.size() + 1;
    }
    std::string line = isPiped ? printed(request.body) + "curl" : "curl";
    for (const std::string& part : parts) {
        line +=
            (length > kShort && (part.starts_with("-H") || part.starts_with("--data")) ? " \\\n  " : " ") +
            part;
    }
    return line;
}

} // namespace retryscope::io
