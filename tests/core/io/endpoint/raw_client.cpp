// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/core/io/endpoint/raw_client.h"

#include <QHostAddress>

namespace retryscope::test {

RawClient::RawClient(const QUrl& url)
{
    m_socket.connectToHost(QHostAddress(url.host()), static_cast<quint16>(url.port()));
    if (m_socket.waitForConnected()) {
        m_probe = io::TcpProbe(m_socket.socketDescriptor());
    }
}

void RawClient::send(const QByteArray& bytes)
{
    m_socket.write(bytes);
    m_socket.flush();
}

QByteArray RawClient::received()
{
    m_received += m_socket.readAll();
    return m_received;
}

bool RawClient::isConnected() const
{
    return m_socket.state() == QAbstractSocket::ConnectedState;
}

QByteArray withoutDate(QByteArray response)
{
    const qsizetype start = response.indexOf("Date: ");
    if (start >= 0) {
        response.remove(start, response.indexOf("\r\n", start) + 2 - start);
    }
    return response;
}

} // namespace retryscope::test
