// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/io/http/http_message.h"
#include "core/io/wire/proxy_choice.h"

#include <QHostAddress>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace retryscope::io {

/// The handshake with a proxy up to an open tunnel: bytes in, bytes out, without a socket.
class TunnelHandshake
{
public:
    struct Step
    {
        std::string send; ///< to the proxy; may be empty
        bool isOpen = false;
        std::optional<Fault> fault;
    };

    virtual ~TunnelHandshake() = default;
    [[nodiscard]] virtual std::string begin() = 0;
    [[nodiscard]] virtual Step feed(std::string_view bytes) = 0;

    /// address: of the target, if already looked up; null lets a SOCKS proxy look it up.
    [[nodiscard]] static std::unique_ptr<TunnelHandshake> make(const Proxy& proxy, const WireTarget& target,
                                                               const QHostAddress& address);
};

} // namespace retryscope::io
