// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSslSocket>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace retryscope::io::flow {

// How much may wait for the slower side, by where it waits; all of it together, in one direction, stays below
// Recorder::kMostInFlight.

/// Of a socket, before it was read.
inline constexpr std::int64_t kReadBuffer = std::int64_t{32} * 1024;
/// Of a request before it is decided whether it goes on.
inline constexpr std::size_t kHeld = std::size_t{64} * 1024;
/// Handed to a socket: nothing more is read for it until it is less.
inline constexpr std::int64_t kCongested = std::int64_t{64} * 1024;
/// Read at a time.
inline constexpr std::size_t kPiece = std::size_t{16} * 1024;

/// At once, as far as the operating system takes it. A socket that an earlier write found at its end takes
/// nothing; its owner is told in a turn of the event loop of its own.
inline void write(QTcpSocket& socket, std::string_view bytes)
{
    if (socket.isOpen()) {
        socket.write(bytes.data(), static_cast<qint64>(bytes.size()));
        socket.flush();
    }
}

/// Bytes that wait in the socket's own buffers.
[[nodiscard]] inline std::int64_t unwritten(const QTcpSocket& socket)
{
    const auto* secure = qobject_cast<const QSslSocket*>(&socket);
    return socket.bytesToWrite() + (secure != nullptr ? secure->encryptedBytesToWrite() : 0);
}

[[nodiscard]] inline bool isCongested(const QTcpSocket& socket)
{
    return unwritten(socket) >= kCongested;
}

} // namespace retryscope::io::flow
