// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/opened_file.h"

#include "core/io/storage/library.h"
#include "core/io/storage/policy_json.h"
#include "core/io/storage/record_json.h"
#include "core/io/storage/scenario_json.h"

#include <QCoreApplication>
#include <QJsonDocument>
#include <QJsonObject>

#include <utility>

namespace retryscope::ui {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("OpenedFile", text);
}

template <typename Value>
io::Result<OpenedFile> wrapped(io::Result<Value> result)
{
    if (!result) {
        return result.error();
    }
    return OpenedFile(std::move(result).value());
}

} // namespace

io::Result<OpenedFile> openFile(const QString& path)
{
    const io::Result<QByteArray> content = io::readFile(path);
    if (!content) {
        return content.error();
    }
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(content.value(), &error);
    if (!document.isObject()) {
        const qsizetype line = content.value().left(error.offset).count('\n') + 1;
        return io::Error{.kind = io::Error::Kind::BadInput,
                         .message = tr("not a JSON object: %1").arg(error.errorString()),
                         .place = QStringLiteral("%1:%2").arg(path).arg(line)};
    }
    const QString format = document.object().value(QStringLiteral("format")).toString();
    if (format.startsWith(QStringLiteral("retryscope.record/"))) {
        return wrapped(io::recordFromJson(content.value(), path));
    }
    if (format.startsWith(QStringLiteral("retryscope.scenario/"))) {
        return wrapped(io::scenarioFromJson(content.value(), path));
    }
    if (format.startsWith(QStringLiteral("retryscope.policy/"))) {
        return wrapped(io::policyFromJson(content.value(), path));
    }
    return io::Error{.kind = io::Error::Kind::BadInput,
                     .message =
                         tr("“format” is “%1”; allowed are retryscope.record/1, retryscope.scenario/1 and "
                            "retryscope.policy/1")
                             .arg(format),
                     .place = path};
}

} // namespace retryscope::ui
