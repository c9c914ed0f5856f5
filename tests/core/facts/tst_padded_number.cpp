// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/facts/padded_number.h"
#include "tests/support/strict_main.h"

#include <limits>

namespace retryscope::test {

class TstPaddedNumber : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesWhatPrintfWrites_data()
    {
        QTest::addColumn<qint64>("number");
        QTest::addColumn<int>("width");
        for (const qint64 number : {qint64{0}, qint64{7}, qint64{42}, qint64{2026}, qint64{12345}, qint64{-1},
                                    qint64{-2026}, std::numeric_limits<qint64>::min()}) {
            for (const int width : {1, 2, 4, 12}) {
                QTest::addRow("%lld in %d", static_cast<long long>(number), width) << number << width;
            }
        }
    }
    void writesWhatPrintfWrites()
    {
        QFETCH(qint64, number);
        QFETCH(int, width);
        std::string text = "at ";
        appendPadded(text, number, static_cast<std::size_t>(width));
        QCOMPARE(QString::fromStdString(text),
                 QString::asprintf("at %0*lld", width, static_cast<long long>(number)));
    }

    void writesSmallHexadecimalDigits()
    {
        std::string text;
        appendPadded(text, 0xBEEF, 8, 16);
        QCOMPARE(text, std::string("0000beef"));
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstPaddedNumber)
#include "tst_padded_number.moc"
