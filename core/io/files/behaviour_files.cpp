// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/behaviour_files.h"

#include "core/io/documents/built_in_files.h"
#include "core/io/documents/scenario_json.h"
#include "core/io/text/input_file.h"
#include "core/io/text/suggestions.h"
#include "core/io/text/utf8.h"

namespace retryscope::io {

namespace {

/// Those that everybody meets first.
const QStringList& namesInOrder()
{
    static const QStringList names{QStringLiteral("common"), QStringLiteral("aws"), QStringLiteral("rare")};
    return names;
}

Result<Scenario> builtIn(const QString& name)
{
    for (const BuiltInFile& file : builtInFiles(QStringLiteral("behaviours"), QStringLiteral(".json"))) {
        if (file.name == name) {
            return scenarioFromJson(file.content, QStringLiteral("behaviours/") + name);
        }
    }
    return Error{Error::Kind::BadUsage,
                 QStringLiteral("there is no file and no set of origin responses \"%1\"; %2")
                     .arg(name, allowedText(name, behaviourNames())),
                 QString()};
}

Result<Scenario> allOfThem()
{
    Scenario all{.id = kAllBehaviours, .title = "All built-in origin responses"};
    for (const QString& name : namesInOrder()) {
        Result<Scenario> set = builtIn(name);
        if (!set) {
            return set;
        }
        for (EndpointStep step : std::move(set).value().steps) {
            all.steps.push_back(std::move(step));
        }
    }
    return all;
}

} // namespace

QStringList behaviourNames()
{
    return namesInOrder() + QStringList{QLatin1String(kAllBehaviours)};
}

Result<Scenario> behavioursNamed(const QString& nameOrFile)
{
    if (nameOrFile.contains(QLatin1Char('/')) || nameOrFile.endsWith(QLatin1String(".json"))) {
        const Result<QByteArray> content = readFile(nameOrFile, kMostDocumentBytes);
        return content ? scenarioFromJson(content.value(), nameOrFile) : content.error();
    }
    return nameOrFile == QLatin1String(kAllBehaviours) ? allOfThem() : builtIn(nameOrFile);
}

} // namespace retryscope::io
