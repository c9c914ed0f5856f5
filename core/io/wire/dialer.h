// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/facts/attempt_facts.h"
#include "core/io/wire/connection.h"
#include "core/io/wire/tunnel_handshake.h"

#include <QHostAddress>
#include <QList>
#include <QObject>
#include <QSslConfiguration>
#include <QSslError>
#include <QTimer>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

class QHostInfo;
class QSslSocket;

namespace retryscope::io {

/// Where to connect, and how.
struct DialPlan
{
    WireTarget target;
    std::optional<Proxy> proxy;
    bool needsTunnel = false;             ///< false for plain HTTP through an HTTP proxy
    std::optional<QSslConfiguration> tls; ///< set for https
    ConnectionKey key;
    Duration timeout{0}; ///< for everything until the connection is ready; 0: none
};

struct Dialled
{
    std::unique_ptr<Connection> connection; ///< nullptr: see fault
    std::optional<Fault> fault;
    Phases phases; ///< lookup, connect, tls
    std::string peer;
    std::string untrustedChain; ///< as in WireFacts
    std::vector<std::string> notes;
};

/// Opens one connection: name lookup, its addresses in order, the proxy's tunnel, the TLS handshake. Reports
/// once; destroying it stops it.
class Dialer : public QObject
{
    Q_OBJECT
public:
    using Done = std::function<void(Dialled)>;
    /// socketOwner: parent of the sockets. done: may be called from inside start().
    Dialer(QObject* socketOwner, DialPlan plan, Done done);
    ~Dialer() override;
    void start();
    /// Ends without a report, closes the connection and returns its progress.
    [[nodiscard]] Dialled giveUp();

private:
    enum class Phase { Lookup, Connect, Tunnel, Tls };

    void lookUp(const QString& host);
    Q_SLOT void onLookedUp(const QHostInfo& info);
    void onAddresses(QList<QHostAddress> addresses);
    void tryNextAddress();
    void watch(QTcpSocket& socket);
    void onConnected();
    void onTunnelBytes();
    void onReady();
    void onEncrypted();
    void onSocketError(QAbstractSocket::SocketError error);
    void onTimeout();
    void addressFailed(FaultKind kind, const QString& why);
    void fail(FaultKind kind, std::string detail);
    void finish();
    void wrapUp();
    void closeSocket();
    void closePhase();
    [[nodiscard]] bool looksTargetUp() const;
    [[nodiscard]] Duration timeLeft() const;
    void keepChain();
    [[nodiscard]] std::string tlsFailureText(const QString& fallback) const;

    QObject* m_socketOwner;
    DialPlan m_plan;
    Done m_done;
    Phase m_phase = Phase::Lookup;
    WireClock::time_point m_started;
    WireClock::time_point m_phaseStarted;
    QTimer m_timer;
    int m_lookupId = -1;
    bool m_isTargetLookup = false; ///< the second look-up, for a SOCKS proxy that wants an address
    QList<QHostAddress> m_addresses;
    qsizetype m_nextAddress = 0;
    QHostAddress m_targetAddress;
    SocketPointer m_socket;
    TcpProbe m_probe;
    std::unique_ptr<TunnelHandshake> m_tunnel;
    QList<QSslError> m_tlsErrors;
    std::vector<std::string> m_failures; ///< one per address that did not accept
    Dialled m_result;
};

} // namespace retryscope::io
