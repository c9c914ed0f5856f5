// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/theme.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QStyle>
#include <QWidget>

#include <array>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

/// Difference in lightness that only palettes made for high contrast have.
constexpr double kPureBlackAndWhite = 0.99;

/// The dynamic property that the rules of the style sheet ask for.
constexpr const char* kTextStyle = "textStyle";

struct Letters
{
    TextStyle style;
    const char* name;
    double growth = 1; ///< of the application's text
    bool isBold = false;
    bool isFixed = false;
};
constexpr double kSmall = 0.88;
constexpr std::array<Letters, 9> kLetters{{
    {.style = TextStyle::Small, .name = "small", .growth = kSmall},
    {.style = TextStyle::Caption, .name = "caption", .growth = kSmall, .isBold = true},
    {.style = TextStyle::Body, .name = "body"},
    {.style = TextStyle::Strong, .name = "strong", .isBold = true},
    {.style = TextStyle::Heading, .name = "heading", .growth = 1.15, .isBold = true},
    {.style = TextStyle::Title, .name = "title", .growth = 1.42, .isBold = true},
    {.style = TextStyle::Display, .name = "display", .growth = 2, .isBold = true},
    {.style = TextStyle::Code, .name = "code", .isFixed = true},
    {.style = TextStyle::SmallCode, .name = "smallCode", .growth = kSmall, .isFixed = true},
}};

const Letters& lettersOf(TextStyle style)
{
    return kLetters.at(static_cast<std::size_t>(style));
}

QColor hex(QRgb rgb)
{
    return QColor::fromRgb(rgb);
}

Theme makeLight()
{
    return {.isDark = false,
            .rail = hex(0xf1f3f6),
            .window = hex(0xf8f9fb),
            .card = hex(0xffffff),
            .raised = hex(0xf1f3f6),
            .border = hex(0xc8cfd9),
            .grid = hex(0xe4e7ec),
            .selection = hex(0xeef2fc),
            .text = hex(0x1b202a),
            .muted = hex(0x545e6d),
            .disabled = hex(0xa4adb9),
            .link = hex(0x3355cc),
            .onAccent = hex(0xffffff),
            .marked = hex(0xf8e2b4),
            .onMarked = hex(0x1b202a),
            .accent = hex(0x3355cc),
            .focus = hex(0x3355cc),
            .danger = hex(0xb3261e),
            .warning = hex(0x875200),
            .success = hex(0x17703a),
            .dangerBackground = hex(0xfcebe9),
            .warningBackground = hex(0xfdf2da),
            .successBackground = hex(0xe4f4ea),
            .lookup = hex(0xdbe1e9),
            .connect = hex(0xbcc8d6),
            .tls = hex(0x97abc6),
            .send = hex(0x7590ba),
            .wait = hex(0x4e72ab),
            .receive = hex(0x2d4a7c),
            .attempt = hex(0x545e6d),
            .sendDelay = hex(0xa98fd0),
            .retryDelay = hex(0xc4861f),
            .delayWindow = hex(0xf8e2b4),
            .plannedTick = hex(0x875200),
            .delayText = hex(0x875200),
            .onDelay = hex(0x241700),
            .retry = hex(0x875200),
            .stop = hex(0xb3261e),
            .succeed = hex(0x17703a),
            .quotaLine = hex(0x2d4a7c),
            .rateLine = hex(0x7a4fbf)};
}

Theme makeDark()
{
    return {.isDark = true,
            .rail = hex(0x14161a),
            .window = hex(0x1c2026),
            .card = hex(0x181b20),
            .raised = hex(0x262b33),
            .border = hex(0x464f5b),
            .grid = hex(0x2c323a),
            .selection = hex(0x222a3d),
            .text = hex(0xe8ebef),
            .muted = hex(0xa5aebb),
            .disabled = hex(0x626c7b),
            .link = hex(0x93aaff),
            .onAccent = hex(0xffffff),
            .marked = hex(0x4b3b1b),
            .onMarked = hex(0xe8ebef),
            .accent = hex(0x4863d8),
            .focus = hex(0x93aaff),
            .danger = hex(0xff9384),
            .warning = hex(0xf0bf64),
            .success = hex(0x74d193),
            .dangerBackground = hex(0x3c2220),
            .warningBackground = hex(0x362b16),
            .successBackground = hex(0x19311f),
            .lookup = hex(0x39414c),
            .connect = hex(0x4b5563),
            .tls = hex(0x63748b),
            .send = hex(0x6c86ae),
            .wait = hex(0x6f95d6),
            .receive = hex(0xbcd0f6),
            .attempt = hex(0xa5aebb),
            .sendDelay = hex(0xb88ae0),
            .retryDelay = hex(0xc48a2a),
            .delayWindow = hex(0x4b3b1b),
            .plannedTick = hex(0xffd98a),
            .delayText = hex(0xf0bf64),
            .onDelay = hex(0x241700),
            .retry = hex(0xf0bf64),
            .stop = hex(0xff9384),
            .succeed = hex(0x74d193),
            .quotaLine = hex(0xbcd0f6),
            .rateLine = hex(0xb79cf0)};
}

Theme makeHighContrastDark()
{
    Theme theme = makeDark();
    theme.isHighContrast = true;
    theme.rail = theme.window = theme.card = hex(0x000000);
    theme.raised = hex(0x1a1a1a);
    theme.border = theme.text = theme.marked = hex(0xffffff);
    theme.onMarked = hex(0x000000);
    theme.grid = hex(0x5a5a5a);
    theme.selection = hex(0x00264d);
    theme.muted = hex(0xdddddd);
    theme.disabled = hex(0x9a9a9a);
    theme.link = hex(0x8cc8ff);
    theme.accent = theme.focus = hex(0x8cc8ff);
    theme.onAccent = hex(0x000000);
    theme.danger = theme.stop = hex(0xffa08c);
    theme.warning = theme.retry = theme.delayText = hex(0xffd24d);
    theme.success = theme.succeed = theme.quotaLine = hex(0x7dffa0);
    theme.dangerBackground = hex(0x400000);
    theme.warningBackground = hex(0x332700);
    theme.successBackground = hex(0x003314);
    theme.lookup = hex(0x7b8593);
    theme.connect = hex(0xa3b4cb);
    theme.tls = hex(0x6f9be0);
    theme.send = hex(0x9fbdec);
    theme.wait = hex(0xc4d9fa);
    theme.receive = hex(0xffffff);
    theme.sendDelay = hex(0xc9a6ff);
    theme.retryDelay = hex(0xffc861);
    theme.delayWindow = hex(0x8a6d2f);
    theme.onDelay = hex(0x000000);
    theme.rateLine = hex(0xd9c2ff);
    return theme;
}

Theme makeHighContrastLight()
{
    Theme theme = makeLight();
    theme.isHighContrast = true;
    theme.rail = theme.window = theme.card = hex(0xffffff);
    theme.raised = hex(0xececec);
    theme.border = theme.text = theme.marked = hex(0x000000);
    theme.onMarked = hex(0xffffff);
    theme.grid = hex(0xa0a0a0);
    theme.selection = hex(0xcfe6ff);
    theme.muted = hex(0x2b2b2b);
    theme.disabled = hex(0x595959);
    theme.link = hex(0x00389e);
    theme.accent = theme.focus = hex(0x00389e);
    theme.danger = theme.stop = hex(0x8f1200);
    theme.warning = theme.retry = theme.delayText = hex(0x5c3a00);
    theme.success = theme.succeed = theme.quotaLine = hex(0x004f1c);
    theme.lookup = hex(0x767f8b);
    theme.connect = hex(0x5b7fb8);
    theme.tls = hex(0x48689c);
    theme.send = hex(0x2a4d90);
    theme.wait = hex(0x1a356e);
    theme.receive = hex(0x06163a);
    theme.sendDelay = hex(0x6a3fb0);
    theme.retryDelay = hex(0x452900);
    theme.delayWindow = hex(0xa07c34);
    theme.onDelay = hex(0xffffff);
    theme.rateLine = hex(0x4a1f9e);
    return theme;
}

} // namespace

const Theme& Theme::light()
{
    static const Theme theme = makeLight();
    return theme;
}

const Theme& Theme::dark()
{
    static const Theme theme = makeDark();
    return theme;
}

const Theme& Theme::highContrast(bool isDark)
{
    static const Theme onBlack = makeHighContrastDark();
    static const Theme onWhite = makeHighContrastLight();
    return isDark ? onBlack : onWhite;
}

const Theme& Theme::forPalette(const QPalette& palette)
{
    const QColor background = palette.color(QPalette::Active, QPalette::Window);
    const QColor foreground = palette.color(QPalette::Active, QPalette::WindowText);
    const bool isDark = background.lightnessF() < foreground.lightnessF();
    if (std::abs(background.lightnessF() - foreground.lightnessF()) > kPureBlackAndWhite) {
        return highContrast(isDark);
    }
    return isDark ? dark() : light();
}

QPalette Theme::palette() const
{
    QPalette palette;
    const std::array<std::pair<QPalette::ColorRole, QColor>, 19> colours{{
        {QPalette::Window, window},
        {QPalette::WindowText, text},
        {QPalette::Base, card},
        {QPalette::AlternateBase, raised},
        {QPalette::ToolTipBase, card},
        {QPalette::ToolTipText, text},
        {QPalette::PlaceholderText, muted},
        {QPalette::Text, text},
        {QPalette::Button, card},
        {QPalette::ButtonText, text},
        {QPalette::BrightText, danger},
        {QPalette::Light, raised},
        {QPalette::Midlight, grid},
        {QPalette::Mid, border},
        {QPalette::Dark, border},
        {QPalette::Highlight, selection},
        {QPalette::HighlightedText, text},
        {QPalette::Link, link},
        {QPalette::LinkVisited, link},
    }};
    for (const auto& [role, colour] : colours) {
        palette.setColor(role, colour);
    }
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, role, disabled);
    }
    return palette;
}

QString Theme::textRules(const QFont& base)
{
    QString rules;
    for (const Letters& letters : kLetters) {
        const QFont font = Theme::font(base, letters.style);
        const bool hasPoints = font.pointSizeF() > 0;
        rules += QStringLiteral("*[%1=\"%2\"] { font-size: %3%4; font-weight: %5;%6 }\n")
                     .arg(QLatin1String(kTextStyle), QLatin1String(letters.name))
                     .arg(hasPoints ? font.pointSizeF() : font.pixelSize())
                     .arg(hasPoints ? QStringLiteral("pt") : QStringLiteral("px"))
                     .arg(letters.isBold ? QFont::DemiBold : QFont::Normal)
                     .arg(letters.isFixed ? QStringLiteral(" font-family: \"%1\";").arg(font.family())
                                          : QString());
    }
    return rules;
}

void restyle(QWidget* widget)
{
    widget->style()->unpolish(widget);
    widget->style()->polish(widget);
}

void setTextStyle(QWidget* widget, TextStyle style)
{
    const QString name = QString::fromLatin1(lettersOf(style).name);
    if (widget->property(kTextStyle).toString() == name) {
        return;
    }
    widget->setProperty(kTextStyle, name);
    if (widget->testAttribute(Qt::WA_WState_Polished)) {
        restyle(widget);
    }
}

QFont Theme::font(const QFont& base, TextStyle style)
{
    const Letters& letters = lettersOf(style);
    QFont font = base;
    if (letters.isFixed) {
        font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    }
    if (base.pointSizeF() > 0) {
        font.setPointSizeF(base.pointSizeF() * letters.growth);
    } else {
        constexpr int kSmallest = 9;
        font.setPixelSize(
            std::max(kSmallest, static_cast<int>(std::round(base.pixelSize() * letters.growth))));
    }
    return letters.isBold ? boldFont(font) : font;
}

QFont Theme::boldFont(const QFont& base)
{
    QFont font = base;
    font.setWeight(QFont::DemiBold);
    return font;
}

int Theme::scaled(int pixels, const QFont& base)
{
    constexpr double kPixelsOfTenPoints = 10 * 96 / 72.0;
    return static_cast<int>(
        std::round(pixels * std::max(1.0, QFontInfo(base).pixelSize() / kPixelsOfTenPoints)));
}

int Theme::scaled(int pixels)
{
    return scaled(pixels, QApplication::font());
}

} // namespace retryscope::ui
