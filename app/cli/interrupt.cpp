// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/interrupt.h"

#include "app/cli/console.h"

#include <QSocketNotifier>

#include <array>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace retryscope::cli {

namespace {

constexpr int kExitCode = static_cast<int>(ExitCode::Interrupted);

/// Written by the signal handler, read by the event loop: a handler may do little more than write().
std::array<int, 2> selfPipe{-1, -1};
volatile std::sig_atomic_t wasSignalled = 0;

void exitNow(int /*signal*/)
{
    _exit(kExitCode);
}

void writeToPipe(int /*signal*/)
{
    if (wasSignalled != 0) {
        _exit(kExitCode);
    }
    wasSignalled = 1;
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(selfPipe[1], &byte, 1);
}

void handleSignals(void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
}

} // namespace

Interrupt::Interrupt(QObject* parent) : QObject(parent)
{
    if (::pipe2(selfPipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return; // without a pipe the signals keep ending the program at once
    }
    wasSignalled = 0;
    m_notifier = std::make_unique<QSocketNotifier>(selfPipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &Interrupt::receive);
    handleSignals(writeToPipe);
}

Interrupt::~Interrupt()
{
    exitOnSignals();
    m_notifier.reset();
    for (int& end : selfPipe) {
        if (end >= 0) {
            ::close(end);
        }
        end = -1;
    }
}

bool Interrupt::wasRaised()
{
    return wasSignalled != 0;
}

void Interrupt::exitOnSignals()
{
    handleSignals(exitNow);
}

void Interrupt::receive()
{
    char byte = 0;
    if (::read(selfPipe[0], &byte, 1) == 1) {
        Q_EMIT raised();
    }
}

} // namespace retryscope::cli
