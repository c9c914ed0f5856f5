// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/quiet_style.h"

#include <QApplication>
#include <QKeyEvent>
#include <QWidget>

#include <utility>

namespace retryscope::ui {

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

bool QuietStyle::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::KeyPress || type == QEvent::KeyRelease) {
        if (static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Alt) {
            showKeys(type == QEvent::KeyPress);
        }
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
