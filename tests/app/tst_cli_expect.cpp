// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QTemporaryDir>

using namespace retryscope::test;

/// `--expect`, `--junit` and `--tap` with the real command line program.
class TstCliExpect : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theExpectationsDecideTheExitCode_data();
    void theExpectationsDecideTheExitCode();
    void everyPolicyOfAReplayIsChecked();
    void theResultsAreSaved();
    void aRunIsOnlyStartedIfAllCanBeRead();

private:
    QTemporaryDir m_folder;
};

void TstCliExpect::theExpectationsDecideTheExitCode_data()
{
    QTest::addColumn<QStringList>("expectations");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("errors");
    const auto row = [](const char* name, const QStringList& expectations, int exitCode, const char* errors) {
        QTest::newRow(name) << expectations << exitCode << QByteArray(errors);
    };
    row("none", {}, 1, "");
    row("all hold though the calls failed",
        {QStringLiteral("attempts==3"), QStringLiteral("calls.failed==2")}, 0, "2 of 2 expectations hold");
    row("one does not", {QStringLiteral("attempts==3"), QStringLiteral("verdict==succeeded")}, 1,
        "Expectation not met: verdict==succeeded: call 1: verdict is \"failed\"");
    row("not measured", {QStringLiteral("status[7]==200")}, 1, "not measured: no call has an attempt 7");
    row("cannot be read", {QStringLiteral("attempts==3"), QStringLiteral("attempts<=three")}, 2,
        "--expect \"attempts<= \xe2\x80\xa6\", column 11: expected a number; found \"three\"");
}

void TstCliExpect::theExpectationsDecideTheExitCode()
{
    QFETCH(const QStringList, expectations);
    QFETCH(const int, exitCode);
    QFETCH(const QByteArray, errors);
    QStringList words{QStringLiteral("simulate"), QStringLiteral("--scenario"), QStringLiteral("always-503"),
                      QStringLiteral("--calls"),  QStringLiteral("2"),          QStringLiteral("--seed"),
                      QStringLiteral("1")};
    for (const QString& expectation : expectations) {
        words << QStringLiteral("--expect") << expectation;
    }
    const ProgramResult result = runProgram(words);
    QVERIFY2(result.exitCode == exitCode, result.errors);
    QVERIFY2(result.errors.contains(errors), result.errors);
}

void TstCliExpect::everyPolicyOfAReplayIsChecked()
{
    const QString record = m_folder.filePath(QStringLiteral("run.json"));
    QCOMPARE(runProgram({QStringLiteral("simulate"), QStringLiteral("--scenario"),
                         QStringLiteral("always-503"), QStringLiteral("--output"), record})
                 .exitCode,
             1);
    const ProgramResult replayed = runProgram(
        {QStringLiteral("replay"), record, QStringLiteral("--policy"),
         QStringLiteral("sdk-reference-standard"), QStringLiteral("--policy"),
         QStringLiteral("sdk-reference-legacy"), QStringLiteral("--expect"), QStringLiteral("attempts<=3")});
    QCOMPARE(replayed.exitCode, 1);
    QVERIFY2(replayed.errors.contains("attempts<=3: sdk-reference-legacy: call 1: attempts is "),
             replayed.errors);
    QVERIFY2(replayed.errors.contains("1 of 2 expectations hold"), replayed.errors);
    const ProgramResult converted =
        runProgram({QStringLiteral("convert"), record, QStringLiteral("--to"), QStringLiteral("csv"),
                    QStringLiteral("--expect"), QStringLiteral("kind[1]==server")});
    QVERIFY2(converted.output.startsWith("client,"), converted.output);
    QVERIFY2(converted.errors.contains("expectations hold"), converted.errors);
}

void TstCliExpect::theResultsAreSaved()
{
    const QString junit = m_folder.filePath(QStringLiteral("junit.xml"));
    const QString tap = m_folder.filePath(QStringLiteral("out.tap"));
    const ProgramResult result =
        runProgram({QStringLiteral("simulate"), QStringLiteral("--scenario"), QStringLiteral("always-503"),
                    QStringLiteral("--expect"), QStringLiteral("attempts<=2"), QStringLiteral("--junit"),
                    junit, QStringLiteral("--tap"), tap});
    QCOMPARE(result.exitCode, 1);
    QVERIFY(contentOf(junit).contains("<testsuite name=\"retryscope simulate\" tests=\"1\" failures=\"1\">"));
    QVERIFY(contentOf(tap).startsWith("TAP version 13\n1..1\nnot ok 1 - "));
    QCOMPARE(runProgram({QStringLiteral("simulate"), QStringLiteral("--scenario"),
                         QStringLiteral("always-503"), QStringLiteral("--tap"), tap})
                 .exitCode,
             2);
}

void TstCliExpect::aRunIsOnlyStartedIfAllCanBeRead()
{
    const ProgramResult result = runProgram({QStringLiteral("run"), QStringLiteral("http://127.0.0.1:9/"),
                                             QStringLiteral("--expect"), QStringLiteral("p99<2")});
    QCOMPARE(result.exitCode, 2);
    QVERIFY2(result.errors.contains("column 5"), result.errors);
    QVERIFY(result.output.isEmpty());
}

RETRYSCOPE_TEST(TstCliExpect)
#include "tst_cli_expect.moc"
