// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/wire/tcp_probe.h"

#include <QByteArray>
#include <QTcpSocket>
#include <QUrl>

namespace retryscope::test {

/// A bare connection that shows every byte and how it ended. Nothing here knows HTTP.
class RawClient
{
public:
    explicit RawClient(const QUrl& url);

    void send(const QByteArray& bytes);
    /// Everything received so far.
    [[nodiscard]] QByteArray received();
    [[nodiscard]] io::TcpEnding ending() const { return m_probe.ending(); }
    [[nodiscard]] bool isConnected() const;
    [[nodiscard]] QAbstractSocket::SocketError error() const { return m_socket.error(); }

private:
    QTcpSocket m_socket;
    QByteArray m_received;
    io::TcpProbe m_probe;
};

inline const QByteArray kGet = "GET / HTTP/1.1\r\nHost: a.localhost\r\n\r\n";

/// Without the header lines that differ from run to run: `Date`.
[[nodiscard]] QByteArray withoutDate(QByteArray response);

} // namespace retryscope::test
