// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a proxy says. The first byte picks its kind, the second one says how long the pieces are in which the
// rest arrives: a tunnel must open, or fail, in the same way.

#include "core/io/wire/tunnel_handshake.h"
#include "tests/fuzz/fuzz_check.h"

#include <QHostAddress>

#include <algorithm>
#include <memory>
#include <string>

namespace {

using namespace retryscope;

struct Outcome
{
    std::string sent;
    bool isOpen = false;
    bool hasFailed = false;
};

/// A SOCKS proxy that speaks before it is asked is not listened to, so it says what each question asks for.
std::size_t pieceFor(const io::Proxy& proxy, const std::string& question, std::size_t length)
{
    const bool isAnswerOfTwo =
        proxy.kind != io::ProxyKind::Http && !question.starts_with(std::string("\5\1\0\3", 4));
    return isAnswerOfTwo ? std::min<std::size_t>(length, 2) : length;
}

Outcome talk(const io::Proxy& proxy, std::string_view bytes, std::size_t length)
{
    const io::WireTarget target = io::targetOf("https://example.com/").value();
    const std::unique_ptr<io::TunnelHandshake> handshake = io::TunnelHandshake::make(proxy, target, {});
    std::string question = handshake->begin();
    Outcome outcome{.sent = question};
    std::size_t answered = 0; // of two bytes
    while (!bytes.empty() && !outcome.isOpen && !outcome.hasFailed) {
        const std::size_t most = pieceFor(proxy, question, length);
        const std::string_view piece = bytes.substr(0, most < length ? std::min(most, 2 - answered) : most);
        bytes.remove_prefix(piece.size());
        const io::TunnelHandshake::Step step = handshake->feed(piece);
        answered = step.send.empty() ? (answered + piece.size()) % 2 : 0;
        question = step.send.empty() ? question : step.send;
        outcome.sent += step.send;
        outcome.isOpen = step.isOpen;
        outcome.hasFailed = step.fault.has_value();
        require(!step.fault || !step.fault->detail.empty(), "a fault says what was wrong");
        require(!(step.isOpen && step.fault), "a tunnel is open or has failed");
    }
    return outcome;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    FuzzInput input(data, size);
    const unsigned kind = input.byte();
    const std::size_t length = 1 + input.byte() % 16;
    io::Proxy proxy{.kind = kind % 3 == 0   ? io::ProxyKind::Http
                            : kind % 3 == 1 ? io::ProxyKind::Socks5
                                            : io::ProxyKind::Socks5Remote,
                    .host = QStringLiteral("proxy.example"),
                    .port = 1080};
    proxy.user = kind % 2 == 1 ? "user" : "";
    proxy.password = proxy.user;
    if (input.rest().empty()) {
        return 0;
    }
    const Outcome pieces = talk(proxy, input.rest(), length);
    const Outcome bytes = talk(proxy, input.rest(), 1);
    require(pieces.sent == bytes.sent && pieces.isOpen == bytes.isOpen && pieces.hasFailed == bytes.hasFailed,
            "a tunnel does not depend on the pieces");
    return 0;
}
