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

/// Writes lines while an event loop runs, and never waits for whoever reads them: what is not taken is kept,
/// and tried again when there is room.
class LineSink : public QObject
{
public:
    /// So long a reader may take nothing.
    static constexpr std::chrono::seconds kPatience{5};
    /// What is kept for a reader at most.
    static constexpr qsizetype kMostKept = qsizetype{16} * 1024 * 1024;

    /// descriptor: stays open for the life of this. givenUp: told once, and why; nothing is written after it.
    LineSink(int descriptor, std::function<void(const QString& why)> givenUp);

    void write(const QByteArray& line);
    [[nodiscard]] bool isGivenUp() const { return m_isGivenUp; }

private:
    void writeKept();
    void giveUp(const QString& why);

    const int m_descriptor;
    std::function<void(const QString&)> m_givenUp;
    QByteArray m_kept;
    QSocketNotifier m_room;
    QTimer m_patience;
    bool m_isGivenUp = false;
};

/// A line on standard output, of a program that goes on to serve clients: nobody waits for whoever reads it.
/// Nothing where it cannot be written, which is said.
[[nodiscard]] std::unique_ptr<LineSink> announce(const QString& line);

} // namespace retryscope::cli
