// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

#include <cstddef>
#include <string>
#include <string_view>

namespace retryscope::io {

/// How the other side ended a TCP connection, if at all.
enum class TcpEnding {
    Open,
    Fin,    ///< closed in order
    Reset,  ///< RST
    Unknown ///< this platform cannot tell
};

/// A second handle on a socket's descriptor. It distinguishes a FIN from a RST, which QAbstractSocket reports
/// alike, and can still read received bytes after QAbstractSocket has given up. The connection closes on the
/// wire only when the probe closes too.
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
    /// True if open with nothing to read; cheaper than ending() and hasUnreadBytes(). False if unknown.
    [[nodiscard]] bool isOpenAndSilent() const;
    /// True if received bytes wait in the kernel.
    [[nodiscard]] bool hasUnreadBytes() const;
    /// Sends what the kernel accepts at once, bypassing the socket's buffer, which must be empty; saves the
    /// event-loop turn of a buffered write. Returns the bytes sent; 0 if not possible.
    [[nodiscard]] std::size_t sendAtOnce(std::string_view head, std::string_view body) const;
    /// Reads what the kernel still holds; never blocks.
    [[nodiscard]] std::string drain() const;
    void close();

private:
    int m_descriptor = -1;
};

} // namespace retryscope::io
