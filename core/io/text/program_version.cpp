// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/text/program_version.h"

#include <QCoreApplication>

namespace retryscope::io {

QString programVersion()
{
    const QString own = QCoreApplication::applicationVersion();
    return own.isEmpty() ? QStringLiteral(RETRYSCOPE_VERSION) : own;
}

QString programNameAndVersion()
{
    return QStringLiteral("retryscope ") + programVersion();
}

} // namespace retryscope::io
