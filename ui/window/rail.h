// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QMap>

QT_BEGIN_NAMESPACE
class QAction;
class QMenu;
class QToolButton;
class QVBoxLayout;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The rooms of the window, one beneath the other at its left edge; over them the button with the menus.
class Rail : public QFrame
{
    Q_OBJECT
public:
    explicit Rail(QMenu* menu, QWidget* parent = nullptr);

    /// action: checkable; its text, icon name and shortcut are the room's.
    void addRoom(QAction* action, const QString& icon);
    /// At the lower end.
    void addTool(QAction* action, const QString& icon);
    /// A red dot at a room's button while something goes on there; what: that, for assistive technology.
    void setBusy(QAction* action, bool isBusy, const QString& what);
    /// Icons alone, where the window is narrow.
    void setCompact(bool isCompact);
    void openMenu();

protected:
    void changeEvent(QEvent* event) override;

private:
    class Button;
    QToolButton* addButton(QAction* action, const QString& icon, int place);
    void applyTheme();

    QToolButton* m_menuButton;
    QVBoxLayout* m_layout;
    QMap<QToolButton*, QString> m_icons;
    int m_rooms = 0;
    bool m_isCompact = false;
};

} // namespace retryscope::ui
