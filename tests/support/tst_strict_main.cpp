// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"

#include <QDir>

/// Run twice (tests/CMakeLists.txt): as it stands every function passes; with RETRYSCOPE_TEST_WARNING set the
/// last one must fail.
class TstStrictMain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void settingsAndHomeAreTemporary()
    {
        QVERIFY(qEnvironmentVariable("HOME").startsWith(QDir::tempPath()));
        QVERIFY(qEnvironmentVariable("XDG_CONFIG_HOME").startsWith(QDir::tempPath()));
    }

    void environmentOfTheUserIsHidden()
    {
        QVERIFY(!qEnvironmentVariableIsSet("AWS_RETRY_MODE"));
        QVERIFY(!qEnvironmentVariableIsSet("AWS_MAX_ATTEMPTS"));
    }

    void announcedWarningIsAllowed()
    {
        QTest::ignoreMessage(QtWarningMsg, "announced");
        qWarning("announced");
    }

    void unannouncedWarningFails()
    {
        if (qEnvironmentVariableIsSet("RETRYSCOPE_TEST_WARNING")) {
            qWarning("not announced");
        }
    }
};

RETRYSCOPE_TEST(TstStrictMain)
#include "tst_strict_main.moc"
