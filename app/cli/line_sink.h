// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QSocketNotifier>
#include <QString>
#include <QTimer>

#include <functional>
#include <memory>

namespace retryscope::cli {

/// Writes lines without blocking the event loop. It buffers what the reader has not read and retries when
/// there is room. Only the destructor waits, as long as the reader keeps reading.
class LineSink : public QObject
{
public:
    /// How long a reader can stall before this gives up.
    static constexpr std::chrono::seconds kPatience{5};
    /// Size limit of the buffer.
    static constexpr qsizetype kMostKept = qsizetype{16} * 1024 * 1024;

    /// descriptor: must stay open while this object lives. givenUp: called once, with the reason; nothing is
    /// written after that.
    LineSink(int descriptor, std::function<void(const QString& why)> givenUp);
    ~LineSink() override;
    LineSink(const LineSink&) = delete;
    LineSink& operator=(const LineSink&) = delete;

    void write(const QByteArray& line);
    [[nodiscard]] bool isGivenUp() const { return m_isGivenUp; }

private:
    void writeKept();
    bool writeSome(std::chrono::milliseconds wait);
    void losePatience();
    void giveUp(const QString& why);

    const int m_descriptor;
    std::function<void(const QString&)> m_givenUp;
    QByteArray m_kept;
    QSocketNotifier m_room;
    QTimer m_patience;
    bool m_isGivenUp = false;
};

/// Writes a line to standard output for a command that then serves clients and must not block on a reader.
/// Returns null, after a message on standard error, if the line cannot be written.
[[nodiscard]] std::unique_ptr<LineSink> announce(const QString& line);

} // namespace retryscope::cli
