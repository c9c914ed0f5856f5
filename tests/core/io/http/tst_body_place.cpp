// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/body_place.h"
#include "core/io/http/error_body.h"
#include "tests/support/strict_main.h"

#include <QTest>

using namespace retryscope;
using namespace retryscope::io;

namespace {

/// The body with the range in angle quotes, or a dash for none.
QString marked(const QByteArray& body, const std::optional<BodyRange>& range)
{
    if (!range) {
        return QStringLiteral("-");
    }
    return QString::fromUtf8(body.first(range->offset)) + u'«' +
           QString::fromUtf8(body.sliced(range->offset, range->length)) + u'»' +
           QString::fromUtf8(body.sliced(range->offset + range->length));
}

ErrorReading looking(std::vector<NamePlace> places)
{
    return {.places = std::move(places)};
}

} // namespace

class TstBodyPlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheTextAtAPlace_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* body, const char* place, const char* expected) {
            QTest::newRow(name) << QByteArray(body) << QString::fromUtf8(place)
                                << QString::fromUtf8(expected);
        };
        row("xml", "<Error><Code>429</Code><Message>m</Message></Error>", "xml:Error/Code",
            "<Error><Code>«429»</Code><Message>m</Message></Error>");
        row("xmlAnyRoot", "<A><Error><Code>x</Code></Error></A>", "xml:*/Error/Code",
            "<A><Error><Code>«x»</Code></Error></A>");
        row("xmlWithProlog", "\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<!-- <Code>no</Code> -->\n<E><C>é</C></E>",
            "xml:E/C", "\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<!-- <Code>no</Code> -->\n<E><C>«é»</C></E>");
        row("xmlBlanksAround", "<E>\n  <C>\n a b </C></E>", "xml:E/C", "<E>\n  <C>\n «a b» </C></E>");
        row("xmlOnlyBlanks", "<E><C>  </C></E>", "xml:E/C", "<E><C>«  »</C></E>");
        row("xmlEntities", "<E><C>a&amp;b&#65;</C></E>", "xml:E/C", "<E><C>«a&amp;b&#65;»</C></E>");
        row("xmlCdata", "<E><C><![CDATA[a<b]]></C></E>", "xml:E/C", "<E><C>«<![CDATA[a<b]]>»</C></E>");
        row("xmlEmpty", "<E><C></C></E>", "xml:E/C", "<E>«<C></C>»</E>");
        row("xmlClosedInItsTag", "<E><C /></E>", "xml:E/C", "<E>«<C />»</E>");
        row("xmlGreaterInAttribute", "<E><C a='/>' b=\">\">x</C></E>", "xml:E/C",
            "<E><C a='/>' b=\">\">«x»</C></E>");
        row("xmlPrefixes",
            "<s:E xmlns:s='u'><s:Body><s:Fault><faultcode>soap:Server</faultcode></s:Fault></s:Body></s:E>",
            "xml:*/Body/Fault/faultcode",
            "<s:E "
            "xmlns:s='u'><s:Body><s:Fault><faultcode>«soap:Server»</faultcode></s:Fault></s:Body></s:E>");
        row("xmlPrefixedElement", "<e><soap:faultcode>x</soap:faultcode></e>", "xml:e/faultcode",
            "<e><soap:faultcode>«x»</soap:faultcode></e>");
        row("xmlTwice", "<E><C>a</C><C>b</C></E>", "xml:E/C", "<E><C>«a»</C><C>b</C></E>");
        row("xmlFirstHasOnlyChildren", "<E><C><D>1</D></C><C>b</C></E>", "xml:E/C",
            "<E><C><D>1</D></C><C>«b»</C></E>");
        row("xmlRoot", "<Code>x</Code>", "xml:Code", "<Code>«x»</Code>");
        row("xmlDoctype", "<!DOCTYPE E [<!ELEMENT E ANY>]><E><C>x</C></E>", "xml:E/C",
            "<!DOCTYPE E [<!ELEMENT E ANY>]><E><C>«x»</C></E>");
        row("xmlElsewhere", "<E><C>x</C></E>", "xml:Error/Code", "-");
        row("xmlTruncated", "<Error><Code>429</Code><Mess", "xml:Error/Code", "-");
        row("json", "{\"__type\":\"a#Busy\",\"message\":\"m\"}", "json:__type",
            "{\"__type\":\"«a#Busy»\",\"message\":\"m\"}");
        row("jsonLineBreaks", "{\n  \"message\" : \"m\",\n  \"__type\" : \"x\"\n}", "json:__type",
            "{\n  \"message\" : \"m\",\n  \"__type\" : \"«x»\"\n}");
        row("jsonNested", "{\"error\":{\"details\":[{\"code\":\"a\"},{\"code\":\"b\"}]}}",
            "json:error/details/1/code", "{\"error\":{\"details\":[{\"code\":\"a\"},{\"code\":\"«b»\"}]}}");
        row("jsonNumber", "{\"code\": 429, \"x\": 1}", "json:code", "{\"code\": «429», \"x\": 1}");
        row("jsonEscapes", "{\"a\\\"}\":\"{\",\"code\":\"a\\\"b\\\\\",\"z\":1}", "json:code",
            "{\"a\\\"}\":\"{\",\"code\":\"«a\\\"b\\\\»\",\"z\":1}");
        row("jsonEscapedKey", "{\"\\u0063ode\":\"x\"}", "json:code", "{\"\\u0063ode\":\"«x»\"}");
        row("jsonKeyTwice", "{\"code\":\"a\",\"code\":\"b\"}", "json:code",
            "{\"code\":\"a\",\"code\":\"«b»\"}");
        row("jsonParentTwice", "{\"e\":{\"code\":\"a\"},\"e\":{\"code\":\"b\"}}", "json:e/code",
            "{\"e\":{\"code\":\"a\"},\"e\":{\"code\":\"«b»\"}}");
        row("jsonSlashInKey", "{\"a\":{\"b\":\"x\"},\"a/b\":\"y\"}", "json:a/b",
            "{\"a\":{\"b\":\"x\"},\"a/b\":\"«y»\"}");
        row("jsonEmptyText", "{\"code\":\"\"}", "json:code", "{\"code\":«\"\"»}");
        row("jsonNull", "{\"code\":null}", "json:code", "-");
        row("jsonObject", "{\"code\":{\"a\":1}}", "json:code", "-");
        row("jsonScalar", " \"Busy\" ", "json:", " \"«Busy»\" ");
        row("jsonTruncated", "{\"code\":\"a", "json:code", "-");
        row("empty", "", "xml:Error/Code", "-");
        row("header", "<Error><Code>x</Code></Error>", "header:x-amzn-errortype", "-");
    }
    void findsTheTextAtAPlace()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, place);
        QFETCH(QString, expected);
        QCOMPARE(marked(body, rangeOf({}, body, place.toStdString())), expected);
    }

    void everyFieldOfABodyIsFoundAgain_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::newRow("xml") << QByteArray(
            "<R a='1'><E><C>1</C>tail<C/></E><F><![CDATA[x]]></F><G>a&lt;b</G></R>");
        QTest::newRow("deepXml") << QByteArray("<a>").repeated(12) + "x" + QByteArray("</a>").repeated(12);
        QTest::newRow("json") << QByteArray(
            "[{\"a\":[1,true,null,\"x\"],\"b\":{\"\":2,\"c/d\":\"e\"}},\"\\n\\u00e9\"]");
        QTest::newRow("manyXml") << "<r>" + QByteArray("<a>1</a>").repeated(100) + "</r>";
        QTest::newRow("manyJson") << "[" + QByteArray("1,").repeated(100) + "2]";
    }
    void everyFieldOfABodyIsFoundAgain()
    {
        QFETCH(QByteArray, body);
        const ParsedBody parsed = parseBody({}, body);
        QVERIFY(!parsed.fields.empty());
        for (const BodyField& field : parsed.fields) {
            if (field.place.ends_with('/')) {
                continue; // a member whose key is empty
            }
            QVERIFY2(rangeOf({}, body, field.place), field.place.c_str());
            const std::optional<std::string> changed = withTextAt({}, body, field.place, "a<\"b\">&c");
            QVERIFY2(changed, field.place.c_str());
            const ParsedBody again = parseBody({}, QByteArray::fromStdString(*changed));
            QVERIFY2(again.find(field.place) != nullptr, changed->c_str());
            QCOMPARE(*again.find(field.place), std::string("a<\"b\">&c"));
        }
    }

    /// UTF-7 writes other characters with + and &.
    void aTextThatIsNotReadAgainIsNotSet()
    {
        for (const char* encoding : {"UTF-8", "UTF-7", "UTF-16", "IBM037", "none"}) {
            const QByteArray body = QByteArray("<?xml version=\"1.0\" encoding=\"") + encoding +
                                    "\"?><Error><Code>x</Code></Error>";
            const std::string wanted = "a<&\"'+AGE-]]>b";
            const auto next = withTextAt({}, body, "xml:Error/Code", wanted);
            if (next) {
                const ParsedBody again = parseBody({}, QByteArray::fromStdString(*next));
                QVERIFY2(again.find("xml:Error/Code") != nullptr, encoding);
                QCOMPARE(*again.find("xml:Error/Code"), wanted);
            }
        }
    }

    void brokenBodiesAreReadToTheirEndAndNoFurther_data()
    {
        QTest::addColumn<QByteArray>("whole");
        QTest::newRow("xml") << QByteArray(
            "<?xml?><!DOCTYPE a [ ]><a b='c'><!-- d --><e><![CDATA[f]]></e><g/></a>");
        QTest::newRow("json") << QByteArray("{\"a\":[1,{\"b\":\"c\\\"d\"}],\"e\":null}");
        QTest::newRow("marks") << QByteArray("</a></a><a></a>{]}[\"\\");
    }
    void brokenBodiesAreReadToTheirEndAndNoFurther()
    {
        QFETCH(QByteArray, whole);
        const ErrorReading reading =
            looking({{NameSource::Xml, "a/e"}, {NameSource::Json, "a/1/b"}, {NameSource::Xml, "*/g"}});
        for (qsizetype start = 0; start < whole.size(); ++start) {
            for (qsizetype length = 0; start + length <= whole.size(); ++length) {
                const QByteArray body = whole.mid(start, length);
                for (const char* place : {"xml:a/e", "json:a/1/b", "json:", "xml:*/g"}) {
                    const std::optional<BodyRange> range = rangeOf({}, body, place);
                    QVERIFY(!range || range->offset + range->length <= body.size());
                }
                const std::optional<BodyRange> nearest = nearestTo(reading, parseBody({}, body), body);
                QVERIFY(!nearest || nearest->offset + nearest->length <= body.size());
                QCOMPARE(nearest.has_value(), !body.trimmed().isEmpty());
            }
        }
    }

    void showsWhatStandsNearestToAMissingName_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* body, const char* expected) {
            QTest::newRow(name) << QByteArray(body) << QString::fromUtf8(expected);
        };
        row("noCode", "<Error><Message>m</Message></Error>", "«<Error>»<Message>m</Message></Error>");
        row("otherRoot", "<html><body/></html>", "«<html>»<body/></html>");
        row("halfTheWay", "<R><Errors><Message/></Errors></R>", "<R>«<Errors>»<Message/></Errors></R>");
        row("nameHasChildren", "<Error><Code><X>1</X></Code></Error>",
            "<Error>«<Code>»<X>1</X></Code></Error>");
        row("noMember", "{\"message\":\"m\"}", "«{»\"message\":\"m\"}");
        row("memberOnTheWay", "{\"error\":{\"message\":\"m\"}}", "{«\"error\"»:{\"message\":\"m\"}}");
        row("plainText", "\n upstream gone\nsecond", "\n «upstream gone»\nsecond");
        row("cutXml", "<Error><Code>42", "«<Error><Code>42»");
        row("cutJson", "{\"code\":", "«{\"code\":»");
        row("long", QByteArray(200, 'x').constData(),
            (QByteArray("«") + QByteArray(80, 'x') + "»" + QByteArray(120, 'x')).constData());
        row("blank", " \n", "-");
    }
    void showsWhatStandsNearestToAMissingName()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, expected);
        const ErrorReading reading = looking({{NameSource::Xml, "Error/Code"},
                                              {NameSource::Xml, "*/Errors/Error/Code"},
                                              {NameSource::Json, "error/code"},
                                              {NameSource::Header, "x-error"}});
        QCOMPARE(marked(body, nearestTo(reading, parseBody({}, body), body)), expected);
    }

    void aClientThatLooksNowhereInBodiesExpectsNothingThere()
    {
        QVERIFY(!nearestTo(looking({{NameSource::Header, "grpc-status"}}), parseBody({}, "<Error/>"),
                           "<Error/>"));
    }

    void writesAnotherTextInTheSameSyntax_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("expected");
        QTest::newRow("xml") << QByteArray("<E><C>x</C></E>") << "xml:E/C"
                             << "<E><C>a&quot;b</C></E>";
        QTest::newRow("closedInItsTag") << QByteArray("<E><p:C a='1'/></E>") << "xml:E/C"
                                        << "<E><p:C a='1'>a&quot;b</p:C></E>";
        QTest::newRow("json") << QByteArray("{\"code\": 4}") << "json:code"
                              << "{\"code\": \"a\\\"b\"}";
        QTest::newRow("nothingThere") << QByteArray("<E/>") << "xml:E/C"
                                      << "-";
    }
    void writesAnotherTextInTheSameSyntax()
    {
        QFETCH(QByteArray, body);
        QFETCH(QString, place);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(withTextAt({}, body, place.toStdString(), "a\"b").value_or("-")),
                 expected);
    }
};

RETRYSCOPE_TEST(TstBodyPlace)
#include "tst_body_place.moc"
