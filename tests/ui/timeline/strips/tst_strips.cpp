// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/theme/theme.h"
#include "ui/timeline/strips/strip.h"
#include "ui/timeline/strips/strips.h"

#include <QAction>
#include <QMenu>
#include <QSignalSpy>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

Instant at(double milliseconds)
{
    return Instant{fromMilliseconds(milliseconds)};
}

/// Strips as they stand in the window, showing the first second.
struct Shown
{
    explicit Shown(const RunRecord& record)
    {
        strips.resize(800, 400);
        strips.setRecord(&record);
        strips.setScale({.begin = at(0), .end = at(1000), .left = 200, .width = 500});
        strips.show();
    }
    ui::Strip& strip(const char* name) { return *strips.findChild<ui::Strip*>(QLatin1String(name)); }
    QAction& entry(const char* name) { return *strips.findChild<QAction*>(QLatin1String(name)); }

    Strips strips;
};

/// The run of a client whose limiter was switched on by after a throttling response.
RunRecord limitedRun()
{
    RunRecord plain = test::threeAttempts();
    RunHeader header = plain.header();
    ResolvedPolicy policy = *header.policy;
    policy.policy.limiter = LimiterSpec{};
    policy.policy.quota.reset();
    header.policy = std::make_shared<const ResolvedPolicy>(policy);
    RunRecord record(header);
    CallRecord call = plain.calls().front();
    call.attempts[0].decision.trace = {LimiterUpdated{
        .rateAfterPerSecond = 2.5, .measuredPerSecond = 5, .throttled = true, .enabled = true}};
    record.adopt(call);
    return record;
}

} // namespace

class TstStrips : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void entriesSayWhyAStripIsMissing();
    void aStripIsSwitchedOnFromTheMenuWithTheKeyboard();
    void theCursorOfOneStripRunsThroughAll();
    void valuesHaveUnits();
    void noLimitIsDrawnBeforeThereIsOne();
    void liveAttemptsAreAddedToTheCurves();
    void choicesOutliveTheRunTheyDoNotFit();
    void theQuotaOfEveryClientCanBeShown();
    void hundredThousandAttemptsArePaintedPixelByPixel();
};

void TstStrips::entriesSayWhyAStripIsMissing()
{
    const RunRecord record = test::threeAttempts();
    Shown shown(record);

    QVERIFY(shown.entry("quotaStripAction").isEnabled());
    QVERIFY(!shown.entry("sendRateStripAction").isEnabled());
    QCOMPARE(shown.entry("sendRateStripAction").text(),
             QStringLiteral("Send rate: Not limited by this policy"));
    QVERIFY(shown.strip("quotaChart").isVisible());
    QVERIFY(!shown.strip("sendRateStrip").isVisible());
}

void TstStrips::aStripIsSwitchedOnFromTheMenuWithTheKeyboard()
{
    const RunRecord record = test::threeAttempts();
    Shown shown(record);
    QVERIFY(!shown.strip("inFlightStrip").isVisible());

    shown.strips.menu()->setActiveAction(&shown.entry("inFlightStripAction"));
    QTest::keyClick(shown.strips.menu(), Qt::Key_Return);

    QVERIFY(shown.strip("inFlightStrip").isVisible());
    QCOMPARE(shown.strips.chosen(),
             QStringList({QStringLiteral("quota"), QStringLiteral("sendRate"), QStringLiteral("inFlight")}));
}

void TstStrips::theCursorOfOneStripRunsThroughAll()
{
    const RunRecord record = test::threeAttempts();
    Shown shown(record);
    shown.strips.choose({QStringLiteral("quota"), QStringLiteral("inFlight")});
    QSignalSpy moved(&shown.strips, &Strips::cursorMoved);

    QTest::mouseMove(&shown.strip("quotaChart"), QPoint(450, 10));

    QTRY_VERIFY(!moved.isEmpty());
    QVERIFY(shown.strip("inFlightStrip").cursor().has_value());
    QCOMPARE(*shown.strip("inFlightStrip").cursor(), at(500));
}

void TstStrips::valuesHaveUnits()
{
    const RunRecord record = test::threeAttempts();
    const RunRecord limited = limitedRun();
    Shown shown(record);
    Shown rate(limited);

    QCOMPARE(shown.strip("quotaChart").valueText(at(0)), QStringLiteral("500 of 500 tokens"));
    QCOMPARE(shown.strip("inFlightStrip").valueText(record.calls()[0].attempts[0].start),
             QStringLiteral("1 in flight"));
    QCOMPARE(shown.strip("lastSecondStrip").valueText(record.calls()[0].attempts[0].start),
             QStringLiteral("1 started in the last second"));
    QCOMPARE(rate.strip("sendRateStrip").valueText(limited.end()),
             QStringLiteral("2.5 per second allowed, 5 per second measured"));
    QVERIFY(rate.strip("sendRateStrip").isVisible());
    QVERIFY(!rate.strip("quotaChart").isVisible());
    QVERIFY(rate.strip("quotaChart").namesItsAbsence()); // in a line under the timeline
    QCOMPARE(rate.strip("quotaChart").statement(), QStringLiteral("Retry quota: not used by this policy"));
}

/// The limiter lets everything pass until the first throttling response: a line at 0 would say that it lets
/// nothing pass.
void TstStrips::noLimitIsDrawnBeforeThereIsOne()
{
    const RunRecord limited = limitedRun();
    Shown shown(limited);
    shown.strips.choose({QStringLiteral("sendRate")});
    shown.strips.setScale({.begin = at(0), .end = at(100), .left = 200, .width = 500});
    const QImage image = shown.strip("sendRateStrip").grab().toImage();
    const auto isDrawnBetween = [&image](int from, int to) {
        for (int x = from; x < to; ++x) {
            for (int y = 0; y < image.height(); ++y) {
                if (image.pixelColor(x, y) == Theme::light().rateLine) {
                    return true;
                }
            }
        }
        return false;
    };
    QVERIFY(!isDrawnBetween(201, 380)); // the response comes at 38.2 ms, which is at 391
    QVERIFY(isDrawnBetween(400, 690));
}

void TstStrips::liveAttemptsAreAddedToTheCurves()
{
    test::RecordWriter writer(500);
    Shown shown(writer.record());
    const auto tell = [&] {
        shown.strips.onRecorded(writer.place());
    };

    writer.beginCall(0);
    tell();
    writer.beginAttempt(0);
    tell();
    QCOMPARE(shown.strip("inFlightStrip").valueText(at(1)), QStringLiteral("1 in flight"));
    writer.retryAfter(100, 503, "SlowDown", 50, 100);
    tell();

    QCOMPARE(shown.strip("inFlightStrip").valueText(at(100)), QStringLiteral("0 in flight"));
    QCOMPARE(shown.strip("quotaChart").valueText(at(100)), QStringLiteral("495 of 500 tokens"));
}

void TstStrips::theQuotaOfEveryClientCanBeShown()
{
    test::RecordWriter writer(100, 2);
    writer.beginCall(0, 1);
    writer.beginAttempt(0);
    writer.stop(20, 400, "Bad");
    writer.beginCall(5, 2);
    writer.beginAttempt(5);
    writer.retryAfter(12, 503, "SlowDown", 5, 10);
    Shown shown(writer.record());
    QCOMPARE(shown.strip("quotaChart").valueText(at(900)), QStringLiteral("100 of 100 tokens"));

    auto* menu = shown.strips.findChild<QMenu*>(QStringLiteral("stripsClientMenu"));
    QVERIFY(menu->menuAction()->isVisible());
    menu->popup({});
    menu->setActiveAction(menu->actions().constLast());
    QTest::keyClick(menu, Qt::Key_Return);
    QCOMPARE(shown.strip("quotaChart").valueText(at(900)), QStringLiteral("95 of 100 tokens"));

    const RunRecord single = test::threeAttempts();
    shown.strips.setRecord(&single);
    QVERIFY(!menu->menuAction()->isVisible());
}

void TstStrips::choicesOutliveTheRunTheyDoNotFit()
{
    const RunRecord limited = limitedRun();
    const RunRecord plain = test::threeAttempts();
    Shown shown(plain);
    shown.strips.choose({QStringLiteral("sendRate")});
    QVERIFY(shown.strips.shown().empty());

    shown.strips.setRecord(&limited);

    QCOMPARE(shown.strips.shown().size(), std::size_t{1});
    QCOMPARE(shown.strips.chosen(), QStringList(QStringLiteral("sendRate")));
}

void TstStrips::hundredThousandAttemptsArePaintedPixelByPixel()
{
    const RunRecord record = test::manyAttempts(100'000);
    Shown shown(record);
    shown.strips.choose({QStringLiteral("quota"), QStringLiteral("inFlight"), QStringLiteral("lastSecond")});
    shown.strips.setScale({.begin = at(0), .end = record.end(), .left = 200, .width = 500});

    const QImage picture = shown.strips.grab().toImage();

    // Attempts and pauses share every pixel column, so the fill covers the plot without a gap.
    const QRect strip = shown.strip("inFlightStrip").geometry();
    const QRgb background = picture.pixel(150, strip.center().y());
    for (int x = 210; x < 600; ++x) {
        QVERIFY2(picture.pixel(x, strip.center().y()) != background, qPrintable(QString::number(x)));
    }
}

RETRYSCOPE_TEST(TstStrips)
#include "tst_strips.moc"
