// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/proxy/line_difference.h"

#include <QElapsedTimer>
#include <QTest>

using namespace retryscope::ui;

namespace {

/// `=a -b .` : mark and text of each line.
QStringList marked(const std::vector<AlignedLine>& lines)
{
    QStringList result;
    for (const AlignedLine& line : lines) {
        const QString sign = line.mark == LineMark::Same    ? QStringLiteral("=")
                             : line.mark == LineMark::Other ? QStringLiteral("-")
                                                            : QStringLiteral(".");
        result += sign + line.text;
    }
    return result;
}

QStringList words(const char* text)
{
    return QString::fromLatin1(text).split(QLatin1Char(' '), Qt::SkipEmptyParts);
}

} // namespace

class TstLineDifference : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalLinesStandBesideEachOther_data();
    void equalLinesStandBesideEachOther();
    void longTextsTakeNoLongerThanTheirLength();
};

void TstLineDifference::equalLinesStandBesideEachOther_data()
{
    QTest::addColumn<QStringList>("left");
    QTest::addColumn<QStringList>("right");
    QTest::addColumn<QStringList>("leftMarked");
    QTest::addColumn<QStringList>("rightMarked");
    QTest::newRow("nothing") << QStringList() << QStringList() << QStringList() << QStringList();
    QTest::newRow("the same") << words("a b") << words("a b") << words("=a =b") << words("=a =b");
    QTest::newRow("one side empty") << words("a") << QStringList() << words("-a") << words(".");
    QTest::newRow("one other") << words("a b c") << words("a x c") << words("=a -b =c") << words("=a -x =c");
    QTest::newRow("fewer") << words("a b c d") << words("a d") << words("=a -b -c =d") << words("=a . . =d");
    QTest::newRow("more, and others")
        << words("s r t c") << words("x c n") << words("-s -r -t =c .") << words("-x . . =c -n");
}

void TstLineDifference::equalLinesStandBesideEachOther()
{
    QFETCH(QStringList, left);
    QFETCH(QStringList, right);
    const AlignedTexts texts = alignedLines(left, right);

    QTEST(marked(texts.left), "leftMarked");
    QTEST(marked(texts.right), "rightMarked");
}

void TstLineDifference::longTextsTakeNoLongerThanTheirLength()
{
    QStringList left;
    QStringList right;
    for (int i = 0; i < 100'000; ++i) {
        left += QString::number(i);
        right += QString::number(i % 2 == 0 ? i : -i);
    }
    const AlignedTexts texts = alignedLines(left, right);

    QCOMPARE(texts.left.size(), texts.right.size());
    QStringList kept;
    for (const AlignedLine& line : texts.left) {
        kept += line.mark == LineMark::Filler ? QStringList() : QStringList(line.text);
    }
    QCOMPARE(kept, left);
}

RETRYSCOPE_TEST(TstLineDifference)
#include "tst_line_difference.moc"
