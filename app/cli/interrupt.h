// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <string_view>

class QSocketNotifier;

namespace retryscope::cli {

/// Turns SIGINT, SIGTERM and the end of the terminal (SIGHUP) into a Qt signal while it lives, so that what
/// was recorded is still written; from the making of the record to the last byte of it. Two within a second
/// end the program at once. One at a time.
class Interrupt : public QObject
{
    Q_OBJECT
public:
    /// What is left to do once a signal has come, and said at once, since it may take seconds.
    enum class Remains { Nothing, Record };

    explicit Interrupt(Remains remains);
    ~Interrupt() override;

    /// A signal has come; known at once, also without an event loop.
    [[nodiscard]] static bool wasRaised();

    /// For work that leaves nothing half done: such a signal ends the program with the
    /// exit code for interruptions, and these last words on standard error (a literal).
    static void exitOnSignals(std::string_view lastWords = {});

Q_SIGNALS:
    void raised();

private:
    void receive();

    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace retryscope::cli
