// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/library.h"

#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <algorithm>
#include <atomic>
#include <cerrno>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

namespace retryscope::io {

namespace {

/// Passes on what is written and keeps in mind the first thing that went wrong. The file itself does not: it
/// forgets with the next write, and a write that was cut short has no reason before it is tried again.
class WatchedFile final : public QIODevice
{
public:
    explicit WatchedFile(QFileDevice& file) : m_file(file)
    {
        open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    }

    [[nodiscard]] const QString& problem() const { return m_problem; }
    [[nodiscard]] bool isSequential() const override { return true; }

protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(const char* data, qint64 size) override
    {
        qint64 written = 0;
        while (written < size && m_problem.isEmpty()) {
            const qint64 more = m_file.write(data + written, size - written);
            written += std::max<qint64>(more, 0);
            m_problem = more > 0 ? QString() : m_file.errorString();
        }
        return m_problem.isEmpty() ? size : -1;
    }

private:
    QFileDevice& m_file; ///< unbuffered
    QString m_problem;
};

std::atomic<bool (*)(bool)> stopAsked{nullptr};

bool isStopAsked(bool hasReader)
{
    bool (*const asked)(bool) = stopAsked.load();
    return asked != nullptr && asked(hasReader);
}

constexpr int kLookEveryMs = 100; // whether to stop

/// A device or a pipe. Whoever reads it may be slow, or not there yet: that is waited for until somebody asks
/// to stop.
class PatientPipe final : public QIODevice
{
public:
    explicit PatientPipe(const QString& path)
    {
        const QByteArray name = QFile::encodeName(path);
        struct stat status
        {
        };
        const bool isPipe = ::stat(name.constData(), &status) == 0 && S_ISFIFO(status.st_mode);
        // Without waiting: the wait for a reader would end with no signal.
        while ((m_descriptor = ::open(name.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0) {
            const bool hasNoReader = isPipe && errno == ENXIO; // a socket says the same for good
            if (!hasNoReader || isStopAsked(false)) {
                m_problem = qt_error_string(hasNoReader ? EINTR : errno);
                return;
            }
            ::poll(nullptr, 0, kLookEveryMs);
        }
        QIODevice::open(QIODevice::WriteOnly | QIODevice::Unbuffered);
    }
    PatientPipe(const PatientPipe&) = delete;
    PatientPipe& operator=(const PatientPipe&) = delete;
    ~PatientPipe() override
    {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }

    [[nodiscard]] const QString& problem() const { return m_problem; }
    [[nodiscard]] bool isSequential() const override { return true; }

protected:
    qint64 readData(char*, qint64) override { return -1; }
    qint64 writeData(const char* data, qint64 size) override
    {
        for (qint64 written = 0; written < size;) {
            const ssize_t more =
                ::write(m_descriptor, data + written, static_cast<std::size_t>(size - written));
            if (more >= 0) {
                written += more;
            } else if ((errno != EAGAIN && errno != EINTR) || isStopAsked(true)) {
                m_problem = qt_error_string(errno == EAGAIN ? EINTR : errno);
                return -1;
            } else {
                pollfd room{.fd = m_descriptor, .events = POLLOUT, .revents = 0};
                ::poll(&room, 1, kLookEveryMs);
            }
        }
        return size;
    }

private:
    int m_descriptor = -1;
    QString m_problem;
};

Error cannotBeWritten(const QString& path, const QString& why)
{
    return {.kind = Error::Kind::Environment,
            .message = QStringLiteral("cannot write this file: %1").arg(why),
            .place = path};
}

} // namespace

Result<Done> writeFile(const QString& path, const std::function<void(QIODevice&)>& write, Readers readers)
{
    const QFileInfo target(path);
    if (target.exists() && !target.isFile() && !target.isDir()) {
        // A device or a pipe takes what is written; a file in its place would destroy it.
        PatientPipe pipe(path);
        if (pipe.problem().isEmpty()) {
            write(pipe);
        }
        return pipe.problem().isEmpty() ? Result<Done>(Done{})
                                        : Result<Done>(cannotBeWritten(path, pipe.problem()));
    }
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) {
        return cannotBeWritten(path, file.errorString());
    }
    if (readers != Readers::AsUsual) {
        // Before a byte is in it. An existing file would hand its own rights on. A file system that knows no
        // rights (FAT) is no reason to lose what was recorded.
        const bool isOwners = file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
        if (!isOwners && readers == Readers::OwnerOrNone) {
            return cannotBeWritten(path, file.errorString());
        }
    }
    WatchedFile watched(file);
    write(watched);
    if (!watched.problem().isEmpty()) {
        return cannotBeWritten(path, watched.problem());
    }
    return file.commit() ? Result<Done>(Done{}) : Result<Done>(cannotBeWritten(path, file.errorString()));
}

void setStopAsked(bool (*asked)(bool hasReader))
{
    stopAsked.store(asked);
}

Result<Done> writeFile(const QString& path, const QByteArray& content)
{
    return writeFile(path, [&content](QIODevice& file) { file.write(content); });
}

} // namespace retryscope::io
