// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/error_body.h"
#include "tests/support/strict_main.h"
#include "ui/response/response_text.h"
#include "ui/response/wire_panel.h"

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Response responseOf(int status, const std::string& body, std::vector<Header> headers = {})
{
    Response response;
    response.status = status;
    response.reason = "Reason";
    response.headers.entries = std::move(headers);
    response.body = body;
    response.bodyBytes = static_cast<std::int64_t>(body.size());
    response.parsed = io::parseBody(response.headers, QByteArrayView(body));
    return response;
}

/// The text that is marked as the place of the name; `(none)` when nothing is.
QString markedIn(const Response& response, const std::string& origin)
{
    const ErrorName name{.state = NameState::Present, .name = "x", .found = "x", .origin = origin};
    const ResponseText text = responseTextOf(response, name);
    return text.name ? text.text.mid(text.name->begin, text.name->length) : QStringLiteral("(none)");
}

} // namespace

class TstResponseText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void marksWhereTheNameWasRead_data();
    void marksWhereTheNameWasRead();
    void laysOutBodies_data();
    void laysOutBodies();
    void leavesWhatItCannotReadAsItIs_data();
    void leavesWhatItCannotReadAsItIs();
    void whatIsNestedDeeplyStaysInProportion_data();
    void whatIsNestedDeeplyStaysInProportion();
    void everyPlaceOfTheBodyIsWhereTheEngineFindsIt();
    void bytesThatAreNoTextAreShownInHexadecimal();
};

void TstResponseText::marksWhereTheNameWasRead_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("origin");
    QTest::addColumn<QString>("marked");
    const QString xml =
        QStringLiteral("<Error xmlns='urn:x'><Code>SlowDown</Code><Message>Slow</Message></Error>");
    const QString json = QStringLiteral("{\"a\":{\"code\":\"Inner\"},\"__type\":\"ns#Throttled\"}");
    QTest::newRow("XML element") << xml << QStringLiteral("xml:Error/Code") << QStringLiteral("SlowDown");
    QTest::newRow("under whatever root")
        << QStringLiteral("<Response><Errors><Error><Code>Slow</Code></Error>"
                          "</Errors></Response>")
        << QStringLiteral("xml:*/Errors/Error/Code") << QStringLiteral("Slow");
    QTest::newRow("JSON member") << json << QStringLiteral("json:__type") << QStringLiteral("ns#Throttled");
    QTest::newRow("nested JSON member") << json << QStringLiteral("json:a/code") << QStringLiteral("Inner");
    QTest::newRow("header") << xml << QStringLiteral("header:X-Error") << QStringLiteral("FromHeader");
    QTest::newRow("status") << xml << QStringLiteral("status") << QStringLiteral("503");
    QTest::newRow("nowhere") << xml << QStringLiteral("xml:Error/Type") << QStringLiteral("(none)");
}

void TstResponseText::marksWhereTheNameWasRead()
{
    QFETCH(QString, body);
    QFETCH(QString, origin);
    QFETCH(QString, marked);
    const Response response = responseOf(503, body.toStdString(), {{"x-error", "FromHeader"}});
    QCOMPARE(markedIn(response, origin.toStdString()), marked);
}

void TstResponseText::laysOutBodies_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected");
    QTest::newRow("order and numbers are kept")
        << QStringLiteral("{\"b\":1.0,\"a\":12345678901234567890}")
        << QStringLiteral("{\n  \"b\": 1.0,\n  \"a\": 12345678901234567890\n}");
    QTest::newRow("lists") << QStringLiteral("[ 1 ,[ ],{ }]") << QStringLiteral("[\n  1,\n  [],\n  {}\n]");
    QTest::newRow("quotes in strings")
        << QStringLiteral("{\"a\":\"x\\\"}\"}") << QStringLiteral("{\n  \"a\": \"x\\\"}\"\n}");
    QTest::newRow("XML") << QStringLiteral("<a><b x='1'>t</b><c/></a>")
                         << QStringLiteral("<a>\n  <b x=\"1\">t</b>\n  <c></c>\n</a>");
    QTest::newRow("empty") << QString() << QString();
}

void TstResponseText::laysOutBodies()
{
    QFETCH(QString, body);
    QFETCH(QString, expected);
    const PrettyBody pretty = prettyBodyOf(body);
    QCOMPARE(pretty.problem, QString());
    QCOMPARE(pretty.text, expected);
}

void TstResponseText::leavesWhatItCannotReadAsItIs_data()
{
    QTest::addColumn<QString>("body");
    QTest::newRow("web page") << QStringLiteral("<html><br><p>Bad Gateway</html>");
    QTest::newRow("cut JSON") << QStringLiteral("{\"a\":");
    QTest::newRow("text") << QStringLiteral("upstream timed out");
    QString attributes;
    for (int number = 0; number < 20'000; ++number) {
        attributes += QStringLiteral(" a%1=\"\"").arg(number);
    }
    QTest::newRow("a tag of many attributes") << QStringLiteral("<a%1/>").arg(attributes);
}

void TstResponseText::leavesWhatItCannotReadAsItIs()
{
    QFETCH(QString, body);
    const PrettyBody pretty = prettyBodyOf(body);
    QVERIFY(!pretty.problem.isEmpty());
    QCOMPARE(pretty.text, body);
}

void TstResponseText::whatIsNestedDeeplyStaysInProportion_data()
{
    QTest::addColumn<QString>("body");
    QTest::addColumn<bool>("isLaidOut");
    const auto element = [](const QString& name, const QString& content) {
        return QStringLiteral("<%1>%2</%1>").arg(name, content);
    };
    const QString leaves = QStringLiteral("<b>1</b>").repeated(2'000);
    const QString longName = QString(4'000, QLatin1Char('n'));
    QTest::newRow("XML, 20,000 deep")
        << QStringLiteral("<a>").repeated(20'000) + QStringLiteral("</a>").repeated(20'000) << false;
    QTest::newRow("JSON, 1,000 deep and wide at the bottom")
        << QStringLiteral("[").repeated(1'000) + QStringLiteral("1,").repeated(20'000) + QLatin1Char('1') +
               QStringLiteral("]").repeated(1'000)
        << false;
    QTest::newRow("XML, ten deep and wide")
        << QStringLiteral("<a>").repeated(10) + leaves + QStringLiteral("</a>").repeated(10) << true;
    QTest::newRow("XML, many values under a long name") << element(longName, leaves) << true;
    QTest::newRow("JSON, many values under a long name")
        << QStringLiteral("{\"%1\":{\"a\":[%2 1]}}").arg(longName, QStringLiteral("1,").repeated(2'000))
        << true;
}

/// Text and places together are what memory and time go into.
void TstResponseText::whatIsNestedDeeplyStaysInProportion()
{
    QFETCH(QString, body);
    QFETCH(bool, isLaidOut);
    const PrettyBody pretty = prettyBodyOf(body);
    QCOMPARE(pretty.problem.isEmpty(), isLaidOut);
    QCOMPARE(pretty.text == body, !isLaidOut);

    qsizetype pathCharacters = 0;
    for (const TextPlace& place : pretty.places) {
        pathCharacters += place.path.size();
    }
    QVERIFY2(pretty.text.size() <= 16 * body.size(), qPrintable(QString::number(pretty.text.size())));
    QVERIFY2(pathCharacters <= 16 * body.size(), qPrintable(QString::number(pathCharacters)));
}

void TstResponseText::everyPlaceOfTheBodyIsWhereTheEngineFindsIt()
{
    const Response response = responseOf(
        400, R"({"__type":"com.x#Bad","Responses":{"T":[{"k":"v"}]},"message":"m","n":null,"t":true})");
    for (const BodyField& field : response.parsed.fields) {
        QCOMPARE(markedIn(response, field.place).toStdString(), field.text);
    }
    QVERIFY(!response.parsed.fields.empty());
}

void TstResponseText::bytesThatAreNoTextAreShownInHexadecimal()
{
    QCOMPARE(wireTextOf("GET / HTTP/1.1\r\n"), QStringLiteral("GET / HTTP/1.1\r\n"));
    const QString hex = wireTextOf(std::string("A\0\xff", 3));
    QVERIFY2(hex.startsWith(QStringLiteral("000000  41 00 ff ")), qPrintable(hex));
    QVERIFY(hex.endsWith(QStringLiteral("A..")));
}

RETRYSCOPE_TEST(TstResponseText)
#include "tst_response_text.moc"
