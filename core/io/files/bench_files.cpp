// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/files/bench_files.h"

#include "core/io/documents/bench_json.h"
#include "core/io/files/library.h"
#include "core/io/text/input_file.h"
#include "core/io/text/suggestions.h"
#include "core/probe/bench_verdicts.h"

#include <QDir>
#include <QFileInfo>

#include <utility>

namespace retryscope::io {

namespace {

constexpr QLatin1String kBenchSuffix{".json"};

QDir builtInFolder()
{
    return QDir(QStringLiteral(":/retryscope/proxies"));
}

Result<Bench> readBench(const QString& path)
{
    const Result<QByteArray> content = readFile(path, kMostDocumentBytes);
    return content ? benchFromJson(content.value(), path) : content.error();
}

} // namespace

QStringList benchNames()
{
    QStringList names = builtInFolder().entryList({QLatin1Char('*') + kBenchSuffix}, QDir::Files, QDir::Name);
    for (QString& name : names) {
        name.chop(kBenchSuffix.size());
    }
    names.sort(); // nginx before nginx-hardened
    return names;
}

QString benchTitle(const QString& name)
{
    const QString box = name.section(QLatin1Char('-'), 0, 0);
    return name.endsWith(QLatin1String("-hardened")) ? QStringLiteral("%1, hardened").arg(box)
           : name.endsWith(QLatin1String("-article"))
               ? QStringLiteral("%1, turns 503 SlowDown into 429").arg(box)
               : name;
}

Result<Bench> benchNamed(const QString& nameOrFile)
{
    if (nameOrFile.contains(QLatin1Char('/')) || nameOrFile.endsWith(kBenchSuffix)) {
        return readBench(nameOrFile);
    }
    if (const QStringList names = benchNames(); !names.contains(nameOrFile)) {
        // A file of any name, as /dev/fd/3 and `bench` are.
        return QFileInfo::exists(nameOrFile)
                   ? readBench(nameOrFile)
                   : Result<Bench>(Error{Error::Kind::BadUsage,
                                         QStringLiteral("no probe result or file is named \"%1\"; %2")
                                             .arg(nameOrFile, suggestionFor(nameOrFile, names)),
                                         QString()});
    }
    Result<Bench> bench = readBench(builtInFolder().filePath(nameOrFile + kBenchSuffix));
    if (!bench) {
        return bench;
    }
    Bench named = std::move(bench).value();
    named.name = nameOrFile.toStdString();
    return named;
}

std::vector<Policy> judgeAgain(Bench& bench, const Library& library)
{
    const PolicyLookup find = library.lookup();
    std::vector<Policy> policies = savedPolicies(bench, find);
    for (const std::string& id : policies.empty() ? usualClients() : std::vector<std::string>()) {
        policies.push_back(find(id).value());
    }
    judge(bench, policies, startOf(bench));
    return policies;
}

} // namespace retryscope::io
