// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/recorder/recorder.h"

#include "core/io/endpoint/connection_server.h"
#include "core/io/http/pasted_address.h"
#include "core/io/recorder/client_connection.h"
#include "core/io/recorder/recorder_desk.h"
#include "core/io/text/utf8.h"
#include "core/io/wire/timer_interval.h"

#include <QPointer>
#include <QSslSocket>
#include <QTcpServer>
#include <QTimer>

#include <algorithm>
#include <utility>

namespace retryscope::io {

namespace {

/// Of a connection: the client's, the upstream's, and the second view of that (TcpProbe).
constexpr std::size_t kDescriptorsEach = 3;
/// So often calls are looked at that may be over.
constexpr std::chrono::seconds kSettling{1};

} // namespace

struct Recorder::Private
{
    Private(Recorder& owner, RecorderPlan plan)
        : recorder(owner)
        , desk(std::move(plan),
               {.changed = [this](Place place) { Q_EMIT recorder.changed(place); },
                .seen = [this](const SeenRequest& request,
                               const SeenAttempt& attempt) { Q_EMIT recorder.requestSeen(request, attempt); },
                .settled = [this] { stopIfFull(); },
                .outside = [this] { Q_EMIT recorder.outsideChanged(); },
                .handshakeRefused =
                    [this](const RefusedHandshake& refused) { Q_EMIT recorder.handshakeRefused(refused); },
                .looped =
                    [this] {
                        endLoop();
                    }})
        , server(kDescriptorsEach, {.open = [this](QTcpSocket* socket) { return open(socket); },
                                    .closeIdle = [this] { return closeIdlest(connections); },
                                    .closed =
                                        [this] {
                                            stopIfFull();
                                        }})
    {
        QObject::connect(&server, &ConnectionServer::ranShort, &owner, [this] {
            desk.noteShortage({.waited = 1});
            Q_EMIT recorder.ranShort();
        });
        settling.setInterval(kSettling);
        QObject::connect(&settling, &QTimer::timeout, &owner, [this] { settle(); });
        lifetime.setSingleShot(true);
        QObject::connect(&lifetime, &QTimer::timeout, &owner, &Recorder::stop);
    }

    Result<Done> listen();
    QObject* open(QTcpSocket* socket);
    void settle();
    void stopIfFull();
    void endLoop();
    void close();

    Recorder& recorder;
    RecorderDesk desk;
    ConnectionServer server;
    QTimer settling;
    QTimer lifetime;
    std::vector<QPointer<ClientConnection>> connections;
    int connectionCount = 0;
    QString address;
    bool isRecording = false;
    bool hasStarted = false;
};

Recorder::Recorder(RecorderPlan plan, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(*this, std::move(plan)))
{
}

Recorder::~Recorder()
{
    d->close();
}

Result<Done> Recorder::start()
{
    if (std::exchange(d->hasStarted, true)) {
        return Error{Error::Kind::BadUsage, QStringLiteral("this recorder has already been started"), {}};
    }
    if (Result<Done> opened = d->desk.open(); !opened) {
        return opened;
    }
    if (Result<Done> listening = d->listen(); !listening) {
        return listening;
    }
    d->isRecording = true;
    d->desk.start(fromQString(d->address));
    d->settling.start();
    if (const std::optional<Duration> duration = plan().duration) {
        d->lifetime.start(toTimerInterval(*duration));
    }
    return Done{};
}

Result<Done> Recorder::Private::listen()
{
    const ListenAddress& wanted = desk.plan().listen;
    const QHostAddress host = hostToListenOn(wanted);
    server.setMayEncrypt(desk.plan().intercept);
    if (!server.listen(host, wanted.port)) {
        return cannotListen(wanted, server.serverError() == QAbstractSocket::AddressInUseError
                                        ? QStringLiteral("another program uses port %1").arg(wanted.port)
                                        : server.errorString());
    }
    address = addressText(host, server.serverPort());
    const std::optional<WireTarget>& upstream = desk.ways().upstream;
    if (upstream && upstream->port == server.serverPort() &&
        (QHostAddress(upstream->host) == host || (host.isLoopback() && isThisMachine(upstream->host)))) {
        server.stop();
        return Error{Error::Kind::BadUsage,
                     QStringLiteral("the upstream is the recorder's own address, %1").arg(address),
                     {}};
    }
    return Done{};
}

QObject* Recorder::Private::open(QTcpSocket* socket)
{
    std::erase_if(connections,
                  [](const QPointer<ClientConnection>& connection) { return connection.isNull(); });
    auto* connection = new ClientConnection(socket, ++connectionCount, desk, &recorder);
    connections.emplace_back(connection);
    return connection;
}

void Recorder::Private::settle()
{
    desk.settle();
    for (const QPointer<ClientConnection>& connection : connections) {
        if (!connection.isNull()) {
            connection->countTunnel();
        }
    }
}

/// Not before the last response has left, and not at once: whoever ended the last request is still at it.
void Recorder::Private::stopIfFull()
{
    const bool isDone = isRecording && desk.isFull() && desk.underWay() == 0 &&
                        std::ranges::all_of(connections, [](const QPointer<ClientConnection>& connection) {
                            return connection.isNull() || connection->isDrained();
                        });
    if (!isDone) {
        return;
    }
    if (server.isListening() && desk.isOverLimit()) {
        Q_EMIT recorder.failed(desk.limitReached());
    }
    server.stop();
    QMetaObject::invokeMethod(&recorder, &Recorder::stop, Qt::QueuedConnection);
}

void Recorder::Private::endLoop()
{
    Q_EMIT recorder.failed(
        {Error::Kind::BadUsage,
         QStringLiteral("the server sends the recorder's own requests back, so the recording ends. Check "
                        "that the server does not forward to this recorder"),
         address});
    QMetaObject::invokeMethod(&recorder, &Recorder::stop, Qt::QueuedConnection);
}

void Recorder::Private::close()
{
    isRecording = false;
    server.stop();
    settling.stop();
    lifetime.stop();
    for (const QPointer<ClientConnection>& connection : std::exchange(connections, {})) {
        if (!connection.isNull()) {
            connection->abandon();
        }
    }
}

void Recorder::stop()
{
    if (!d->isRecording) {
        return;
    }
    d->close();
    d->desk.finish();
    Q_EMIT stopped();
}

bool Recorder::isRecording() const
{
    return d->isRecording;
}

const RecorderPlan& Recorder::plan() const
{
    return d->desk.plan();
}

QString Recorder::address() const
{
    return d->address;
}

QString Recorder::url() const
{
    return d->address.isEmpty() ? QString() : QStringLiteral("http://") + d->address;
}

QString Recorder::authorityFile() const
{
    return d->desk.authorityFile();
}

const RunRecord& Recorder::record() const
{
    return d->desk.record();
}

std::int64_t Recorder::requestCount() const
{
    return d->desk.requestCount();
}

int Recorder::connectionCount() const
{
    return d->connectionCount;
}

std::int64_t Recorder::outsideCount() const
{
    return d->desk.outsideCount();
}

const std::vector<OutsideRequest>& Recorder::outside() const
{
    return d->desk.outside();
}

const std::vector<TunnelCount>& Recorder::tunnels() const
{
    return d->desk.tunnels();
}

std::int64_t Recorder::mostInFlight() const
{
    return d->desk.mostInFlight();
}

} // namespace retryscope::io
