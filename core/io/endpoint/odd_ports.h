// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/text/result.h"

#include <QTcpServer>

#include <vector>

namespace retryscope::io {

/// A loopback port that breaks the TLS handshake of its clients.
class TlsFailPort : public QObject
{
    Q_OBJECT
public:
    explicit TlsFailPort(QObject* parent = nullptr);

    Result<Done> open();
    [[nodiscard]] quint16 port() const { return m_server.serverPort(); }

private:
    void greetNext();

    QTcpServer m_server;
};

/// A loopback port that never completes a connection: its queue of waiting connections is full.
class FullPort
{
public:
    FullPort() = default;
    ~FullPort();
    FullPort(const FullPort&) = delete;
    FullPort& operator=(const FullPort&) = delete;

    /// Fails on a machine that accepts connections beyond the queue.
    Result<Done> open();
    [[nodiscard]] quint16 port() const { return m_port; }

private:
    bool fill();

    int m_listener = -1;
    std::vector<int> m_waiting;
    quint16 m_port = 0;
};

} // namespace retryscope::io
