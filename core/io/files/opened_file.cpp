// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/opened_file.h"

#include "core/io/documents/bench_json.h"
#include "core/io/documents/policy_json.h"
#include "core/io/documents/record_json.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/files/library.h"
#include "core/io/json/json_cursor.h"

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

} // namespace

Result<OpenedFile> openFile(const QString& path, const Progress& progress)
{
    const Result<std::unique_ptr<QIODevice>> device = openToRead(path);
    if (!device) {
        return device.error();
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
    return Error{.kind = Error::Kind::BadInput,
                 .message =
                     QStringLiteral("unknown “format” “%1”; allowed: retryscope.record/1, "
                                    "retryscope.scenario/1, retryscope.policy/1 and retryscope.bench/1")
                         .arg(format),
                 .place = path};
}

} // namespace retryscope::io
