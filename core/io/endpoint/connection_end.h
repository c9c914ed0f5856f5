// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

class QTcpSocket;

namespace retryscope::io {

/// Ends a connection with a RST. What was not sent yet is lost.
void resetConnection(QTcpSocket& socket);

/// Ends a connection whose other side may still be sending. Bytes that nobody reads would make a RST of the
/// end, and that would take back what was written last; so nothing more is written, and the rest is read and
/// dropped for some time and some bytes.
class LingeringEnd : public QObject
{
    Q_OBJECT
public:
    /// socket: outlives this.
    explicit LingeringEnd(QTcpSocket& socket);
    /// Once what was written has left.
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
