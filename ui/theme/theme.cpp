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
            .window = hex(0xf6f8fa),
            .card = hex(0xffffff),
            .raised = hex(0xf3f5f8),
            .border = hex(0xd0d7de),
            .grid = hex(0xeaeef2),
            .selection = hex(0xddf1ff),
            .text = hex(0x1f2328),
            .muted = hex(0x5c646d),
            .disabled = hex(0xafb8c1),
            .link = hex(0x0b5fd8),
            .onAccent = hex(0xffffff),
            .accent = hex(0x1f6feb),
            .danger = hex(0xb93a20),
            .warning = hex(0x8a5a00),
            .success = hex(0x18763a),
            .dangerBackground = hex(0xffebe9),
            .warningBackground = hex(0xfff4d1),
            .successBackground = hex(0xdff6e4),
            .lookup = hex(0xa9b4bd),
            .connect = hex(0x7690ad),
            .tls = hex(0x7f62b0),
            .send = hex(0x3fa0bd),
            .wait = hex(0x2f6db3),
            .receive = hex(0x57a773),
            .attempt = hex(0x4d5a68),
            .sendDelay = hex(0xb58ad6),
            .retryDelay = hex(0xf2b84b),
            .delayWindow = hex(0xfbead0),
            .plannedTick = hex(0x9a6700),
            .delayText = hex(0x7d4e00),
            .onDelay = hex(0x3d2600),
            .retry = hex(0x7d4e00),
            .stop = hex(0xb93a20),
            .succeed = hex(0x18763a),
            .quotaLine = hex(0x1a7f37),
            .rateLine = hex(0x7a4fbf)};
}

Theme makeDark()
{
    return {.isDark = true,
            .window = hex(0x15191f),
            .card = hex(0x1d2229),
            .raised = hex(0x262c35),
            .border = hex(0x39414c),
            .grid = hex(0x2b313a),
            .selection = hex(0x1c3a5c),
            .text = hex(0xe6eaef),
            .muted = hex(0xa3adb8),
            .disabled = hex(0x626c77),
            .link = hex(0x79b3ff),
            .onAccent = hex(0xffffff),
            .accent = hex(0x2b6cd9),
            .danger = hex(0xff8a73),
            .warning = hex(0xe9b949),
            .success = hex(0x63c984),
            .dangerBackground = hex(0x47231e),
            .warningBackground = hex(0x3d3117),
            .successBackground = hex(0x1b3a26),
            .lookup = hex(0x79838d),
            .connect = hex(0x7896b8),
            .tls = hex(0xc4a8f5),
            .send = hex(0x4fb3d1),
            .wait = hex(0x4a8edb),
            .receive = hex(0x66bb84),
            .attempt = hex(0x9aa5b1),
            .sendDelay = hex(0xb88ae0),
            .retryDelay = hex(0xd99a2b),
            .delayWindow = hex(0x594722),
            .plannedTick = hex(0xffd479),
            .delayText = hex(0xf0c266),
            .onDelay = hex(0x241700),
            .retry = hex(0xf0c266),
            .stop = hex(0xff8a73),
            .succeed = hex(0x63c984),
            .quotaLine = hex(0x63c984),
            .rateLine = hex(0xb79cf0)};
}

Theme makeHighContrastDark()
{
    Theme theme = makeDark();
    theme.isHighContrast = true;
    theme.window = theme.card = hex(0x000000);
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
    theme.window = theme.card = hex(0xffffff);
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
