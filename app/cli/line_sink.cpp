// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/line_sink.h"

#include "app/cli/console.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace retryscope::cli {

LineSink::LineSink(int descriptor, std::function<void(const QString& why)> givenUp)
    : m_descriptor(descriptor), m_givenUp(std::move(givenUp)), m_room(descriptor, QSocketNotifier::Write)
{
    m_room.setEnabled(false);
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatience);
    connect(&m_room, &QSocketNotifier::activated, this, &LineSink::writeKept);
    connect(&m_patience, &QTimer::timeout, this, &LineSink::losePatience);
}

LineSink::~LineSink()
{
    while (writeSome(kPatience)) {
    }
    if (!m_kept.isEmpty()) {
        losePatience();
    }
}

void LineSink::write(const QByteArray& line)
{
    if (m_isGivenUp) {
        return;
    }
    m_kept += line;
    writeKept();
    if (m_kept.size() > kMostKept) {
        giveUp(QStringLiteral("the reader is too slow"));
    }
}

void LineSink::writeKept()
{
    while (writeSome(std::chrono::milliseconds::zero())) {
    }
    m_room.setEnabled(!m_kept.isEmpty());
    if (m_kept.isEmpty()) {
        m_patience.stop();
    } else if (!m_patience.isActive()) {
        m_patience.start();
    }
}

/// False when there is nothing more to write, or no room.
bool LineSink::writeSome(std::chrono::milliseconds wait)
{
    constexpr qsizetype kNeverWaits = 4096; // PIPE_BUF: a pipe that has room takes so much at once
    pollfd room{.fd = m_descriptor, .events = POLLOUT, .revents = 0};
    if (m_kept.isEmpty() || ::poll(&room, 1, static_cast<int>(wait.count())) == 0) {
        return false;
    }
    const ssize_t taken = ::write(m_descriptor, m_kept.constData(),
                                  static_cast<std::size_t>(std::min(m_kept.size(), kNeverWaits)));
    if (taken >= 0) {
        m_kept.remove(0, taken);
        m_patience.stop();
    } else if (errno == EAGAIN) {
        return false;
    } else if (errno != EINTR) {
        giveUp(qt_error_string(errno));
    }
    return true;
}

void LineSink::losePatience()
{
    giveUp(QStringLiteral("the reader has read nothing for %1 s").arg(kPatience.count()));
}

void LineSink::giveUp(const QString& why)
{
    m_isGivenUp = true;
    m_kept.clear();
    m_room.setEnabled(false);
    m_patience.stop();
    m_givenUp(why);
}

std::unique_ptr<LineSink> announce(const QString& line)
{
    auto output = std::make_unique<LineSink>(STDOUT_FILENO, [](const QString& why) {
        Console::note(QStringLiteral("cannot write to standard output: %1").arg(why));
    });
    output->write(line.toUtf8() + '\n');
    return output->isGivenUp() ? nullptr : std::move(output);
}

} // namespace retryscope::cli
