// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/decide/token_bucket.h"

#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

namespace retryscope::test {

class TstTokenBucket : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aRetryIsPaidWholeOrNotAtAll_data()
    {
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("cost");
        QTest::addColumn<bool>("takesRest");
        QTest::addColumn<int>("after");
        QTest::addColumn<int>("taken");
        QTest::addColumn<bool>("granted");
        QTest::newRow("enough") << 500 << 5 << false << 495 << 5 << true;
        QTest::newRow("justEnough") << 5 << 5 << false << 0 << 5 << true;
        QTest::newRow("tooLittle") << 4 << 5 << false << 4 << 0 << false;
        QTest::newRow("nothingLeft") << 0 << 5 << false << 0 << 0 << false;
        QTest::newRow("freeRetry") << 0 << 0 << false << 0 << 0 << true;
        QTest::newRow("takesTheRest") << 4 << 5 << true << 0 << 4 << true;
        QTest::newRow("takesTheLast") << 1 << 5 << true << 0 << 1 << true;
        QTest::newRow("noRestToTake") << 0 << 5 << true << 0 << 0 << false;
    }

    void aRetryIsPaidWholeOrNotAtAll()
    {
        QFETCH(int, level);
        QFETCH(int, cost);
        QFETCH(bool, takesRest);
        QuotaSpec spec;
        spec.whenEmpty = takesRest ? WhenQuotaEmpty::TakeWhatIsLeft : WhenQuotaEmpty::Refuse;
        const QuotaGrant grant = chargeQuota(spec, level, cost);
        QTEST(grant.level, "after");
        QTEST(grant.cost, "taken");
        QTEST(grant.granted, "granted");
    }

    void aRetryMayNeedAReserve()
    {
        QuotaSpec spec;
        spec.reserve = 50;
        QVERIFY(!chargeQuota(spec, 54, 5).granted);
        QVERIFY(chargeQuota(spec, 55, 5).granted);
    }

    /// As gRPC counts: 10 tokens tenfold, retries while more than half are left.
    void aRefusedRetryMayCostAllTheSame()
    {
        QuotaSpec spec{.capacity = 100, .cost = 10, .whenEmpty = WhenQuotaEmpty::ChargeAnyway, .reserve = 51};
        const QuotaGrant above = chargeQuota(spec, 70, 10);
        QVERIFY(above.granted);
        QCOMPARE(above.level, 60);
        QCOMPARE(above.cost, 10);
        const QuotaGrant atHalf = chargeQuota(spec, 60, 10);
        QVERIFY(!atHalf.granted);
        QCOMPARE(atHalf.level, 50);
        QCOMPARE(chargeQuota(spec, 5, 10).level, 0);
    }

    void theReserveIsWhatMustBeLeftWhoeverChargesHow()
    {
        for (const WhenQuotaEmpty whenEmpty : {WhenQuotaEmpty::Refuse, WhenQuotaEmpty::ChargeAnyway}) {
            for (const int reserve : {0, 50}) {
                const QuotaSpec spec{.whenEmpty = whenEmpty, .reserve = reserve};
                QVERIFY(chargeQuota(spec, reserve + 5, 5).granted);
                QVERIFY(!chargeQuota(spec, reserve + 4, 5).granted);
            }
        }
    }

    void aSuccessGivesBackWhatThePolicySays_data()
    {
        QTest::addColumn<int>("giveBack");
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("lastCost");
        QTest::addColumn<int>("after");
        const auto row = [](const char* name, GiveBack giveBack, int level, int lastCost, int after) {
            QTest::newRow(name) << static_cast<int>(giveBack) << level << lastCost << after;
        };
        row("nothing", GiveBack::Nothing, 490, 5, 490);
        row("one", GiveBack::One, 490, 5, 491);
        row("oneWithoutARetry", GiveBack::One, 490, 0, 491);
        row("lastCost", GiveBack::LastCost, 490, 10, 500);
        row("lastCostWithoutARetryIsOne", GiveBack::LastCost, 490, 0, 491);
        row("lastCostAndOne", GiveBack::LastCostAndOne, 480, 5, 486);
        row("lastCostAndOneWithoutARetry", GiveBack::LastCostAndOne, 480, 0, 481);
        row("lastCostOnly", GiveBack::LastCostOnly, 480, 5, 485);
        row("lastCostOnlyWithoutARetry", GiveBack::LastCostOnly, 480, 0, 480);
        row("neverAboveCapacity", GiveBack::LastCost, 498, 10, 500);
        row("fullStaysFull", GiveBack::One, 500, 0, 500);
    }

    void aSuccessGivesBackWhatThePolicySays()
    {
        QFETCH(int, giveBack);
        QFETCH(int, level);
        QFETCH(int, lastCost);
        const QuotaSpec spec{.capacity = 500, .giveBack = static_cast<GiveBack>(giveBack)};
        QTEST(returnQuota(spec, level, lastCost), "after");
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstTokenBucket)

#include "tst_token_bucket.moc"
