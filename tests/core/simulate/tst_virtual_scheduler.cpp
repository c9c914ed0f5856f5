// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/run/seeded_dice.h"
#include "core/simulate/virtual_scheduler.h"

#include "tests/support/printing.h"
#include "tests/support/strict_main.h"

#include <algorithm>
#include <memory>
#include <set>

namespace retryscope::test {

class TstVirtualScheduler : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void timeJumpsToTheNextTimer()
    {
        VirtualScheduler scheduler;
        std::vector<Instant> seen;
        for (const double delay : {30.0, 10.0, 20.0}) {
            scheduler.after(ms(delay), [&] { seen.push_back(scheduler.now()); });
        }
        while (scheduler.runNext()) {
        }
        QCOMPARE(seen, (std::vector<Instant>{Instant{ms(10)}, Instant{ms(20)}, Instant{ms(30)}}));
    }

    void timersOfTheSameInstantRunInTheOrderInWhichTheyWereSet()
    {
        VirtualScheduler scheduler;
        std::vector<int> order;
        for (int i = 0; i < 100; ++i) {
            scheduler.after(ms(5), [&order, i] { order.push_back(i); });
        }
        while (scheduler.runNext()) {
        }
        QVERIFY(std::is_sorted(order.begin(), order.end()));
        QCOMPARE(order.size(), std::size_t{100});
    }

    void nothingRunsFromInsideAfter()
    {
        VirtualScheduler scheduler;
        bool ran = false;
        scheduler.after(Duration::zero(), [&ran] { ran = true; });
        QVERIFY(!ran);
        QVERIFY(scheduler.runNext());
        QVERIFY(ran);
        QVERIFY(!scheduler.runNext());
    }

    void aCancelledTimerNeitherRunsNorMovesTheClock()
    {
        VirtualScheduler scheduler;
        int runs = 0;
        const TimerId late = scheduler.after(ms(100), [&runs] { ++runs; });
        scheduler.after(ms(1), [&runs] { ++runs; });
        scheduler.cancel(late);
        scheduler.cancel(late);
        while (scheduler.runNext()) {
        }
        QCOMPARE(runs, 1);
        QCOMPARE(scheduler.now(), Instant{ms(1)});
    }

    void anOldIdDoesNotCancelANewTimer()
    {
        VirtualScheduler scheduler;
        const TimerId old = scheduler.after(ms(1), [] {});
        QVERIFY(scheduler.runNext());
        bool ran = false;
        scheduler.after(ms(1), [&ran] { ran = true; });
        scheduler.cancel(old);
        scheduler.cancel(0);
        scheduler.cancel(~TimerId{0});
        QVERIFY(scheduler.runNext());
        QVERIFY(ran);
    }

    void cancellingFreesWhatTheActionHolds()
    {
        VirtualScheduler scheduler;
        auto held = std::make_shared<int>(1);
        const TimerId id = scheduler.after(ms(1), [held] { (void)held; });
        QCOMPARE(held.use_count(), 2L);
        scheduler.cancel(id);
        QCOMPARE(held.use_count(), 1L);
    }

    void delaysBeyondTheEndOfTimeAreHeldThere()
    {
        VirtualScheduler scheduler;
        scheduler.after(ms(-5), [] {});
        QVERIFY(scheduler.runNext());
        QCOMPARE(scheduler.now(), Instant{});
        scheduler.after(ms(1), [] {});
        QVERIFY(scheduler.runNext());
        scheduler.after(Duration::max(), [] {});
        QVERIFY(scheduler.runNext());
        QVERIFY(scheduler.now() == Instant::max());
    }

    /// Against a plain list that is searched each time.
    void behavesLikeASortedListWhateverHappens()
    {
        VirtualScheduler scheduler;
        std::set<std::pair<Instant, int>> expected; // by instant, then by order of setting
        std::vector<std::pair<TimerId, std::pair<Instant, int>>> set;
        int last = -1;
        int number = 0;
        const auto draw = [&number] {
            return seededDraw(5, 1, 1, ++number);
        };
        for (int i = 0; i < 20'000; ++i) {
            const double choice = draw();
            if (choice < 0.5) {
                const Duration delay = ms(draw() * 100);
                const std::pair key{scheduler.now() + delay, i};
                set.emplace_back(scheduler.after(delay, [&last, i] { last = i; }), key);
                expected.insert(key);
            } else if (choice < 0.8 && !set.empty()) {
                const auto& [id, key] =
                    set[static_cast<std::size_t>(draw() * static_cast<double>(set.size()))];
                scheduler.cancel(id);
                expected.erase(key);
            } else if (expected.empty()) {
                QVERIFY(!scheduler.runNext());
            } else {
                QVERIFY(scheduler.runNext());
                QCOMPARE(last, expected.begin()->second);
                QCOMPARE(scheduler.now(), expected.begin()->first);
                expected.erase(expected.begin());
            }
        }
    }
};

} // namespace retryscope::test

RETRYSCOPE_TEST(retryscope::test::TstVirtualScheduler)

#include "tst_virtual_scheduler.moc"
