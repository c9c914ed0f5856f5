// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/dialer.h"

#include "core/io/wire/timer_interval.h"

#include <QHostInfo>
#include <QNetworkProxy>
#include <QSslCertificate>
#include <QSslCertificateExtension>
#include <QSslSocket>

#include <algorithm>

namespace retryscope::io {

namespace {

std::string textOf(const QHostAddress& address, quint16 port)
{
    const std::string text = address.toString().toStdString();
    return (address.protocol() == QAbstractSocket::IPv6Protocol ? '[' + text + ']' : text) + ':' +
           std::to_string(port);
}

FaultKind connectFaultOf(QAbstractSocket::SocketError error)
{
    if (error == QAbstractSocket::ConnectionRefusedError) {
        return FaultKind::ConnectionRefused;
    }
    if (error == QAbstractSocket::SocketTimeoutError) {
        return FaultKind::ConnectTimeout;
    }
    if (error == QAbstractSocket::RemoteHostClosedError) {
        return FaultKind::ConnectionReset;
    }
    return FaultKind::Unreachable;
}

std::string certificateText(const QSslCertificate& certificate)
{
    const auto joined = [](const QStringList& parts) {
        return parts.join(QStringLiteral(", "));
    };
    return QStringLiteral("certificate of \"%1\", issued by \"%2\"")
        .arg(joined(certificate.subjectInfo(QSslCertificate::CommonName)),
             joined(certificate.issuerInfo(QSslCertificate::CommonName)))
        .toStdString();
}

/// `*.example.org` stands for one label. Source: RFC 9525, section 6.3.
bool matches(const QString& pattern, const QString& host)
{
    if (pattern.compare(host, Qt::CaseInsensitive) == 0) {
        return true;
    }
    const qsizetype dot = host.indexOf(QLatin1Char('.'));
    return pattern.startsWith(QLatin1String("*.")) && dot > 0 &&
           host.mid(dot).compare(pattern.mid(1), Qt::CaseInsensitive) == 0;
}

/// Of whatever type: also those that Qt does not list, such as URIs.
bool hasAlternatives(const QSslCertificate& certificate)
{
    return std::ranges::any_of(certificate.extensions(), [](const QSslCertificateExtension& extension) {
        return extension.oid() == QLatin1String("2.5.29.17"); // subjectAltName, RFC 5280, section 4.2.1.6
    });
}

/// If a certificate has alternative names, its common name does not count (RFC 9525), but Qt
/// 6.4 takes it all the same.
bool isNamedByAlternatives(const QSslCertificate& certificate, const QString& host)
{
    const QMultiMap<QSsl::AlternativeNameEntryType, QString> names = certificate.subjectAlternativeNames();
    const QHostAddress address(host);
    const bool isAddress = !address.isNull();
    const QStringList those = names.values(isAddress ? QSsl::IpAddressEntry : QSsl::DnsEntry);
    return !hasAlternatives(certificate) || std::ranges::any_of(those, [&](const QString& name) {
        return isAddress ? QHostAddress(name) == address : matches(name, host);
    });
}

/// Trust of the chain's own root is all that is missing: no other error, and the root came along.
bool isMendedByTrust(const QList<QSslError>& errors, const QList<QSslCertificate>& chain)
{
    const auto isAboutTrust = [](const QSslError& error) {
        switch (error.error()) {
        case QSslError::SelfSignedCertificate:
        case QSslError::SelfSignedCertificateInChain:
        case QSslError::UnableToGetLocalIssuerCertificate:
        case QSslError::UnableToVerifyFirstCertificate:
        case QSslError::CertificateUntrusted:
            return true;
        default:
            return false;
        }
    };
    return !errors.isEmpty() && !chain.isEmpty() && chain.last().isSelfSigned() &&
           std::all_of(errors.begin(), errors.end(), isAboutTrust);
}

} // namespace

Dialer::Dialer(QObject* socketOwner, DialPlan plan, Done done)
    : m_socketOwner(socketOwner), m_plan(std::move(plan)), m_done(std::move(done))
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &Dialer::onTimeout);
}

Dialer::~Dialer()
{
    if (m_lookupId >= 0) {
        QHostInfo::abortHostLookup(m_lookupId);
    }
}

void Dialer::start()
{
    m_started = WireClock::now();
    m_phaseStarted = m_started;
    if (m_plan.timeout > Duration::zero()) {
        m_timer.start(toTimerInterval(m_plan.timeout));
    }
    lookUp(m_plan.proxy ? m_plan.proxy->host : m_plan.target.host);
}

void Dialer::lookUp(const QString& host)
{
    const QHostAddress literal(host);
    if (!literal.isNull()) {
        onAddresses({literal});
        return;
    }
    // By name: Qt 6.4 does not give back the memory of a function whose lookup is aborted.
    m_lookupId = QHostInfo::lookupHost(host, this, SLOT(onLookedUp(QHostInfo)));
}

void Dialer::onLookedUp(const QHostInfo& info)
{
    m_lookupId = -1;
    QList<QHostAddress> addresses = info.addresses();
    if (info.error() != QHostInfo::NoError || addresses.isEmpty()) {
        const bool isProxy = m_plan.proxy && !m_isTargetLookup;
        fail(FaultKind::HostNotFound, (isProxy ? m_plan.proxy->name() : info.hostName().toStdString()) +
                                          ": " + info.errorString().toStdString());
        return;
    }
    onAddresses(std::move(addresses));
}

/// A SOCKS proxy of the plain kind is told an address, so the target's name is looked up here as well.
bool Dialer::looksTargetUp() const
{
    return m_plan.proxy && m_plan.proxy->kind == ProxyKind::Socks5;
}

void Dialer::onAddresses(QList<QHostAddress> addresses)
{
    if (m_isTargetLookup) {
        m_targetAddress = addresses.first();
    } else {
        for (const QHostAddress& address : addresses) {
            if (!m_addresses.contains(address)) {
                m_addresses.append(address);
            }
        }
        if (looksTargetUp()) {
            m_isTargetLookup = true;
            lookUp(m_plan.target.host);
            return;
        }
    }
    closePhase();
    m_phase = Phase::Connect;
    tryNextAddress();
}

void Dialer::tryNextAddress()
{
    const QHostAddress address = m_addresses.at(m_nextAddress);
    ++m_nextAddress;
    if (m_plan.timeout > Duration::zero()) {
        // one silent address must not use up the time of the others
        m_timer.start(toTimerInterval(timeLeft() / (m_addresses.size() - m_nextAddress + 1)));
    }
    const quint16 port = m_plan.proxy ? m_plan.proxy->port : m_plan.target.port;
    m_result.peer = textOf(address, port);
    m_socket =
        SocketPointer(m_plan.target.isTls ? new QSslSocket(m_socketOwner) : new QTcpSocket(m_socketOwner));
    m_socket->setProxy(QNetworkProxy::NoProxy);
    watch(*m_socket);
    m_socket->connectToHost(address.toString(), port);
}

void Dialer::watch(QTcpSocket& socket)
{
    connect(&socket, &QTcpSocket::connected, this, &Dialer::onConnected);
    connect(&socket, &QTcpSocket::errorOccurred, this, &Dialer::onSocketError);
    connect(&socket, &QTcpSocket::readyRead, this, &Dialer::onTunnelBytes);
    if (auto* secure = qobject_cast<QSslSocket*>(&socket)) {
        connect(secure, &QSslSocket::encrypted, this, &Dialer::onEncrypted);
        connect(secure, &QSslSocket::sslErrors, this,
                [this](const QList<QSslError>& errors) { m_tlsErrors = errors; });
    }
}

void Dialer::onConnected()
{
    m_probe = TcpProbe(m_socket->socketDescriptor());
    m_socket->setSocketOption(QAbstractSocket::LowDelayOption, 1);
    if (m_plan.timeout > Duration::zero()) {
        m_timer.start(toTimerInterval(timeLeft()));
    }
    if (!m_plan.needsTunnel) {
        onReady();
        return;
    }
    m_phase = Phase::Tunnel;
    m_tunnel = TunnelHandshake::make(*m_plan.proxy, m_plan.target, m_targetAddress);
    m_socket->write(QByteArray::fromStdString(m_tunnel->begin()));
}

void Dialer::onTunnelBytes()
{
    if (m_phase != Phase::Tunnel) {
        return;
    }
    const QByteArray bytes = m_socket->readAll();
    TunnelHandshake::Step step = m_tunnel->feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    if (step.fault) {
        fail(step.fault->kind, std::move(step.fault->detail));
        return;
    }
    if (!step.send.empty()) {
        m_socket->write(QByteArray::fromStdString(step.send));
    }
    if (step.isOpen) {
        m_result.notes.push_back("tunnel through " + m_plan.proxy->name());
        onReady();
    }
}

void Dialer::onReady()
{
    closePhase();
    if (!m_plan.target.isTls) {
        finish();
        return;
    }
    m_phase = Phase::Tls;
    auto* secure = qobject_cast<QSslSocket*>(m_socket.get());
    secure->setSslConfiguration(*m_plan.tls);
    secure->setPeerVerifyName(m_plan.target.host);
    secure->startClientEncryption();
}

void Dialer::onEncrypted()
{
    const QSslCertificate certificate = qobject_cast<QSslSocket*>(m_socket.get())->peerCertificate();
    if (m_plan.key.verifyPeer && !isNamedByAlternatives(certificate, m_plan.target.host)) {
        fail(FaultKind::TlsFailed, "the host name is not among the certificate's alternative names; clients "
                                   "then ignore the common name (" +
                                       certificateText(certificate) + ')');
        return;
    }
    closePhase();
    finish();
}

void Dialer::onSocketError(QAbstractSocket::SocketError error)
{
    const QString text = m_socket->errorString();
    const char* const how = m_probe.ending() == TcpEnding::Reset ? "reset (RST)" : "closed";
    switch (m_phase) {
    case Phase::Lookup:
        break;
    case Phase::Connect:
        addressFailed(connectFaultOf(error), text);
        break;
    case Phase::Tunnel:
        fail(m_probe.ending() == TcpEnding::Reset ? FaultKind::ConnectionReset
                                                  : FaultKind::ClosedBeforeResponse,
             m_plan.proxy->name() + " " + how + " the connection before the tunnel was open");
        break;
    case Phase::Tls:
        keepChain();
        fail(FaultKind::TlsFailed,
             error == QAbstractSocket::RemoteHostClosedError
                 ? std::string("the connection was ") + how + " during the TLS handshake"
                 : tlsFailureText(text));
        break;
    }
}

void Dialer::keepChain()
{
    const QList<QSslCertificate> chain = qobject_cast<QSslSocket*>(m_socket.get())->peerCertificateChain();
    if (isMendedByTrust(m_tlsErrors, chain)) {
        for (const QSslCertificate& certificate : chain) {
            m_result.untrustedChain += certificate.toPem().toStdString();
        }
    }
}

std::string Dialer::tlsFailureText(const QString& fallback) const
{
    if (m_tlsErrors.isEmpty()) {
        // What OpenSSL says when the first bytes are not those of a TLS record.
        const bool isPlain = fallback.contains(QLatin1String("wrong version number")) ||
                             fallback.contains(QLatin1String("unknown protocol")) ||
                             fallback.contains(QLatin1String("packet length too long"));
        return isPlain ? "the server does not speak TLS on this port (for plain HTTP, use http://)"
                       : fallback.toStdString();
    }
    std::string text;
    for (const QSslError& error : m_tlsErrors) {
        text += (text.empty() ? "" : "; ") + error.errorString().toStdString();
    }
    const QSslCertificate certificate = m_tlsErrors.first().certificate();
    return certificate.isNull() ? text : text + " (" + certificateText(certificate) + ')';
}

void Dialer::onTimeout()
{
    switch (m_phase) {
    case Phase::Lookup:
        fail(FaultKind::ConnectTimeout,
             "no response to the name lookup within " + secondsText(m_plan.timeout));
        break;
    case Phase::Connect:
        addressFailed(FaultKind::ConnectTimeout, QStringLiteral("no response in time"));
        break;
    case Phase::Tunnel:
        fail(FaultKind::ConnectTimeout,
             m_plan.proxy->name() + " did not open a tunnel within " + secondsText(m_plan.timeout));
        break;
    case Phase::Tls:
        fail(FaultKind::ConnectTimeout, "no TLS handshake within " + secondsText(m_plan.timeout));
        break;
    }
}

void Dialer::addressFailed(FaultKind kind, const QString& why)
{
    m_failures.push_back(m_result.peer + ": " + why.toStdString());
    closeSocket();
    if (m_nextAddress < m_addresses.size()) {
        tryNextAddress();
        return;
    }
    std::string detail = m_plan.proxy ? m_plan.proxy->name() + ", " : "";
    for (const std::string& failure : m_failures) {
        detail += (&failure == &m_failures.front() ? "" : "; ") + failure;
    }
    m_failures.clear();
    fail(kind, std::move(detail));
}

void Dialer::fail(FaultKind kind, std::string detail)
{
    closePhase();
    m_result.fault = Fault{kind, std::move(detail)};
    finish();
}

Dialled Dialer::giveUp()
{
    closePhase();
    wrapUp();
    closeSocket();
    return std::move(m_result);
}

void Dialer::wrapUp()
{
    m_timer.stop();
    for (const std::string& failure : m_failures) {
        m_result.notes.push_back("earlier address: " + failure);
    }
    if (m_socket) {
        m_socket->disconnect(this);
    }
}

/// At once, also for the other side, which may take no other connection before this one ends. The probe holds
/// the connection as well.
void Dialer::closeSocket()
{
    m_socket.reset();
    m_probe.close();
}

void Dialer::finish()
{
    wrapUp();
    if (!m_result.fault) {
        auto* watch = new ConnectionWatch(m_socket.get());
        m_result.connection = std::make_unique<Connection>(Connection{.key = m_plan.key,
                                                                      .socket = std::move(m_socket),
                                                                      .watch = watch,
                                                                      .probe = std::move(m_probe),
                                                                      .peer = m_result.peer,
                                                                      .exchanges = 0});
    }
    closeSocket();
    m_done(std::move(m_result));
}

/// Writes down how long the phase took that ends now.
void Dialer::closePhase()
{
    const WireClock::time_point now = WireClock::now();
    const Duration took = elapsed(m_phaseStarted, now);
    m_phaseStarted = now;
    switch (m_phase) {
    case Phase::Lookup:
        m_result.phases.lookup = took;
        break;
    case Phase::Connect:
    case Phase::Tunnel:
        m_result.phases.connect = took;
        break;
    case Phase::Tls:
        m_result.phases.tls = took;
        break;
    }
}

Duration Dialer::timeLeft() const
{
    return std::max(m_plan.timeout - elapsed(m_started, WireClock::now()), Duration::zero());
}

} // namespace retryscope::io
