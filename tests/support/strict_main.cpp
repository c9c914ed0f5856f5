// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"

#include <QDir>
#include <QLocale>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace retryscope::test {

void prepareEnvironment()
{
    static const QTemporaryDir folder;
    for (const char* variable :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME"}) {
        qputenv(variable, folder.path().toLocal8Bit());
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    for (const char* variable :
         {"AWS_RETRY_MODE", "AWS_MAX_ATTEMPTS", "AWS_CONFIG_FILE", "AWS_PROFILE", "http_proxy", "https_proxy",
          "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "no_proxy"}) {
        qunsetenv(variable);
    }
    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
}

int runStrictly(QObject* test, int argc, char** argv)
{
    return QTest::qExec(test, argc, argv);
}

} // namespace retryscope::test
