// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/tcp_probe.h"

#include <utility>

#ifdef Q_OS_LINUX
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#endif

namespace retryscope::io {

#ifdef Q_OS_LINUX

TcpProbe::TcpProbe(qintptr descriptor)
    : m_descriptor(descriptor < 0 ? -1 : ::fcntl(static_cast<int>(descriptor), F_DUPFD_CLOEXEC, 0))
{
}

TcpEnding TcpProbe::ending() const
{
    tcp_info info{};
    socklen_t size = sizeof info;
    if (m_descriptor < 0 || ::getsockopt(m_descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) {
        return TcpEnding::Unknown;
    }
    switch (info.tcpi_state) {
    case TCP_CLOSE_WAIT:
    case TCP_CLOSING:
    case TCP_LAST_ACK:
    case TCP_TIME_WAIT:
        return TcpEnding::Fin;
    case TCP_CLOSE:
        return TcpEnding::Reset;
    default: // the states before and between; the constants are plain numbers, not an enumeration
        return TcpEnding::Open;
    }
}

bool TcpProbe::isOpenAndSilent() const
{
    char byte = 0;
    return m_descriptor >= 0 && ::recv(m_descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0 &&
           (errno == EAGAIN || errno == EWOULDBLOCK);
}

bool TcpProbe::hasUnreadBytes() const
{
    char byte = 0;
    return m_descriptor >= 0 && ::recv(m_descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

std::size_t TcpProbe::sendAtOnce(std::string_view head, std::string_view body) const
{
    // sendmsg() does not write to these, it only lacks a const
    std::array<iovec, 2> parts{
        {{const_cast<char*>(head.data()), head.size()}, {const_cast<char*>(body.data()), body.size()}}};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    const ssize_t taken =
        m_descriptor < 0 ? -1 : ::sendmsg(m_descriptor, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    return taken < 0 ? 0 : static_cast<std::size_t>(taken);
}

std::string TcpProbe::drain() const
{
    std::string bytes;
    std::array<char, 16384> buffer{};
    while (m_descriptor >= 0) {
        const ssize_t count = ::recv(m_descriptor, buffer.data(), buffer.size(), MSG_DONTWAIT);
        if (count <= 0) {
            break;
        }
        bytes.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return bytes;
}

void TcpProbe::close()
{
    if (m_descriptor >= 0) {
        ::close(std::exchange(m_descriptor, -1));
    }
}

#else

TcpProbe::TcpProbe(qintptr) {}

TcpEnding TcpProbe::ending() const
{
    return TcpEnding::Unknown;
}

bool TcpProbe::isOpenAndSilent() const
{
    return false;
}

bool TcpProbe::hasUnreadBytes() const
{
    return false;
}

std::size_t TcpProbe::sendAtOnce(std::string_view, std::string_view) const
{
    return 0;
}

std::string TcpProbe::drain() const
{
    return {};
}

void TcpProbe::close() {}

#endif

TcpProbe::~TcpProbe()
{
    close();
}

TcpProbe::TcpProbe(TcpProbe&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}

TcpProbe& TcpProbe::operator=(TcpProbe&& other) noexcept
{
    if (this != &other) {
        close();
        m_descriptor = std::exchange(other.m_descriptor, -1);
    }
    return *this;
}

} // namespace retryscope::io
