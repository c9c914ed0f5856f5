// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace retryscope::test;

/// Turns files into other formats with the real command line program.
class TstCliConvert : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void writesARowPerAttemptAsCsv();
    void noNameOfAServerStartsAFormula_data();
    void noNameOfAServerStartsAFormula();
    void writesMarkdownForATicket();
    void jsonIsTheRecordAgain();
    void policiesAndScenariosBecomeCanonicalJson();
    void aBenchBecomesATableOrItself();
    void secretsStayOutUnlessAskedFor();
    void writesIntoAFileWhenToldTo();
    void drawsSvgOnStandardOutput();
    void picturesNeedNoDisplay();
    void pngHasTwiceThePixelsUnlessScaledToOne();
    void picturesNeedTheWindowProgram();
    void wrongUseIsRefused_data();
    void wrongUseIsRefused();
    void aBadFileIsNamedWithItsPlace();

private:
    ProgramResult convert(const QString& file, const QString& format, const QStringList& more = {},
                          const char* windowProgram = RETRYSCOPE_WINDOW_PROGRAM) const;
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;
    QString m_record;
};

void TstCliConvert::initTestCase()
{
    m_record = path("record.json");
    const ProgramResult made = runProgram(
        {QStringLiteral("simulate"), QStringLiteral("--scenario"), QStringLiteral("s3-slowdown-then-ok"),
         QStringLiteral("--policy"), QStringLiteral("sdk-reference-standard"), QStringLiteral("--seed"),
         QStringLiteral("7"), QStringLiteral("--header"), QStringLiteral("Authorization: hidden-word"),
         QStringLiteral("--include-secrets"), QStringLiteral("--output"), m_record});
    QVERIFY2(made.exitCode == 0, made.errors.constData());
}

ProgramResult TstCliConvert::convert(const QString& file, const QString& format, const QStringList& more,
                                     const char* windowProgram) const
{
    QProcessEnvironment environment = plainEnvironment();
    environment.insert(QStringLiteral("RETRYSCOPE_WINDOW"), QString::fromLocal8Bit(windowProgram));
    return runProgram(QStringList{QStringLiteral("convert"), file, QStringLiteral("--to"), format} + more,
                      environment);
}

void TstCliConvert::writesARowPerAttemptAsCsv()
{
    const ProgramResult result = convert(m_record, QStringLiteral("csv"));

    QVERIFY2(result.exitCode == 0, result.errors.constData());
    const QStringList lines = QString::fromUtf8(result.output).split(QStringLiteral("\r\n"));
    QCOMPARE(lines.size(), 5); // header, three attempts, and nothing after the last line's end
    QVERIFY(lines[0].startsWith(
        QStringLiteral("client,call,attempt,send_delay_ms,start_ms,end_ms,status,fault")));
    QVERIFY(lines[1].startsWith(QStringLiteral("1,1,1,0,0,0,503,,SlowDown,")));
    QVERIFY(lines[3].contains(QStringLiteral(",succeed,")));
    QVERIFY(lines[4].isEmpty());
}

void TstCliConvert::noNameOfAServerStartsAFormula_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("=") << QByteArray("=cmd|' /C calc'!A0");
    QTest::newRow("+") << QByteArray("+1+1");
    QTest::newRow("-") << QByteArray("-1+1");
    QTest::newRow("@") << QByteArray("@SUM(A1)");
    QTest::newRow("TAB") << QByteArray("\t=1+1");
    QTest::newRow("CR") << QByteArray("\r=1+1");
}

/// Spreadsheets take a cell that begins like this for one (CWE-1236): in the table of a run, and in the grid
/// of all clients.
void TstCliConvert::noNameOfAServerStartsAFormula()
{
    QFETCH(QByteArray, name);
    const QJsonObject body{{QStringLiteral("__type"), QString::fromLatin1(name)}};
    const QByteArray text = QJsonDocument(body).toJson(QJsonDocument::Compact);
    const QJsonObject step{{QStringLiteral("status"), 400},
                           {QStringLiteral("body"), QString::fromUtf8(text)}};
    QVERIFY(writeFile(
        path("formula.json"),
        QJsonDocument(QJsonObject{{QStringLiteral("format"), QStringLiteral("retryscope.scenario/1")},
                                  {QStringLiteral("id"), QStringLiteral("formula")},
                                  {QStringLiteral("title"), QStringLiteral("formula")},
                                  {QStringLiteral("service"), QStringLiteral("dynamodb")},
                                  {QStringLiteral("steps"), QJsonArray{step}}})
            .toJson()));
    const QString record = path("formula-record.json");
    const ProgramResult made =
        runProgram({QStringLiteral("simulate"), QStringLiteral("--scenario"), path("formula.json"),
                    QStringLiteral("--policy"), QStringLiteral("sdk-reference-standard"),
                    QStringLiteral("--output"), record});
    QVERIFY2(made.exitCode == 1, made.errors.constData());

    const ProgramResult table = convert(record, QStringLiteral("csv"));
    const ProgramResult grid =
        runProgram({QStringLiteral("explain"), QStringLiteral("--policy"), QStringLiteral("all"),
                    QStringLiteral("--service"), QStringLiteral("dynamodb"), QStringLiteral("--status"),
                    QStringLiteral("400"), QStringLiteral("--header"),
                    QStringLiteral("Content-Type: application/x-amz-json-1.0"), QStringLiteral("--body"),
                    QString::fromUtf8(text), QStringLiteral("--grid-as"), QStringLiteral("csv")});
    for (const ProgramResult& result : {table, grid}) {
        QVERIFY2(result.exitCode < 2, result.errors.constData());
        const QByteArray shown = name.trimmed().left(4);
        QVERIFY2(result.output.contains("'" + shown), result.output.constData()); // it is there, as a text
        for (const char* before : {",", ",\"", "\n", "\n\""}) {
            QVERIFY2(!result.output.contains(before + name), result.output.constData());
            QVERIFY2(!result.output.contains(before + shown), result.output.constData());
        }
    }
}

void TstCliConvert::writesMarkdownForATicket()
{
    const ProgramResult result = convert(m_record, QStringLiteral("markdown"));

    QVERIFY2(result.exitCode == 0, result.errors.constData());
    const QString text = QString::fromUtf8(result.output);
    QVERIFY2(text.startsWith(QStringLiteral("### How GET ")), qPrintable(text));
    for (const char* part : {"sdk-reference-standard", "seed 7", "Succeeded after 3 attempts", "| 1 | 0 ms |",
                             "503 SlowDown", "| retry |", "- 1: Retried after"}) {
        QVERIFY2(text.contains(QLatin1String(part)), part);
    }
}

void TstCliConvert::jsonIsTheRecordAgain()
{
    const ProgramResult once = convert(m_record, QStringLiteral("json"));
    QVERIFY2(once.exitCode == 0, once.errors.constData());
    const QString copy = path("copy.json");
    QVERIFY(writeFile(copy, once.output));

    QCOMPARE(convert(copy, QStringLiteral("json")).output, once.output);
    QCOMPARE(once.json().value(QStringLiteral("calls")).toArray().size(), 1);
}

void TstCliConvert::policiesAndScenariosBecomeCanonicalJson()
{
    for (const char* words : {"policies show dynamodb-guide", "scenarios show always-503"}) {
        const QString file = path("shown.json");
        const ProgramResult shown =
            runProgram(QString::fromLatin1(words).split(u' ') +
                       QStringList{QStringLiteral("--format"), QStringLiteral("json")});
        QVERIFY(writeFile(file, shown.output));

        const ProgramResult result = convert(file, QStringLiteral("json"));

        QVERIFY2(result.exitCode == 0, result.errors.constData());
        QVERIFY(result.json().value(QStringLiteral("format")).toString().startsWith(u"retryscope."));
    }
}

void TstCliConvert::aBenchBecomesATableOrItself()
{
    const QString bench = QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/proxies/alb.json");

    const ProgramResult json = convert(bench, QStringLiteral("json"));
    const ProgramResult csv = convert(bench, QStringLiteral("csv"));
    const ProgramResult markdown = convert(bench, QStringLiteral("markdown"));
    const ProgramResult svg = convert(bench, QStringLiteral("svg"));

    QVERIFY2(json.exitCode == 0, json.errors.constData());
    QCOMPARE(json.json()[u"format"].toString(), QStringLiteral("retryscope.bench/1"));
    QCOMPARE(json.json()[u"evidence"].toString(), QStringLiteral("from source"));
    QCOMPARE(csv.exitCode, 0);
    QVERIFY2(csv.output.contains("post-silence"), csv.output.constData());
    QCOMPARE(markdown.exitCode, 0);
    QVERIFY2(markdown.output.contains("garbage"), markdown.output.constData());
    QCOMPARE(svg.exitCode, 2);
    QVERIFY2(svg.errors.contains("is a probe result; convert it to json, csv or markdown"),
             svg.errors.constData());
}

void TstCliConvert::secretsStayOutUnlessAskedFor()
{
    QVERIFY(!convert(m_record, QStringLiteral("json")).output.contains("hidden-word"));
    QVERIFY(convert(m_record, QStringLiteral("json"), {QStringLiteral("--include-secrets")})
                .output.contains("hidden-word"));
}

void TstCliConvert::writesIntoAFileWhenToldTo()
{
    const QString output = path("out.csv");

    const ProgramResult result =
        convert(m_record, QStringLiteral("csv"), {QStringLiteral("--output"), output});

    QCOMPARE(result.exitCode, 0);
    QVERIFY(result.output.isEmpty());
    QVERIFY(contentOf(output).startsWith("client,call"));
    QCOMPARE(convert(m_record, QStringLiteral("csv"), {QStringLiteral("--output"), path("no/such/folder/x")})
                 .exitCode,
             4);
}

void TstCliConvert::drawsSvgOnStandardOutput()
{
    const ProgramResult result = convert(m_record, QStringLiteral("svg"));

    QVERIFY2(result.exitCode == 0, result.errors.constData());
    QXmlStreamReader reader(result.output);
    QVERIFY(reader.readNextStartElement());
    QCOMPARE(reader.name(), QStringLiteral("svg"));
    QVERIFY(result.output.contains("sdk-reference-standard"));
}

void TstCliConvert::picturesNeedNoDisplay()
{
    QProcessEnvironment bare = plainEnvironment();
    for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM", "XDG_RUNTIME_DIR"}) {
        bare.remove(QString::fromLatin1(variable));
    }
    bare.insert(QStringLiteral("RETRYSCOPE_WINDOW"), QStringLiteral(RETRYSCOPE_WINDOW_PROGRAM));
    for (const char* format : {"svg", "png"}) {
        const ProgramResult result = runProgram(
            {QStringLiteral("convert"), m_record, QStringLiteral("--to"), QString::fromLatin1(format)}, bare);
        QVERIFY2(result.exitCode == 0, result.errors.constData());
        QVERIFY(result.output.startsWith(format[0] == 's' ? "<?xml" : "\x89PNG"));
    }
}

void TstCliConvert::pngHasTwiceThePixelsUnlessScaledToOne()
{
    const QString output = path("drawn.png");
    QCOMPARE(convert(m_record, QStringLiteral("png"),
                     {QStringLiteral("--scale"), QStringLiteral("1"), QStringLiteral("--output"), output})
                 .exitCode,
             0);
    const QImage plain(output);

    const QImage sharp = QImage::fromData(convert(m_record, QStringLiteral("png")).output);

    QVERIFY(!plain.isNull());
    QCOMPARE(sharp.size(), plain.size() * 2);
}

void TstCliConvert::picturesNeedTheWindowProgram()
{
    for (const char* format : {"svg", "png"}) {
        const ProgramResult result = convert(m_record, QString::fromLatin1(format), {}, "no-such-program");

        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.errors.contains("window program") && result.errors.contains("no-such-program"),
                 result.errors.constData());
        QVERIFY(result.output.isEmpty());
    }
    QCOMPARE(convert(m_record, QStringLiteral("csv"), {}, "no-such-program").exitCode, 0);
}

void TstCliConvert::wrongUseIsRefused_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* line, const char* message) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(message);
    };
    row("convert a.json",
        "convert needs --to FORMAT; allowed: json, csv, har, otlp, markdown, html, svg, png");
    row("convert --to csv", "convert needs a FILE, got none");
    row("convert a.json --to xml", "invalid value \"xml\" for --to; allowed: json, csv");
    row("convert a.json --to pprof", "invalid value \"pprof\" for --to");
    row("convert a.json --to png --scale 3", "invalid value \"3\" for --scale");
}

void TstCliConvert::wrongUseIsRefused()
{
    QFETCH(QString, line);
    QFETCH(QString, message);

    const ProgramResult result = runProgram(line.split(u' '));

    QCOMPARE(result.exitCode, 2);
    QVERIFY2(QString::fromUtf8(result.errors).contains(message), result.errors.constData());
    QVERIFY(result.output.isEmpty());
}

void TstCliConvert::aBadFileIsNamedWithItsPlace()
{
    const QString bad = path("bad.json");
    QVERIFY(writeFile(bad, "{\n  nonsense"));

    const ProgramResult result = convert(bad, QStringLiteral("csv"));

    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.errors.contains("bad.json, line 2, column 4"), result.errors.constData());
    QCOMPARE(convert(path("none.json"), QStringLiteral("csv")).exitCode, 3);
    const QString scenario = QStringLiteral(RETRYSCOPE_SOURCE_DIR "/resources/scenarios/always-503.json");
    QCOMPARE(convert(scenario, QStringLiteral("svg")).exitCode, 2);
}

RETRYSCOPE_TEST(TstCliConvert)
#include "tst_cli_convert.moc"
