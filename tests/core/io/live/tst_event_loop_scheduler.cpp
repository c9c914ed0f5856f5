// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/live/event_loop_scheduler.h"
#include "tests/support/strict_main.h"

#include <QTest>

#include <vector>

using namespace retryscope;
using namespace std::chrono_literals;

class TstEventLoopScheduler : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void startsItsClockAtZero();
    void neverActsFromInsideOrEarly();
    void actsInTheOrderOfTheDelays();
    void forgetsWhatWasCancelled();
    void canBeUsedFromInsideAnAction();
    void holdsDelaysOfYears();
};

void TstEventLoopScheduler::startsItsClockAtZero()
{
    const io::EventLoopScheduler scheduler;
    const Instant first = scheduler.now();
    QVERIFY(first >= Instant{});
    QTRY_VERIFY(scheduler.now() > first);
}

void TstEventLoopScheduler::neverActsFromInsideOrEarly()
{
    io::EventLoopScheduler scheduler;
    for (const Duration delay : {Duration{-5}, Duration{0}, Duration{1}, Duration{1500}, Duration{20'300}}) {
        bool hasActed = false;
        const Instant due = scheduler.now() + delay;
        Instant acted{};
        scheduler.after(delay, [&] {
            acted = scheduler.now();
            hasActed = true;
        });
        QVERIFY(!hasActed);
        QTRY_VERIFY(hasActed);
        QVERIFY(acted >= due);
    }
}

void TstEventLoopScheduler::actsInTheOrderOfTheDelays()
{
    io::EventLoopScheduler scheduler;
    std::vector<int> order;
    scheduler.after(60ms, [&] { order.push_back(3); });
    scheduler.after(0ms, [&] { order.push_back(1); });
    scheduler.after(20ms, [&] { order.push_back(2); });
    QTRY_COMPARE(order, (std::vector<int>{1, 2, 3}));
}

void TstEventLoopScheduler::forgetsWhatWasCancelled()
{
    io::EventLoopScheduler scheduler;
    bool hasActed = false;
    bool isOver = false;
    const TimerId id = scheduler.after(1ms, [&] { hasActed = true; });
    scheduler.after(20ms, [&] { isOver = true; });
    scheduler.cancel(id);
    scheduler.cancel(id + 1000);
    QTRY_VERIFY(isOver);
    QVERIFY(!hasActed);
}

void TstEventLoopScheduler::canBeUsedFromInsideAnAction()
{
    io::EventLoopScheduler scheduler;
    int rounds = 0;
    std::function<void()> again = [&] {
        if (++rounds < 50) {
            scheduler.after(0ms, again);
        }
    };
    scheduler.after(0ms, again);
    QTRY_COMPARE(rounds, 50);
}

void TstEventLoopScheduler::holdsDelaysOfYears()
{
    io::EventLoopScheduler scheduler;
    bool hasActed = false;
    bool isOver = false;
    const TimerId year = scheduler.after(std::chrono::hours{24 * 365}, [&] { hasActed = true; });
    scheduler.after(Duration::max(), [&] { hasActed = true; });
    scheduler.after(20ms, [&] { isOver = true; });
    QTRY_VERIFY(isOver);
    QVERIFY(!hasActed);
    scheduler.cancel(year);
}

RETRYSCOPE_TEST(TstEventLoopScheduler)
#include "tst_event_loop_scheduler.moc"
