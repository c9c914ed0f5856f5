// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"

#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QMap>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

namespace retryscope::test {

namespace {

QtMessageHandler testLogHandler = nullptr;

/// QTest::failOnWarning() is forgotten after each test function. Asking for it right before a warning is
/// handed on makes it hold everywhere, without an init() in each test class; messages announced with
/// QTest::ignoreMessage() stay allowed.
void failOnEachWarning(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    // The offscreen platform says at every window that it has no size hints, at every tool tip that it cannot
    // be raised, and at every menu that it cannot grab the keyboard.
    if (message.startsWith(QLatin1String("This plugin does not support propagateSizeHints")) ||
        message.startsWith(QLatin1String("This plugin does not support raise")) ||
        message.startsWith(QLatin1String("This plugin does not support grabbing the keyboard"))) {
        return;
    }
    if (type == QtWarningMsg) {
        static const QRegularExpression any(QStringLiteral(".*"));
        QTest::failOnWarning(any);
    }
    testLogHandler(type, context, message);
}

/// By name. In a function, because the tests of other files are registered before main().
QMap<QString, TestMaker>& registeredTests()
{
    static QMap<QString, TestMaker> tests;
    return tests;
}

int runStrictly(QObject& test, int argc, char** argv)
{
    QTest::qInit(&test, argc, argv);
    testLogHandler = qInstallMessageHandler(failOnEachWarning); // QTest installed its own in qInit()
    const int result = QTest::qRun();
    qInstallMessageHandler(testLogHandler);
    QTest::qCleanup();
    return result;
}

} // namespace

void prepareEnvironment()
{
    static const QTemporaryDir folder;
    for (const char* variable :
         {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "HOME"}) {
        qputenv(variable, folder.path().toLocal8Bit());
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    // Widths and heights follow from the fonts, so that the fonts of a desktop must not decide a test.
    const QByteArray fonts =
        qEnvironmentVariable("RETRYSCOPE_TEST_FONTS", QStringLiteral("dejavu")).toLatin1();
    qputenv("FONTCONFIG_FILE", RETRYSCOPE_SOURCE_DIR "/tests/support/fonts/" + fonts + ".conf");
    for (const char* variable : {"AWS_RETRY_MODE", "AWS_MAX_ATTEMPTS", "AWS_CONFIG_FILE", "AWS_PROFILE",
                                 "http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy",
                                 "ALL_PROXY", "NO_PROXY", "no_proxy", "NO_COLOR", "COLUMNS"}) {
        qunsetenv(variable);
    }
    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
}

bool registerTest(const char* sourceFile, TestMaker maker)
{
    registeredTests().insert(QFileInfo(QString::fromUtf8(sourceFile)).completeBaseName(), maker);
    return true;
}

int runNamed(int argc, char** argv)
{
    if (argc < 2 || argv[1][0] == '-') {
        int failures = 0;
        for (const TestMaker& maker : std::as_const(registeredTests())) {
            failures += runStrictly(*maker(), argc, argv);
        }
        return failures;
    }
    const TestMaker maker = registeredTests().value(QString::fromUtf8(argv[1]));
    if (maker == nullptr) {
        qWarning("no test %s; there are: %s", argv[1],
                 qPrintable(registeredTests().keys().join(QStringLiteral(", "))));
        return 2;
    }
    argv[1] = argv[0];
    return runStrictly(*maker(), argc - 1, argv + 1);
}

} // namespace retryscope::test
