// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/connection.h"

#include "core/io/wire/timer_interval.h"

#include <QSslSocket>

namespace retryscope::io {

ConnectionWatch::ConnectionWatch(QTcpSocket* socket) : QObject(socket)
{
    const auto written = [this] {
        if (m_user != nullptr) {
            m_user->onWritten();
        }
    };
    const auto ended = [this, socket] {
        if (m_user != nullptr) {
            m_user->onEnded(*socket);
        }
    };
    connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
        if (m_user != nullptr) {
            m_user->onReadyRead(*socket);
        }
    });
    connect(socket, &QTcpSocket::disconnected, this, ended);
    connect(socket, &QTcpSocket::errorOccurred, this, ended);
    connect(socket, &QTcpSocket::bytesWritten, this, written);
    if (auto* secure = qobject_cast<QSslSocket*>(socket)) {
        connect(secure, &QSslSocket::encryptedBytesWritten, this, written);
    }
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &ConnectionWatch::onTimer);
}

void ConnectionWatch::wakeWithin(Duration time)
{
    const WireClock::time_point due = WireClock::now() + time;
    if (!m_timer.isActive() || m_due > due) {
        m_due = due;
        m_timer.start(toTimerInterval(time));
    }
}

void ConnectionWatch::onTimer()
{
    if (m_user != nullptr) {
        m_user->onWakeUp();
    }
}

} // namespace retryscope::io
