// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/quiet_style.h"

#include "ui/theme/theme.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTabBar>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

/// True for a widget whose value the wheel changes.
bool takesWheel(const QObject* widget)
{
    return qobject_cast<const QComboBox*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QTabBar*>(widget) != nullptr;
}

/// Inside another control, or in a frame that looks like one.
bool isPartOfAnother(const QWidget* widget)
{
    const QWidget* parent = widget->parentWidget();
    return parent == nullptr || qobject_cast<const QAbstractSpinBox*>(parent) != nullptr ||
           qobject_cast<const QComboBox*>(parent) != nullptr ||
           qobject_cast<const QTabBar*>(parent) != nullptr ||
           qobject_cast<const QAbstractItemView*>(parent) != nullptr ||
           qobject_cast<const QAbstractItemView*>(parent->parentWidget()) != nullptr ||
           widget->property("look") == QStringLiteral("room") ||
           (parent->property("look") == QStringLiteral("field") &&
            qobject_cast<const QLineEdit*>(widget) != nullptr);
}

bool hasFrame(const QWidget* widget)
{
    return qobject_cast<const QCheckBox*>(widget) == nullptr &&
           qobject_cast<const QRadioButton*>(widget) == nullptr &&
           !(qobject_cast<const QPushButton*>(widget) != nullptr && widget->property("quiet").toBool()) &&
           widget->property("look") != QStringLiteral("try");
}

/// Of a control with a line of text, in whatever letters: the paddings are those of the style sheet, and Qt
/// adds one or two pixels to the text of fields.
int controlHeight(bool isFramed)
{
    const QFont& body = QApplication::font();
    const QFont code = Theme::fixedFont(body);
    const QFont bold = Theme::boldFont(body);
    int text = Theme::scaled(16); // an icon
    int field = 0;
    for (const QFont& font : {body, bold, code}) {
        const int line = std::max(QFontMetrics(font).lineSpacing(),
                                  static_cast<int>(std::ceil(QFontMetricsF(font).height())));
        text = std::max(text, line);
        field = std::max(field, QFontMetrics(font).height() + 1);
    }
    constexpr int kAroundFramed = 12;
    constexpr int kAroundFlat = 8;
    return isFramed ? std::max(text, field) + kAroundFramed : text + kAroundFlat;
}

/// Neighbours in a bar have one height, whether they hold text, an icon or a field.
void fitHeight(QWidget* widget)
{
    const bool isControl =
        qobject_cast<QAbstractButton*>(widget) != nullptr || qobject_cast<QLineEdit*>(widget) != nullptr ||
        qobject_cast<QComboBox*>(widget) != nullptr || qobject_cast<QAbstractSpinBox*>(widget) != nullptr;
    if (isControl && !isPartOfAnother(widget) && !widget->property("barHeight").toBool()) {
        widget->setMinimumHeight(controlHeight(hasFrame(widget)));
    }
}

} // namespace

QuietStyle::QuietStyle() : QProxyStyle(QStringLiteral("Fusion"))
{
    qApp->installEventFilter(this);
}

int QuietStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                          QStyleHintReturn* data) const
{
    return hint == SH_UnderlineShortcut ? static_cast<int>(m_showsKeys)
                                        : QProxyStyle::styleHint(hint, option, widget, data);
}

int QuietStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    const int pixels = QProxyStyle::pixelMetric(metric, option, widget);
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
    case PM_ListViewIconSize:
    case PM_TabBarIconSize:
    case PM_LineEditIconSize:
    case PM_TabBarScrollButtonWidth:
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
        return Theme::scaled(pixels);
    default:
        return pixels;
    }
}

void QuietStyle::polish(QWidget* widget)
{
    auto* box = qobject_cast<QComboBox*>(widget);
    if (box != nullptr && box->sizeAdjustPolicy() == QComboBox::AdjustToContentsOnFirstShow) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    }
    if (takesWheel(widget) && widget->focusPolicy() == Qt::WheelFocus) {
        widget->setFocusPolicy(Qt::StrongFocus); // else the wheel would give it the focus first
    }
    QProxyStyle::polish(widget);
}

bool QuietStyle::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if ((type == QEvent::Polish || type == QEvent::FontChange) && watched->isWidgetType()) {
        fitHeight(static_cast<QWidget*>(watched));
    }
    if (type == QEvent::KeyPress || type == QEvent::KeyRelease) {
        if (static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Alt) {
            showKeys(type == QEvent::KeyPress);
        }
    } else if (type == QEvent::FontChange && qobject_cast<QComboBox*>(watched) != nullptr) {
        QEvent styleChange(QEvent::StyleChange); // else Qt keeps the least width that it had in the old font
        QCoreApplication::sendEvent(watched, &styleChange);
    } else if (type == QEvent::Wheel && takesWheel(watched) && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true; // what contains the field scrolls
    } else if (type == QEvent::ApplicationStateChange || type == QEvent::WindowDeactivate) {
        showKeys(false); // Alt+Tab takes the release with it
    }
    return QProxyStyle::eventFilter(watched, event);
}

void QuietStyle::showKeys(bool isShown)
{
    if (std::exchange(m_showsKeys, isShown) == isShown) {
        return;
    }
    for (QWidget* widget : QApplication::allWidgets()) {
        widget->update();
    }
}

} // namespace retryscope::ui
