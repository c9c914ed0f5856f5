// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/interrupt.h"

#include "app/cli/console.h"
#include "core/io/files/library.h"

#include <QSocketNotifier>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace retryscope::cli {

namespace {

constexpr int kExitCode = static_cast<int>(ExitCode::Interrupted);

/// Written by the signal handler, read by the event loop: a handler may do little more than write().
std::array<int, 2> selfPipe{-1, -1};
volatile std::sig_atomic_t wasSignalled = 0;
/// Of the last signal. Only handlers use it, and none interrupts another.
timespec lastSignal{};
volatile std::sig_atomic_t leavesRecord = 0;

std::string_view lastWords; ///< that exitNow() writes

void exitNow(int /*signal*/)
{
    if (!lastWords.empty()) {
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, lastWords.data(), lastWords.size());
    }
    _exit(kExitCode);
}

/// Above a second: that long.
long millisecondsBetween(const timespec& earlier, const timespec& later)
{
    constexpr long kMost = 2;
    const long seconds = std::min(static_cast<long>(later.tv_sec - earlier.tv_sec), kMost);
    return seconds * 1000 + (later.tv_nsec - earlier.tv_nsec) / 1'000'000;
}

/// Whoever read standard error may have gone by the same signal: that must not end the program.
void sayThatWritingGoesOn()
{
    constexpr std::string_view kSaid =
        "interrupted: writing what was recorded; two signals within one second stop at once\n";
    struct sigaction ignore = {};
    struct sigaction before = {};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &ignore, &before);
    pollfd room{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
    if (::poll(&room, 1, 0) == 1 && (room.revents & POLLOUT) != 0) { // a full pipe would hold us for ever
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, kSaid.data(), kSaid.size());
    }
    sigaction(SIGPIPE, &before, nullptr);
}

void writeToPipe(int /*signal*/)
{
    const int errorNumber = errno;
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    constexpr long kOneSignal =
        20; // timeout(1) sends to the program and to its group, nobody so quickly twice
    const long since = wasSignalled != 0 ? millisecondsBetween(lastSignal, now) : 1000;
    if (since < kOneSignal) {
        errno = errorNumber;
        return;
    }
    if (since < 1000) {
        _exit(kExitCode);
    }
    if (wasSignalled == 0 && leavesRecord != 0) {
        sayThatWritingGoesOn();
    }
    lastSignal = now;
    wasSignalled = 1;
    const char byte = 1;
    [[maybe_unused]] const ssize_t written = ::write(selfPipe[1], &byte, 1);
    errno = errorNumber;
}

void handleSignals(void (*handler)(int))
{
    struct sigaction action = {};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        sigaddset(&action.sa_mask, signal);
    }
    action.sa_flags = SA_RESTART;
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    struct sigaction hangUp = {};
    sigaction(SIGHUP, nullptr, &hangUp);
    if (hangUp.sa_handler != SIG_IGN) { // as nohup has it
        sigaction(SIGHUP, &action, nullptr);
    }
}

} // namespace

Interrupt::Interrupt(Remains remains)
{
    if (::pipe2(selfPipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return; // without a pipe the signals keep ending the program at once
    }
    wasSignalled = 0;
    leavesRecord = remains == Remains::Record ? 1 : 0;
    m_notifier = std::make_unique<QSocketNotifier>(selfPipe[0], QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, &Interrupt::receive);
    handleSignals(writeToPipe);
    // A record that somebody reads is still written, however slowly: two signals end that.
    io::setStopAsked([](bool hasReader) { return wasRaised() && !(hasReader && leavesRecord != 0); });
}

Interrupt::~Interrupt()
{
    io::setStopAsked(nullptr);
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

void Interrupt::exitOnSignals(std::string_view words)
{
    lastWords = words;
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
