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
#include "core/io/text/utf8.h"
#include "core/io/traffic/import_traffic.h"
#include "core/recording/regroup.h"

#include <QBuffer>
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
    PastedResponse reading = readPastedResponse(text.toStdString(), {});
    if (reading.hasStatus) {
        return OpenedFile(ResponseText{.text = QString::fromUtf8(text), .reading = std::move(reading)});
    }
    return unknownFormat(path,
                         QStringLiteral("this text is not JSON, is not a log that is recognised, and has "
                                        "no HTTP response in it"));
}

Error damaged(const QString& path, const QString& damage)
{
    return {.kind = Error::Kind::BadInput,
            .message =
                QStringLiteral("the packed file is damaged (%1); unpack it (gzip -dc) to see what is left")
                    .arg(damage),
            .place = path};
}

/// What a person says of the calls of a recording; those of a run are known.
Result<RunRecord> regrouped(const RunRecord& record, const std::string& groupBy, const QString& path)
{
    const bool isRecorded = record.header().isRecorded;
    const std::string why =
        isRecorded ? whyNotGroupedBy(record, groupBy)
                   : "its calls are known, because this program made them; --group-by is for a recording";
    if (!why.empty()) {
        return Error{.kind = isRecorded ? Error::Kind::BadInput : Error::Kind::BadUsage,
                     .message = toQString(why),
                     .place = path};
    }
    return withCallsGroupedBy(record, groupBy);
}

bool saysThatItIsCut(const OpenedFile& opened)
{
    const auto* record = std::get_if<RunRecord>(&opened);
    return record != nullptr && record->header().isCutOff;
}

/// One of Retryscope's own formats, or any other text with a response in it.
Result<OpenedFile> openDocument(QIODevice& device, const QString& path, const Progress& progress)
{
    if (isOtherText(device)) {
        return openText(device, path);
    }
    Result<std::optional<RunRecord>> record = readRecordAmongOthers(device, path, progress);
    if (!record) {
        // A file of a person's size is read once more, for the words and the place that all its readers use.
        constexpr qint64 kWrittenByHand = qint64{1024} * 1024;
        device.seek(0);
        const Result<QJsonObject> again = device.size() <= kWrittenByHand
                                              ? parseJsonObject(device.readAll(), path)
                                              : Result<QJsonObject>(QJsonObject());
        return again ? record.error() : again.error();
    }
    if (record.value()) {
        return OpenedFile(*std::move(record).value());
    }
    if (device.size() > kMostDocumentBytes) {
        return tooLarge(path, kMostDocumentBytes);
    }
    device.seek(0);
    const Result<QJsonObject> document = parseJsonObject(device.readAll(), path);
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
    return unknownFormat(path, format.isEmpty() ? QStringLiteral("this document has no \"format\"")
                                                : QStringLiteral("unknown \"format\" \"%1\"").arg(format));
}

} // namespace

Result<OpenedFile> openFile(const QString& path, const Progress& progress)
{
    const Result<InputFile> file = openUnpacked(path);
    if (!file) {
        return file.error();
    }
    const auto& [device, damage] = file.value();
    if (const QString format = trafficFormatOf(*device); !format.isEmpty()) {
        return wrapped(importTraffic({{*device, path, damage}}, format, progress));
    }
    Result<OpenedFile> opened = openDocument(*device, path, progress);
    return opened && !damage.isEmpty() && !saysThatItIsCut(opened.value()) ? damaged(path, damage)
                                                                           : std::move(opened);
}

Result<OpenedFile> openAnything(const QStringList& paths, const IsConfiguration& isConfiguration,
                                const Progress& progress)
{
    Result<OpenedFile> opened = openFiles(paths, progress);
    if (opened || opened.error().kind != Error::Kind::BadInput || paths.size() != 1 || !isConfiguration) {
        return opened;
    }
    const Result<QByteArray> content = readFile(paths.front(), kMostDocumentBytes);
    return content && isConfiguration(content.value())
               ? OpenedFile(ConfigurationText{QString::fromUtf8(content.value())})
               : std::move(opened);
}

Result<OpenedFile> openText(const QByteArray& text, const QString& place,
                            const IsConfiguration& isConfiguration, const Progress& progress)
{
    QByteArray bytes = text;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::ReadOnly);
    const QString format = trafficFormatOf(buffer);
    if (!format.isEmpty()) {
        return wrapped(importTraffic({{buffer, place}}, format, progress));
    }
    buffer.seek(0);
    Result<OpenedFile> response = openText(buffer, place);
    return !response && isConfiguration(text) ? OpenedFile(ConfigurationText{QString::fromUtf8(text)})
                                              : std::move(response);
}

Result<OpenedFile> openFiles(const QStringList& paths, const Progress& progress)
{
    return paths.size() == 1 ? openFile(paths.front(), progress) : wrapped(openRecord(paths, {}, progress));
}

Result<RunRecord> openRecord(const QStringList& paths, const QString& from, const Progress& progress,
                             const QString& groupBy)
{
    std::vector<InputFile> inputs;
    std::vector<TrafficFile> files;
    QString common = from;
    for (const QString& path : paths) {
        Result<InputFile> file = openUnpacked(path);
        if (!file) {
            return file.error();
        }
        const auto& [device, damage] = file.value();
        const QString format = from.isEmpty() ? trafficFormatOf(*device) : from;
        if (format.isEmpty() && paths.size() == 1 && isOtherText(*device)) {
            const Result<OpenedFile> text = openText(*device, path);
            return text ? Error{.kind = Error::Kind::BadInput,
                                .message =
                                    QStringLiteral("this text has an HTTP response in it, but no calls; "
                                                   "judge the response with: explain --response FILE"),
                                .place = path}
                        : text.error();
        }
        if (format.isEmpty() && paths.size() == 1) {
            Result<RunRecord> record = readRecord(*device, path, progress);
            if (record && !damage.isEmpty() && !record.value().header().isCutOff) {
                return damaged(path, damage);
            }
            return record && !groupBy.isEmpty() ? regrouped(record.value(), groupBy.toStdString(), path)
                                                : std::move(record);
        }
        if (format.isEmpty()) {
            Error error = unknownFormat(path, QStringLiteral("only imports can be merged into one record, "
                                                             "and this file is not an import"));
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
        files.push_back({*device, path, damage});
        inputs.push_back(std::move(file).value());
    }
    return importTraffic(files, common, progress, kMostImported, fromQString(groupBy));
}

} // namespace retryscope::io
