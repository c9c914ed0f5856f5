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

/// The vertical bar at the left edge of the window: the menu button and, below it, a button for each room.
class Rail : public QFrame
{
    Q_OBJECT
public:
    explicit Rail(QMenu* menu, QWidget* parent = nullptr);

    /// The program's icon at the upper end leads there.
    void setHome(QAction* action);
    /// action: checkable; its text, icon name and shortcut are the room's.
    void addRoom(QAction* action, const QString& icon);
    /// Adds a button at the lower end.
    void addTool(QAction* action, const QString& icon);
    /// Shows a red dot on a room's button while the room is busy; what: the activity, for assistive
    /// technology.
    void setBusy(QAction* action, bool isBusy, const QString& what);
    /// Shows icons without text in a narrow window; in a low one it does so by itself.
    void setCompact(bool isCompact);
    void openMenu();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    class Button;
    QToolButton* addButton(QAction* action, const QString& icon, int place);
    void measure();
    void fit();
    void setIconSide(int side);
    void applyTheme();

    QToolButton* m_menuButton;
    QToolButton* m_home = nullptr;
    QVBoxLayout* m_layout;
    QMap<QToolButton*, QString> m_icons;
    int m_rooms = 0;
    int m_labelledWidth = 0;
    int m_labelledHeight = 0;
    bool m_isCompact = false;
};

} // namespace retryscope::ui
