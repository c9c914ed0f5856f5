// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/policy/policy.h"

#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <limits>
#include <set>

namespace retryscope::test {

class TstRule : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasANameThatReadsBack()
    {
        std::set<std::string_view> names;
        for (int i = 0; i <= static_cast<int>(ErrorKind::PartDone); ++i) {
            const auto kind = static_cast<ErrorKind>(i);
            names.insert(toString(kind));
            QVERIFY(errorKindFrom(toString(kind)) == kind);
        }
        QCOMPARE(names.size(), std::size_t{9});
        QVERIFY(!errorKindFrom("Throttling"));
        QVERIFY(!errorKindFrom(""));
    }

    void aRangeContainsBothEnds()
    {
        const StatusRange range{500, 599};
        QVERIFY(range.contains(500) && range.contains(599));
        QVERIFY(!range.contains(499) && !range.contains(600));
    }

    void aKindWithoutItsOwnValueTakesTheDefault()
    {
        const DurationByKind base{.byDefault = ms(100), .byKind = {{ErrorKind::Throttling, ms(1000)}}};
        QCOMPARE(base.of(ErrorKind::Throttling), ms(1000));
        QCOMPARE(base.of(ErrorKind::Server), ms(100));

        const QuotaSpec quota{.cost = 5, .costByKind = {{ErrorKind::Timeout, 10}}};
        QCOMPARE(quota.costOf(ErrorKind::Timeout), 10);
        QCOMPARE(quota.costOf(ErrorKind::Throttling), 5);
    }

    void aLimitOfRetriesAllowsOneAttemptMore()
    {
        QCOMPARE((AttemptLimit{.max = 3, .countsFirst = true}.attempts()), 3);
        QCOMPARE((AttemptLimit{.max = 3, .countsFirst = false}.attempts()), 4);
        QCOMPARE((AttemptLimit{.max = 0, .countsFirst = false}.attempts()), 1);
        constexpr int kLargest = std::numeric_limits<int>::max();
        QCOMPARE((AttemptLimit{.max = kLargest, .countsFirst = false}.attempts()), kLargest);
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstRule)

#include "tst_rule.moc"
