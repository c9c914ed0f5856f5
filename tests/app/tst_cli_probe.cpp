// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/plain_server.h"
#include "tests/app/program.h"
#include "tests/support/misbehaving_proxy.h"
#include "tests/support/strict_main.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace retryscope::test;

namespace {

constexpr auto kBehaviours = R"({"format":"retryscope.scenario/1","id":"mine","service":"s3","steps":[
  {"id":"slow","title":"S3 SlowDown","status":503,"headers":{"Content-Type":"application/xml","Retry-After":"2"},
   "body":"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"},
  {"id":"ok","status":200,"body":"fine"},
  {"id":"post","fault":"reset","request":{"method":"POST","path":"/orders","body":"x"}}]})";

quint16 freePort()
{
    QTcpServer server;
    return server.listen(QHostAddress::LocalHost) ? server.serverPort() : quint16(0);
}

QString nginxPath()
{
    const QString found = QStandardPaths::findExecutable(QStringLiteral("nginx"));
    return found.isEmpty()
               ? QStandardPaths::findExecutable(QStringLiteral("nginx"), {QStringLiteral("/usr/sbin")})
               : found;
}

QString addressOf(quint16 port)
{
    return QStringLiteral("127.0.0.1:%1").arg(port);
}

QJsonObject rowNamed(const QJsonObject& bench, const QString& id)
{
    for (const QJsonValue row : bench[u"rows"].toArray()) {
        if (row[u"id"].toString() == id) {
            return row.toObject();
        }
    }
    return {};
}

/// nginx as a child, with the program's own configuration and more in it.
class Nginx
{
public:
    ~Nginx()
    {
        m_process.terminate();
        m_process.waitForFinished(5000);
    }

    /// What follows the proxy_set_header line. Empty, or what went wrong.
    QString start(const QByteArray& more)
    {
        const ProgramResult config = runProgram(
            QStringList{QStringLiteral("probe"), QStringLiteral("--print-config"), QStringLiteral("nginx"),
                        QStringLiteral("--listen"), addressOf(m_originPort), QStringLiteral("--port"),
                        QString::number(m_port)});
        QByteArray text = config.output;
        text.replace("proxy_set_header Host $host;\n    }", "proxy_set_header Host $host;\n" + more);
        if (config.exitCode != 0 || !writeFile(m_folder.filePath(QStringLiteral("nginx.conf")), text)) {
            return QStringLiteral("no configuration");
        }
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(nginxPath(), {QStringLiteral("-p"), m_folder.path(), QStringLiteral("-c"),
                                      m_folder.filePath(QStringLiteral("nginx.conf"))});
        for (int i = 0; i < 200; ++i) {
            QTcpSocket probe;
            probe.connectToHost(QHostAddress::LocalHost, m_port);
            if (probe.waitForConnected(100)) {
                return {};
            }
            if (m_process.waitForFinished(50)) {
                break;
            }
        }
        return QString::fromLocal8Bit(m_process.readAll());
    }
    [[nodiscard]] QStringList probeWords() const
    {
        return {QStringLiteral("probe"), QStringLiteral("--through"),
                QStringLiteral("http://") + addressOf(m_port), QStringLiteral("--listen"),
                addressOf(m_originPort)};
    }

private:
    quint16 m_port = freePort();
    quint16 m_originPort = freePort();
    QTemporaryDir m_folder;
    QProcess m_process;
};

constexpr auto kUntouched = "    }";
/// What the article's private proxy did.
constexpr auto kNames429 = R"(      proxy_intercept_errors on;
      error_page 503 =429 @slow;
    }
    location @slow {
      default_type application/xml;
      return 429 '<Error><Code>429</Code></Error>';
    })";

} // namespace

class TstCliProbe : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        QVERIFY(m_folder.isValid());
        QVERIFY(writeFile(behaviours(), kBehaviours));
    }

    void wrongUsageIsRefused_data()
    {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* line, const char* message) {
            QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(message);
        };
        row("probe", "probe needs --through URL and --listen HOST:PORT");
        row("probe --through http://a --listen nowhere", "invalid value for --listen");
        row("probe --through ftp://a --listen 127.0.0.1:1", "invalid value \"ftp://a\" for --through");
        row("probe --through http://a --listen 127.0.0.1:0", "port 0 needs --wait");
        row("probe --through http://a --listen 127.0.0.1:1 --behaviours x",
            "allowed: common, aws, rare, all");
        row("probe --through http://a --listen 127.0.0.1:1 --repeat 0", "invalid value \"0\" for --repeat");
        row("probe --print-config iis", "invalid value \"iis\" for --print-config; allowed: apache, caddy");
        row("probe --through 127.0.0.1:9000 --listen 127.0.0.1:9000", "this is the origin itself");
        row("probe --explain-response a", "--explain-response needs --bench");
        row("probe --bench a --through http://a", "cannot be combined with --through");
        row("run --url http://127.0.0.1:1 --behind a", "--behind needs --scenario");
        row("explain --status 503 --behind iis",
            "no probe result or file is named \"iis\"; available: alb, apache, ");
        row("explain --status 503 --behind ngin",
            "no probe result or file is named \"ngin\"; did you mean nginx, nginx-article, ");
        row("simulate --scenario always-503 --behind iis", "nginx-hardened, squid");
        row("serve --scenario always-503 --behind iis", "no probe result or file is named \"iis\"");
        row("probe --bench iis", "no probe result or file is named \"iis\"");
    }
    void wrongUsageIsRefused()
    {
        QFETCH(const QString, line);
        QFETCH(const QString, message);

        const ProgramResult result = runProgram(line.split(u' '));

        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.errors.contains(message.toUtf8()), result.errors.constData());
    }

    /// As an installed one, which has no sources beside it.
    void aProgramAloneKnowsTheShippedBoxes()
    {
        const QString program = m_folder.filePath(QStringLiteral("retryscope-cli"));
        QVERIFY(QFile::copy(QStringLiteral(RETRYSCOPE_CLI), program));
        const auto run = [&](const QStringList& words) {
            QProcess process;
            process.setWorkingDirectory(m_folder.path());
            process.setProcessEnvironment(plainEnvironment());
            process.start(program, words + QStringList{QStringLiteral("--format"), QStringLiteral("json")});
            return finish(process);
        };
        const QString behind = QStringLiteral("--behind");
        const QString box = QStringLiteral("nginx-article");

        const ProgramResult explained =
            run({QStringLiteral("explain"), QStringLiteral("--template"), QStringLiteral("s3-slow-down"),
                 QStringLiteral("--service"), QStringLiteral("s3"), QStringLiteral("--policy"),
                 QStringLiteral("cpp-1.11.332-default"), behind, box});
        const ProgramResult simulated =
            run({QStringLiteral("simulate"), QStringLiteral("--scenario"),
                 QStringLiteral("s3-slowdown-then-ok"), QStringLiteral("--seed"), QStringLiteral("1"),
                 QStringLiteral("--policy"), QStringLiteral("cpp-1.11.332-default"), behind, box});
        const ProgramResult shown = run({QStringLiteral("probe"), QStringLiteral("--bench"), box});

        QCOMPARE(explained.json()[u"rows"][0][u"verdict"].toString(), QStringLiteral("stop"));
        QCOMPARE(simulated.exitCode, 1);
        QCOMPARE(simulated.json()[u"scenario"].toString(),
                 QStringLiteral("s3-slowdown-then-ok-behind-nginx-article"));
        QCOMPARE(simulated.json()[u"calls"][0][u"attempts"][0][u"errorName"].toString(),
                 QStringLiteral("429"));
        QCOMPARE(shown.json()[u"box"][u"name"].toString(), QStringLiteral("nginx"));
        QVERIFY(m_folder.path().isEmpty() || QFile::remove(program));
    }

    /// What decides on a status that the box was not asked with is told.
    /// A file of an earlier version is judged as today's presets decide, also as what is expected.
    void savedVerdictsAreJudgedAgain()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("old.json"));
        QVERIFY(
            runProgram(QStringLiteral("probe --bench nginx --output %1").arg(file).split(u' ')).exitCode ==
            1);
        QFile written(file);
        QVERIFY(written.open(QIODevice::ReadOnly));
        QJsonObject bench = QJsonDocument::fromJson(written.readAll()).object();
        QJsonArray rows = bench[u"rows"].toArray();
        QJsonObject row = rows[0].toObject();
        QJsonArray verdicts = row[u"verdicts"].toArray();
        QJsonObject changed = verdicts[0].toObject();
        changed[QStringLiteral("through")] = QStringLiteral("retry");
        verdicts[0] = changed;
        changed[QStringLiteral("policy")] = QStringLiteral("of-a-colleague");
        verdicts.append(changed);
        row[QStringLiteral("verdicts")] = verdicts;
        row[QStringLiteral("lostHeaders")] = QJsonArray{QStringLiteral("Bogus")};
        rows[0] = row;
        bench[QStringLiteral("rows")] = rows;
        QVERIFY(writeFile(file, QJsonDocument(bench).toJson()));

        const ProgramResult text = runProgram(QStringLiteral("probe --bench %1").arg(file).split(u' '));
        QVERIFY2(text.output.simplified().contains("of-a-colleague (saved, not judged again)"), text.output);
        QVERIFY2(text.errors.contains("Today's policies decide 1 of the saved verdicts differently."),
                 text.errors);
        const ProgramResult json =
            runProgram(QStringLiteral("probe --bench %1 --format json").arg(file).split(u' '));
        const QJsonObject read = json.json()[u"rows"][0].toObject();
        QCOMPARE(read[u"lostHeaders"].toArray(), QJsonArray());
        QCOMPARE(read[u"verdicts"][0][u"through"].toString(), QStringLiteral("succeed"));
        QCOMPARE(read[u"verdicts"].toArray().last()[u"saved"].toBool(), true);
        const ProgramResult same =
            runProgram(QStringLiteral("probe --bench nginx --expect %1").arg(file).split(u' '));
        QVERIFY2(same.exitCode == 0, same.output + same.errors);
        const ProgramResult converted =
            runProgram(QStringLiteral("convert %1 --to csv").arg(file).split(u' '));
        QVERIFY2(converted.output.contains("of-a-colleague (saved, not judged again)"), converted.output);
    }

    void factsAloneAreEnough()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("facts.json"));
        const ProgramResult whole =
            runProgram(QStringLiteral("probe --bench varnish --format json --facts-only --output %1")
                           .arg(file)
                           .split(u' '));
        QFile facts(file);
        QVERIFY(facts.open(QIODevice::ReadOnly));
        QVERIFY(!facts.readAll().contains("\"verdicts\""));
        QCOMPARE(runProgram(QStringLiteral("probe --bench %1 --format json").arg(file).split(u' ')).output,
                 whole.output);
    }

    void tellsWhichRowsItInferredFrom()
    {
        const ProgramResult simulated = runProgram("simulate --scenario always-503 --behind nginx --seed 1");
        const ProgramResult inferred =
            runProgram("explain --status 599 --behind nginx --policy botocore-1.43.67-standard");

        QVERIFY2(!simulated.errors.contains("inferred"), simulated.errors.constData());
        QVERIFY2(inferred.output.contains("(inferred)"), inferred.output.constData());
    }

    void aBoxThatCannotRunHereIsFromSource()
    {
        const ProgramResult stated =
            runProgram("explain --fault closedBeforeResponse --behind envoy --format json "
                       "--policy botocore-1.43.67-standard");
        const ProgramResult shown = runProgram("probe --bench envoy");
        const ProgramResult unstated =
            runProgram("explain --status 404 --behind envoy --policy curl-retry-3");

        QCOMPARE(stated.json()[u"whatIf"][0].toString(),
                 QStringLiteral("behind envoy (from source), row close: 503"));
        QVERIFY(shown.output.contains("not probed: 5 origin responses"));
        QCOMPARE(unstated.exitCode, 2);
        QVERIFY2(unstated.errors.contains("no row for status 404"), unstated.errors.constData());
    }

    void printsAConfigurationForEachBox_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"nginx", "haproxy", "apache", "caddy", "squid", "varnish", "lighttpd",
                                 "trafficserver", "envoy"}) {
            QTest::newRow(name) << QString::fromLatin1(name);
        }
    }
    void printsAConfigurationForEachBox()
    {
        QFETCH(const QString, name);

        const ProgramResult result =
            runProgram(QStringLiteral("probe --print-config %1 --listen 127.0.0.1:9000 --port 8080")
                           .arg(name)
                           .split(u' '));

        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.contains("8080") && result.output.contains("9000"));
    }

    void whatNothingListensForIsTheEnvironments()
    {
        const ProgramResult result =
            runProgram(QStringList{QStringLiteral("probe"), QStringLiteral("--through"),
                                   QStringLiteral("http://") + addressOf(freePort()),
                                   QStringLiteral("--listen"), addressOf(freePort())});

        QCOMPARE(result.exitCode, 4);
        QVERIFY2(result.errors.contains("cannot reach the proxy: the connection was refused\n"),
                 result.errors.constData());
    }

    void aBadBenchNamesItsPlace()
    {
        const QString file = m_folder.filePath(QStringLiteral("bad.json"));
        QVERIFY(writeFile(file, R"({"format":"retryscope.bench/1","rows":[{"id":1}]})"));

        const ProgramResult result =
            runProgram(QStringList{QStringLiteral("probe"), QStringLiteral("--bench"), file});

        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.errors.contains("bad.json: rows[0]"), result.errors.constData());
    }

    /// The origin's port is told, and sending begins with a line.
    void waitsUntilTheBoxIsReady()
    {
        MisbehavingProxy proxy(Misdeed::SendsAgain);
        QProcess process;
        startProgram(process, {QStringLiteral("probe"), QStringLiteral("--through"), proxy.url(),
                               QStringLiteral("--listen"), QStringLiteral("127.0.0.1:0"),
                               QStringLiteral("--wait"), QStringLiteral("--behaviours"), behaviours(),
                               QStringLiteral("--format"), QStringLiteral("json")});
        QByteArray said;
        QVERIFY(QTest::qWaitFor(
            [&] { return (said += process.readAllStandardError()).contains("Press Enter"); }, 20'000));
        const QRegularExpressionMatch address =
            QRegularExpression(QStringLiteral("Listening on (127\\.0\\.0\\.1:\\d+)"))
                .match(QString::fromUtf8(said));
        QVERIFY(address.hasMatch());
        proxy.setOrigin(address.captured(1));
        process.write("\n");
        QVERIFY(QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, 30'000));

        const QJsonObject bench = finish(process).json();

        QCOMPARE(bench[u"format"].toString(), QStringLiteral("retryscope.bench/1"));
        const QJsonObject post = rowNamed(bench, QStringLiteral("post"));
        QCOMPARE(post[u"arrivals"].toInt(), 2);
        QCOMPARE(post[u"mayBeDoneTwice"].toBool(), true);
        QVERIFY(post[u"boxChanges"].toArray().size() >= 2); // the page, and sending again
    }

    void findsTheRowOfTheArticleBehindNginx()
    {
        if (nginxPath().isEmpty()) {
            QSKIP("nginx is not installed");
        }
        Nginx nginx;
        const QString problem = nginx.start(kNames429);
        QVERIFY2(problem.isEmpty(), qPrintable(problem));
        const QString file = m_folder.filePath(QStringLiteral("seed.json"));

        const ProgramResult result =
            runProgram(nginx.probeWords() + QStringList{QStringLiteral("--behaviours"), behaviours(),
                                                        QStringLiteral("--output"), file});

        QCOMPARE(result.exitCode, 1);
        const QString text = QString::fromUtf8(result.output);
        QVERIFY2(text.contains(QStringLiteral("503 SlowDown becomes the proxy's own 429 named “429”, without "
                                              "Retry-After.")),
                 qPrintable(text));
        QVERIFY(text.simplified().contains(
            QStringLiteral("Retry lost behind the proxy: cpp-1.11.332-default, botocore-1.43.67-standard")));
        QVERIFY(text.contains(QStringLiteral("proxy_intercept_errors off;")));
        QVERIFY(text.contains(
            QStringLiteral("retryscope-cli policies code cpp-1.11.332-default --map 429=throttling")));
        for (const QString& line : text.split(QLatin1Char('\n'))) {
            QVERIFY2(line.size() <= 80, qPrintable(line));
        }
        const QJsonObject bench = QJsonDocument::fromJson(contentOf(file)).object();
        QCOMPARE(bench[u"box"][u"name"].toString(), QStringLiteral("nginx"));
        const QJsonObject row = rowNamed(bench, QStringLiteral("slow"));
        QCOMPARE(row[u"client"][u"status"].toInt(), 429);
        QCOMPARE(row[u"client"][u"errorName"].toString(), QStringLiteral("429"));
        QCOMPARE(row[u"lostHeaders"][0].toString(), QStringLiteral("Retry-After"));
        QVERIFY(row[u"verdicts"][0][u"flipped"].toBool());
        readsItBackwards(file);
        standsBetween(file);
    }

    /// Rows that do not wait follow each other at once: a set of them is no longer than its rows. How long
    /// that is depends on the machine and is only told.
    void aHundredBehavioursFollowEachOtherAtOnce()
    {
        if (nginxPath().isEmpty()) {
            QSKIP("nginx is not installed");
        }
        Nginx nginx;
        QCOMPARE(nginx.start(kUntouched), QString());
        QJsonArray steps;
        for (int i = 0; i < 100; ++i) {
            steps.append(QJsonObject{{QStringLiteral("id"), QStringLiteral("row-%1").arg(i)},
                                     {QStringLiteral("status"), 400 + i},
                                     {QStringLiteral("body"), QStringLiteral("{}")}});
        }
        const QString file = m_folder.filePath(QStringLiteral("hundred.json"));
        QVERIFY(writeFile(file, QJsonDocument(QJsonObject{{QStringLiteral("format"),
                                                           QStringLiteral("retryscope.scenario/1")},
                                                          {QStringLiteral("id"), QStringLiteral("hundred")},
                                                          {QStringLiteral("steps"), steps}})
                                    .toJson()));

        const QJsonObject bench =
            runProgram(nginx.probeWords() + QStringList{QStringLiteral("--behaviours"), file,
                                                        QStringLiteral("--format"), QStringLiteral("json")})
                .json();

        double rows = 0;
        int arrivals = 0;
        for (const QJsonValue row : bench[u"rows"].toArray()) {
            rows += row[u"tookMs"].toDouble();
            arrivals += row[u"arrivals"].toInt();
        }
        const double took = bench[u"tookMs"].toDouble();
        QCOMPARE(arrivals, 100);
        QVERIFY2(took < 5 * rows, qPrintable(QStringLiteral("%1 ms for rows of %2 ms").arg(took).arg(rows)));
        qInfo("100 behaviours through nginx in %.0f ms", took);
    }

    void holdsABoxToWhatItDid()
    {
        if (nginxPath().isEmpty()) {
            QSKIP("nginx is not installed");
        }
        const QString good = m_folder.filePath(QStringLiteral("good.json"));
        const QString junit = m_folder.filePath(QStringLiteral("junit.xml"));
        {
            Nginx nginx;
            QCOMPARE(nginx.start(kUntouched), QString());
            const QStringList words =
                nginx.probeWords() + QStringList{QStringLiteral("--behaviours"), behaviours()};
            QCOMPARE(runProgram(words + QStringList{QStringLiteral("--output"), good}).exitCode, 0);

            const ProgramResult same = runProgram(
                words + QStringList{QStringLiteral("--expect"), good, QStringLiteral("--junit"), junit});

            QCOMPARE(same.exitCode, 0);
            QVERIFY2(same.output.contains("As expected: no difference"), same.output.constData());
            QVERIFY(contentOf(junit).contains("failures=\"0\""));
        }
        Nginx changed;
        QCOMPARE(changed.start(kNames429), QString());

        const ProgramResult other =
            runProgram(changed.probeWords() + QStringList{QStringLiteral("--behaviours"), behaviours(),
                                                          QStringLiteral("--expect"), good,
                                                          QStringLiteral("--junit"), junit});

        QCOMPARE(other.exitCode, 1);
        QVERIFY2(other.output.contains("no row fixed, 1 worse"), other.output.constData());
        QVERIFY2(other.output.contains("slow: status: 503 → 429"), other.output.constData());
        QXmlStreamReader xml(contentOf(junit));
        int failures = 0;
        while (!xml.atEnd()) {
            failures += xml.readNext() == QXmlStreamReader::StartElement && xml.name() == u"failure" ? 1 : 0;
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(failures, 1);
    }

private:
    [[nodiscard]] QString behaviours() const { return m_folder.filePath(QStringLiteral("mine.json")); }

    void readsItBackwards(const QString& bench) const
    {
        const QString page = m_folder.filePath(QStringLiteral("page.txt"));
        QVERIFY(writeFile(page, "HTTP/1.1 429 Too Many Requests\r\nContent-Type: application/xml\r\n\r\n"
                                "<Error><Code>429</Code></Error>"));

        const ProgramResult result = runProgram(QStringList{
            QStringLiteral("probe"), QStringLiteral("--bench"), bench, QStringLiteral("--explain-response"),
            page, QStringLiteral("--format"), QStringLiteral("json")});

        QCOMPARE(result.exitCode, 0);
        const QJsonArray behaviours = result.json()[u"behaviours"].toArray();
        QCOMPARE(behaviours.size(), 1);
        QCOMPARE(behaviours[0][u"id"].toString(), QStringLiteral("slow"));
        QCOMPARE(behaviours[0][u"exact"].toBool(), true);

        QVERIFY(writeFile(page, "<Error><Code>429</Code></Error>\n"));
        const ProgramResult alone =
            runProgram(QStringList{QStringLiteral("probe"), QStringLiteral("--bench"), bench,
                                   QStringLiteral("--explain-response"), page});
        QCOMPARE(alone.exitCode, 0);
        QVERIFY2(alone.output.contains("without a status") && alone.output.contains("slow: ") &&
                     !alone.output.contains("400"),
                 alone.output.constData());
    }

    void standsBetween(const QString& bench) const
    {
        const QStringList client{QStringLiteral("--policy"), QStringLiteral("cpp-1.11.332-default"),
                                 QStringLiteral("--behind"), bench,
                                 QStringLiteral("--format"), QStringLiteral("json")};

        const ProgramResult explained = runProgram(
            QStringList{QStringLiteral("explain"), QStringLiteral("--template"),
                        QStringLiteral("s3-slow-down"), QStringLiteral("--service"), QStringLiteral("s3")} +
            client);
        const ProgramResult simulated =
            runProgram(QStringList{QStringLiteral("simulate"), QStringLiteral("--scenario"),
                                   QStringLiteral("s3-slowdown-then-ok"), QStringLiteral("--seed"),
                                   QStringLiteral("1")} +
                       client);
        const ProgramResult unknown = runProgram(
            QStringList{QStringLiteral("explain"), QStringLiteral("--status"), QStringLiteral("404")} +
            client);

        QCOMPARE(explained.json()[u"rows"][0][u"verdict"].toString(), QStringLiteral("stop"));
        QVERIFY(explained.json()[u"whatIf"][0].toString().startsWith(QStringLiteral("behind nginx 1.")));
        QCOMPARE(simulated.exitCode, 1); // without the box it succeeds at the third attempt
        QCOMPARE(simulated.json()[u"calls"][0][u"attempts"][0][u"status"].toInt(), 429);
        QCOMPARE(unknown.exitCode, 2);
        QVERIFY(unknown.errors.contains("no row for status 404; the nearest row is"));
    }

    QTemporaryDir m_folder;
};

RETRYSCOPE_TEST(TstCliProbe)
#include "tst_cli_probe.moc"
