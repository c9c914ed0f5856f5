// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/body_error.h"
#include "core/io/http/error_body.h"
#include "tests/support/strict_main.h"

#include <QTest>

#include <memory>
#include <utility>

using namespace retryscope;
using namespace retryscope::io;

namespace {

/// `place: name`, or `none`.
QString errorIn(int status, const Headers& headers, const QByteArray& body)
{
    AttemptFacts facts;
    Response response;
    response.status = status;
    response.headers = headers;
    response.parsed = parseBody(headers, body);
    facts.response = std::make_shared<const Response>(std::move(response));
    const std::optional<BodyError> error = bodyErrorOf(facts);
    return error ? QString::fromStdString(error->place + ": " + error->name) : QStringLiteral("none");
}

Headers eventStream()
{
    return {{{"Content-Type", "text/event-stream; charset=utf-8"}}};
}

QByteArray manyMembers(int count)
{
    QByteArray text;
    for (int i = 0; i < count; ++i) {
        text += "\"a" + QByteArray::number(i) + "\":" + QByteArray::number(i) + ',';
    }
    return text;
}

} // namespace

class TstBodyError : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsTheErrorOfADocument_data();
    void findsTheErrorOfADocument();
    void findsTheFirstErrorOfAStream_data();
    void findsTheFirstErrorOfAStream();
    void looksOnlyAtSuccesses();
    void spellsPlacesAsPeopleDo();
};

void TstBodyError::findsTheErrorOfADocument_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("expected");
    QTest::newRow("an object") << QByteArray(R"({"error":{"code":429,"message":"slow"}})")
                               << "json:error.code: 429";
    QTest::newRow("a text") << QByteArray(R"({"error":"invalid_grant","error_description":"x"})")
                            << "json:error: invalid_grant";
    QTest::newRow("only a message") << QByteArray(R"({"error":{"message":"no"}})")
                                    << "json:error.message: no";
    QTest::newRow("a list") << QByteArray(
                                   R"({"errors":[{"message":"no","extensions":{"code":"THROTTLED"}}]})")
                            << "json:errors[0].extensions.code: THROTTLED";
    QTest::newRow("a list of texts") << QByteArray(R"({"errors":["no"]})") << "json:errors[0]: no";
    QTest::newRow("a list, and data that are null")
        << QByteArray(R"({"errors":["no"],"data":null})") << "json:errors[0]: no";
    QTest::newRow("a list beside data")
        << QByteArray(R"({"errors":[{"message":"no"}],"data":{"a":1}})") << "none";
    QTest::newRow("an empty list") << QByteArray(R"({"errors":[]})") << "none";
    QTest::newRow("null") << QByteArray(R"({"error":null,"data":1})") << "none";
    QTest::newRow("false") << QByteArray(R"({"error":false})") << "none";
    QTest::newRow("an empty object") << QByteArray(R"({"error":{}})") << "none";
    QTest::newRow("an empty text") << QByteArray(R"({"error":""})") << "none";
    QTest::newRow("a number") << QByteArray(R"({"error":0})") << "none";
    QTest::newRow("true") << QByteArray(R"({"error":true})") << "none";
    QTest::newRow("the text of a number") << QByteArray(R"({"error":"503"})") << "json:error: 503";
    QTest::newRow("the text of a flag") << QByteArray(R"({"error":"false"})") << "json:error: false";
    QTest::newRow("an object of nulls") << QByteArray(R"({"error":{"code":null}})") << "json:error: ";
    QTest::newRow("not at the top") << QByteArray(R"({"result":{"error":{"code":1}}})") << "none";
    QTest::newRow("in a list") << QByteArray(R"([{"error":{"code":1}}])") << "none";
    QTest::newRow("behind a long list")
        << "{\"a\":{" + manyMembers(500) + "\"b\":0},\"error\":{\"code\":\"E\"}}"
        << "json:error.code: E";
    QTest::newRow("behind many members") << '{' + manyMembers(500) + "\"error\":{\"code\":\"E\"}}"
                                         << "json:error.code: E";
    QTest::newRow("XML") << QByteArray("<Error><Code>SlowDown</Code></Error>") << "xml:Error/Code: SlowDown";
    QTest::newRow("XML without a code") << QByteArray("<Error/>") << "xml:Error: ";
    QTest::newRow("XML with another root")
        << QByteArray("<Result><Error><Code>SlowDown</Code></Error></Result>") << "none";
    QTest::newRow("a page") << QByteArray("<html><body>error</body></html>") << "none";
    QTest::newRow("plain text") << QByteArray("error: no") << "none";
    QTest::newRow("nothing") << QByteArray() << "none";
}

void TstBodyError::findsTheErrorOfADocument()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, expected);
    QCOMPARE(errorIn(200, {}, body), expected);
}

void TstBodyError::findsTheFirstErrorOfAStream_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("expected");
    QTest::newRow("by its name") << QByteArray("event: error\ndata: {\"type\":\"overloaded\"}\n\n")
                                 << "event[0]:type: overloaded";
    QTest::newRow("by its data") << QByteArray("data: {\"error\":{\"code\":\"quota\"}}\n\n")
                                 << "event[0]:error.code: quota";
    QTest::newRow("the third")
        << QByteArray(
               "event: start\ndata: {}\n\ndata: {\"x\":1}\n\nevent: error\ndata: {\"error\":\"no\"}\n\n")
        << "event[2]:error: no";
    QTest::newRow("lines that end with CR and LF")
        << QByteArray("event: error\r\ndata: {\"code\":\"E\"}\r\n\r\n") << "event[0]:code: E";
    QTest::newRow("data in two lines")
        << QByteArray("data: {\"error\":\ndata: {\"code\":\"E\"}}\n\n") << "event[0]:error.code: E";
    QTest::newRow("text") << QByteArray("event: error\ndata: overloaded\n\n") << "event[0]:data: overloaded";
    QTest::newRow("no data") << QByteArray("event: error\n\n") << "event[0]: ";
    QTest::newRow("cut at its end") << QByteArray("data: {\"error\":\"no\"}") << "event[0]:error: no";
    QTest::newRow("comments are no events")
        << QByteArray(": error\n\n: ping\n\nevent: error\ndata: x\n\n") << "event[0]:data: x";
    QTest::newRow("null") << QByteArray("data: {\"error\":null}\n\n") << "none";
    QTest::newRow("the word in a text") << QByteArray("data: {\"delta\":\"\\\"error\\\"\"}\n\n") << "none";
    QTest::newRow("behind 64 KiB") << "data: {\"x\":\"" + QByteArray(65536, 'x') +
                                          "\"}\n\nevent: error\ndata: x\n\n"
                                   << "none";
}

void TstBodyError::findsTheFirstErrorOfAStream()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, expected);
    QCOMPARE(errorIn(200, eventStream(), body), expected);
}

void TstBodyError::looksOnlyAtSuccesses()
{
    const QByteArray body = R"({"error":"no"})";
    QCOMPARE(errorIn(299, {}, body), QStringLiteral("json:error: no"));
    QCOMPARE(errorIn(199, {}, body), QStringLiteral("none"));
    QCOMPARE(errorIn(302, {}, body), QStringLiteral("none"));
    QCOMPARE(errorIn(503, {}, body), QStringLiteral("none"));
    QVERIFY(!bodyErrorOf(AttemptFacts{}));
}

void TstBodyError::spellsPlacesAsPeopleDo()
{
    QCOMPARE(QString::fromStdString(spelledPlace("json:error/details/1/retryDelay")),
             QStringLiteral("json:error.details[1].retryDelay"));
    QCOMPARE(QString::fromStdString(spelledPlace("json:0/a")), QStringLiteral("json:[0].a"));
    QCOMPARE(QString::fromStdString(spelledPlace("event[2]:error/type")),
             QStringLiteral("event[2]:error.type"));
    QCOMPARE(QString::fromStdString(spelledPlace("xml:Error/Code")), QStringLiteral("xml:Error/Code"));
}

RETRYSCOPE_TEST(TstBodyError)
#include "tst_body_error.moc"
