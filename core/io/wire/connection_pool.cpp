// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/wire/connection_pool.h"

#include <algorithm>
#include <optional>

namespace retryscope::io {

namespace {

std::string nameOf(const Connection& connection)
{
    return "connection " + std::to_string(connection.number);
}

/// Why an idle connection must not be used again; absent while it is sound.
std::optional<std::string> defectOf(const Connection& connection)
{
    const bool isConnected = connection.socket->state() == QAbstractSocket::ConnectedState;
    if (isConnected && connection.socket->bytesAvailable() == 0 && connection.probe.isOpenAndSilent()) {
        return std::nullopt;
    }
    const std::string stale = "stale: kept " + nameOf(connection);
    switch (connection.probe.ending()) {
    case TcpEnding::Fin:
        return stale + " was closed by the server (FIN) while idle";
    case TcpEnding::Reset:
        return stale + " was reset by the server (RST) while idle";
    case TcpEnding::Open:
    case TcpEnding::Unknown:
        break;
    }
    if (!isConnected) {
        return stale + " ended while idle";
    }
    // on TLS, waiting bytes may be no more than a session ticket
    if (connection.socket->bytesAvailable() > 0 ||
        (!connection.key.isTls && connection.probe.hasUnreadBytes())) {
        return stale + " received unexpected bytes while idle";
    }
    return std::nullopt;
}

} // namespace

ConnectionPool::Taken ConnectionPool::take(const ConnectionKey& key)
{
    Taken taken;
    const auto isOurs = [&key](const std::unique_ptr<Connection>& connection) {
        return connection->key == key;
    };
    while (taken.connection == nullptr) {
        const auto found = std::find_if(m_idle.rbegin(), m_idle.rend(), isOurs);
        if (found == m_idle.rend()) {
            break;
        }
        std::unique_ptr<Connection> connection = std::move(*found);
        m_idle.erase(std::next(found).base());
        connection->watch->setUser(nullptr);
        if (const std::optional<std::string> defect = defectOf(*connection)) {
            taken.note = *defect;
        } else {
            taken.connection = std::move(connection);
        }
    }
    const auto lost =
        std::find_if(m_lost.begin(), m_lost.end(), [&key](const auto& entry) { return entry.first == key; });
    if (lost != m_lost.end()) {
        if (taken.note.empty() && !taken.connection) {
            taken.note = lost->second;
        }
        m_lost.erase(lost);
    }
    return taken;
}

bool ConnectionPool::discard(const ConnectionKey& key)
{
    return std::erase_if(m_idle, [&key](const std::unique_ptr<Connection>& connection) {
               if (connection->key != key) {
                   return false;
               }
               connection->watch->setUser(nullptr); // its end is ours, and nothing to remember
               return true;
           }) > 0;
}

void ConnectionPool::keep(std::unique_ptr<Connection> connection)
{
    if (m_idle.size() >= kMaxIdle) {
        m_idle.erase(m_idle.begin());
    }
    connection->watch->setUser(this);
    m_idle.push_back(std::move(connection));
}

void ConnectionPool::drop(const QTcpSocket& socket)
{
    const auto found = std::find_if(m_idle.begin(), m_idle.end(), [&socket](const auto& connection) {
        return connection->socket.get() == &socket;
    });
    if (found == m_idle.end()) {
        return;
    }
    const std::optional<std::string> defect = defectOf(**found);
    const ConnectionKey key = (*found)->key;
    std::erase_if(m_lost, [&key](const auto& entry) { return entry.first == key; });
    m_lost.emplace_back(key, defect.value_or("stale: kept " + nameOf(**found) + " ended while idle"));
    m_idle.erase(found);
}

} // namespace retryscope::io
