// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace retryscope::test {

/// A server program of somebody else, run as a child for one test, with a folder of its own.
class ForeignServer
{
public:
    ~ForeignServer();

    /// True when the program is installed.
    [[nodiscard]] static bool isInstalled(const QString& program);
    /// A port of loopback that nothing listens on at this moment.
    [[nodiscard]] static quint16 freePort();

    /// Starts the program and waits until something responses on the port. Empty, or what went wrong.
    [[nodiscard]] QString start(const QString& program, const QStringList& arguments, quint16 port);
    [[nodiscard]] QString folder() const { return m_folder.path(); }
    /// Writes a file into the folder.
    [[nodiscard]] bool write(const QString& name, const QByteArray& content) const;

private:
    QTemporaryDir m_folder;
    QProcess m_process;
};

} // namespace retryscope::test
