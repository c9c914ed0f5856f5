// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/content_coding.h"

#include "core/facts/header_syntax.h"
#include "core/facts/letter_case.h"

#include <boost/beast/zlib/inflate_stream.hpp>

#include <algorithm>
#include <array>

namespace retryscope::io {

namespace {

namespace zlib = boost::beast::zlib;

/// Raw DEFLATE (RFC 1951). What follows its end is passed over.
std::optional<std::string> inflated(std::string_view bytes, std::size_t mostBytes)
{
    zlib::inflate_stream stream;
    zlib::z_params state;
    state.next_in = bytes.data();
    state.avail_in = bytes.size();
    std::string result;
    std::array<char, 16384> buffer{};
    boost::beast::error_code problem;
    do {
        state.next_out = buffer.data();
        state.avail_out = buffer.size();
        stream.write(state, zlib::Flush::sync, problem);
        result.append(buffer.data(), buffer.size() - state.avail_out);
        const bool isStuck = problem && problem != zlib::error::end_of_stream;
        if (result.size() > mostBytes || isStuck ||
            (!problem && state.avail_in == 0 && state.avail_out == buffer.size())) {
            return std::nullopt;
        }
    } while (problem != zlib::error::end_of_stream);
    return result;
}

std::size_t afterText(std::string_view bytes, std::size_t at)
{
    const std::size_t end = bytes.find('\0', at);
    return end == std::string_view::npos ? bytes.size() : end + 1;
}

/// Where the DEFLATE data of a gzip member begin (RFC 1952, section 2.3); absent: it is none.
std::optional<std::size_t> afterGzipHead(std::string_view bytes)
{
    constexpr std::size_t kFixed = 10;
    constexpr unsigned kHeaderCrc = 2;
    constexpr unsigned kExtra = 4;
    constexpr unsigned kName = 8;
    constexpr unsigned kComment = 16;
    if (bytes.size() < kFixed || !bytes.starts_with("\x1f\x8b\x08")) {
        return std::nullopt;
    }
    const auto byteAt = [bytes](std::size_t at) {
        return at < bytes.size() ? static_cast<unsigned>(static_cast<unsigned char>(bytes[at])) : 0U;
    };
    const unsigned flags = byteAt(3);
    std::size_t at = kFixed;
    if ((flags & kExtra) != 0) {
        at += 2 + byteAt(at) + (byteAt(at + 1) << 8U);
    }
    at = (flags & kName) != 0 ? afterText(bytes, at) : at;
    at = (flags & kComment) != 0 ? afterText(bytes, at) : at;
    at += (flags & kHeaderCrc) != 0 ? 2 : 0;
    return at < bytes.size() ? std::optional(at) : std::nullopt;
}

constexpr std::size_t kZlibHead = 2;

/// RFC 1950, section 2.2: DEFLATE, and a check of both bytes.
bool hasZlibHead(std::string_view bytes)
{
    if (bytes.size() < kZlibHead) {
        return false;
    }
    const auto first = static_cast<unsigned>(static_cast<unsigned char>(bytes[0]));
    const auto second = static_cast<unsigned>(static_cast<unsigned char>(bytes[1]));
    return (first & 0x0FU) == 8 && (first * 256 + second) % 31 == 0;
}

} // namespace

std::optional<std::string> decodedBody(const Headers& headers, std::string_view body, std::size_t mostBytes)
{
    const std::string* field = headers.find("content-encoding");
    const std::string coding = field == nullptr ? std::string() : inLowerCase(trimmed(*field, " \t"));
    if (coding.empty() || coding == "identity" || body.empty()) {
        return std::string(body);
    }
    if (coding == "gzip" || coding == "x-gzip") {
        const std::optional<std::size_t> begin = afterGzipHead(body);
        return begin ? inflated(body.substr(*begin), mostBytes) : std::nullopt;
    }
    if (coding == "deflate" && hasZlibHead(body)) { // RFC 9110, section 8.4.1.2
        return inflated(body.substr(kZlibHead), mostBytes);
    }
    return std::nullopt;
}

} // namespace retryscope::io
