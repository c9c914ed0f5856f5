// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/import/literal_setting.h"
#include "core/io/import/yaml_setting.h"
#include "tests/support/strict_main.h"

using namespace retryscope;
using namespace retryscope::io;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

class TstSetting : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void durationsAreReadInTheUnitsOfTheirFiles_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("ms");
        const auto row = [](const char* text, qint64 ms) {
            QTest::newRow(text) << QString::fromLatin1(text) << ms;
        };
        row("250ms", 250);
        row(".01s", 10);
        row("0.025s", 25);
        row("1m30s", 90'000);
        row("1.5h", 5'400'000);
        row("PT0.5S", 500);
        row("PT1M", 60'000);
        row("100", 100); // bare: milliseconds, as asked for
        row("", -1);
        row("PT", -1);
        row("-1s", -1);
        row("1e400s", -1);
        row("10 parsecs", -1);
        row("999999h", -1);
    }

    void durationsAreReadInTheUnitsOfTheirFiles()
    {
        QFETCH(QString, text);
        QFETCH(qint64, ms);
        const auto found = durationFrom(text, milliseconds{1});
        QCOMPARE(found ? duration_cast<milliseconds>(*found).count() : -1, ms);
    }

    void aBareNumberNeedsAUnitWhereNoneIsMeant()
    {
        QVERIFY(!durationFrom(QStringLiteral("5"), std::nullopt));
    }

    void yamlKeepsLinesAnchorsAndMerges()
    {
        const auto read = settingsFromYaml("base: &b\n  n: 1\n  m: 2\nown:\n  <<: *b\n  n: 3\n", {});
        QVERIFY(read.ok());
        const Setting& own = *read.value().at(0).find({"own"});
        QCOMPARE(own.find({"n"})->text, QStringLiteral("3"));
        QCOMPARE(own.find({"m"})->text, QStringLiteral("2"));
        QCOMPARE(own.find({"m"})->line, 3);
        QCOMPARE(own.find({"N"})->line, 6);
    }

    void literalsOfThreeLanguagesAreRead()
    {
        LiteralReader reader(QStringLiteral("f({ a: 1, 'b-c': [2, 3,], // four\n"
                                            " d: (x) => { return [x, 1]; }, e: 60 * 1000, s, t: None,\n"
                                            " u: frozenset({'GET', 'PUT'}), v: {1, 2}, w: (5, 6) })"),
                             {});
        const Result<Setting> read = reader.argumentsAt(0);
        QVERIFY2(read.ok(), read ? "" : qPrintable(read.error().text()));
        const Setting& group = read.value().members.at(0).value;
        QCOMPARE(group.find({"a"})->wholeNumber(), std::optional(1));
        QCOMPARE(group.find({"b-c"})->items.size(), std::size_t{2});
        QCOMPARE(group.find({"d"})->kind, Setting::Kind::Code);
        QCOMPARE(group.find({"d"})->line, 2);
        QCOMPARE(group.find({"e"})->wholeNumber(), std::optional(60'000));
        QCOMPARE(group.find({"s"})->kind, Setting::Kind::Code);
        QCOMPARE(group.find({"t"})->kind, Setting::Kind::Nothing);
        QCOMPARE(group.find({"u"})->items.size(), std::size_t{2});
        QCOMPARE(group.find({"v"})->items.size(), std::size_t{2});
        QCOMPARE(group.find({"w"})->items.size(), std::size_t{2});
    }

    void namesInCommentsAndTextsAreNotFound()
    {
        const LiteralReader reader(QStringLiteral("# Retry(1)\n'Retry(2)' MyRetry(3) don't Retry (4)"), {});
        const qsizetype at = reader.find(QStringLiteral("Retry"), u'(');
        QCOMPARE(reader.lineOf(at), 2);
        QVERIFY(at > 30);
        QCOMPARE(reader.find(QStringLiteral("Retry"), u'(', at + 1), qsizetype{-1});
    }
};

RETRYSCOPE_TEST(TstSetting)
#include "tst_setting.moc"
