// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>

namespace retryscope::test {

namespace {

constexpr int kLongest = 60'000;

} // namespace

QJsonObject ProgramResult::json() const
{
    return QJsonDocument::fromJson(output).object();
}

QProcessEnvironment plainEnvironment()
{
    QProcessEnvironment environment;
    environment.insert(QStringLiteral("PATH"), qEnvironmentVariable("PATH"));
    environment.insert(QStringLiteral("HOME"), QDir::homePath());
    environment.insert(QStringLiteral("XDG_DATA_HOME"), qEnvironmentVariable("XDG_DATA_HOME"));
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8"));
    for (const char* sanitizer : {"ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"}) {
        if (qEnvironmentVariableIsSet(sanitizer)) {
            environment.insert(QLatin1String(sanitizer), qEnvironmentVariable(sanitizer));
        }
    }
    return environment;
}

void startProgram(QProcess& process, const QStringList& arguments, const QProcessEnvironment& environment)
{
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(RETRYSCOPE_CLI), arguments);
}

ProgramResult finish(QProcess& process)
{
    if (process.state() != QProcess::NotRunning && !process.waitForFinished(kLongest)) {
        process.kill();
        process.waitForFinished();
        return {};
    }
    const bool hasExited = process.exitStatus() == QProcess::NormalExit;
    return {hasExited ? process.exitCode() : -1, process.readAllStandardOutput(),
            process.readAllStandardError()};
}

ProgramResult runProgram(const QStringList& arguments, const QProcessEnvironment& environment)
{
    QProcess process;
    startProgram(process, arguments, environment);
    return finish(process);
}

ProgramResult runProgram(const char* arguments)
{
    return runProgram(QString::fromLatin1(arguments).split(u' ', Qt::SkipEmptyParts));
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeFile(const QString& path, const QByteArray& content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QList<double> plannedDelays(const QJsonObject& record)
{
    QList<double> delays;
    for (const QJsonValue& call : record[u"calls"].toArray()) {
        for (const QJsonValue& attempt : call[u"attempts"].toArray()) {
            delays.append(attempt[u"plannedDelayMs"].toDouble(-1));
        }
    }
    return delays;
}

} // namespace retryscope::test
