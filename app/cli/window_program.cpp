// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/window_program.h"

#include "app/cli/arguments.h"
#include "core/io/files/library.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace retryscope::cli {

namespace {

constexpr auto kVariable = "RETRYSCOPE_WINDOW";
constexpr int kForever = -1;

QString programName()
{
    return QStringLiteral("retryscope");
}

io::Error refused(const QString& message)
{
    return {.kind = io::Error::Kind::Environment, .message = message, .place = {}};
}

bool isProgram(const QString& path)
{
    const QFileInfo file(path);
    return file.isFile() && file.isExecutable();
}

/// What the program said last, which is its complaint; the platform's remarks come before.
QString lastLine(const QByteArray& errors)
{
    const QString text = QString::fromUtf8(errors).trimmed();
    return text.mid(text.lastIndexOf(QLatin1Char('\n')) + 1);
}

} // namespace

QString findWindowProgram()
{
    if (qEnvironmentVariableIsSet(kVariable)) {
        const QString named = qEnvironmentVariable(kVariable);
        if (!isProgram(named)) {
            throw refused(
                QStringLiteral("cannot draw a picture: %1 (from %2) is not a program; %2 must name the "
                               "window program")
                    .arg(named.isEmpty() ? QStringLiteral("\"\"") : named, QLatin1String(kVariable)));
        }
        return named;
    }
    const QDir here(QCoreApplication::applicationDirPath());
    for (const char* place : {"retryscope", "../gui/retryscope"}) { // installed; as the build leaves it
        if (const QString path = QDir::cleanPath(here.filePath(QLatin1String(place))); isProgram(path)) {
            return path;
        }
    }
    const QString inPath = QStandardPaths::findExecutable(programName());
    if (!inPath.isEmpty()) {
        return inPath;
    }
    throw refused(
        QStringLiteral(
            "cannot draw a picture: the window program \"%1\" is neither in %2 nor in PATH; install "
            "it, or name it in %3 (json, csv and markdown do not need it)")
            .arg(programName(), here.path(), QLatin1String(kVariable)));
}

QByteArray drawTimeline(const QString& recordFile, const QString& format, const QStringList& options)
{
    const QString program = findWindowProgram();
    const QTemporaryDir folder;
    if (!folder.isValid()) {
        throw refused(
            QStringLiteral("cannot create a temporary folder for the picture: %1").arg(folder.errorString()));
    }
    const QString picture = folder.filePath(QStringLiteral("timeline.") + format);
    QProcess drawing;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    drawing.setProcessEnvironment(environment);
    drawing.start(program,
                  QStringList{QStringLiteral("--export"), picture} + options + QStringList{recordFile});
    if (!drawing.waitForStarted() || !drawing.waitForFinished(kForever)) {
        throw refused(QStringLiteral("%1: %2").arg(program, drawing.errorString()));
    }
    if (drawing.exitStatus() != QProcess::NormalExit || drawing.exitCode() != 0) {
        throw refused(QStringLiteral("%1 could not draw the picture: %2")
                          .arg(program, lastLine(drawing.readAllStandardError())));
    }
    return need(io::readFile(picture));
}

} // namespace retryscope::cli
