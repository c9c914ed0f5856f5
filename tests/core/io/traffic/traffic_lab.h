// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/traffic/import_traffic.h"

#include <QBuffer>
#include <QFile>
#include <QString>

#include <vector>

namespace retryscope {

/// A file of `tests/data/import/traffic`.
inline QString trafficFile(const QString& name)
{
    return QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import/traffic/") + name;
}

inline QByteArray trafficBytes(const QString& name)
{
    QFile file(trafficFile(name));
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s: %s", qPrintable(file.fileName()), qPrintable(file.errorString()));
    }
    return file.readAll();
}

/// As a file with this content. format: empty: as its beginning shows.
inline io::Result<RunRecord> openTraffic(QByteArray bytes, const QString& format = {})
{
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    const QString found = io::trafficFormatOf(buffer);
    if (format.isEmpty() && found.isEmpty()) {
        return io::Error{.kind = io::Error::Kind::BadInput,
                         .message = QStringLiteral("no format is recognised")};
    }
    return io::importTraffic({{buffer, QStringLiteral("input")}}, format.isEmpty() ? found : format);
}

/// The same; ends the test if it cannot be read.
inline RunRecord importTraffic(const QByteArray& bytes, const QString& format = {})
{
    io::Result<RunRecord> record = openTraffic(bytes, format);
    if (!record) {
        qFatal("%s", qPrintable(record.error().text()));
    }
    return std::move(record).value();
}

/// Of each attempt; 0 if it has none.
inline std::vector<int> statusesOf(const CallRecord& call)
{
    std::vector<int> statuses;
    for (const AttemptRecord& attempt : call.attempts) {
        statuses.push_back(attempt.facts.response ? attempt.facts.response->status : 0);
    }
    return statuses;
}

} // namespace retryscope
