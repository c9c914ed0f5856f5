// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <memory>
#include <string_view>

class QSocketNotifier;

namespace retryscope::cli {

/// While an object of this class lives, it turns SIGINT, SIGTERM and SIGHUP into a Qt signal, so that the
/// record is still written. Create it before the record and keep it until the last byte is written. Two
/// signals within one second end the program immediately. Only one object can live at a time.
class Interrupt : public QObject
{
    Q_OBJECT
public:
    /// What remains to be done after a signal. A message says so immediately, since it can take seconds.
    enum class Remains { Nothing, Record };

    explicit Interrupt(Remains remains);
    ~Interrupt() override;

    /// Whether a signal has arrived. Works without an event loop.
    [[nodiscard]] static bool wasRaised();

    /// For work that can end at any point: a signal ends the program with the exit code for interruptions,
    /// after writing lastWords (a literal) to standard error.
    static void exitOnSignals(std::string_view lastWords = {});

Q_SIGNALS:
    void raised();

private:
    void receive();

    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace retryscope::cli
