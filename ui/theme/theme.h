// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QIcon>
#include <QPalette>
#include <QString>

class QWidget;

namespace retryscope::ui {

/// The sizes and weights of text. A room uses at most four sizes: see space.md.
enum class TextStyle {
    Small,   ///< secondary text: evidence, sources, counts
    Caption, ///< Small, bold: names a part of a panel
    Body,
    Strong,  ///< Body, bold
    Heading, ///< what a panel or a result says first
    Title,   ///< the one sentence of a room
    Display, ///< on the welcome page only
    Code,    ///< fixed width, as large as Body
    SmallCode,
};

/// The only place for colours, fonts and icons. A value type: widgets use the theme for their palette
/// (`Theme::forPalette(palette())`) and get it again on QEvent::PaletteChange. Every text colour has a
/// contrast of at least 4.5:1 on `card`; `text` and `muted` have it on `window` too. Phase, delay and verdict
/// colours stay distinct under the common forms of colour blindness.
struct Theme
{
    bool isDark = false;
    bool isHighContrast = false;

    // Surfaces and lines.
    QColor rail;      ///< behind the list of rooms
    QColor window;    ///< side panels and what lies behind the cards
    QColor card;      ///< cards, inputs, charts
    QColor raised;    ///< hovered buttons, alternate rows
    QColor border;    ///< thin lines around cards and inputs
    QColor grid;      ///< lines of charts and tables
    QColor selection; ///< background of the selected row

    // Text.
    QColor text;
    QColor muted;    ///< labels, secondary text
    QColor disabled; ///< not for text that must be read
    QColor link;
    QColor onAccent; ///< text on `accent`
    QColor marked;   ///< behind the words that a decision was read from
    QColor onMarked; ///< text on `marked`

    // Meaning.
    QColor accent; ///< primary button, cursor line
    QColor
        focus; ///< the frame of what has the focus; except in high contrast at least 3:1 beside `border`, too
    QColor danger;
    QColor warning;
    QColor success;
    QColor dangerBackground;
    QColor warningBackground;
    QColor successBackground;

    // Phases of an attempt.
    QColor lookup;
    QColor connect;
    QColor tls;
    QColor send;
    QColor wait;
    QColor receive;
    QColor attempt; ///< phases unknown, or still running

    // Delays.
    QColor sendDelay;
    QColor retryDelay;
    QColor delayWindow; ///< pale: the range of possible delays
    QColor plannedTick;
    QColor delayText; ///< beside and under delays
    QColor onDelay;   ///< text on `retryDelay`

    // Verdicts.
    QColor retry;
    QColor stop;
    QColor succeed;

    // Curves.
    QColor quotaLine;
    QColor rateLine;

    [[nodiscard]] static const Theme& light();
    [[nodiscard]] static const Theme& dark();
    /// Pure black and white, strong lines, at least 7:1 for every text.
    [[nodiscard]] static const Theme& highContrast(bool isDark);
    /// Dark when the palette's window colour is darker than its text; high contrast when these
    /// two are black and white.
    [[nodiscard]] static const Theme& forPalette(const QPalette& palette);

    /// For `QApplication::setPalette`, when a theme is forced.
    [[nodiscard]] QPalette palette() const;
    /// Style sheet for the whole window. Widgets choose their look by dynamic properties: `card` (true) on a
    /// QFrame, `primary` (true) on a QPushButton, `muted` and `heading` (true) on a QLabel, `quiet` (true) on
    /// a button without a frame, `mark` (`danger`, `warning`, `success`) on a QLabel or QFrame.
    /// base: the application's font, with which text, icons and boxes grow.
    [[nodiscard]] QString styleSheet(const QFont& base) const;
    /// An icon from resources/icons, in the theme's text colours at any size. name: without `.svg`; an
    /// unknown name gives a null icon.
    [[nodiscard]] QIcon icon(const QString& name) const;
    /// The same icon in this colour, for surfaces outside the theme.
    [[nodiscard]] QIcon iconOn(const QColor& colour, const QString& name) const;
    /// The program's own icon, in its own colours.
    [[nodiscard]] static QIcon applicationIcon();

    /// The same for text that is painted. base: a font of the size Body.
    [[nodiscard]] static QFont font(const QFont& base, TextStyle style);
    [[nodiscard]] static QFont smallFont(const QFont& base) { return font(base, TextStyle::Small); }
    [[nodiscard]] static QFont boldFont(const QFont& base);
    [[nodiscard]] static QFont fixedFont(const QFont& base) { return font(base, TextStyle::Code); }
    /// Pixels of an icon, a field or a gap beside text of this font, where they are `pixels` beside text of
    /// 10 points. Never fewer than `pixels`.
    [[nodiscard]] static int scaled(int pixels, const QFont& base);
    /// The same beside the application's text.
    [[nodiscard]] static int scaled(int pixels);

private:
    [[nodiscard]] static QString textRules(const QFont& base);
};

/// Applies the style sheet again after a change of a property that the style sheet uses.
void restyle(QWidget* widget);
/// Makes the widget's text look so, at every text size: the style sheet does it.
void setTextStyle(QWidget* widget, TextStyle style);

} // namespace retryscope::ui
