// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/quiet_style.h"

#include "ui/theme/theme.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QTabBar>
#include <QWidget>

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
