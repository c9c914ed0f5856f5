// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/opened_file.h"

#include "core/io/documents/bench_json.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/files/library.h"
#include "core/io/http/pasted_response.h"
#include "core/io/json/json_cursor.h"
#include "core/io/text/input_file.h"
#include "core/io/traffic/import_traffic.h"

#include <QJsonObject>

#include <utility>

namespace retryscope::io {

namespace {

template <typename Value>
Result<OpenedFile> wrapped(Result<Value> result)
{
    if (!result) {
        return result.error();
    }
    return OpenedFile(std::move(result).value());
}

QString titlesOfImports()
{
    QStringList titles;
    for (const QString& format : trafficFormats()) {
        titles += QStringLiteral("%1 (%2)").arg(trafficTitle(format), format);
    }
    return titles.join(QStringLiteral(", "));
}

Error unknownFormat(const QString& path, const QString& found)
{
    return {.kind = Error::Kind::BadInput,
            .message = QStringLiteral("%1; Retryscope reads retryscope.record/1, retryscope.scenario/1, "
                                      "retryscope.policy/1 and retryscope.bench/1, and imports %2; name a "
                                      "format that it does not recognise with --from")
                           .arg(found, titlesOfImports()),
            .place = path};
}

/// A text that is not JSON, which all of our own formats are.
bool isOtherText(QIODevice& device)
{
    constexpr qint64 kHead = 4096; // bytes
    const QByteArray head = device.peek(kHead).trimmed();
    return !head.isEmpty() && !head.startsWith('{') && !head.startsWith('[') &&
           !head.startsWith("\xef\xbb\xbf") && !head.contains('\0');
}

/// Any text with an HTTP response in it; else an error that names the formats.
Result<OpenedFile> openText(QIODevice& device, const QString& path)
{
    constexpr qint64 kMostText = qint64{8} * 1024 * 1024; // bytes
    const QByteArray text = device.size() <= kMostText ? device.readAll() : QByteArray();
    if (readPastedResponse(text.toStdString(), {}).hasStatus) {
        return OpenedFile(ResponseText{QString::fromUtf8(text)});
    }
    return unknownFormat(path,
                         QStringLiteral("this text is not JSON, is not a log that is recognised, and has "
                                        "no HTTP response in it"));
}

} // namespace

Result<OpenedFile> openFile(const QString& path, const Progress& progress)
{
    const Result<std::unique_ptr<QIODevice>> device = openUnpacked(path);
    if (!device) {
        return device.error();
    }
    if (const QString format = trafficFormatOf(*device.value()); !format.isEmpty()) {
        return wrapped(importTraffic({{*device.value(), path}}, format, progress));
    }
    if (isOtherText(*device.value())) {
        return openText(*device.value(), path);
    }
    Result<std::optional<RunRecord>> record = readRecordAmongOthers(*device.value(), path, progress);
    if (!record) {
        // A file of a person's size is read once more, for the words and the place that all its readers use.
        constexpr qint64 kWrittenByHand = qint64{1024} * 1024;
        device.value()->seek(0);
        const Result<QJsonObject> again = device.value()->size() <= kWrittenByHand
                                              ? parseJsonObject(device.value()->readAll(), path)
                                              : Result<QJsonObject>(QJsonObject());
        return again ? record.error() : again.error();
    }
    if (record.value()) {
        return OpenedFile(*std::move(record).value());
    }
    if (device.value()->size() > kMostDocumentBytes) {
        return tooLarge(path, kMostDocumentBytes);
    }
    device.value()->seek(0);
    const Result<QJsonObject> document = parseJsonObject(device.value()->readAll(), path);
    if (!document) {
        return document.error();
    }
    const QString format = document.value().value(QStringLiteral("format")).toString();
    if (format.startsWith(QStringLiteral("retryscope.scenario/"))) {
        return wrapped(scenarioFromJson(document.value(), path));
    }
    if (format.startsWith(QStringLiteral("retryscope.policy/"))) {
        return wrapped(policyFromJson(document.value(), path));
    }
    if (format.startsWith(QStringLiteral("retryscope.bench/"))) {
        return wrapped(benchFromJson(document.value(), path));
    }
    return unknownFormat(path, format.isEmpty() ? QStringLiteral("this document has no “format”")
                                                : QStringLiteral("unknown “format” “%1”").arg(format));
}

Result<OpenedFile> openFiles(const QStringList& paths, const Progress& progress)
{
    return paths.size() == 1 ? openFile(paths.front(), progress) : wrapped(openRecord(paths, {}, progress));
}

Result<RunRecord> openRecord(const QStringList& paths, const QString& from, const Progress& progress)
{
    std::vector<std::unique_ptr<QIODevice>> devices;
    std::vector<TrafficFile> files;
    QString common = from;
    for (const QString& path : paths) {
        Result<std::unique_ptr<QIODevice>> device = openUnpacked(path);
        if (!device) {
            return device.error();
        }
        const QString format = from.isEmpty() ? trafficFormatOf(*device.value()) : from;
        if (format.isEmpty() && paths.size() == 1 && isOtherText(*device.value())) {
            const Result<OpenedFile> text = openText(*device.value(), path);
            return text ? Error{.kind = Error::Kind::BadInput,
                                .message =
                                    QStringLiteral("this text has an HTTP response in it, but no calls; "
                                                   "judge the response with: explain --response FILE"),
                                .place = path}
                        : text.error();
        }
        if (format.isEmpty() && paths.size() == 1) {
            return readRecord(*device.value(), path, progress);
        }
        if (format.isEmpty()) {
            Error error = unknownFormat(path, QStringLiteral("several files make one record only if all of "
                                                             "them are imports, and this is none"));
            error.kind = Error::Kind::BadUsage;
            return error;
        }
        if (!common.isEmpty() && format != common) {
            return Error{.kind = Error::Kind::BadInput,
                         .message =
                             QStringLiteral("this file is %1, and those before are %2; import files of "
                                            "one format together")
                                 .arg(trafficTitle(format), trafficTitle(common)),
                         .place = path};
        }
        common = format;
        files.push_back({*device.value(), path});
        devices.push_back(std::move(device).value());
    }
    return importTraffic(files, common, progress);
}

} // namespace retryscope::io
