// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/request_log.h"

#include "app/cli/console.h"
#include "core/io/json/json_fields.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"

#include <QBuffer>
#include <QDateTime>
#include <QFile>

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace retryscope::cli {

namespace {

QByteArray logLine(const io::ReceivedRequest& request, bool includeSecrets)
{
    const auto shown = [includeSecrets](const std::string& text) {
        return includeSecrets ? text : io::redactedText(text);
    };
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(request.at.count(), Qt::UTC);
    QBuffer line;
    line.open(QIODevice::WriteOnly);
    io::JsonWriter writer(line, io::JsonWriter::Layout::Compact);
    writer.beginObject();
    for (const auto& [key, number] : {std::pair{"number", std::int64_t{request.number}},
                                      {"connection", request.connection},
                                      {"call", request.call},
                                      {"bodyBytes", request.bodyBytes}}) {
        writer.key(key);
        writer.integer(number);
    }
    io::writeText(writer, "at", time.toString(Qt::ISODateWithMs).toStdString());
    io::writeText(writer, "method", request.method);
    io::writeText(writer, "target", shown(request.target));
    io::writeHeaders(writer, "headers", includeSecrets ? request.headers : io::redacted(request.headers));
    io::writeText(writer, "body", shown(request.body));
    io::writeText(writer, "answer", request.step);
    writer.endObject();
    writer.finish();
    return line.data();
}

} // namespace

RequestLog::RequestLog(QString path, bool includeSecrets)
    : m_path(std::move(path)), m_includeSecrets(includeSecrets)
{
}

RequestLog::~RequestLog()
{
    m_lines.reset();
    if (m_descriptor >= 0) {
        ::close(m_descriptor);
    }
}

void RequestLog::open()
{
    if (m_path.isEmpty()) {
        return;
    }
    const QByteArray name = QFile::encodeName(m_path);
    constexpr int kOptions = O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
    constexpr mode_t kOwnerOnly = 0600; // what clients send is nobody else's business
    m_descriptor = ::open(name.constData(), O_WRONLY | kOptions, kOwnerOnly);
    if (m_descriptor < 0 && errno == ENXIO) { // a pipe that nobody reads yet
        m_descriptor = ::open(name.constData(), O_RDWR | O_CLOEXEC | O_NONBLOCK);
    }
    if (m_descriptor < 0) {
        throw io::Error{io::Error::Kind::Environment,
                        QStringLiteral("cannot write to this log file: %1").arg(qt_error_string(errno)),
                        m_path};
    }
    if (struct stat status{}; ::fstat(m_descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
        ::fchmod(m_descriptor, kOwnerOnly); // an old one may be everybody's
    }
    m_lines = std::make_unique<LineSink>(m_descriptor, [](const QString& why) {
        Console::note(QStringLiteral("Stopped writing the log: %1").arg(why));
    });
}

void RequestLog::write(const io::ReceivedRequest& request)
{
    if (m_lines) {
        m_lines->write(logLine(request, m_includeSecrets));
    }
}

} // namespace retryscope::cli
