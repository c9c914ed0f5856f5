// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/tunnel_handshake.h"

#include <utility>

namespace retryscope::io {

namespace {

TunnelHandshake::Step endpointStep(FaultKind kind, std::string detail)
{
    return {.send = {}, .isOpen = false, .fault = Fault{kind, std::move(detail)}};
}

/// HTTP CONNECT (RFC 9110, 9.3.6).
class ConnectHandshake final : public TunnelHandshake
{
public:
    ConnectHandshake(const Proxy& proxy, const WireTarget& target)
        : m_proxy(proxy)
        , m_target(target.host.contains(u':') ? '[' + target.host.toStdString() + ']'
                                              : target.host.toStdString())
    {
        m_target += ':' + std::to_string(target.port);
    }

    std::string begin() override
    {
        std::string head = "CONNECT " + m_target + " HTTP/1.1\r\nHost: " + m_target + "\r\n";
        if (const std::string credentials = m_proxy.basicAuthorization(); !credentials.empty()) {
            head += "Proxy-Authorization: " + credentials + "\r\n";
        }
        return head + "\r\n";
    }

    Step feed(std::string_view bytes) override
    {
        m_reader.feed(bytes);
        if (!m_reader.hasHead()) {
            return m_reader.isFinal()
                       ? endpointStep(FaultKind::Unreachable, m_proxy.name() + " responded to CONNECT with "
                                                                               "bytes that are not HTTP")
                       : Step{};
        }
        const Response response = m_reader.takeResponse();
        if (response.status >= 200 && response.status < 300) {
            return {.send = {}, .isOpen = true, .fault = std::nullopt};
        }
        return endpointStep(FaultKind::Unreachable, m_proxy.name() + " refused CONNECT " + m_target + ": " +
                                                        std::to_string(response.status) + ' ' +
                                                        response.reason);
    }

private:
    Proxy m_proxy;
    std::string m_target;
    ResponseReader m_reader{"CONNECT"};
};

/// SOCKS version 5 (RFC 1928) with user and password (RFC 1929).
class Socks5Handshake final : public TunnelHandshake
{
public:
    Socks5Handshake(const Proxy& proxy, const WireTarget& target, const QHostAddress& address)
        : m_proxy(proxy), m_request(requestFor(target, address))
    {
    }

    std::string begin() override
    {
        return hasCredentials() ? std::string("\x05\x02\x00\x02", 4) : std::string("\x05\x01\x00", 3);
    }

    Step feed(std::string_view bytes) override
    {
        m_received.append(bytes);
        switch (m_stage) {
        case Stage::Method:
            return m_received.size() < 2 ? Step{} : afterMethod();
        case Stage::Password:
            return m_received.size() < 2 ? Step{} : afterPassword();
        case Stage::Response:
            return m_received.size() < 5 || m_received.size() < responseSize() ? Step{} : afterResponse();
        }
        return {};
    }

private:
    enum class Stage { Method, Password, Response };

    [[nodiscard]] bool hasCredentials() const { return !m_proxy.user.empty() || !m_proxy.password.empty(); }

    static std::string requestFor(const WireTarget& target, const QHostAddress& address)
    {
        std::string request("\x05\x01\x00", 3);
        const QHostAddress literal = address.isNull() ? QHostAddress(target.host) : address;
        if (literal.protocol() == QAbstractSocket::IPv4Protocol) {
            request += '\x01';
            for (int shift = 24; shift >= 0; shift -= 8) {
                request += static_cast<char>(literal.toIPv4Address() >> static_cast<unsigned>(shift) & 0xffU);
            }
        } else if (literal.protocol() == QAbstractSocket::IPv6Protocol) {
            const Q_IPV6ADDR parts = literal.toIPv6Address();
            request += '\x04';
            request.append(reinterpret_cast<const char*>(&parts), sizeof parts);
        } else {
            const std::string host = target.host.toStdString().substr(0, 255);
            request += '\x03';
            request += static_cast<char>(host.size());
            request += host;
        }
        request += static_cast<char>(target.port >> 8U);
        request += static_cast<char>(target.port & 0xffU);
        return request;
    }

    Step afterMethod()
    {
        const std::string response = std::exchange(m_received, {});
        if (response[0] != '\x05') {
            return endpointStep(FaultKind::Unreachable, m_proxy.name() + " does not speak SOCKS 5");
        }
        if (response[1] == '\x00') {
            m_stage = Stage::Response;
            return {.send = m_request, .isOpen = false, .fault = std::nullopt};
        }
        if (response[1] == '\x02' && hasCredentials()) {
            m_stage = Stage::Password;
            const std::string user = m_proxy.user.substr(0, 255);
            const std::string password = m_proxy.password.substr(0, 255);
            std::string send = "\x01";
            send += static_cast<char>(user.size());
            send += user;
            send += static_cast<char>(password.size());
            send += password;
            return {.send = std::move(send), .isOpen = false, .fault = std::nullopt};
        }
        return endpointStep(FaultKind::Unreachable,
                            m_proxy.name() + " requires a login method that Retryscope did not offer");
    }

    Step afterPassword()
    {
        const std::string response = std::exchange(m_received, {});
        if (response[1] != '\x00') {
            return endpointStep(FaultKind::Unreachable,
                                m_proxy.name() + " rejected the user name and password");
        }
        m_stage = Stage::Response;
        return {.send = m_request, .isOpen = false, .fault = std::nullopt};
    }

    /// Length of the response, by the type of address in it.
    [[nodiscard]] std::size_t responseSize() const
    {
        switch (m_received[3]) {
        case '\x03':
            return 7U + static_cast<unsigned char>(m_received[4]);
        case '\x04':
            return 22;
        default: // a byte from the wire, not an enumeration
            return 10;
        }
    }

    Step afterResponse()
    {
        switch (m_received[1]) {
        case '\x00':
            return {.send = {}, .isOpen = true, .fault = std::nullopt};
        case '\x05':
            return endpointStep(FaultKind::ConnectionRefused,
                                m_proxy.name() + " reports: connection refused");
        case '\x03':
            return endpointStep(FaultKind::Unreachable, m_proxy.name() + " reports: network unreachable");
        case '\x04':
            return endpointStep(FaultKind::Unreachable, m_proxy.name() + " reports: host unreachable");
        case '\x06':
            return endpointStep(FaultKind::ConnectTimeout, m_proxy.name() + " reports: time to live expired");
        default: // a byte from the wire, not an enumeration
            return endpointStep(FaultKind::Unreachable,
                                m_proxy.name() + " refused with SOCKS code " +
                                    std::to_string(static_cast<unsigned char>(m_received[1])));
        }
    }

    Proxy m_proxy;
    std::string m_request;
    std::string m_received;
    Stage m_stage = Stage::Method;
};

} // namespace

std::unique_ptr<TunnelHandshake> TunnelHandshake::make(const Proxy& proxy, const WireTarget& target,
                                                       const QHostAddress& address)
{
    switch (proxy.kind) {
    case ProxyKind::Http:
        return std::make_unique<ConnectHandshake>(proxy, target);
    case ProxyKind::Socks5:
    case ProxyKind::Socks5Remote:
        return std::make_unique<Socks5Handshake>(proxy, target, address);
    }
    return nullptr;
}

} // namespace retryscope::io
