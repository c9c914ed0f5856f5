// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/settings.h"

#include <QKeySequence>
#include <QObject>

QT_BEGIN_NAMESPACE
class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The actions of the window, in its menus and with their shortcuts. What they do is connected by the window.
class WindowActions : public QObject
{
    Q_OBJECT
public:
    explicit WindowActions(QMainWindow& window);

    void setRecentFiles(const QStringList& files);
    void setTheme(ThemeChoice theme);
    void setRunning(bool isRunning);
    void setHasRecord(bool hasRecord);

    QAction* open;
    QAction* save;
    QAction* saveAs;
    QAction* exportPicture;
    QAction* quit;
    QAction* copyAttempts;
    QAction* copyExplanation;
    QAction* send;
    QAction* stop;
    QAction* newSeed;
    QAction* resetTokens;
    QAction* editUrl;
    QAction* showSetup;
    QAction* showWhy;
    QAction* showDetails;
    QAction* zoomIn;
    QAction* zoomOut;
    QAction* zoomToFit;
    QAction* largerText;
    QAction* smallerText;
    QAction* shortcuts;
    QAction* about;

Q_SIGNALS:
    void themeChosen(retryscope::ui::ThemeChoice theme);
    void recentFileChosen(const QString& file);

private:
    QAction* add(QMenu* menu, const QString& text, const char* name, const QKeySequence& shortcut = {});
    void addTheme(QMenu* menu, const QString& text, const char* name, ThemeChoice theme);
    void buildFileMenu();
    void buildEditMenu();
    void buildRunMenu();
    void buildViewMenu();
    void buildHelpMenu();

    QMainWindow& m_window;
    QMenu* m_recent;
    QActionGroup* m_themes;
};

} // namespace retryscope::ui
