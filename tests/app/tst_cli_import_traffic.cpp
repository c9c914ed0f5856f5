// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/app/program.h"
#include "tests/support/strict_main.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace retryscope::test;

namespace {

constexpr auto kSecret = "canary0123456789";

QString dataFile(const char* name)
{
    return QStringLiteral(RETRYSCOPE_SOURCE_DIR "/tests/data/import/traffic/") + QLatin1String(name);
}

QJsonObject documentIn(const ProgramResult& result)
{
    return result.json();
}

} // namespace

/// Files of other programs with the real command line program.
class TstCliImportTraffic : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void thePreviewNamesEveryLine();
    void thePreviewIsADocumentToo();
    void theRecordIsSaved();
    void everyCommandThatReadsARecordReadsIt_data();
    void everyCommandThatReadsARecordReadsIt();
    void everySampleIsReadByEveryCommand_data();
    void everySampleIsReadByEveryCommand();
    void harGoesOutAndComesBack();
    void secretsStayOut_data();
    void secretsStayOut();
    void anUnknownFormatSaysWhatIsRead();
    void callsAreGroupedByAFieldOfOnesChoice();

private:
    static ProgramResult call(const QStringList& words) { return runProgram(words); }
    QString path(const char* name) const { return m_folder.filePath(QLatin1String(name)); }
    QString harWithSecrets() const;
    [[nodiscard]] QMap<QString, QString> filesWithSecrets() const;

    QTemporaryDir m_folder;
};

void TstCliImportTraffic::thePreviewNamesEveryLine()
{
    const ProgramResult result =
        call({QStringLiteral("import"), dataFile("playwright.har"), QStringLiteral("--preview")});
    QVERIFY2(result.exitCode == 0, result.errors);
    const QList<QByteArray> lines = result.output.split('\n');
    QCOMPARE(lines.first(), QByteArray("HAR 1.2, Playwright 1.65.1: 11 requests in 7 calls."));
    QVERIFY(result.output.contains("entries[12]"));
    QVERIFY(result.errors.isEmpty());
}

/// Two clients' equal requests side by side, which only `x-request-id` tells apart, in a trace of its own.
void TstCliImportTraffic::callsAreGroupedByAFieldOfOnesChoice()
{
    QJsonArray entries;
    const QList<std::pair<const char*, int>> seen{{"a", 503}, {"b", 503}, {"a", 503}, {"b", 200}, {"a", 200}};
    int second = 0;
    for (const auto& [id, status] : seen) {
        const QJsonArray headers{
            QJsonObject{{QStringLiteral("name"), QStringLiteral("X-Request-Id")},
                        {QStringLiteral("value"), QString::fromLatin1(id)}},
            QJsonObject{{QStringLiteral("name"), QStringLiteral("traceparent")},
                        {QStringLiteral("value"), QStringLiteral("00-%1-000000000000000%2-01")
                                                      .arg(QString::fromLatin1(id).repeated(32))
                                                      .arg(second)}}};
        entries.append(QJsonObject{
            {QStringLiteral("startedDateTime"), QStringLiteral("2026-11-30T10:00:0%1.000Z").arg(second++)},
            {QStringLiteral("time"), 100},
            {QStringLiteral("request"), QJsonObject{{QStringLiteral("method"), QStringLiteral("GET")},
                                                    {QStringLiteral("url"), QStringLiteral("http://h/x")},
                                                    {QStringLiteral("headers"), headers}}},
            {QStringLiteral("response"), QJsonObject{{QStringLiteral("status"), status},
                                                     {QStringLiteral("headers"), QJsonArray()},
                                                     {QStringLiteral("content"), QJsonObject()}}}});
    }
    QFile har(path("shared.har"));
    QVERIFY(har.open(QIODevice::WriteOnly));
    har.write(QJsonDocument(QJsonObject{{QStringLiteral("log"),
                                         QJsonObject{{QStringLiteral("version"), QStringLiteral("1.2")},
                                                     {QStringLiteral("creator"), QJsonObject()},
                                                     {QStringLiteral("entries"), entries}}}})
                  .toJson());
    har.close();
    const auto grouped = [this](const char* key) {
        return call({QStringLiteral("import"), path("shared.har"), QStringLiteral("--group-by"),
                     QString::fromLatin1(key), QStringLiteral("--output"), path("grouped.json")});
    };
    for (const char* key : {"header:x-request-id", "header:traceparent"}) {
        const ProgramResult result = grouped(key);
        QVERIFY2(result.exitCode == 0, result.errors);
        const QJsonArray calls = QJsonDocument::fromJson(contentOf(path("grouped.json")))
                                     .object()[QStringLiteral("calls")]
                                     .toArray();
        QCOMPARE(calls.size(), 2);
        QCOMPARE(calls[0][QStringLiteral("attempts")].toArray().size(), 3);
        QCOMPARE(calls[1][QStringLiteral("attempts")].toArray().size(), 2);
        QCOMPARE(calls[0][QStringLiteral("confidence")].toDouble(), 1.0);
    }
    const ProgramResult unknown = grouped("header:x-correlation-id");
    QCOMPARE(unknown.exitCode, 3);
    QVERIFY2(
        unknown.errors.contains("no request has the header field \"x-correlation-id\"; fields with values "
                                "that some requests share: traceparent, x-request-id"),
        unknown.errors);
    QCOMPARE(grouped("x-request-id").exitCode, 2);
    QCOMPARE(grouped("header:a b").exitCode, 2);
    QCOMPARE(grouped("automatic").exitCode, 0);
    const ProgramResult again = call({QStringLiteral("infer"), path("grouped.json"),
                                      QStringLiteral("--group-by"), QStringLiteral("header:x-request-id")});
    QVERIFY2(again.output.contains("2 calls, 5 requests"), again.errors); // a record can be grouped anew
    const ProgramResult without = call({QStringLiteral("infer"), path("grouped.json"),
                                        QStringLiteral("--group-by"), QStringLiteral("header:x-other")});
    QCOMPARE(without.exitCode, 3);
    QVERIFY2(without.errors.contains("that some requests share: traceparent, x-request-id"), without.errors);
}

void TstCliImportTraffic::thePreviewIsADocumentToo()
{
    const QJsonObject preview =
        documentIn(call({QStringLiteral("import"), dataFile("two-attempts.har"), QStringLiteral("--preview"),
                         QStringLiteral("--format"), QStringLiteral("json")}));
    QCOMPARE(preview[QStringLiteral("from")].toString(), QStringLiteral("har"));
    QCOMPARE(preview[QStringLiteral("calls")].toInt(), 1);
    QCOMPARE(preview[QStringLiteral("requests")].toInt(), 2);
    const QJsonValue second = preview[QStringLiteral("understood")][1];
    QCOMPARE(second[QStringLiteral("place")].toString(), QStringLiteral("entries[1]"));
    QCOMPARE(second[QStringLiteral("attempt")].toInt(), 2);
    QCOMPARE(second[QStringLiteral("groupedBy")].toString(), QStringLiteral("timing"));
    QVERIFY(second[QStringLiteral("confidence")].toDouble() > 0.5);
}

void TstCliImportTraffic::theRecordIsSaved()
{
    const ProgramResult result =
        call({QStringLiteral("import"), dataFile("axios.har"), dataFile("two-attempts.har"),
              QStringLiteral("--output"), path("record.json")});
    QVERIFY2(result.exitCode == 0, result.errors);
    const QJsonObject record = QJsonDocument::fromJson(contentOf(path("record.json"))).object();
    QCOMPARE(record[QStringLiteral("origin")].toString(), QStringLiteral("imported"));
    QCOMPARE(record[QStringLiteral("calls")].toArray().size(), 3);
    const QJsonValue attempt = record[QStringLiteral("calls")][0][QStringLiteral("attempts")][0];
    QCOMPARE(attempt[QStringLiteral("judgedBy")].toString(), QStringLiteral("status"));
    QVERIFY(attempt[QStringLiteral("plannedDelayMs")].isNull());
}

void TstCliImportTraffic::everyCommandThatReadsARecordReadsIt_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("has");
    QTest::newRow("infer") << "infer"
                           << "--format json" << 1 << QByteArray("obeyed\": \"no\"");
    QTest::newRow("replay") << "replay"
                            << "--policy jsv3-3.1169.0-standard" << 0
                            << QByteArray("Succeeded after 2 attempts");
    QTest::newRow("explain") << "explain --record"
                             << "--policy all" << 0 << QByteArray("retry");
    QTest::newRow("csv") << "convert"
                         << "--to csv" << 0 << QByteArray("1,1,1,0,0,120,429");
    QTest::newRow("json") << "convert"
                          << "--to json --from har" << 0 << QByteArray("importedFrom\": \"har\"");
    QTest::newRow("markdown") << "convert"
                              << "--to markdown" << 0 << QByteArray("429");
    QTest::newRow("html") << "convert"
                          << "--to html" << 0 << QByteArray("<svg ");
}

void TstCliImportTraffic::everyCommandThatReadsARecordReadsIt()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, has);
    const ProgramResult result =
        call(before.split(u' ') + QStringList{dataFile("two-attempts.har")} + after.split(u' '));
    QVERIFY2(result.exitCode == exitCode, result.errors);
    QVERIFY2(result.output.contains(has), result.output);
    QVERIFY2(result.errors.contains("2 requests in 1 call"), result.errors);
}

/// The files of the tests, and what the fuzzers begin with.
void TstCliImportTraffic::everySampleIsReadByEveryCommand_data()
{
    QTest::addColumn<QString>("file");
    for (const char* folder : {"/tests/data/import/traffic", "/tests/fuzz/corpus/fuzz_traffic"}) {
        const QDir samples(QStringLiteral(RETRYSCOPE_SOURCE_DIR) + QLatin1String(folder));
        for (const QString& name : samples.entryList(QDir::Files)) {
            if (!name.endsWith(QStringLiteral(".mjs")) && !name.endsWith(QStringLiteral(".py")) &&
                !name.endsWith(QStringLiteral(".md"))) {
                QTest::newRow(qPrintable(name)) << samples.filePath(name);
            }
        }
    }
}

void TstCliImportTraffic::everySampleIsReadByEveryCommand()
{
    QFETCH(const QString, file);
    const QString record = path("sample.json");
    const ProgramResult imported = call({QStringLiteral("import"), file, QStringLiteral("--output"), record});
    QVERIFY2(imported.exitCode == 0, imported.errors);
    for (const char* line :
         {"infer", "replay --policy sdk-reference-standard", "explain --policy all --record",
          "convert --to json", "convert --to csv", "convert --to markdown", "convert --to svg",
          "convert --to har", "convert --to otlp", "convert --to csv --expect attempts>=1"}) {
        const ProgramResult result =
            call(QString::fromLatin1(line).split(QLatin1Char(' ')) + QStringList{record});
        QVERIFY2(result.exitCode == 0 || result.exitCode == 1, line + (": " + result.errors));
    }
}

void TstCliImportTraffic::harGoesOutAndComesBack()
{
    const ProgramResult made =
        call({QStringLiteral("simulate"), QStringLiteral("--scenario"), QStringLiteral("s3-slowdown-then-ok"),
              QStringLiteral("--output"), path("run.json")});
    QCOMPARE(made.exitCode, 0);
    const ProgramResult out = call({QStringLiteral("convert"), path("run.json"), QStringLiteral("--to"),
                                    QStringLiteral("har"), QStringLiteral("--output"), path("run.har")});
    QVERIFY2(out.exitCode == 0, out.errors);
    const QJsonObject again = documentIn(
        call({QStringLiteral("convert"), path("run.har"), QStringLiteral("--to"), QStringLiteral("json")}));
    const QJsonArray attempts = again[QStringLiteral("calls")][0][QStringLiteral("attempts")].toArray();
    QCOMPARE(attempts.size(), 3);
    QCOMPARE(attempts[0][QStringLiteral("status")].toInt(), 503);
    QCOMPARE(attempts[0][QStringLiteral("errorName")].toString(), QStringLiteral("SlowDown"));
    QCOMPARE(attempts[0][QStringLiteral("judgedBy")].toString(), QStringLiteral("name"));
}

QString TstCliImportTraffic::harWithSecrets() const
{
    const QByteArray secret = kSecret;
    const QByteArray entry =
        R"({"startedDateTime":"2026-01-01T00:00:00.000Z","time":1,"request":{"method":"POST","url":"https://a/?sig=)" +
        secret + R"(","headers":[{"name":"Authorization","value":"Bearer )" + secret +
        R"("},{"name":"Cookie","value":"id=)" + secret + R"("}],"postData":{"text":"password=)" + secret +
        R"("}},"response":{"status":500,"headers":[{"name":"Set-Cookie","value":"id=)" + secret +
        R"("}],"content":{"text":"{\"accessToken\":\")" + secret + R"(\"}"}}})";
    const QByteArray noRequest =
        R"({"startedDateTime":"never","request":{"method":"GET","url":"https://a/?sig=)" + secret + R"("}})";
    static_cast<void>(
        writeFile(path("secrets.har"), R"({"log":{"entries":[)" + entry + ',' + noRequest + "]}}"));
    return path("secrets.har");
}

void TstCliImportTraffic::secretsStayOut_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("file");
    for (const char* line :
         {"import FILE --preview", "import FILE --preview --format json", "convert FILE --to json",
          "convert FILE --to csv", "convert FILE --to har", "convert FILE --to otlp",
          "convert FILE --to markdown", "replay FILE --policy all", "infer FILE --format json",
          "explain --record FILE"}) {
        QTest::newRow(line) << QString::fromLatin1(line) << harWithSecrets();
    }
    const QMap<QString, QString> others = filesWithSecrets();
    for (auto file = others.begin(); file != others.end(); ++file) {
        for (const char* line :
             {"import FILE --preview --format json", "convert FILE --to json", "convert FILE --to otlp"}) {
            QTest::addRow("%s %s", qPrintable(file.key()), line) << QString::fromLatin1(line) << file.value();
        }
    }
}

/// Of each format but HAR, by its name. A part in each cannot be read.
QMap<QString, QString> TstCliImportTraffic::filesWithSecrets() const
{
    const QByteArray secret = kSecret;
    const QByteArray url = "https://x.example/a?token=" + secret;
    const QByteArray time = "2026-01-01 00:00:00,000 ";
    const auto attributes = [](QByteArray text, const QByteArray& name, const QByteArray& value) {
        return text.replace("NAME", name).replace("VALUE", value);
    };
    QByteArray otlp;
    QByteArray jaeger;
    for (const auto& [name, value] : {std::pair<QByteArray, QByteArray>{"http.request.method", "GET"},
                                      {"url.full", url},
                                      {"http.request.header.authorization", "Bearer " + secret},
                                      {"http.response.header.set_cookie", "session=" + secret}}) {
        otlp += attributes(R"({"key":"NAME","value":{"stringValue":"VALUE"}},)", name, value);
        jaeger += attributes(R"({"key":"NAME","value":"VALUE"},)", name, value);
    }
    otlp.chop(1);
    jaeger.chop(1);
    const QMap<QString, QByteArray> contents{
        {QStringLiteral("otlp"), R"({"resourceSpans":[{"scopeSpans":[{"spans":[{"traceId":"a","spanId":"b",)"
                                 R"("kind":3,"startTimeUnixNano":"1","endTimeUnixNano":"2","attributes":[)" +
                                     otlp + R"(]},{"spanId":"c","name":"password=)" + secret +
                                     R"(","startTimeUnixNano":"never"}]}]}]})"},
        {QStringLiteral("jaeger"), R"({"data":[{"traceID":"a","spans":[{"traceID":"a","spanID":"b",)"
                                   R"("startTime":1,"duration":2,"tags":[)" +
                                       jaeger + R"(]},{"operationName":"password=)" + secret + R"("}]}]})"},
        {QStringLiteral("botocore-log"),
         time + "botocore.endpoint [DEBUG] Sending http request: <AWSPreparedRequest method=GET, url=" + url +
             ", headers={'Authorization': b'Bearer " + secret + "', 'Cookie': b's=" + secret + "'}>\n" +
             time + "botocore.parsers [DEBUG] Response headers: {'Set-Cookie': 's=" + secret + "'}\n" + time +
             "botocore.parsers [DEBUG] Response body:\nb'{\"password\":\"" + secret + "\"}'\n"},
        {QStringLiteral("urllib3-log"),
         time + "urllib3.connectionpool: Retrying (x) after connection broken by 'X': /a?token=" + secret +
             '\n' + time + "urllib3.connectionpool: https://x.example:443 \"GET /a?token=" + secret +
             " HTTP/1.1\" 503 1\n"},
        {QStringLiteral("curl-log"), "> GET /a?token=" + secret +
                                         " HTTP/1.1\n> Host: x.example\n> Authorization: Bearer " + secret +
                                         "\n> \n< HTTP/1.1 401 No\n< Set-Cookie: s=" + secret +
                                         "\n< \n{\"password\":\"" + secret + "\"}\n"}};
    QMap<QString, QString> files;
    for (auto content = contents.begin(); content != contents.end(); ++content) {
        const QString file = path(qPrintable(content.key()));
        if (!writeFile(file, content.value())) {
            qFatal("cannot write");
        }
        files.insert(content.key(), file);
    }
    return files;
}

void TstCliImportTraffic::secretsStayOut()
{
    QFETCH(QString, line);
    QFETCH(QString, file);
    QStringList words = line.split(u' ');
    words.replaceInStrings(QStringLiteral("FILE"), file);
    const ProgramResult result = call(words);
    QVERIFY2(result.exitCode < 2, result.errors);
    QVERIFY(!result.output.isEmpty());
    QVERIFY2(!result.output.contains(kSecret), result.output);
    QVERIFY2(!result.errors.contains(kSecret), result.errors);
}

void TstCliImportTraffic::anUnknownFormatSaysWhatIsRead()
{
    static_cast<void>(writeFile(path("other.json"), "{\"spans\": []}"));
    const ProgramResult result =
        call({QStringLiteral("convert"), path("other.json"), QStringLiteral("--to"), QStringLiteral("json")});
    QCOMPARE(result.exitCode, 3);
    QVERIFY2(result.errors.contains("HAR 1.2 (har)"), result.errors);
    QVERIFY2(result.errors.contains("--from"), result.errors);
}

RETRYSCOPE_TEST(TstCliImportTraffic)
#include "tst_cli_import_traffic.moc"
