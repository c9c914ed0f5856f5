// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/recordings/measured.h"

#include "core/io/documents/scenario_json.h"
#include "core/io/files/library.h"

#include <QDir>
#include <QJsonDocument>

namespace retryscope::test {

std::map<QString, QJsonObject> measuredTables()
{
    const QDir folder(QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/measured"));
    std::map<QString, QJsonObject> tables;
    for (const QString& file : folder.entryList({QStringLiteral("requests*.json")}, QDir::Files)) {
        const auto content = io::readFile(folder.filePath(file));
        if (!content) {
            qFatal("%s", qPrintable(content.error().text()));
        }
        tables.emplace(file, QJsonDocument::fromJson(content.value()).object());
    }
    return tables;
}

Scenario measuredScenario(QJsonObject row)
{
    for (const char* result : {"requests", "ok", "waits", "notModelled"}) {
        row.remove(QLatin1String(result));
    }
    row.insert(QStringLiteral("format"), QStringLiteral("retryscope.scenario/1"));
    row.insert(QStringLiteral("title"), row[QStringLiteral("id")]);
    const auto scenario =
        io::scenarioFromJson(QJsonDocument(row).toJson(), row[QStringLiteral("id")].toString());
    if (!scenario) {
        qFatal("%s", qPrintable(scenario.error().text()));
    }
    return scenario.value();
}

} // namespace retryscope::test
