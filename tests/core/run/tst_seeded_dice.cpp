// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/seeded_dice.h"

#include "tests/support/strict_main.h"

#include <array>
#include <set>

namespace retryscope::test {

class TstSeededDice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void equalInputsGiveEqualDrawsOnEveryMachine()
    {
        // Written down once: records and their seeds must mean the same for ever.
        QCOMPARE(SeededDice(1).draw(1, 1, 1), seededDraw(1, 1, 1, 1));
        QCOMPARE(seededDraw(1, 1, 1, 1), kFirst);
        QCOMPARE(seededDraw(42, 2, 3, 4), kSecond);
    }

    void eachPartOfTheInputChangesTheDraw()
    {
        const std::set<double> draws{seededDraw(1, 1, 1, 1), seededDraw(2, 1, 1, 1), seededDraw(1, 2, 1, 1),
                                     seededDraw(1, 1, 2, 1), seededDraw(1, 1, 1, 2)};
        QCOMPARE(draws.size(), std::size_t{5});
    }

    void drawsFillTheirRangeEvenly()
    {
        constexpr int kCount = 100'000;
        std::array<int, 10> buckets{};
        for (int i = 0; i < kCount; ++i) {
            const double draw = seededDraw(3, 1 + i % 10, 1 + i / 10, 1);
            QVERIFY(draw >= 0 && draw < 1);
            ++buckets.at(static_cast<std::size_t>(draw * 10));
        }
        for (const int bucket : buckets) {
            QVERIFY(bucket > kCount / 10 - 500 && bucket < kCount / 10 + 500); // five standard deviations
        }
    }

private:
    static constexpr double kFirst = 0.8834677013996491;
    static constexpr double kSecond = 0.009989789955642148;
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstSeededDice)

#include "tst_seeded_dice.moc"
