// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/request_log.h"

#include "app/cli/console.h"
#include "core/io/format/json_fields.h"
#include "core/io/format/redact.h"
#include "core/io/text/utf8.h"

#include <QBuffer>
#include <QDateTime>
#include <QFileInfo>

#include <cerrno>
#include <utility>

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

io::Result<io::Done> RequestLog::open()
{
    if (m_file.fileName().isEmpty()) {
        return io::Done{};
    }
    const QFileInfo info(m_file);
    const bool isDevice = info.exists() && !info.isFile(); // or a pipe: it has no end to append at
    // For its owner alone: what clients send is nobody else's business.
    constexpr QFileDevice::Permissions kOwnerOnly = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
    if (m_file.open(isDevice ? QIODevice::WriteOnly : QIODevice::WriteOnly | QIODevice::Append, kOwnerOnly)) {
        if (!isDevice) {
            m_file.setPermissions(kOwnerOnly); // an old one may be everybody's
        }
        return io::Done{};
    }
    return io::Error{io::Error::Kind::Environment,
                     QStringLiteral("cannot write this log file: %1").arg(m_file.errorString()),
                     m_file.fileName()};
}

void RequestLog::write(const io::ReceivedRequest& request)
{
    if (!m_file.isOpen()) {
        return;
    }
    const QByteArray line = logLine(request, m_includeSecrets);
    errno = 0; // of a full disk QFile says "Unknown error" (Qt 6.4)
    if (m_file.write(line) != line.size() || !m_file.flush()) {
        const QString why = errno != 0 ? qt_error_string(errno) : m_file.errorString();
        Console::note(QStringLiteral("cannot write the log any more: %1").arg(why));
        m_file.close();
    }
}

} // namespace retryscope::cli
