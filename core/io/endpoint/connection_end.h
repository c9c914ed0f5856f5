// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class QTcpSocket;

namespace retryscope::io {

/// Ends a connection with a RST. Unsent bytes are lost.
void resetConnection(QTcpSocket& socket);

/// Ends a connection whose other side might still be sending. Unread bytes would turn the close into a RST
/// and destroy the last bytes written. So it writes nothing more and drains input, up to a time and byte
/// limit.
class LingeringEnd : public QObject
{
    Q_OBJECT
public:
    /// socket: must outlive this object.
    explicit LingeringEnd(QTcpSocket& socket);
    /// Begins after all written bytes have been sent.
    void begin();
    [[nodiscard]] bool hasBegun() const { return m_hasBegun; }

private:
    void discard();
    void noticeWritten();
    void endWriting();

    QTcpSocket& m_socket;
    QTimer m_timer;
    bool m_hasBegun = false;
    bool m_isDraining = false;
    qint64 m_discarded = 0;
};

} // namespace retryscope::io
