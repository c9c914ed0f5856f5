// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/strict_main.h"
#include "ui/theme/theme.h"

#include <QDirIterator>
#include <QPainter>

#include <array>
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

/// How a colour looks to eyes without one of the three kinds of cones, in linear light. Source: Machado,
/// Oliveira and Fernandes 2009, severity 1.
struct Deficiency
{
    const char* name;
    std::array<std::array<double, 3>, 3> matrix;
};
constexpr Deficiency kDeficiencies[] = {
    {"without red",
     {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}}},
    {"without green",
     {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}}},
    {"without blue",
     {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}}};

std::array<double, 3> seen(const Deficiency& deficiency, const QColor& colour)
{
    const std::array<double, 3> plain{linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
    std::array<double, 3> result{};
    for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 3; ++column) {
            result[row] += deficiency.matrix[row][column] * plain[column];
        }
    }
    return result;
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
    QTest::addColumn<const Theme*>("chosen");
    QTest::newRow("light") << &Theme::light();
    QTest::newRow("dark") << &Theme::dark();
    QTest::newRow("high contrast on white") << &Theme::highContrast(false);
    QTest::newRow("high contrast on black") << &Theme::highContrast(true);
}

} // namespace

class TstTheme : public QObject
{
    Q_OBJECT
private Q_SLOTS:
    void textCanBeReadOnItsBackground_data() { addThemes(); }

    void textCanBeReadOnItsBackground()
    {
        QFETCH(const Theme*, chosen);
        const Theme& theme = *chosen;
        std::vector<std::pair<QColor, QColor>> pairs{
            {theme.text, theme.card},
            {theme.text, theme.window},
            {theme.text, theme.selection},
            {theme.muted, theme.card},
            {theme.muted, theme.window},
            {theme.muted, theme.selection},
            {theme.muted, theme.raised},
            {theme.link, theme.card},
            {theme.link, theme.window},
            {theme.link, theme.selection},
            {theme.onAccent, theme.accent},
            {theme.danger, theme.card},
            {theme.warning, theme.card},
            {theme.success, theme.card},
            {theme.text, theme.dangerBackground},
            {theme.text, theme.warningBackground},
            {theme.text, theme.successBackground},
            {theme.warning, theme.warningBackground},
            {theme.danger, theme.dangerBackground},
            {theme.delayText, theme.card},
            {theme.retry, theme.card},
            {theme.stop, theme.card},
            {theme.succeed, theme.card},
            {theme.retry, theme.selection},
            {theme.stop, theme.selection},
            {theme.succeed, theme.selection},
            {theme.onDelay, theme.retryDelay},
            {theme.onMarked, theme.marked},
            {theme.quotaLine, theme.card},
            {theme.rateLine, theme.card},
        };
        if (theme.isHighContrast) {
            pairs.emplace_back(theme.disabled, theme.card);
            pairs.emplace_back(theme.disabled, theme.window);
        }
        for (const auto& [text, background] : pairs) {
            QVERIFY2(contrast(text, background) >= (theme.isHighContrast ? 7.0 : 4.5),
                     qPrintable(QStringLiteral("%1 on %2: %3")
                                    .arg(text.name(), background.name())
                                    .arg(contrast(text, background))));
        }
    }

    void whatIsNoTextCanBeSeenBesideItsNeighbours_data() { addThemes(); }

    /// At least 3:1, as WCAG 2 wants for what a control or a picture is read from.
    void whatIsNoTextCanBeSeenBesideItsNeighbours()
    {
        QFETCH(const Theme*, chosen);
        const Theme& theme = *chosen;
        std::vector<std::pair<QColor, QColor>> pairs{
            {theme.focus, theme.card},      {theme.focus, theme.window},
            {theme.focus, theme.selection}, {theme.onAccent, theme.accent}, // the focus on a primary button
            {theme.warning, theme.card},    {theme.warning, theme.window}, // the frame of a result whose form
                                                                           // has changed
        };
        if (!theme.isHighContrast) { // there a frame becomes twice as wide
            pairs.emplace_back(theme.focus, theme.border);
        }
        if (theme.isHighContrast) {
            for (const QColor& bar : {theme.lookup, theme.connect, theme.tls, theme.send, theme.wait,
                                      theme.receive, theme.sendDelay, theme.retryDelay, theme.delayWindow}) {
                pairs.emplace_back(bar, theme.card);
                pairs.emplace_back(bar, theme.selection);
            }
            pairs.emplace_back(theme.delayWindow, theme.retryDelay);
        }
        for (const auto& [mark, neighbour] : pairs) {
            QVERIFY2(contrast(mark, neighbour) >= 3.0, qPrintable(QStringLiteral("%1 beside %2: %3")
                                                                      .arg(mark.name(), neighbour.name())
                                                                      .arg(contrast(mark, neighbour))));
        }
    }

    void neighbouringPhasesDifferAlsoForColourBlindEyes_data() { addThemes(); }

    void neighbouringPhasesDifferAlsoForColourBlindEyes()
    {
        QFETCH(const Theme*, chosen);
        const Theme& theme = *chosen;
        const std::vector<QColor> inOrder{theme.lookup, theme.connect, theme.tls,        theme.send,
                                          theme.wait,   theme.receive, theme.retryDelay, theme.delayWindow};
        for (const Deficiency& deficiency : kDeficiencies) {
            for (std::size_t index = 1; index < inOrder.size(); ++index) {
                const double apart =
                    distance(seen(deficiency, inOrder[index - 1]), seen(deficiency, inOrder[index]));
                QVERIFY2(apart > 0.12, qPrintable(QStringLiteral("%1 and %2 %3: %4")
                                                      .arg(inOrder[index - 1].name(), inOrder[index].name(),
                                                           QLatin1String(deficiency.name))
                                                      .arg(apart)));
            }
        }
    }

    void curvesThatCrossDifferAlsoForColourBlindEyes_data() { addThemes(); }

    void curvesThatCrossDifferAlsoForColourBlindEyes()
    {
        QFETCH(const Theme*, chosen);
        for (const Deficiency& deficiency : kDeficiencies) {
            for (const auto& [left, right] :
                 {std::pair(chosen->rateLine, chosen->text), std::pair(chosen->quotaLine, chosen->grid),
                  std::pair(chosen->wait, chosen->card), std::pair(chosen->wait, chosen->retryDelay)}) {
                const double apart = distance(seen(deficiency, left), seen(deficiency, right));
                QVERIFY2(apart > 0.12,
                         qPrintable(QStringLiteral("%1 and %2 %3: %4")
                                        .arg(left.name(), right.name(), QLatin1String(deficiency.name))
                                        .arg(apart)));
            }
        }
    }

    void paletteLeadsBackToItsTheme_data() { addThemes(); }

    void paletteLeadsBackToItsTheme()
    {
        QFETCH(const Theme*, chosen);
        QCOMPARE(&Theme::forPalette(chosen->palette()), chosen);
    }

    void styleSheetNamesOnlyColoursThatExist_data() { addThemes(); }

    void styleSheetNamesOnlyColoursThatExist()
    {
        QFETCH(const Theme*, chosen);
        const QString sheet = chosen->styleSheet(QApplication::font());
        QVERIFY(!sheet.contains(QLatin1Char('@')));
        QVERIFY(sheet.contains(chosen->accent.name()));
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

RETRYSCOPE_TEST(TstTheme)
#include "tst_theme.moc"
