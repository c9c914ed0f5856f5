// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/theme.h"

#include <QLatin1String>
#include <QRegularExpression>

#include <array>
#include <utility>

namespace retryscope::ui {

namespace {

/// Names between @ signs are colours of the theme. Lengths in `tx` grow with the text: see Theme::scaled().
constexpr const char* kTemplate = R"(
QMainWindow, QDialog { background: @window@; }
QPushButton, QToolButton, QCheckBox, QRadioButton, QComboBox, QTabBar { outline: none; }
QFrame[surface="rail"] { background: @rail@; border: none; border-right: 1px solid @grid@; }
QFrame[surface="bar"] { background: @card@; color: @text@; border: none; border-bottom: 1px solid @grid@; }
QFrame[surface="side"] { background: @window@; color: @text@; border: none; }
QFrame[surface="side"][lifted="true"] { border-right: 1px solid @border@; }
QFrame#setupStrip { border-right: 1px solid @grid@; }
QFrame[surface="status"] { background: @window@; color: @text@; border: none; border-top: 1px solid @grid@; }
QFrame[surface="status"] > QFrame[mark="danger"] { background: @dangerBackground@; }
QFrame[surface="status"] > QFrame[mark="success"] { background: @successBackground@; }
QFrame[surface="page"] { background: @card@; color: @text@; border: none; }
QFrame[popup="true"] { background: @card@; border: 1px solid @border@; border-radius: 8px; }
QFrame[look="segments"] { background: @rail@; border: 1px solid @grid@; border-radius: 6px; }
QPushButton[look="segment"] { background: transparent; border: 1px solid transparent; border-radius: 5px;
    color: @muted@; padding: 5px 12px; }
QPushButton[look="segment"]:hover { color: @text@; }
QPushButton[look="segment"]:checked { background: @card@; border-color: @border@; color: @text@; }
QPushButton[look="segment"]:focus { border: 2px solid @focus@; padding: 4px 11px; }
QPushButton[look="segment"]:disabled { color: @disabled@; }
QToolButton[look="room"] { border: 2px solid transparent; border-radius: 6px; color: @muted@; padding: 6px 0; }
QToolButton[look="room"]:hover { background: @grid@; color: @text@; }
QToolButton[look="room"]:checked { background: @selection@; color: @link@; font-weight: 600; }
QToolButton[look="room"]:focus { border: 2px solid @focus@; padding: 6px 0; }
QToolButton[look="room"]::menu-indicator { image: none; }
QToolButton[look="room"][popupMode="2"] { padding-right: 0; }
QLabel[pill="true"] { background: @warningBackground@; color: @warning@; border-radius: 9px; padding: 2px 9px; }
QFrame[bubble="true"] { background: @dangerBackground@; border: 1px solid @danger@; border-radius: 6px; }
QFrame[bubble="true"][mark="warning"] { background: @warningBackground@; border-color: @warning@; }
QPushButton[look="chooser"] { text-align: left; }
QPushButton[look="try"] { color: @link@; padding: 3px 10px; }
QPushButton[look="try"]:focus { padding: 2px 9px; }
QPushButton[stops="true"] { border-color: @muted@; font-weight: 600; padding: 5px 14px; }
QFrame[card="true"] { background: @card@; border: 1px solid @border@; border-radius: 6px; }
QLabel { color: @text@; }
QLabel:disabled { color: @disabled@; }
QLabel[muted="true"] { color: @muted@; }
QLabel[mark="danger"] { color: @danger@; }
QLabel[mark="warning"] { color: @warning@; }
QLabel[mark="success"] { color: @success@; }
QFrame[bar="danger"] { background: @danger@; border: none; }
QFrame[bar="warning"] { background: @warning@; border: none; }
QFrame[bar="success"] { background: @success@; border: none; }
QFrame[hairline="true"] { background: @grid@; border: none; }
QFrame[card="true"][mark="danger"] { background: @dangerBackground@; border-color: @danger@; }
QFrame[card="true"][mark="warning"] { background: @warningBackground@; border-color: @warning@; }
QFrame[card="true"][mark="success"] { background: @successBackground@; border-color: @success@; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit, QDateTimeEdit {
    background: @card@; color: @text@; border: 1px solid @border@; border-radius: 6px; padding: 4px 8px;
    selection-background-color: @accent@; selection-color: @onAccent@; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QPlainTextEdit:focus, QTextEdit:focus,
QDateTimeEdit:focus { border: 2px solid @focus@; padding-left: 7px; padding-top: 3px; padding-bottom: 3px; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled { color: @disabled@; }
QLineEdit, QSpinBox, QDoubleSpinBox, QDateTimeEdit { padding-top: 5px; } /* as high as a button */
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QDateTimeEdit:focus { padding-top: 4px; }
QLineEdit[mark="danger"], QSpinBox[mark="danger"], QComboBox[mark="danger"], QPlainTextEdit[mark="danger"],
QPushButton[mark="danger"] { border-color: @danger@; }
QFrame[look="field"] { background: @card@; border: 1px solid @border@; border-radius: 6px; }
QFrame[look="field"][focused="true"] { border: 2px solid @accent@; }
QFrame[look="field"][mark="danger"] { border-color: @danger@; }
QFrame[look="field"] QLabel { border: none; }
QFrame[look="field"] QLineEdit, QFrame[look="field"] QLineEdit:focus { border: none; border-radius: 0; padding: 0; background: transparent; }
QPlainTextEdit[bare="true"], QTextEdit[bare="true"] { border: 2px solid transparent; border-radius: 0; padding: 0; }
QPlainTextEdit[bare="true"]:focus, QTextEdit[bare="true"]:focus { border-color: @focus@; padding: 0; }
QPlainTextEdit[side="true"] { background: @window@; }
QProgressBar { background: @grid@; border: none; }
QProgressBar#workProgress { margin-left: 14px; }
QProgressBar::chunk { background: @accent@; }
QProgressBar[idle="true"] { background: transparent; }
QTextBrowser[page="true"] { background: transparent; }
QAbstractItemView QLineEdit, QAbstractItemView QLineEdit:focus { padding: 0 4px; border: 1px solid @focus@; border-radius: 0; }
QComboBox { combobox-popup: 0; }
QComboBox::drop-down { border: none; width: 20tx; }
QComboBox::down-arrow { image: url(:/retryscope/icons/chevron-down-@mode@.svg); width: 12tx; height: 12tx; }
QSpinBox, QDoubleSpinBox { padding-right: 20tx; }
QSpinBox[slim="true"], QDoubleSpinBox[slim="true"] { padding-right: 4px; }
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right;
    width: 20tx; border: none; }
QSpinBox::down-button, QDoubleSpinBox::down-button { subcontrol-origin: border; subcontrol-position: bottom right;
    width: 20tx; border: none; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:/retryscope/icons/chevron-up-@mode@.svg);
    width: 9tx; height: 9tx; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:/retryscope/icons/chevron-down-@mode@.svg);
    width: 9tx; height: 9tx; }
QComboBox QAbstractItemView::item { padding: 4px 8px; border: none; }
QComboBox QAbstractItemView::item:selected { background: @selection@; color: @text@; }
QComboBox QAbstractItemView { background: @card@; border: 1px solid @border@;
    selection-background-color: @selection@; selection-color: @text@; outline: none; }

QCheckBox::indicator, QAbstractItemView::indicator { width: 13tx; height: 13tx; border: 1px solid @muted@;
    border-radius: 3px; background: @card@; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked { background: @accent@; border-color: @accent@;
    image: url(:/retryscope/icons/check-mark.svg); }
QCheckBox::indicator:disabled, QAbstractItemView::indicator:disabled { border-color: @disabled@; }
QCheckBox, QRadioButton { border: 1px solid transparent; border-radius: 4px; padding: 3px 1px 2px 1px; }
QCheckBox:focus, QRadioButton:focus { border: 2px solid @focus@; padding: 2px 0 1px 0; }

QPushButton { background: @card@; color: @text@; border: 1px solid @border@; border-radius: 6px; padding: 5px 12px; }
QPushButton:hover { background: @raised@; }
QPushButton:pressed { background: @grid@; }
QPushButton:focus { border: 2px solid @focus@; padding: 4px 11px; }
QPushButton:disabled { color: @disabled@; }
QPushButton[primary="true"] { background: @accent@; color: @onAccent@; border-color: @accent@; font-weight: 600;
    padding: 5px 14px; }
QPushButton[primary="true"]:hover { background: @accentHover@; }
QPushButton[primary="true"]:focus { border: 4px double @onAccent@; padding: 2px 11px; }
QPushButton[primary="true"]:disabled { background: @grid@; color: @disabled@; border-color: @border@; }
QPushButton[quiet="true"] { background: transparent; border-color: transparent; color: @link@; padding: 3px 6px; }
QPushButton[quiet="true"]:hover { background: @raised@; }
QPushButton[quiet="true"]:focus { border: 2px solid @focus@; padding: 2px 5px; }
QPushButton[quiet="true"]:disabled { color: @disabled@; }
QToolButton { background: transparent; color: @muted@; border: 1px solid transparent; border-radius: 6px;
    padding: 4px 6px 3px 6px; }
QToolButton:hover, QToolButton:checked { background: @raised@; color: @text@; }
QToolButton:focus { border: 2px solid @focus@; padding: 3px 5px 2px 5px; }
QToolButton:disabled { color: @disabled@; }
QToolButton[popupMode="2"] { padding-right: 16tx; }
QPushButton::menu-indicator { image: url(:/retryscope/icons/chevron-down-@mode@.svg); width: 10tx; height: 10tx;
    subcontrol-origin: padding; subcontrol-position: right center; right: 4px; }
QToolButton::menu-indicator { image: url(:/retryscope/icons/chevron-down-@mode@.svg); width: 10tx; height: 10tx;
    subcontrol-position: right center; right: 4px; }

QTabWidget::pane { border: none; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: @muted@; border: 2px solid transparent;
    padding: 4px 8px 3px 8px; }
QTabBar[crowded="true"]::tab { padding: 4px 3px 3px 3px; }
QTabBar::tab:hover { color: @text@; }
QTabBar::tab:selected { color: @text@; border-bottom-color: @accent@; }
QTabBar::tab:focus { border-color: @focus@; }

QTableView, QTreeView, QListView { background: @card@; color: @text@; border: 2px solid transparent; gridline-color: @grid@;
    alternate-background-color: @raised@; selection-background-color: @selection@; selection-color: @text@;
    outline: none; }
QTableView:focus, QTreeView:focus, QListView:focus { border-color: @focus@; }
QComboBox QAbstractItemView, QComboBox QAbstractItemView:focus { border: 1px solid @border@; }
QTableView::item:focus, QTreeView::item:focus, QListView::item:focus { border: 1px solid @focus@; }
QComboBox QListView::item:focus { border: none; padding: 4px 8px; }
QListView[onSide="true"], QTreeView[onSide="true"], QTableView[onSide="true"], QTableView[onSide="true"] QHeaderView,
QTableView[onSide="true"] QHeaderView::section { background: @window@; }
QHeaderView { background: @card@; }
QHeaderView::section { background: @card@; color: @muted@; border: none; border-bottom: 1px solid @border@;
    padding: 6px 9px; font-weight: 600; }
QHeaderView::section:vertical { border: none; font-weight: 400; }
QTableCornerButton::section { background: @card@; border: none; }

QMenuBar { background: @window@; color: @muted@; }
QMenuBar::item { background: transparent; padding: 5px 9px; }
QMenuBar::item:selected { background: @grid@; color: @text@; border-radius: 4px; }
QMenu { background: @card@; color: @text@; border: 1px solid @border@; padding: 4px; }
QMenu::item { padding: 5px 24tx 5px 12tx; border-radius: 4px; }
QMenu::item:selected { background: @selection@; }
QMenu::item:disabled { color: @disabled@; }
QMenu::separator { height: 1px; background: @grid@; margin: 4px 6px; }
QToolTip { background: @card@; color: @text@; border: 1px solid @border@; padding: 6px; }
QSplitter::handle { background: @grid@; }
QSplitter::handle:hover { background: @accent@; }

QScrollBar { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { width: 11px; }
QScrollBar:horizontal { height: 11px; }
QScrollBar::handle { background: @scroll@; border-radius: 4px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted@; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
)";

} // namespace

QString Theme::styleSheet(const QFont& base) const
{
    const std::array<std::pair<const char*, QColor>, 22> colours{{
        {"rail", rail},
        {"window", window},
        {"card", card},
        {"raised", raised},
        {"border", border},
        {"grid", grid},
        {"selection", selection},
        {"text", text},
        {"muted", muted},
        {"disabled", disabled},
        {"link", link},
        {"onAccent", onAccent},
        {"accent", accent},
        {"focus", focus},
        {"accentHover", isDark ? accent.lighter(112) : accent.darker(112)},
        {"danger", danger},
        {"warning", warning},
        {"success", success},
        {"dangerBackground", dangerBackground},
        {"warningBackground", warningBackground},
        {"successBackground", successBackground},
        {"scroll", border},
    }};
    QString sheet = QString::fromLatin1(kTemplate);
    for (const auto& [name, colour] : colours) {
        sheet.replace(QLatin1Char('@') + QLatin1String(name) + QLatin1Char('@'), colour.name());
    }
    sheet.replace(QStringLiteral("@mode@"), isDark ? QStringLiteral("dark") : QStringLiteral("light"));
    static const QRegularExpression length(QStringLiteral("(\\d+)tx"));
    QString scaledSheet;
    qsizetype end = 0;
    for (const QRegularExpressionMatch& match : length.globalMatch(sheet)) {
        scaledSheet += QStringView(sheet).sliced(end, match.capturedStart() - end);
        scaledSheet += QStringLiteral("%1px").arg(scaled(match.capturedView(1).toInt(), base));
        end = match.capturedEnd();
    }
    scaledSheet += QStringView(sheet).sliced(end);
    return scaledSheet + textRules(base);
}

} // namespace retryscope::ui
