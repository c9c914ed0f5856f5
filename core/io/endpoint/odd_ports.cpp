// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/endpoint/odd_ports.h"

#include <QTcpSocket>

#ifdef Q_OS_UNIX
#include <arpa/inet.h>
#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#endif

namespace retryscope::io {

TlsFailPort::TlsFailPort(QObject* parent) : QObject(parent)
{
    connect(&m_server, &QTcpServer::newConnection, this, &TlsFailPort::greetNext);
}

Result<Done> TlsFailPort::open()
{
    if (!m_server.listen(QHostAddress::LocalHost)) {
        return Error{Error::Kind::Environment,
                     QStringLiteral("cannot listen on 127.0.0.1: %1").arg(m_server.errorString()),
                     {}};
    }
    return Done{};
}

void TlsFailPort::greetNext()
{
    while (QTcpSocket* socket = m_server.nextPendingConnection()) {
        connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        connect(socket, &QTcpSocket::readyRead, socket, [socket] {
            socket->readAll();
            socket->write("this port does not speak TLS\r\n");
            socket->disconnectFromHost();
        });
    }
}

#ifdef Q_OS_UNIX

namespace {

/// Connections that are tried before the queue counts as one that cannot be filled.
constexpr int kMaxTries = 64;

int nonBlockingSocket()
{
    const int descriptor = ::socket(AF_INET, SOCK_STREAM, 0);
    if (descriptor >= 0) {
        ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        ::fcntl(descriptor, F_SETFL, O_NONBLOCK);
    }
    return descriptor;
}

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

/// On loopback a connection that is taken in at all is taken in at once.
bool isStillConnecting(int descriptor)
{
    constexpr int kPatienceMs = 20;
    pollfd waiting{descriptor, POLLOUT, 0};
    return ::poll(&waiting, 1, kPatienceMs) == 0;
}

} // namespace

Result<Done> FullPort::open()
{
    m_listener = nonBlockingSocket();
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    auto* const plain = reinterpret_cast<sockaddr*>(&address);
    if (m_listener < 0 || ::bind(m_listener, plain, size) != 0 || ::listen(m_listener, 0) != 0 ||
        ::getsockname(m_listener, plain, &size) != 0) {
        return Error{Error::Kind::Environment,
                     QStringLiteral("cannot listen on 127.0.0.1: %1").arg(qt_error_string(errno)),
                     {}};
    }
    m_port = ntohs(address.sin_port);
    if (!fill()) {
        return Error{Error::Kind::Environment,
                     QStringLiteral("this machine accepts connections even when the queue is full; use "
                                    "virtual time for \"no-connect\""),
                     {}};
    }
    return Done{};
}

bool FullPort::fill()
{
    sockaddr_in address = loopback(m_port);
    for (int i = 0; i < kMaxTries; ++i) {
        const int descriptor = nonBlockingSocket();
        if (descriptor < 0) {
            return false;
        }
        m_waiting.push_back(descriptor);
        const int result = ::connect(descriptor, reinterpret_cast<sockaddr*>(&address), sizeof address);
        if (result != 0 && errno == EINPROGRESS && isStillConnecting(descriptor)) {
            return true;
        }
    }
    return false;
}

FullPort::~FullPort()
{
    for (const int descriptor : m_waiting) {
        ::close(descriptor);
    }
    if (m_listener >= 0) {
        ::close(m_listener);
    }
}

#else

Result<Done> FullPort::open()
{
    return Error{Error::Kind::Environment,
                 QStringLiteral("on this system \"no-connect\" works in virtual time only"),
                 {}};
}

bool FullPort::fill()
{
    return false;
}

FullPort::~FullPort() = default;

#endif

} // namespace retryscope::io
