// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <cstddef>
#include <string>
#include <string_view>

namespace retryscope::io {

/// How the other side ended a TCP connection, if it did.
enum class TcpEnding {
    Open,
    Fin,    ///< closed in order
    Reset,  ///< RST
    Unknown ///< this platform cannot tell
};

/// A second view of a socket's descriptor. It tells a FIN from a RST, which QAbstractSocket reports alike,
/// and keeps what the kernel received readable after QAbstractSocket gave the connection up.
/// The connection is only closed on the wire once the probe is closed too.
class TcpProbe
{
public:
    TcpProbe() = default;
    explicit TcpProbe(qintptr descriptor); ///< duplicates it
    ~TcpProbe();
    TcpProbe(TcpProbe&& other) noexcept;
    TcpProbe& operator=(TcpProbe&& other) noexcept;
    TcpProbe(const TcpProbe&) = delete;
    TcpProbe& operator=(const TcpProbe&) = delete;

    [[nodiscard]] TcpEnding ending() const;
    /// Open, and nothing to read; asked more cheaply than by ending() and
    /// hasUnreadBytes(). False when unknown.
    [[nodiscard]] bool isOpenAndSilent() const;
    /// Received bytes wait unread in the kernel.
    [[nodiscard]] bool hasUnreadBytes() const;
    /// Sends what the kernel takes at once, past the socket's own buffer, which must be empty; saves the turn
    /// of the event loop that a buffered write costs. The bytes taken; 0 also where it cannot be done.
    [[nodiscard]] std::size_t sendAtOnce(std::string_view head, std::string_view body) const;
    /// Takes what the kernel still holds; never blocks.
    [[nodiscard]] std::string drain() const;
    void close();

private:
    int m_descriptor = -1;
};

} // namespace retryscope::io
