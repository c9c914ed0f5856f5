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

/// Most unread bytes in a socket.
inline constexpr std::int64_t kReadBuffer = std::int64_t{32} * 1024;
/// Most bytes of a request before the decision to forward it.
inline constexpr std::size_t kHeld = std::size_t{64} * 1024;
/// Most unsent bytes in a socket; above this limit, reading for it pauses.
inline constexpr std::int64_t kCongested = std::int64_t{64} * 1024;
/// Bytes read at a time.
inline constexpr std::size_t kPiece = std::size_t{16} * 1024;

/// Writes at once, as far as the operating system accepts. A socket that failed in an earlier write accepts
/// nothing; its owner is notified in a later turn of the event loop.
inline void write(QTcpSocket& socket, std::string_view bytes)
{
    if (socket.isOpen()) {
        socket.write(bytes.data(), static_cast<qint64>(bytes.size()));
        socket.flush();
    }
}

/// Bytes that wait in the socket's buffers.
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
