// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/theme.h"

#include <QFontDatabase>

#include <array>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

/// Difference in lightness that only palettes made for high contrast have.
constexpr double kPureBlackAndWhite = 0.99;

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
            .accent = hex(0x3355cc),
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
            .accent = hex(0x4863d8),
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
    theme.border = theme.text = hex(0xffffff);
    theme.grid = hex(0x5a5a5a);
    theme.selection = hex(0x00264d);
    theme.muted = hex(0xdddddd);
    theme.disabled = hex(0x909090);
    theme.link = hex(0x8cc8ff);
    theme.accent = hex(0x8cc8ff);
    theme.onAccent = hex(0x000000);
    theme.danger = theme.stop = hex(0xffa08c);
    theme.warning = theme.retry = theme.delayText = hex(0xffd24d);
    theme.success = theme.succeed = theme.quotaLine = hex(0x7dffa0);
    theme.dangerBackground = hex(0x400000);
    theme.warningBackground = hex(0x332700);
    theme.successBackground = hex(0x003314);
    theme.retryDelay = hex(0xffb52e);
    theme.delayWindow = hex(0x6b5320);
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
    theme.border = theme.text = hex(0x000000);
    theme.grid = hex(0xa0a0a0);
    theme.selection = hex(0xcfe6ff);
    theme.muted = hex(0x2b2b2b);
    theme.disabled = hex(0x707070);
    theme.link = hex(0x00389e);
    theme.accent = hex(0x00389e);
    theme.danger = theme.stop = hex(0x8f1200);
    theme.warning = theme.retry = theme.delayText = hex(0x5c3a00);
    theme.success = theme.succeed = theme.quotaLine = hex(0x004f1c);
    theme.retryDelay = hex(0xe0a030);
    theme.onDelay = hex(0x000000);
    theme.rateLine = hex(0x4a1f9e);
    theme.delayWindow = hex(0xf2d39b);
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

QFont Theme::smallFont(const QFont& base)
{
    QFont font = base;
    if (base.pointSizeF() > 0) {
        font.setPointSizeF(base.pointSizeF() * 0.88);
    } else {
        font.setPixelSize(std::max(9, base.pixelSize() * 88 / 100));
    }
    return font;
}

QFont Theme::boldFont(const QFont& base)
{
    QFont font = base;
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont Theme::grownFont(const QFont& base, double factor)
{
    QFont font = base;
    if (base.pointSizeF() > 0) {
        font.setPointSizeF(base.pointSizeF() * factor);
    } else {
        font.setPixelSize(static_cast<int>(std::round(base.pixelSize() * factor)));
    }
    return font;
}

QFont Theme::fixedFont(const QFont& base)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (base.pointSizeF() > 0) {
        font.setPointSizeF(base.pointSizeF());
    } else {
        font.setPixelSize(base.pixelSize());
    }
    return font;
}

} // namespace retryscope::ui
