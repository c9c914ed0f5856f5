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

/// Writes lines while an event loop runs, and does not wait for whoever reads them: it keeps what is not
/// taken and tries again when there is room. Only its end waits, for as long as the reader goes on reading.
class LineSink : public QObject
{
public:
    /// So long a reader may take nothing.
    static constexpr std::chrono::seconds kPatience{5};
    /// What is kept for a reader at most.
    static constexpr qsizetype kMostKept = qsizetype{16} * 1024 * 1024;

    /// descriptor: stays open for the life of this. givenUp: told once, and why; nothing is written after it.
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

/// Writes a line to standard output for a program that goes on to serve clients, which wait for no reader.
/// Returns null, after a message on standard error, if the line cannot be written.
[[nodiscard]] std::unique_ptr<LineSink> announce(const QString& line);

} // namespace retryscope::cli
