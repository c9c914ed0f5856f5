// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/error_body.h"
#include "tests/support/strict_main.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

ParsedBody parse(const QByteArray& body, const Headers& headers = {})
{
    return parseBody(headers, body);
}

/// What was recognised and every field, as one line: `xml Error: xml:Error/Code=SlowDown | …`
QString summaryOf(const ParsedBody& parsed)
{
    QStringList parts;
    const std::pair<bool, QString> marks[] = {{parsed.isEmpty, QStringLiteral("empty")},
                                              {parsed.isXml, QStringLiteral("xml")},
                                              {parsed.isJson, QStringLiteral("json")},
                                              {parsed.isHtml, QStringLiteral("html")}};
    for (const auto& [isSet, mark] : marks) {
        if (isSet) {
            parts << mark;
        }
    }
    if (!parsed.xmlRoot.empty()) {
        parts << QString::fromStdString(parsed.xmlRoot);
    }
    QStringList fields;
    for (const BodyField& field : parsed.fields) {
        fields << QString::fromStdString(field.place + '=' + field.text);
    }
    return parts.join(u' ') + (fields.isEmpty() ? QString() : QStringLiteral(": ") + fields.join(u'|'));
}

QByteArray nested(const QByteArray& open, const QByteArray& close, qsizetype depth)
{
    return open.repeated(depth) + close.repeated(depth);
}

} // namespace

class TstErrorBody : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void turnsBodiesIntoFields_data();
    void turnsBodiesIntoFields();
    void tellsWhatParsersDifferAbout_data();
    void tellsWhatParsersDifferAbout();
    void keepsTheEdgesOfABody();
    void keepsShortBodiesAsTrimmedText_data();
    void keepsShortBodiesAsTrimmedText();
    void tellsHowTheRootIsNamed_data();
    void tellsHowTheRootIsNamed();
    void tellsTheShapeOfJson_data();
    void tellsTheShapeOfJson();
    void takesTheContentTypeAsASignOfHtml();
    void comparesTheAnnouncedChecksum_data();
    void comparesTheAnnouncedChecksum();
    void findsWhatABatchLeftUndone_data();
    void findsWhatABatchLeftUndone();
    void splitsABatchRequestAroundItsItems_data();
    void splitsABatchRequestAroundItsItems();
    void sendsOnlyWhatIsLeftInAValidRequest();
    void refusesRequestsThatAreNoBatches_data();
    void refusesRequestsThatAreNoBatches();
    void keepsAtMost64Fields_data();
    void keepsAtMost64Fields();
    void keepsShallowJsonFieldsBeforeDeepOnes();
    void stopsCollectingAtDepth8_data();
    void stopsCollectingAtDepth8();
    void cutsLongTextsBetweenCharacters();
    void survivesHostileBodies_data();
    void survivesHostileBodies();
};

void TstErrorBody::turnsBodiesIntoFields_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("summary");

    const auto row = [](const char* name, const QByteArray& body, const char* summary) {
        QTest::newRow(name) << body << QString::fromUtf8(summary);
    };
    row("nothing is empty", "", "empty");
    row("blanks are not empty", " \r\n\t", "");
    row("plain text is neither", "slow down", "");
    row("an S3 error",
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>SlowDown</Code><Message/></Error>",
        "xml Error: xml:Error/Code=SlowDown|xml:Error/Message=");
    row("a SimpleDB REST error",
        "<Response><Errors><Error><Code>InternalError</Code></Error></Errors><RequestID>1</RequestID></"
        "Response>",
        "xml Response: xml:Response/Errors/Error/Code=InternalError|xml:Response/RequestID=1");
    row("prefixes of namespaces are dropped",
        "<s:Envelope "
        "xmlns:s=\"urn:x\"><s:Body><s:Fault><faultcode>s:Server.X</faultcode></s:Fault></s:Body></"
        "s:Envelope>",
        "xml Envelope: xml:Envelope/Body/Fault/faultcode=s:Server.X");
    row("a prefix without a namespace does no harm", "<s:Fault><s:Code>A</s:Code></s:Fault>",
        "xml Fault: xml:Fault/Code=A");
    row("texts are kept as they stand", "<Error><Code> A\n</Code></Error>", "xml Error: xml:Error/Code= A\n");
    row("markup inside a text belongs to it too", "<Error><Code>Slow<b>Down</b></Code></Error>",
        "xml Error: xml:Error/Code/b=Down|xml:Error/Code=SlowDown");
    row("markup alone gives no text", "<Error><Code> <b>A</b> </Code></Error>",
        "xml Error: xml:Error/Code/b=A");
    row("CDATA is text", "<Error><Code><![CDATA[A&B]]></Code></Error>", "xml Error: xml:Error/Code=A&B");
    row("predefined entities are text", "<Error><Code>A&amp;B</Code></Error>",
        "xml Error: xml:Error/Code=A&B");
    row("the same place twice keeps its order", "<E><C>1</C><C>2</C></E>", "xml E: xml:E/C=1|xml:E/C=2");
    row("a root with text only", "<Error>A</Error>", "xml Error: xml:Error=A");
    row("a byte order mark before XML", "\xEF\xBB\xBF<Error><Code>A</Code></Error>",
        "xml Error: xml:Error/Code=A");
    row("XML cut short is no XML", "<Error><Code>SlowDown</Code>", "");
    row("XML with bytes behind is its first document", "<Error/><Error/>", "xml Error: xml:Error=");
    row("XML with invalid UTF-8 is no XML", "<Error><Code>\xFF\xFE</Code></Error>", "");
    row("a long comment does no harm", "<a><!--" + QByteArray(9000, 'x') + "--></a>", "xml a: xml:a=");
    row("a declared entity is expanded",
        "<!DOCTYPE e [<!ENTITY a \"SlowDown\">]><Error><Code>&a;</Code></Error>",
        "xml Error: xml:Error/Code=SlowDown");
    row("an HTML page that is no XML", "<html><body><hr><center>nginx</center></body></html>", "html");
    row("an HTML page that is XML", "<HTML><body/></HTML>", "xml html HTML: xml:HTML/body=");
    row("a document type tells HTML", "\n<!DOCTYPE html><p>one<p>two", "html");
    row("a DynamoDB error", R"({"__type":"a#B","message":"m"})", "json: json:__type=a#B|json:message=m");
    row("nested objects", R"({"Table":{"TableStatus":"CREATING"}})", "json: json:Table/TableStatus=CREATING");
    row("lists by index", R"({"a":[1,{"b":true}]})", "json: json:a/0=1|json:a/1/b=true");
    row("a list at the top", R"(["x"])", "json: json:0=x");
    row("numbers keep their form", R"([10000000000,0.5,-3])",
        "json: json:0=10000000000|json:1=0.5|json:2=-3");
    row("null is no text", R"({"__type":null})", "json");
    row("an empty text is a text", R"({"__type":""})", "json: json:__type=");
    row("a scalar document", "\"SUCCESS\"", "json: json:=SUCCESS");
    row("a number alone", " 42\n", "json: json:=42");
    row("a byte order mark before JSON", "\xEF\xBB\xBF{\"a\":\"b\"}", "json: json:a=b");
    row("two scalars are no JSON", "1,2", "");
    row("a bracket trick is no JSON", "1],[2", "");
    row("JSON cut short is no JSON", R"({"__type":"a)", "");
    row("JSON with bytes behind is no JSON", "{} {}", "");
    row("JSON with invalid UTF-8 is no JSON", "{\"a\":\"\xFF\"}", "");
    row("zero bytes are neither", QByteArray(40, '\0'), "");
}

void TstErrorBody::turnsBodiesIntoFields()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QString, summary);

    QCOMPARE(summaryOf(parse(body)), summary);
}

void TstErrorBody::tellsWhatParsersDifferAbout_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("oddities");
    const auto row = [](const char* name, const QByteArray& body, const char* oddities) {
        QTest::newRow(name) << body << QString::fromLatin1(oddities);
    };
    row("nothing", "", "");
    row("an ordinary error", "<Error><Code>A</Code></Error>", "");
    row("a line after it", "<Error><Code>A</Code></Error>\n", "");
    row("a byte order mark", "\xEF\xBB\xBF<Error/>", "byteOrderMark");
    row("blanks before a declaration", "\n\n<?xml version=\"1.0\"?><Error/>", "leadingBlanks");
    row("blanks before the root alone", "\n\n<Error/>", "");
    row("text after the document", "<Error/>garbage", "trailingText");
    row("another document", "<Error/><Error/>", "trailingText");
    row("an entity of its own", "<!DOCTYPE e [<!ENTITY a \"A\">]><Error>&a;</Error>", "entities");
    row("blanks", " \r\n", "onlyBlanks");
    row("plain text", "no healthy upstream", "noMarkup");
    row("JSON", "{}", "noMarkup");
    row("text with an ampersand", "a & b", "");
}

void TstErrorBody::tellsWhatParsersDifferAbout()
{
    QFETCH(const QByteArray, body);
    QStringList oddities;
    for (const BodyOddity oddity : parse(body).oddities) {
        oddities += QString::fromStdString(std::string(wordOf(oddity)));
    }
    QTEST(oddities.join(QLatin1Char(' ')), "oddities");
}

void TstErrorBody::keepsTheEdgesOfABody()
{
    const ParsedBody page = parse("\r\n<html><body>a page</body></html>\n");
    QCOMPARE(QByteArray::fromStdString(page.opening), QByteArray("<html><body>a pa"));
    QCOMPARE(QByteArray::fromStdString(page.closing), QByteArray("/body></html>\n").prepend("e<"));
    QCOMPARE(parse("ab").closing, std::string("ab"));
}

void TstErrorBody::keepsShortBodiesAsTrimmedText_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("text");

    QTest::newRow("a state name") << QByteArray(" NOT_READY\r\n") << QByteArray("NOT_READY");
    QTest::newRow("64 bytes between blanks") << ' ' + QByteArray(64, 'x') + '\n' << QByteArray(64, 'x');
    QTest::newRow("65 bytes are too long") << QByteArray(65, 'x') << QByteArray();
    QTest::newRow("blanks") << QByteArray("  ") << QByteArray();
}

void TstErrorBody::keepsShortBodiesAsTrimmedText()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QByteArray, text);

    QCOMPARE(QByteArray::fromStdString(parse(body).text), text);
}

void TstErrorBody::tellsHowTheRootIsNamed_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("name");
    const auto row = [](const char* name, const char* body, XmlRootName rootName) {
        QTest::newRow(name) << QByteArray(body) << static_cast<int>(rootName);
    };
    row("plain", "<Error><a:Code xmlns:a='u'>A</a:Code></Error>", XmlRootName::Plain);
    row("in a namespace", "<Error xmlns='u'><Code>A</Code></Error>", XmlRootName::InNamespace);
    row("prefixed", "<s:Error xmlns:s='u'><s:Code>A</s:Code></s:Error>", XmlRootName::Prefixed);
    row("a prefix declared and not used", "<Error xmlns:s='u'/>", XmlRootName::Plain);
}

void TstErrorBody::tellsHowTheRootIsNamed()
{
    QFETCH(QByteArray, body);
    QTEST(static_cast<int>(parseBody({}, body).xmlRootName), "name");
}

void TstErrorBody::tellsTheShapeOfJson_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("shape");
    QTest::newRow("object") << QByteArray("{}") << static_cast<int>(JsonShape::Object);
    QTest::newRow("list") << QByteArray("[{}]") << static_cast<int>(JsonShape::Array);
    QTest::newRow("text") << QByteArray("\"x\"") << static_cast<int>(JsonShape::Scalar);
    QTest::newRow("null") << QByteArray("null") << static_cast<int>(JsonShape::Scalar);
}

void TstErrorBody::tellsTheShapeOfJson()
{
    QFETCH(QByteArray, body);
    QTEST(static_cast<int>(parseBody({}, body).jsonShape), "shape");
}

void TstErrorBody::takesTheContentTypeAsASignOfHtml()
{
    const Headers html{{{"Content-Type", "text/html; charset=utf-8"}}};
    const Headers text{{{"Content-Type", "text/plain"}}};

    QVERIFY(parse("<h1>Bad gateway</h1>", html).isHtml);
    QVERIFY(!parse("<h1>Bad gateway</h1>", text).isHtml);
    QVERIFY(!parse("", html).isHtml);
}

void TstErrorBody::comparesTheAnnouncedChecksum_data()
{
    QTest::addColumn<QByteArray>("announced");
    QTest::addColumn<bool>("matches");

    // 0xCBF43926 is the published check value of this CRC for the digits 1 to 9.
    QTest::newRow("the right number") << QByteArray("3421780262") << true;
    QTest::newRow("another number") << QByteArray("3421780263") << false;
    QTest::newRow("a number and more") << QByteArray("3421780262x") << false;
    QTest::newRow("no number") << QByteArray("") << false;
    QTest::newRow("a number beyond 32 bits") << QByteArray("99999999999") << false;
}

void TstErrorBody::comparesTheAnnouncedChecksum()
{
    QFETCH(const QByteArray, announced);
    QFETCH(const bool, matches);

    const auto compared = parse("123456789", {{{"X-Amz-Crc32", announced.toStdString()}}}).crc32Matches;

    QCOMPARE(compared, std::optional<bool>(matches));
    QCOMPARE(parse("123456789").crc32Matches, std::optional<bool>());
}

void TstErrorBody::findsWhatABatchLeftUndone_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("left");
    QTest::addColumn<QByteArray>("items");

    QTest::newRow("writes of two tables")
        << QByteArray(
               R"({"UnprocessedItems":{"B":[{"PutRequest":{}}],"A":[{"PutRequest":{}},{"DeleteRequest":{}}]}})")
        << 3 << QByteArray(R"({"B":[{"PutRequest":{}}],"A":[{"PutRequest":{}},{"DeleteRequest":{}}]})");
    QTest::newRow("a number of many digits, with blanks")
        << QByteArray(R"( {"UnprocessedItems": {"T": [ {"N": 12345678901234567890123.50} ]} })") << 1
        << QByteArray(R"({"T": [ {"N": 12345678901234567890123.50} ]})");
    QTest::newRow("a table without items")
        << QByteArray(R"({"UnprocessedItems":{"T":[]}})") << -1 << QByteArray();
    QTest::newRow("a table without keys")
        << QByteArray(R"({"UnprocessedKeys":{"T":{"Keys":[]}}})") << -1 << QByteArray();
    QTest::newRow("reads")
        << QByteArray(
               R"({"Responses":{},"UnprocessedKeys":{"A":{"Keys":[{"k":{"S":"1"}},{"k":{"S":"2"}}]}}})")
        << 2 << QByteArray(R"({"A":{"Keys":[{"k":{"S":"1"}},{"k":{"S":"2"}}]}})");
    QTest::newRow("nothing left of writes") << QByteArray(R"({"UnprocessedItems":{}})") << -1 << QByteArray();
    QTest::newRow("nothing left of reads") << QByteArray(R"({"UnprocessedKeys":{}})") << -1 << QByteArray();
    QTest::newRow("the member is no object")
        << QByteArray(R"({"UnprocessedItems":[1]})") << -1 << QByteArray();
    QTest::newRow("another answer") << QByteArray("{}") << -1 << QByteArray();
}

void TstErrorBody::findsWhatABatchLeftUndone()
{
    QFETCH(const QByteArray, body);
    QFETCH(const int, left);
    QFETCH(const QByteArray, items);

    const std::optional<Remaining> expected =
        left < 0 ? std::nullopt : std::optional(Remaining{items.toStdString(), left});
    QVERIFY(parse(body).remaining == expected);
}

void TstErrorBody::splitsABatchRequestAroundItsItems_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("items");
    QTest::addColumn<QByteArray>("resent");

    QTest::newRow("items alone") << QByteArray(R"({ "RequestItems": { "A": [ {}, {} ] } })") << 2
                                 << QByteArray(R"({"RequestItems":{}})");
    QTest::newRow("with members before and behind")
        << QByteArray(R"({"A":1,"RequestItems":{"T":{"Keys":[{}]}},"ReturnConsumedCapacity":"TOTAL"})") << 1
        << QByteArray(R"({"RequestItems":{},"A":1,"ReturnConsumedCapacity":"TOTAL"})");
}

void TstErrorBody::splitsABatchRequestAroundItsItems()
{
    QFETCH(const QByteArray, body);
    QFETCH(const int, items);
    QFETCH(const QByteArray, resent);

    const auto envelope = batchEnvelopeOf(body);

    QVERIFY(envelope.has_value());
    QCOMPARE(envelope->items, items);
    QCOMPARE(QByteArray::fromStdString(envelope->before + "{}" + envelope->after), resent);
}

void TstErrorBody::sendsOnlyWhatIsLeftInAValidRequest()
{
    RequestSpec spec;
    spec.body = R"({"RequestItems":{"T":[{"a":1},{"a":2}]},"ReturnItemCollectionMetrics":"SIZE"})";
    prepareBatch(spec);
    QVERIFY(spec.batch.has_value());
    const auto left = parse(R"({"UnprocessedItems":{"T":[{"a":2}]}})").remaining;
    QVERIFY(left.has_value());

    const auto next = QByteArray::fromStdString(spec.batch->before + left->items + spec.batch->after);

    QCOMPARE(
        QJsonDocument::fromJson(next).object(),
        QJsonDocument::fromJson(R"({"RequestItems":{"T":[{"a":2}]},"ReturnItemCollectionMetrics":"SIZE"})")
            .object());
}

void TstErrorBody::refusesRequestsThatAreNoBatches_data()
{
    QTest::addColumn<QByteArray>("body");

    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("another request") << QByteArray(R"({"TableName":"T"})");
    QTest::newRow("the name elsewhere") << QByteArray(R"({"TableName":"RequestItems"})");
    QTest::newRow("no object") << QByteArray(R"({"RequestItems":[]})");
    QTest::newRow("cut short") << QByteArray(R"({"RequestItems":{)");
    QTest::newRow("no JSON object around it") << QByteArray(R"(["RequestItems"])");
}

void TstErrorBody::refusesRequestsThatAreNoBatches()
{
    QFETCH(const QByteArray, body);

    RequestSpec spec;
    spec.batch = BatchEnvelope{};
    spec.body = body.toStdString();
    prepareBatch(spec);

    QVERIFY(!spec.batch.has_value());
}

void TstErrorBody::keepsAtMost64Fields_data()
{
    QTest::addColumn<QByteArray>("body");

    QTest::newRow("XML") << "<E>" + QByteArray("<C>x</C>").repeated(1000) + "</E>";
    QTest::newRow("a JSON list") << "[" + QByteArray("1,").repeated(1000) + "1]";
    QTest::newRow("a JSON list of lists") << "[" + QByteArray("[1,2],").repeated(1000) + "1]";
}

void TstErrorBody::keepsAtMost64Fields()
{
    QFETCH(const QByteArray, body);

    QCOMPARE(parse(body).fields.size(), std::size_t{64});
}

void TstErrorBody::keepsShallowJsonFieldsBeforeDeepOnes()
{
    const QByteArray body = "{\"Items\":[" + QByteArray("{\"a\":1},").repeated(500) + "{}],\"__type\":\"T\"}";

    const ParsedBody parsed = parse(body);

    const std::string* type = parsed.find("json:__type");
    QVERIFY(type != nullptr);
    QCOMPARE(*type, std::string("T"));
}

void TstErrorBody::stopsCollectingAtDepth8_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("place");

    QTest::newRow("XML") << QByteArray("<a><b><c><d><e><f><g><h>8<i>9</i></h></g></f></e></d></c></b></a>")
                         << QStringLiteral("xml:a/b/c/d/e/f/g/h");
    QTest::newRow("JSON") << QByteArray(R"({"a":{"b":{"c":{"d":{"e":{"f":{"g":{"h":8,"i":{"j":9}}}}}}}}})")
                          << QStringLiteral("json:a/b/c/d/e/f/g/h");
}

void TstErrorBody::stopsCollectingAtDepth8()
{
    QFETCH(const QByteArray, body);
    QFETCH(const QString, place);

    const ParsedBody parsed = parse(body);

    QCOMPARE(parsed.fields.size(), std::size_t{1});
    QCOMPARE(QString::fromStdString(parsed.fields.front().place), place);
}

void TstErrorBody::cutsLongTextsBetweenCharacters()
{
    const QByteArray umlauts =
        "x" + QByteArray("\xC3\xA4").repeated(3000); // 6001 bytes, 4096 falls inside one

    for (const QByteArray& body : {"<a>" + umlauts + "</a>", "\"" + umlauts + "\""}) {
        const ParsedBody parsed = parse(body);
        QCOMPARE(parsed.fields.size(), std::size_t{1});
        QCOMPARE(QByteArray::fromStdString(parsed.fields.front().text), umlauts.first(4095));
    }
}

void TstErrorBody::survivesHostileBodies_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isReadable");

    constexpr qsizetype kEightMebibytes = 8 * 1024 * 1024;
    QByteArray bomb = "<!DOCTYPE lolz [<!ENTITY a0 \"lol\">";
    for (int i = 1; i < 12; ++i) {
        const QByteArray previous = "&a" + QByteArray::number(i - 1) + ';';
        bomb += "<!ENTITY a" + QByteArray::number(i) + " \"" + previous.repeated(10) + "\">";
    }
    QTest::newRow("an entity bomb") << bomb + "]><a>&a11;</a>" << false;
    QTest::newRow("an entity bomb in an attribute") << bomb + "]><a b=\"&a11;\"/>" << false;
    QTest::newRow("XML nested 100,000 deep") << nested("<a>", "</a>", 100000) << true;
    QTest::newRow("XML opened 100,000 times") << QByteArray("<a>").repeated(100000) << false;
    QTest::newRow("JSON nested 100,000 deep") << nested("[", "]", 100000) << false;
    QTest::newRow("JSON opened 100,000 times") << QByteArray("{\"a\":").repeated(100000) << false;
    QTest::newRow("8 MiB of XML elements")
        << "<r>" + QByteArray("<a/>").repeated((kEightMebibytes - 7) / 4) + "</r>" << true;
    QTest::newRow("8 MiB of XML text") << "<r>" + QByteArray(kEightMebibytes - 7, 'x') + "</r>" << true;
    QTest::newRow("8 MiB of JSON list")
        << "[" + QByteArray("1,").repeated(kEightMebibytes / 2 - 2) + "1]" << true;
    QTest::newRow("8 MiB of JSON string") << "\"" + QByteArray(kEightMebibytes - 2, 'x') + "\"" << true;
    QTest::newRow("more than 8 MiB of XML") << "<r>" + QByteArray(kEightMebibytes, 'x') + "</r>" << false;
    QTest::newRow("more than 8 MiB of JSON") << "\"" + QByteArray(kEightMebibytes, 'x') + "\"" << false;
    QByteArray attributes = "<a";
    for (int i = 0; i < 300000; ++i) {
        attributes += " a" + QByteArray::number(i) + "=''";
    }
    QTest::newRow("a tag of 300,000 attributes") << attributes + "/>" << false;
    attributes.truncate(4000);
    attributes.truncate(attributes.lastIndexOf(' '));
    QTest::newRow("8 MiB of tags as long as allowed")
        << "<r>" + (attributes + "/>").repeated(2000) + "</r>" << true;
    QByteArray members;
    for (int i = 0; i < 100; ++i) {
        members += QByteArray(i > 0 ? "," : "") + '"' + QByteArray::number(i) + "\":1";
    }
    QTest::newRow("members of one with a name of 4 MiB")
        << "{\"" + QByteArray(kEightMebibytes / 2, 'k') + "\":{" + members + "}}" << true;
    QTest::newRow("64 MiB of blanks") << QByteArray(64 * 1024 * 1024, ' ') << false;
    QTest::newRow("64 MiB of zero bytes") << QByteArray(64 * 1024 * 1024, '\0') << false;
}

void TstErrorBody::survivesHostileBodies()
{
    QFETCH(const QByteArray, body);
    QFETCH(const bool, isReadable);

    const ParsedBody parsed = parse(body);

    QCOMPARE(parsed.isXml || parsed.isJson, isReadable);
    QVERIFY(!parsed.isEmpty);
    QVERIFY(parsed.fields.size() <= 64);
    for (const BodyField& field : parsed.fields) {
        QVERIFY(field.place.size() + field.text.size() <= 8 * 1024);
    }
}

RETRYSCOPE_TEST(TstErrorBody)
#include "tst_error_body.moc"
