// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/wire/connection.h"

#include <QObject>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace retryscope::io {

/// Connections kept alive between requests, with the reasons why some could not be reused.
class ConnectionPool final : public QObject, private ConnectionUser
{
    Q_OBJECT
public:
    /// Most idle connections; beyond this the oldest is closed.
    static constexpr std::size_t kMaxIdle = 16;

    struct Taken
    {
        std::unique_ptr<Connection> connection; ///< nullptr: make a new one
        std::string note; ///< why one that was kept could not be used; empty when none was
    };

    using QObject::QObject;

    /// The most recently kept connection for this key, if it is still usable.
    [[nodiscard]] Taken take(const ConnectionKey& key);
    /// Closes the connections kept for this key. Returns false if there were none.
    bool discard(const ConnectionKey& key);
    /// Keeps an idle connection and watches it; remembers the reason if it ends.
    void keep(std::unique_ptr<Connection> connection);

private:
    void onReadyRead(const QTcpSocket& socket) override { drop(socket); }
    void onEnded(const QTcpSocket& socket) override { drop(socket); }
    void drop(const QTcpSocket& socket);

    std::vector<std::unique_ptr<Connection>> m_idle;
    std::vector<std::pair<ConnectionKey, std::string>> m_lost; ///< what became of connections that died idle
};

} // namespace retryscope::io
