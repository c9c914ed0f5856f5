// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/traffic/fault_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace retryscope::io {

namespace {

struct FaultWord
{
    std::string_view word; ///< lower case, letters and digits only
    FaultKind kind;
};

/// Words of the error texts of Chromium, Node, Python, Java, Go, .NET and curl. The first that is found
/// decides, so the special ones come first.
constexpr std::array<FaultWord, 66> kWords{{
    {"namenotresolved", FaultKind::HostNotFound},
    {"nameresolution", FaultKind::HostNotFound},
    {"enotfound", FaultKind::HostNotFound},
    {"eaiagain", FaultKind::HostNotFound},
    {"unknownhost", FaultKind::HostNotFound},
    {"gaierror", FaultKind::HostNotFound},
    {"nosuchhost", FaultKind::HostNotFound},
    {"couldnotresolvehost", FaultKind::HostNotFound},
    {"nodenameorservname", FaultKind::HostNotFound},
    {"nameorservicenotknown", FaultKind::HostNotFound},
    {"hostnotfound", FaultKind::HostNotFound},
    {"connectionrefused", FaultKind::ConnectionRefused},
    {"econnrefused", FaultKind::ConnectionRefused},
    {"activelyrefused", FaultKind::ConnectionRefused},
    {"addressunreachable", FaultKind::Unreachable},
    {"hostunreach", FaultKind::Unreachable},
    {"netunreach", FaultKind::Unreachable},
    {"networkisunreachable", FaultKind::Unreachable},
    {"noroutetohost", FaultKind::Unreachable},
    {"internetdisconnected", FaultKind::Unreachable},
    {"emptyresponse", FaultKind::ClosedBeforeResponse},
    {"emptyreply", FaultKind::ClosedBeforeResponse},
    {"remotedisconnected", FaultKind::ClosedBeforeResponse},
    {"serverdisconnected", FaultKind::ClosedBeforeResponse},
    {"closedwithoutresponse", FaultKind::ClosedBeforeResponse},
    {"connectionclosed", FaultKind::ClosedBeforeResponse},
    {"sockethangup", FaultKind::ClosedBeforeResponse},
    {"nohttpresponse", FaultKind::ClosedBeforeResponse},
    {"closedbeforeresponse", FaultKind::ClosedBeforeResponse},
    {"connectionreset", FaultKind::ConnectionReset},
    {"connectionwasreset", FaultKind::ConnectionReset},
    {"econnreset", FaultKind::ConnectionReset},
    {"connectionaborted", FaultKind::ConnectionReset},
    {"socketnotconnected", FaultKind::ConnectionReset},
    {"networkchanged", FaultKind::ConnectionReset},
    {"brokenpipe", FaultKind::ConnectionReset},
    {"epipe", FaultKind::ConnectionReset},
    {"contentlengthmismatch", FaultKind::ResponseTruncated},
    {"incompletechunked", FaultKind::ResponseTruncated},
    {"chunkedencodingerror", FaultKind::ResponseTruncated},
    {"incompleteread", FaultKind::ResponseTruncated},
    {"headerstruncated", FaultKind::ResponseTruncated},
    {"transferclosed", FaultKind::ResponseTruncated},
    {"unexpectedeof", FaultKind::ResponseTruncated},
    {"prematureclose", FaultKind::ResponseTruncated},
    {"bytesremainingtoread", FaultKind::ResponseTruncated},
    {"connecttimeout", FaultKind::ConnectTimeout},
    {"connecttimedout", FaultKind::ConnectTimeout},
    {"connectiontimedout", FaultKind::ConnectTimeout},
    {"connectiontimeout", FaultKind::ConnectTimeout},
    {"etimedout", FaultKind::ConnectTimeout},
    {"timedout", FaultKind::ReadTimeout},
    {"timeout", FaultKind::ReadTimeout},
    {"deadlineexceeded", FaultKind::ReadTimeout},
    {"errssl", FaultKind::TlsFailed},
    {"errcert", FaultKind::TlsFailed},
    {"certificate", FaultKind::TlsFailed},
    {"handshake", FaultKind::TlsFailed},
    {"sslerror", FaultKind::TlsFailed},
    {"sslconnect", FaultKind::TlsFailed},
    {"invalidhttpresponse", FaultKind::MalformedResponse},
    {"invalidchunked", FaultKind::MalformedResponse},
    {"badstatusline", FaultKind::MalformedResponse},
    {"httpparse", FaultKind::MalformedResponse},
    {"erraborted", FaultKind::Cancelled},
    {"cancel", FaultKind::Cancelled},
}};

/// What is left of `ERR_TIMED_OUT`, `Timed out` and `TimedOut` is equal.
std::string lettersOf(std::string_view text)
{
    std::string letters;
    for (const char sign : text) {
        if (sign >= 'A' && sign <= 'Z') {
            letters += static_cast<char>(sign - 'A' + 'a');
        } else if ((sign >= 'a' && sign <= 'z') || (sign >= '0' && sign <= '9')) {
            letters += sign;
        }
    }
    return letters;
}

} // namespace

std::optional<Fault> faultNamedIn(std::string_view error)
{
    constexpr std::size_t kMostRead = 4096;
    constexpr std::size_t kMostKept = 256;
    if (const std::optional<FaultKind> own = faultKindFrom(error)) {
        return Fault{*own, {}};
    }
    const std::string letters = lettersOf(error.substr(0, kMostRead));
    const auto found = std::ranges::find_if(
        kWords, [&letters](const FaultWord& row) { return letters.find(row.word) != std::string::npos; });
    return found == kWords.end() ? std::nullopt
                                 : std::optional(Fault{found->kind, std::string(error.substr(0, kMostKept))});
}

} // namespace retryscope::io
