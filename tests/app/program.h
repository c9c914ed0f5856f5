// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace retryscope::test {

/// What one run of the command line program left.
struct ProgramResult
{
    int exitCode = -1;
    QByteArray output;
    QByteArray errors;

    /// The output as one JSON document; empty when it is none.
    [[nodiscard]] QJsonObject json() const;
};

/// An environment without AWS settings, colours and terminal, in a home of its own.
[[nodiscard]] QProcessEnvironment plainEnvironment();

/// Runs the real program to its end.
[[nodiscard]] ProgramResult runProgram(const QStringList& arguments,
                                       const QProcessEnvironment& environment = plainEnvironment());
/// The same from one line of words without blanks in them.
[[nodiscard]] ProgramResult runProgram(const char* arguments);
/// Starts it and returns at once.
void startProgram(QProcess& process, const QStringList& arguments,
                  const QProcessEnvironment& environment = plainEnvironment());
/// Waits for the end of a program that was started.
[[nodiscard]] ProgramResult finish(QProcess& process);

/// A file that a program wrote; empty when it cannot be read.
[[nodiscard]] QByteArray contentOf(const QString& path);
/// Writes a file for a program to read; false when not all of it could be written.
[[nodiscard]] bool writeFile(const QString& path, const QByteArray& content);

/// The delay after each attempt of a record in milliseconds, call by call; -1 where none was planned.
[[nodiscard]] QList<double> plannedDelays(const QJsonObject& record);

} // namespace retryscope::test
