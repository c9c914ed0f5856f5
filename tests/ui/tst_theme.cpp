// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_gui_main.h"
#include "ui/theme.h"

#include <QDirIterator>
#include <QPainter>

#include <cmath>

using namespace retryscope::ui;

namespace {

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// Relative luminance as WCAG 2 defines it.
double luminance(const QColor& colour)
{
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

double contrast(const QColor& left, const QColor& right)
{
    const double brighter = std::max(luminance(left), luminance(right));
    const double darker = std::min(luminance(left), luminance(right));
    return (brighter + 0.05) / (darker + 0.05);
}

/// How a colour looks without red-sensitive cones, in linear light. Source: Viénot, Brettel and Mollon 1999.
std::array<double, 3> withoutRed(const QColor& colour)
{
    const double red = linear(colour.redF());
    const double green = linear(colour.greenF());
    const double blue = linear(colour.blueF());
    return {0.11238 * red + 0.88762 * green, 0.11238 * red + 0.88762 * green,
            0.00401 * red - 0.00401 * green + blue};
}

double distance(const std::array<double, 3>& left, const std::array<double, 3>& right)
{
    double sum = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
        sum +=
            std::pow(std::sqrt(std::max(0.0, left[channel])) - std::sqrt(std::max(0.0, right[channel])), 2);
    }
    return std::sqrt(sum);
}

void addThemes()
{
    QTest::addColumn<bool>("isDark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

const Theme& themeOf(bool isDark)
{
    return isDark ? Theme::dark() : Theme::light();
}

} // namespace

class TstTheme : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void textCanBeReadOnItsBackground_data() { addThemes(); }

    void textCanBeReadOnItsBackground()
    {
        QFETCH(bool, isDark);
        const Theme& theme = themeOf(isDark);
        const std::vector<std::pair<QColor, QColor>> pairs{
            {theme.text, theme.card},
            {theme.text, theme.window},
            {theme.text, theme.selection},
            {theme.muted, theme.card},
            {theme.muted, theme.window},
            {theme.muted, theme.selection},
            {theme.muted, theme.raised},
            {theme.link, theme.card},
            {theme.onAccent, theme.accent},
            {theme.danger, theme.card},
            {theme.warning, theme.card},
            {theme.success, theme.card},
            {theme.text, theme.dangerBackground},
            {theme.text, theme.warningBackground},
            {theme.text, theme.successBackground},
            {theme.delayText, theme.card},
            {theme.retry, theme.card},
            {theme.stop, theme.card},
            {theme.succeed, theme.card},
            {theme.retry, theme.selection},
            {theme.stop, theme.selection},
            {theme.succeed, theme.selection},
            {theme.onDelay, theme.retryDelay},
            {theme.quotaLine, theme.card},
            {theme.rateLine, theme.card},
        };
        for (const auto& [text, background] : pairs) {
            QVERIFY2(contrast(text, background) >= 4.5, qPrintable(QStringLiteral("%1 on %2: %3")
                                                                       .arg(text.name(), background.name())
                                                                       .arg(contrast(text, background))));
        }
    }

    void neighbouringPhasesDifferAlsoForColourBlindEyes_data() { addThemes(); }

    void neighbouringPhasesDifferAlsoForColourBlindEyes()
    {
        QFETCH(bool, isDark);
        const Theme& theme = themeOf(isDark);
        const std::vector<QColor> inOrder{theme.lookup, theme.connect, theme.tls,        theme.send,
                                          theme.wait,   theme.receive, theme.retryDelay, theme.delayWindow};
        for (std::size_t index = 1; index < inOrder.size(); ++index) {
            const double apart = distance(withoutRed(inOrder[index - 1]), withoutRed(inOrder[index]));
            QVERIFY2(apart > 0.12, qPrintable(QStringLiteral("%1 and %2: %3")
                                                  .arg(inOrder[index - 1].name(), inOrder[index].name())
                                                  .arg(apart)));
        }
    }

    void paletteLeadsBackToItsTheme_data() { addThemes(); }

    void paletteLeadsBackToItsTheme()
    {
        QFETCH(bool, isDark);
        QCOMPARE(Theme::forPalette(themeOf(isDark).palette()).isDark, isDark);
    }

    void styleSheetNamesOnlyColoursThatExist_data() { addThemes(); }

    void styleSheetNamesOnlyColoursThatExist()
    {
        QFETCH(bool, isDark);
        const QString sheet = themeOf(isDark).styleSheet();
        QVERIFY(!sheet.contains(QLatin1Char('@')));
        QVERIFY(sheet.contains(themeOf(isDark).accent.name()));
        QWidget widget;
        widget.setStyleSheet(sheet); // a syntax error is a warning, and that fails
        widget.ensurePolished();
    }

    void everyIconIsDrawnInTheTextColour()
    {
        QDirIterator files(QStringLiteral(":/retryscope/icons"));
        int icons = 0;
        while (files.hasNext()) {
            files.next();
            const QIcon icon = Theme::light().icon(files.fileInfo().completeBaseName());
            const QImage image = icon.pixmap(32, 32).toImage();
            bool isDrawn = false;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x) {
                    isDrawn = isDrawn || image.pixelColor(x, y).alpha() > 200;
                }
            }
            QVERIFY2(isDrawn, qPrintable(files.fileName()));
            ++icons;
        }
        QVERIFY(icons > 20);
    }

    void unknownIconIsNull() { QVERIFY(Theme::light().icon(QStringLiteral("no-such-icon")).isNull()); }

    void applicationIconExists() { QVERIFY(!Theme::applicationIcon().pixmap(64, 64).isNull()); }
};

RETRYSCOPE_GUI_TEST_MAIN(TstTheme)
#include "tst_theme.moc"
