// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace retryscope::cli {

/// Turns SIGINT and SIGTERM into a Qt signal while it lives; a second one ends the program at once.
/// One at a time.
class Interrupt : public QObject
{
    Q_OBJECT
public:
    explicit Interrupt(QObject* parent = nullptr);
    ~Interrupt() override;

    /// A signal has come; known at once, also without an event loop.
    [[nodiscard]] static bool wasRaised();

    /// For work that leaves nothing half done: such a signal ends the program with the
    /// exit code for interruptions.
    static void exitOnSignals();

Q_SIGNALS:
    void raised();

private:
    void receive();

    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace retryscope::cli
