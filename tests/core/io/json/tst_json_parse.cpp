// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/json/json_cursor.h"
#include "core/io/json/json_parse.h"
#include "tests/support/strict_main.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace retryscope;
using namespace retryscope::io;

namespace {

struct Parsed
{
    JsonTree tree;
    Result<Done> result;
};

Parsed parsed(const QByteArray& json, const JsonParsing& parsing = {})
{
    QBuffer buffer;
    buffer.setData(json);
    buffer.open(QIODevice::ReadOnly);
    Parsed parsed{JsonTree(), Done{}};
    parsed.result = parseJson(buffer, QStringLiteral("f.json"), parsed.tree, parsing);
    return parsed;
}

} // namespace

class TstJsonParse : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void valuesAreThoseOfQt()
    {
        const QByteArray json =
            R"({"z": [1, -2.5e3, "µ \u00e9 \n", true, false, null, {"": {}}], "a": {"b": [[]]}})";
        const Parsed read = parsed("\xef\xbb\xbf" + json);
        QVERIFY2(read.result.ok(), read.result ? "" : qPrintable(read.result.error().text()));
        QCOMPARE(read.tree.toJson(JsonTree::kRoot).toObject(), QJsonDocument::fromJson(json).object());
    }

    void whatIsNoJsonIsRefusedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& json, const char* message) {
            QTest::newRow(name) << json << QString::fromUtf8(message);
        };
        row("nothing", "", "f.json, line 1, column 1: invalid JSON");
        row("a missing value", "{\n  \"ä\": ?}", "f.json, line 2, column 8: invalid JSON");
        row("a missing comma", "{\"a\": 1 \"b\": 2}", "line 1, column 9");
        row("a number too large for any", "{\"a\": 1e999}", "invalid JSON");
        row("no end", "{\"a\": [1, 2", "line 1, column 12");
        row("something after the end", "{}\n{}", "line 2, column 1");
        row("a zero after the end", QByteArray("{}\0 x", 5), "invalid JSON");
        row("a zero in between", QByteArray("{\"a\":\0 1}", 9), "invalid JSON");
        row("a string is not valid UTF-8", "{\"a\": \"\xff\"}", "not valid UTF-8");
        row("a key that is no UTF-8", "{\"\xff\": 1}", "not valid UTF-8");
        row("a key that stands twice", "{\"a\": 1,\n \"b\": {\"a\": 2}, \"a\": 3}",
            "f.json, line 2, column 17: the key \"a\" is repeated in one object");
        row("a key that is written in another way", "{\"a\": 1, \"\\u0061\": 2}",
            "the key \"a\" is repeated");
        row("an array", "[1]", "f.json: found an array at the top, expected an object");
        row("a number", "1", "f.json: found a single value at the top, expected an object");
        row("ten thousand arrays", QByteArray(10'000, '['), "arrays and objects are nested deeper than 1024");
    }
    void whatIsNoJsonIsRefusedWithItsPlace()
    {
        QFETCH(const QByteArray, json);
        QFETCH(const QString, message);
        const Parsed read = parsed(json);
        QVERIFY(!read.result);
        QVERIFY2(read.result.error().text().contains(message), qPrintable(read.result.error().text()));
    }

    void aKeyThatStandsTwiceIsFoundAmongMany_data()
    {
        QTest::addColumn<int>("members");
        for (const int members : {2, 15, 16, 17, 18, 1000}) {
            QTest::addRow("%d members", members) << members;
        }
    }
    void aKeyThatStandsTwiceIsFoundAmongMany()
    {
        QFETCH(const int, members);
        QByteArray json = "{";
        for (int member = members; member > 0; --member) {
            json += "\"k" + QByteArray::number(member) + "\": {}, ";
        }
        QVERIFY(parsed(json + "\"k0\": 1}").result.ok());
        QVERIFY(!parsed(json + "\"k1\": 1}").result.ok());
        QVERIFY(!parsed(json + "\"k" + QByteArray::number(members) + "\": 1}").result.ok());
    }

    /// Longer than a block, so that texts and numbers lie across its end.
    void placesAreRightInLargeFiles()
    {
        QByteArray json = "{\"a\": [\n";
        while (json.size() < 1'000'000) {
            json += "  [\"some text\", 12345.25],\n";
        }
        const qsizetype lines = json.count('\n');
        const Parsed good = parsed(json + "  0]}");
        QVERIFY(good.result.ok());
        QCOMPARE(good.tree.toJson(JsonTree::kRoot).toObject(),
                 QJsonDocument::fromJson(json + "  0]}").object());
        const Parsed bad = parsed(json + "  ?]}");
        QVERIFY2(bad.result.error().place == QStringLiteral("f.json, line %1, column 3").arg(lines + 1),
                 qPrintable(bad.result.error().place));
    }

    void itemsThatAreTakenLeaveNothingButTheirPlace()
    {
        QStringList paths;
        JsonParsing parsing;
        QBuffer buffer;
        buffer.setData(R"({"list": [{"a": 1}, {"a": "x"}, {"a": 2}], "rest": true})");
        buffer.open(QIODevice::ReadOnly);
        JsonTree tree;
        JsonProblem problem;
        parsing.takeItem = [&](JsonTree::Index item) {
            const JsonCursor cursor(tree, item, problem);
            paths += cursor.at("a").path();
            (void)cursor.at("a").number();
            return true;
        };
        QVERIFY(parseJson(buffer, QString(), tree, parsing).ok());
        // Behind the first problem nothing is read.
        QCOMPARE(paths, QStringList({QStringLiteral("list[0].a"), QStringLiteral("list[1].a"), QString()}));
        QCOMPARE(problem.path, QStringLiteral("list[1].a"));
        QCOMPARE(problem.text, QStringLiteral("found \"x\", expected a number"));
        QCOMPARE(tree.toJson(JsonTree::kRoot).toObject(),
                 (QJsonObject{{QStringLiteral("list"), QJsonArray()}, {QStringLiteral("rest"), true}}));
    }

    void contentIsEqualWhereValuesAre()
    {
        const auto contentOf = [](const QByteArray& value) {
            const Parsed read = parsed("{\"v\": " + value + "}");
            return QByteArray::fromStdString(
                std::string(read.tree.content(read.tree.find(JsonTree::kRoot, "v"))));
        };
        QCOMPARE(contentOf("[1, \"a\", {\"b\": null}]"), contentOf(" [ 1,\"\\u0061\",{ \"b\":null} ]"));
        const QList<QByteArray> different{"[]",
                                          "{}",
                                          "null",
                                          "false",
                                          "true",
                                          "0",
                                          "\"0\"",
                                          "\"\"",
                                          "[[]]",
                                          "[[], []]",
                                          "[[[]]]",
                                          "[\"ab\"]",
                                          "[\"a\", \"b\"]",
                                          "{\"a\": {}}",
                                          "{\"a\": []}",
                                          "[[\"a\"], \"b\"]"};
        for (const QByteArray& left : different) {
            for (const QByteArray& right : different) {
                QVERIFY2((contentOf(left) == contentOf(right)) == (left == right),
                         (left + right).constData());
            }
        }
    }

    void numbersAreWholeWhenTheirValueIs_data()
    {
        QTest::addColumn<QByteArray>("number");
        QTest::addColumn<QVariant>("expected");
        const auto row = [](const char* number, const QVariant& expected) {
            QTest::newRow(number) << QByteArray(number) << expected;
        };
        row("5", qint64{5});
        row("-5", qint64{-5});
        row("5.0", qint64{5});
        row("1e3", qint64{1000});
        row("9223372036854775807", std::numeric_limits<qint64>::max());
        row("-9223372036854775808", std::numeric_limits<qint64>::min());
        row("9223372036854775808", {});
        row("1e300", {});
        row("0.5", {});
        row("\"5\"", {});
        row("true", {});
    }
    void numbersAreWholeWhenTheirValueIs()
    {
        QFETCH(const QByteArray, number);
        QFETCH(const QVariant, expected);
        const Parsed read = parsed("{\"n\": " + number + "}");
        JsonProblem problem;
        const qint64 found =
            JsonCursor(read.tree, JsonTree::kRoot, problem)
                .at("n")
                .integer(std::numeric_limits<qint64>::min(), std::numeric_limits<qint64>::max(), 77);
        QCOMPARE(problem.isSet, !expected.isValid());
        QCOMPARE(found, expected.isValid() ? expected.toLongLong() : 77);
    }

    void whatNobodyWaitsForIsNotReadToItsEnd()
    {
        int asked = 0;
        JsonParsing parsing;
        parsing.progress = [&asked](double) {
            return ++asked < 2;
        };
        const Parsed read = parsed("{\"a\": \"" + QByteArray(2'000'000, 'x') + "\"}", parsing);
        QVERIFY(!read.result);
        QCOMPARE(asked, 2);
        QVERIFY(read.result.error().kind == Error::Kind::Environment);
    }
};

RETRYSCOPE_TEST(TstJsonParse)
#include "tst_json_parse.moc"
