// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "tests/ui/window/window_lab.h"
#include "ui/parts/quiet_style.h"

#include <QApplication>
#include <QImage>
#include <QPointer>
#include <QTest>

#include <cmath>

using namespace retryscope;
using namespace retryscope::ui;

namespace {

/// Of two pictures of one size: those that differ by 3:1, as WCAG 2 wants for a focus.
int pixelsWithContrast(const QImage& left, const QImage& right)
{
    const auto luminance = [](QRgb pixel) {
        const auto linear = [](int channel) {
            return std::pow(channel / 255.0, 2.2);
        };
        return 0.2126 * linear(qRed(pixel)) + 0.7152 * linear(qGreen(pixel)) + 0.0722 * linear(qBlue(pixel));
    };
    constexpr double kLeast = 3;
    int count = 0;
    for (int y = 0; y < std::min(left.height(), right.height()); ++y) {
        for (int x = 0; x < std::min(left.width(), right.width()); ++x) {
            const QRgb one = left.pixel(x, y);
            const QRgb other = right.pixel(x, y);
            if (one == other) {
                continue;
            }
            const auto [darker, brighter] = std::minmax({luminance(one), luminance(other)});
            count += (brighter + 0.05) / (darker + 0.05) >= kLeast ? 1 : 0;
        }
    }
    return count;
}

} // namespace

/// Where the focus is can be seen.
class TstVisibleFocus : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void theFocusIsSeenOnEveryControl_data();
    void theFocusIsSeenOnEveryControl();
};

void TstVisibleFocus::theFocusIsSeenOnEveryControl_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::newRow("light") << ThemeChoice::Light;
    QTest::newRow("dark") << ThemeChoice::Dark;
    QTest::newRow("high contrast") << ThemeChoice::HighContrast;
}

/// Goes through each room with Tab, and compares each control with the same one without the focus.
void TstVisibleFocus::theFocusIsSeenOnEveryControl()
{
    QFETCH(const ThemeChoice, theme);
    QApplication::setStyle(new QuietStyle);
    QApplication::setCursorFlashTime(0);
    const test::WindowLab lab;
    lab.window->setTheme(theme);
    QStringList unseen;
    QSet<const QWidget*> known;
    for (const QString& panel : MainWindow::panelNames()) {
        QVERIFY(lab.window->showPanel(panel));
        QTRY_VERIFY(test::isAtRest());
        constexpr int kStops = 60;
        test::KeyWalk walk;
        for (int stop = 0; stop < kStops; ++stop) {
            walk.next();
            const QPointer<QWidget> widget = QApplication::focusWidget();
            QVERIFY(widget != nullptr && widget->parentWidget() != nullptr);
            if (known.contains(widget)) {
                continue;
            }
            known += widget;
            const QWidget* around = widget->parentWidget(); // a field in a frame shows the focus of its frame
            const QRect place(around->mapTo(lab.window.get(), QPoint(0, 0)), around->size());
            const QImage with = lab.window->grab(place).toImage();
            widget->clearFocus();
            QCoreApplication::processEvents();
            if (widget.isNull()) {
                continue; // the editor of a cell is closed when it loses the focus
            }
            const QImage without = lab.window->grab(place).toImage();
            widget->setFocus(Qt::TabFocusReason);
            const int pixels = pixelsWithContrast(with, without);
            constexpr int kCell = 100; // the frame around a cell
            if (pixels < std::min(kCell, 2 * std::min(widget->width(), widget->height()))) {
                unseen += QStringLiteral("%1: %2 (%3 pixels)").arg(panel, widget->objectName()).arg(pixels);
            }
        }
    }
    QVERIFY2(unseen.isEmpty(), qPrintable(unseen.join(QStringLiteral("; "))));
    QVERIFY(known.size() > 100);
}

RETRYSCOPE_TEST(TstVisibleFocus)
#include "tst_visible_focus.moc"
