// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/storage/export_csv.h"

#include <QJsonDocument>
#include <QLocale>
#include <QStringList>
#include <QVariant>

#include <algorithm>

namespace retryscope::io {

namespace {

/// A column, and the members of the record's JSON that lead to its value.
struct Column
{
    const char* title;
    const char* path; ///< from the call when it begins with `^`, else from the attempt
};

constexpr Column kColumns[] = {
    {"client", "^client"},
    {"call", "^call"},
    {"attempt", "attempt"},
    {"send_delay_ms", "sendDelayMs"},
    {"start_ms", "startMs"},
    {"end_ms", "endMs"},
    {"status", "status"},
    {"fault", "fault"},
    {"error_name", "errorName"},
    {"error_name_origin", "errorNameOrigin"},
    {"message", "message"},
    {"request_id", "requestId"},
    {"kind", "kind"},
    {"rule", "rule"},
    {"verdict", "verdict"},
    {"stop_reason", "stopReason"},
    {"delay_window_low_ms", "delayWindowMs.0"},
    {"delay_window_high_ms", "delayWindowMs.1"},
    {"planned_delay_ms", "plannedDelayMs"},
    {"actual_delay_ms", "actualDelayMs"},
    {"hint_header", "hint.header"},
    {"hint_asked_ms", "hint.askedMs"},
    {"hint_applied_ms", "hint.appliedMs"},
    {"quota_before", "quotaBefore"},
    {"quota_cost", "quotaCost"},
    {"quota_returned", "quotaReturned"},
    {"quota_after", "quotaAfter"},
    {"send_rate_per_second", "sendRatePerSecond"},
    {"draw", "draw"},
    {"connection", "connection"},
    {"reused", "reused"},
    {"lookup_ms", "phasesMs.lookup"},
    {"connect_ms", "phasesMs.connect"},
    {"tls_ms", "phasesMs.tls"},
    {"send_ms", "phasesMs.send"},
    {"wait_ms", "phasesMs.wait"},
    {"receive_ms", "phasesMs.receive"},
    {"body_bytes", "bodyBytes"},
    {"assumed", "assumed"},
    {"why", "why"},
};

QJsonValue valueAt(QJsonValue value, const QString& path)
{
    for (const QString& step : path.split(QLatin1Char('.'))) {
        bool isIndex = false;
        const int index = step.toInt(&isIndex);
        value = isIndex ? value.toArray().at(index) : value.toObject().value(step);
    }
    return value;
}

QString textOf(const QJsonValue& value)
{
    if (value.isDouble()) {
        return QString::number(value.toDouble(), 'f', QLocale::FloatingPointShortest);
    }
    return value.isBool() ? QVariant(value.toBool()).toString() : value.toString();
}

QString quoted(QString text)
{
    const auto needsQuotes = [](QChar character) {
        return character == QLatin1Char(',') || character == QLatin1Char('"') ||
               character == QLatin1Char('\r') || character == QLatin1Char('\n');
    };
    if (std::none_of(text.cbegin(), text.cend(), needsQuotes)) {
        return text;
    }
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

QByteArray line(const QStringList& cells)
{
    return (cells.join(QLatin1Char(',')) + QStringLiteral("\r\n")).toUtf8();
}

} // namespace

QByteArray recordToCsv(const RunRecord& record, RecordJsonOptions options)
{
    QStringList cells;
    for (const Column& column : kColumns) {
        cells += QString::fromLatin1(column.title);
    }
    QByteArray csv = line(cells);
    const QJsonDocument document = QJsonDocument::fromJson(recordBytes(record, options));
    for (const QJsonValue call : document.object().value(QStringLiteral("calls")).toArray()) {
        for (const QJsonValue attempt : valueAt(call, QStringLiteral("attempts")).toArray()) {
            cells.clear();
            for (const Column& column : kColumns) {
                const QString path = QString::fromLatin1(column.path);
                const bool isOfCall = path.startsWith(QLatin1Char('^'));
                cells += quoted(textOf(isOfCall ? valueAt(call, path.mid(1)) : valueAt(attempt, path)));
            }
            csv += line(cells);
        }
    }
    return csv;
}

} // namespace retryscope::io
