// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/documents/record_json.h"
#include "core/io/files/library.h"
#include "tests/support/lab.h"
#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>

using namespace retryscope;

/// Runs the real window program as scripts and documentation do: without a display.
class TstWindowProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void savesAPictureOfTheWindowAfterALiveRun();
    void picturesOfEqualRunsInVirtualTimeAreEqual();
    void ownPoliciesAreWhereTheCommandLineLooks_data();
    void ownPoliciesAreWhereTheCommandLineLooks();
    void drawsTheTimelineOfARecord_data();
    void drawsTheTimelineOfARecord();
    void wrongUseIsExplained_data();
    void wrongUseIsExplained();
    void aPictureOfAnErrorShowsItsMessage();
    void callsAndClientsAreSimulated();
    void helpAndVersionNeedNoDisplay();

private:
    struct Ended
    {
        int exitCode = -1;
        QString output;
        QString errors;
    };
    Ended run(const QStringList& arguments, const QString& dataHome = {});
    QString path(const QString& name) { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

TstWindowProgram::Ended TstWindowProgram::run(const QStringList& arguments, const QString& dataHome)
{
    QProcess program;
    QProcessEnvironment environment = test::environmentWithoutDisplay();
    if (!dataHome.isEmpty()) {
        environment.insert(QStringLiteral("XDG_DATA_HOME"), dataHome);
    }
    program.setProcessEnvironment(environment);
    program.setWorkingDirectory(m_folder.path());
    program.start(QStringLiteral(RETRYSCOPE_WINDOW_PROGRAM), arguments);
    if (!program.waitForFinished(60000)) {
        return {};
    }
    return {program.exitCode(), QString::fromUtf8(program.readAllStandardOutput()),
            QString::fromUtf8(program.readAllStandardError())};
}

void TstWindowProgram::savesAPictureOfTheWindowAfterALiveRun()
{
    const Ended ended =
        run({QStringLiteral("--scenario"), QStringLiteral("client-error-400"), QStringLiteral("--policy"),
             QStringLiteral("sdk-reference-standard"), QStringLiteral("--send"),
             QStringLiteral("--screenshot"), QStringLiteral("live.png"), QStringLiteral("--size"),
             QStringLiteral("1200x800"), QStringLiteral("--theme"), QStringLiteral("dark")});

    QVERIFY2(ended.exitCode == 0, qPrintable(ended.errors));
    const QImage picture(path(QStringLiteral("live.png")));
    QCOMPARE(picture.size(), QSize(1200, 800));
    QVERIFY(picture.pixelColor(5, 795).lightness() < 128);
}

void TstWindowProgram::picturesOfEqualRunsInVirtualTimeAreEqual()
{
    QList<QImage> pictures;
    for (const char* seed : {"7", "7", "8"}) {
        const Ended ended =
            run({QStringLiteral("--virtual"), QStringLiteral("--send"), QStringLiteral("--seed"),
                 QString::fromLatin1(seed), QStringLiteral("--screenshot"), QStringLiteral("v.png")});
        QVERIFY2(ended.exitCode == 0, qPrintable(ended.errors));
        pictures += QImage(path(QStringLiteral("v.png")));
    }
    QVERIFY(!pictures[0].isNull());
    QVERIFY(pictures[0] == pictures[1]);
    QVERIFY(pictures[0] != pictures[2]);
}

void TstWindowProgram::ownPoliciesAreWhereTheCommandLineLooks_data()
{
    QTest::addColumn<QString>("folder");
    QTest::newRow("now") << QStringLiteral("retryscope/policies");
    QTest::newRow("where the window once kept them") << QStringLiteral("retryscope/retryscope/policies");
}

void TstWindowProgram::ownPoliciesAreWhereTheCommandLineLooks()
{
    QFETCH(QString, folder);
    const QTemporaryDir home;
    QVERIFY(QDir(home.path()).mkpath(folder));
    QVERIFY(
        io::writeFile(
            home.filePath(folder + QStringLiteral("/mine.json")),
            R"({"format": "retryscope.policy/1", "id": "mine", "title": "Mine", "extends": "curl-retry-3"})")
            .ok());
    const Ended ended =
        run({QStringLiteral("--policy"), QStringLiteral("mine"), QStringLiteral("--virtual"),
             QStringLiteral("--send"), QStringLiteral("--screenshot"), QStringLiteral("m.png")},
            home.path());
    QVERIFY2(ended.exitCode == 0, qPrintable(ended.errors));
    QVERIFY(io::Library(home.filePath(QStringLiteral("retryscope"))).policy(QStringLiteral("mine")).ok());
}

void TstWindowProgram::drawsTheTimelineOfARecord_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("beginning");
    QTest::newRow("svg") << QStringLiteral("t.svg") << QByteArray("<?xml");
    QTest::newRow("png") << QStringLiteral("t.png") << QByteArray("\x89PNG");
    QTest::newRow("pdf") << QStringLiteral("t.pdf") << QByteArray("%PDF");
}

void TstWindowProgram::drawsTheTimelineOfARecord()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, beginning);
    const RunRecord record = test::runOf(test::plainPolicy(), {test::response(503), test::response(200)});
    const QByteArray json = io::recordBytes(record);
    QVERIFY(io::writeFile(path(QStringLiteral("record.json")), json).ok());

    const Ended ended = run({QStringLiteral("--export"), file, QStringLiteral("record.json")});

    QVERIFY2(ended.exitCode == 0, qPrintable(ended.errors));
    QFile drawn(path(file));
    QVERIFY(drawn.open(QIODevice::ReadOnly));
    QVERIFY(drawn.readAll().startsWith(beginning));
}

void TstWindowProgram::wrongUseIsExplained_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("explanation");
    const auto row = [](const char* name, const QString& line, int exitCode, const char* explanation) {
        QTest::newRow(name) << line.split(QLatin1Char(' ')) << exitCode << QString::fromUtf8(explanation);
    };
    row("unknown option", QStringLiteral("--nope"), 2, "nope");
    row("unknown panel", QStringLiteral("--panel xyzzy"), 2, "allowed: send, request");
    row("size", QStringLiteral("--size big"), 2, "1440x900");
    row("theme", QStringLiteral("--theme pink"), 2, "light");
    row("scale", QStringLiteral("--export a.png r.json --scale 3"), 2, "allowed: 1, 2");
    row("seed", QStringLiteral("--seed -1"), 2, "whole number");
    row("calls", QStringLiteral("--calls 0"), 2, "1 to 100000");
    row("clients", QStringLiteral("--clients 1001"), 2, "1 to 1000");
    row("picture format", QStringLiteral("--screenshot a.bmp"), 2, ".png");
    row("unknown scenario", QStringLiteral("--scenario nope --screenshot a.png"), 2, "always-503");
    row("unknown policy", QStringLiteral("--policy nope --screenshot a.png"), 2, "nope");
    row("missing file", QStringLiteral("--export a.svg none.json"), 3, "none.json");
    row("bad URL", QStringLiteral("--url ftp://nowhere --send --screenshot a.png"), 3, "http");
    row("cannot write", QStringLiteral("--screenshot no/such/folder/a.png"), 4, "no/such/folder");
    row("record missing", QStringLiteral("--export a.svg"), 2, "record");
}

void TstWindowProgram::wrongUseIsExplained()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, explanation);

    const Ended ended = run(arguments);

    QVERIFY2(ended.errors.contains(explanation), qPrintable(ended.errors));
    QCOMPARE(ended.exitCode, exitCode);
}

void TstWindowProgram::aPictureOfAnErrorShowsItsMessage()
{
    const auto pictured = [this](const QString& url) {
        run({QStringLiteral("--url"), url, QStringLiteral("--send"), QStringLiteral("--screenshot"),
             QStringLiteral("error.png"), QStringLiteral("--theme"), QStringLiteral("light")});
        return QImage(path(QStringLiteral("error.png")));
    };
    const QImage picture = pictured(QStringLiteral("ftp://nowhere"));
    QVERIFY(!picture.isNull());
    int reddish = 0; // the background of an error, beneath the address
    for (int x = 0; x < picture.width(); ++x) {
        const QColor colour = picture.pixelColor(x, 57);
        reddish += colour.red() > 240 && colour.green() < 245 && colour.blue() < 240;
    }
    QVERIFY(reddish > 100);
}

void TstWindowProgram::callsAndClientsAreSimulated()
{
    const Ended ended = run({QStringLiteral("--virtual"), QStringLiteral("--send"), QStringLiteral("--calls"),
                             QStringLiteral("3"), QStringLiteral("--clients"), QStringLiteral("2"),
                             QStringLiteral("--screenshot"), QStringLiteral("many.png")});
    QVERIFY2(ended.exitCode == 0, qPrintable(ended.errors));
    const Ended single = run({QStringLiteral("--virtual"), QStringLiteral("--send"),
                              QStringLiteral("--screenshot"), QStringLiteral("one.png")});
    QVERIFY2(single.exitCode == 0, qPrintable(single.errors));
    QVERIFY(QImage(path(QStringLiteral("many.png"))) != QImage(path(QStringLiteral("one.png"))));
}

void TstWindowProgram::helpAndVersionNeedNoDisplay()
{
    const Ended help = run({QStringLiteral("--help")});
    QCOMPARE(help.exitCode, 0);
    QVERIFY(help.output.contains(QStringLiteral("--screenshot")));
    const Ended version = run({QStringLiteral("--version")});
    QCOMPARE(version.exitCode, 0);
    QVERIFY(version.output.startsWith(QStringLiteral("retryscope ")));
}

RETRYSCOPE_TEST(TstWindowProgram)
#include "tst_window_program.moc"
