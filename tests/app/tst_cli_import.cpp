// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QJsonDocument>
#include <QTemporaryDir>

using namespace retryscope::test;

namespace {

ProgramResult runWithInput(const QByteArray& input, const QStringList& arguments)
{
    QProcess process;
    startProgram(process, arguments);
    process.write(input);
    process.closeWriteChannel();
    return finish(process);
}

QStringList splitAtBlanks(const char* line)
{
    return QString::fromLatin1(line).split(u' ');
}

} // namespace

/// A configuration that becomes a policy, and policies that come through a pipe.
class TstCliImport : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aPolicyMayComeOnStandardInput()
    {
        const QByteArray policy = runProgram("policies show openai-js-6.49.0-default --format json").output;
        const ProgramResult checked = runWithInput(policy, splitAtBlanks("policies check -"));
        QVERIFY2(checked.exitCode == 0, checked.errors);
        for (const char* line : {"policies show -", "explain --policy - --status 503 --brief",
                                 "simulate --policy - --scenario always-503 --seed 1 --max-attempts 1",
                                 "policies diff - openai-js-6.49.0-default"}) {
            const ProgramResult result = runWithInput(policy, splitAtBlanks(line));
            QVERIFY2(result.errors.isEmpty() && !result.output.isEmpty(), result.errors + line);
        }
        const ProgramResult twice =
            runWithInput(policy, splitAtBlanks("explain --policy - --status 503 --body @-"));
        QCOMPARE(twice.exitCode, 2);
        QVERIFY2(twice.errors.simplified().contains("standard input: can serve only one option"),
                 twice.errors);
        const ProgramResult scenario = runWithInput(
            runProgram("scenarios show always-503 --format json").output, splitAtBlanks("scenarios check -"));
        QVERIFY2(scenario.exitCode == 0, scenario.errors);
    }

    void whatIsNoPolicyIsToldWhatItMayBe_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("empty") << QByteArray(" \n") << QByteArray("standard input: the file is empty");
        QTest::newRow("YAML") << QByteArray("retry_policy:\n  retry_on: 5xx\n")
                              << QByteArray("\"policies import\" converts");
        QTest::newRow("report") << runWithInput("retry_policy:\n  retry_on: 5xx\n",
                                                splitAtBlanks("policies import - --format json"))
                                       .output
                                << QByteArray("the policy is its member \"policy\"");
    }
    void whatIsNoPolicyIsToldWhatItMayBe()
    {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, message);
        const ProgramResult result = runWithInput(input, splitAtBlanks("policies check -"));
        QCOMPARE(result.exitCode, 3);
        QVERIFY2((result.errors + result.output).simplified().contains(message),
                 result.errors + result.output);
    }

    void whereTheImportedPolicyIsIsSaid()
    {
        const QByteArray text = "retry_policy:\n  num_retries: 2\n  retry_on: 5xx\n";
        const ProgramResult unkept = runWithInput(text, splitAtBlanks("policies import -"));
        QCOMPARE(unkept.exitCode, 0);
        QVERIFY2(unkept.output.contains("Save it with --output FILE"), unkept.output);
        // In the order of the lines, what is not written last.
        QVERIFY2(unkept.output.indexOf("\n2 ") < unkept.output.indexOf("\n3 "), unkept.output);

        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("p.json"));
        const QStringList keeping = splitAtBlanks("policies import - --output") + QStringList{file};
        QVERIFY(runWithInput(text, keeping).output.contains("Saved to "));
        const QByteArray again = runWithInput(text, keeping).output.simplified();
        QVERIFY2(again.contains("replacing the previous file"), again);
        QCOMPARE(runProgram({QStringLiteral("policies"), QStringLiteral("check"), file}).exitCode, 0);
    }
};

RETRYSCOPE_TEST(TstCliImport)
#include "tst_cli_import.moc"
