// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/window_actions.h"

#include "ui/parts/foreign_text.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenuBar>

namespace retryscope::ui {

WindowActions::WindowActions(QMainWindow& window)
    : QObject(&window), m_window(window), m_themes(new QActionGroup(this))
{
    buildFileMenu();
    buildEditMenu();
    buildRunMenu();
    buildViewMenu();
    buildToolsMenu();
    buildHelpMenu();
    setRunning(false);
    setHasRecord(false);
}

QAction* WindowActions::add(QMenu* menu, const QString& text, const char* name, const QKeySequence& shortcut)
{
    QAction* action = menu->addAction(text);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(shortcut);
    return action;
}

void WindowActions::buildFileMenu()
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&File"));
    open = add(menu, tr("&Open…"), "openAction", QKeySequence::Open);
    m_recent = menu->addMenu(tr("Open &recent"));
    m_recent->setObjectName(QStringLiteral("recentMenu"));
    menu->addSeparator();
    save = add(menu, tr("&Save record"), "saveAction", QKeySequence::Save);
    saveAs = add(menu, tr("Save record &as…"), "saveAsAction", QKeySequence::SaveAs);
    exportPicture = add(menu, tr("&Export timeline…"), "exportAction", QKeySequence(tr("Ctrl+E")));
    menu->addSeparator();
    quit = add(menu, tr("&Quit"), "quitAction", QKeySequence::Quit);
    quit->setMenuRole(QAction::QuitRole);
}

void WindowActions::buildEditMenu()
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&Edit"));
    copyAttempts =
        add(menu, tr("Copy &attempts as a table"), "copyAttemptsAction", QKeySequence(tr("Ctrl+Shift+A")));
    copyExplanation =
        add(menu, tr("Copy &explanation"), "copyExplanationAction", QKeySequence(tr("Ctrl+Shift+C")));
    copyPicture =
        add(menu, tr("Copy timeline as a &picture"), "copyPictureAction", QKeySequence(tr("Ctrl+Shift+P")));
    menu->addSeparator();
    filterAttempts = add(menu, tr("&Filter attempts"), "filterAttemptsAction", QKeySequence(tr("Ctrl+F")));
    editUrl = add(menu, tr("Edit &URL"), "editUrlAction", QKeySequence(tr("Ctrl+L")));
}

void WindowActions::buildRunMenu()
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&Run"));
    send = add(menu, tr("&Send"), "sendAction");
    send->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    stop = add(menu, tr("S&top"), "stopAction", QKeySequence(Qt::Key_Escape));
    menu->addSeparator();
    newSeed = add(menu, tr("New s&eed"), "newSeedAction", QKeySequence(tr("Ctrl+Shift+N")));
    resetTokens = add(menu, tr("&Refill retry tokens"), "resetTokensAction");
}

void WindowActions::buildViewMenu()
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&View"));
    m_viewMenu = menu;
    const auto addToggle = [this, menu](const QString& text, const char* name, const QKeySequence& shortcut) {
        QAction* action = add(menu, text, name, shortcut);
        action->setCheckable(true);
        return action;
    };
    showSetup = addToggle(tr("&Request, policy and endpoint"), "showSetupAction", QKeySequence(Qt::Key_F9));
    showWhy = addToggle(tr("&Why"), "showWhyAction", QKeySequence(Qt::Key_F10));
    showDetails = addToggle(tr("Response, wire and &log"), "showDetailsAction", QKeySequence(Qt::Key_F11));
    menu->addSeparator();
    zoomIn = add(menu, tr("Zoom timeline &in"), "zoomInAction", QKeySequence::ZoomIn);
    zoomOut = add(menu, tr("Zoom timeline &out"), "zoomOutAction", QKeySequence::ZoomOut);
    zoomToFit = add(menu, tr("&Fit timeline"), "zoomToFitAction", QKeySequence(tr("Ctrl+0")));
    menu->addSeparator();
    largerText = add(menu, tr("Lar&ger text"), "largerTextAction", QKeySequence(tr("Ctrl+Alt++")));
    smallerText = add(menu, tr("S&maller text"), "smallerTextAction", QKeySequence(tr("Ctrl+Alt+-")));
    QMenu* themes = menu->addMenu(tr("&Theme"));
    addTheme(themes, tr("As the &system"), "systemThemeAction", ThemeChoice::System);
    addTheme(themes, tr("&Light"), "lightThemeAction", ThemeChoice::Light);
    addTheme(themes, tr("&Dark"), "darkThemeAction", ThemeChoice::Dark);
    addTheme(themes, tr("&High contrast"), "highContrastThemeAction", ThemeChoice::HighContrast);
}

void WindowActions::addTheme(QMenu* menu, const QString& text, const char* name, ThemeChoice theme)
{
    QAction* action = add(menu, text, name);
    action->setCheckable(true);
    action->setData(static_cast<int>(theme));
    m_themes->addAction(action);
    connect(action, &QAction::triggered, this, [this, theme] { Q_EMIT themeChosen(theme); });
}

void WindowActions::buildToolsMenu()
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&Tools"));
    judge = add(menu, tr("&Judge a response…"), "judgeAction", QKeySequence(tr("Ctrl+J")));
    compare = add(menu, tr("&Compare policies…"), "compareAction", QKeySequence(tr("Ctrl+K")));
    bounds = add(menu, tr("&How long can it take?…"), "boundsAction", QKeySequence(tr("Ctrl+B")));
    presets = add(menu, tr("&Presets…"), "presetsAction", QKeySequence(tr("Ctrl+P")));
}

void WindowActions::buildHelpMenu()
{
    QMenu* menu = m_window.menuBar()->addMenu(tr("&Help"));
    shortcuts = add(menu, tr("&Keys"), "shortcutsAction", QKeySequence::HelpContents);
    about = add(menu, tr("&About Retryscope"), "aboutAction");
    about->setMenuRole(QAction::AboutRole);
}

void WindowActions::setRecentFiles(const QStringList& files)
{
    m_recent->clear();
    m_recent->setEnabled(!files.isEmpty());
    for (const QString& file : files) {
        QAction* action = m_recent->addAction(QFileInfo(file).fileName());
        action->setToolTip(plainToolTip(file));
        connect(action, &QAction::triggered, this, [this, file] { Q_EMIT recentFileChosen(file); });
    }
}

void WindowActions::setTheme(ThemeChoice theme)
{
    for (QAction* action : m_themes->actions()) {
        action->setChecked(action->data().toInt() == static_cast<int>(theme));
    }
}

/// Esc belongs to the run only while there is one.
void WindowActions::setRunning(bool isRunning)
{
    stop->setEnabled(isRunning);
}

void WindowActions::setHasRecord(bool hasRecord)
{
    for (QAction* action : {save, saveAs, exportPicture, copyAttempts, copyExplanation, copyPicture}) {
        action->setEnabled(hasRecord);
    }
}

} // namespace retryscope::ui
