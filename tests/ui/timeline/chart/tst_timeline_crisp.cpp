// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/timeline/timeline_records.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/rows/bar_painter.h"
#include "ui/timeline/strips/quota_chart.h"

#include <QImage>
#include <QSet>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

/// Colours of one line of pixels, from and to in units of the widget.
QSet<QRgb> coloursAlong(const QImage& image, double y, double from, double to)
{
    const double ratio = image.devicePixelRatio();
    const int line = static_cast<int>(y * ratio);
    QSet<QRgb> colours;
    for (int x = static_cast<int>(from * ratio); x < static_cast<int>(to * ratio); ++x) {
        colours.insert(image.pixel(x, line));
    }
    return colours;
}

/// Names of colours that are none of the known, so half-tones.
QString strangersIn(const QSet<QRgb>& colours, const QList<QColor>& known)
{
    QStringList strangers;
    for (const QRgb colour : colours) {
        if (!known.contains(QColor(colour))) {
            strangers += QColor(colour).name();
        }
    }
    return strangers.join(QLatin1Char(' '));
}

} // namespace

/// Run once for each scale of the screen: 1, 1.5 and 2 pixels per unit.
class TstTimelineCrisp : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theScreenHasTheScaleThatThisRunIsAbout()
    {
        const double wanted = qEnvironmentVariable("QT_SCALE_FACTOR", QStringLiteral("1")).toDouble();
        QCOMPARE(qApp->devicePixelRatio(), wanted);
    }

    void uprightEdgesOfBarsLieBetweenPixels()
    {
        const RunRecord record = test::threeAttempts();
        for (const int width : {800, 811, 837}) {
            TimelineChart chart;
            chart.resize(width, 300);
            chart.setRecord(&record);
            chart.show();
            const QImage image = chart.grab().toImage();

            const Theme& theme = Theme::light();
            const QList<QColor> flat{theme.card,     theme.grid,       theme.attempt,     theme.lookup,
                                     theme.connect,  theme.tls,        theme.send,        theme.wait,
                                     theme.receive,  theme.retryDelay, theme.delayWindow, theme.plannedTick,
                                     theme.sendDelay};
            const TimelineScene scene = chart.scene();
            for (const int row : {0, 1}) {
                const BarGeometry geometry = barGeometryOf(scene, row);
                const double middle = geometry.delayTop + geometry.delayHeight / 2;
                const QSet<QRgb> colours = coloursAlong(image, middle, scene.plot.left() - 3,
                                                        scene.xOf(scene.barAt(row).last()) + 4);
                QVERIFY(colours.size() >= 4); // background, attempt, delay, window
                QCOMPARE(strangersIn(colours, flat), QString());
            }
        }
    }

    void levelEdgesOfBarsLieBetweenPixels()
    {
        const RunRecord record = test::threeAttempts();
        TimelineChart chart;
        chart.resize(800, 300);
        chart.setRecord(&record);
        chart.show();
        const QImage image = chart.grab().toImage();

        const TimelineScene scene = chart.scene();
        const BarGeometry geometry = barGeometryOf(scene, 1);
        const AttemptBar bar = scene.barAt(1);
        const double inDelay = (scene.xOf(bar.end) + scene.xOf(bar.delayEnd)) / 2;
        const int column = static_cast<int>(inDelay * image.devicePixelRatio());
        QSet<QRgb> colours;
        for (int y = static_cast<int>((geometry.barTop - 2) * image.devicePixelRatio());
             y < static_cast<int>((geometry.barTop + geometry.barHeight + 1) * image.devicePixelRatio());
             ++y) {
            colours.insert(image.pixel(column, y));
        }
        const Theme& theme = Theme::light();
        QCOMPARE(strangersIn(colours, {theme.card, theme.grid, theme.retryDelay, theme.delayWindow}),
                 QString());
    }

    void linesOfCurvesAreNotBlurred()
    {
        const RunRecord record = test::threeAttempts();
        QuotaChart chart;
        chart.resize(800, 90);
        chart.setRecord(&record);
        chart.setScale({.begin = Instant{}, .end = record.end(), .left = 140, .width = 600});
        chart.show();
        const QImage image = chart.grab().toImage();

        const Theme& theme = Theme::light();
        // Away from the round marks and the words, a line of the curve or the grid is all there is.
        const double ratio = image.devicePixelRatio();
        const int column = static_cast<int>((140 + 600 * 0.93) * ratio);
        QSet<QRgb> colours;
        for (int y = static_cast<int>(3 * ratio); y < image.height() - 3 * ratio; ++y) {
            colours.insert(image.pixel(column, y));
        }
        QVERIFY(colours.contains(theme.quotaLine.rgb()));
        const QColor background(image.pixel(column, static_cast<int>(4 * ratio)));
        QCOMPARE(strangersIn(colours, {background, theme.grid, theme.quotaLine}), QString());
    }
};

RETRYSCOPE_TEST(TstTimelineCrisp)
#include "tst_timeline_crisp.moc"
