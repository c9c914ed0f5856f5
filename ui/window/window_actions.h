// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/settings.h"

#include <QKeySequence>
#include <QMenu>
#include <QObject>

QT_BEGIN_NAMESPACE
class QAction;
class QActionGroup;
class QMainWindow;
QT_END_NAMESPACE

namespace retryscope::ui {

/// The actions of the window with menus and shortcuts. The window connects them.
class WindowActions : public QObject
{
    Q_OBJECT
public:
    explicit WindowActions(QMainWindow& window);

    /// All menus, for the button on the rail.
    [[nodiscard]] QMenu* menu() const { return m_menu; }
    void setRecentFiles(const QStringList& files);
    void setTheme(ThemeChoice theme);
    void setHasRecord(bool hasRecord);
    /// menu: the caller keeps ownership.
    void addToView(QMenu* menu) { m_viewMenu->addMenu(menu); }

    QAction* open = nullptr;
    QAction* save = nullptr;
    QAction* saveAs = nullptr;
    QAction* importNotes = nullptr;
    QAction* exportRun = nullptr;
    QAction* quit = nullptr;
    QAction* undo = nullptr;
    QAction* redo = nullptr;
    QAction* copyAttempts = nullptr;
    QAction* filterAttempts = nullptr;
    QAction* findInResponse = nullptr;
    QAction* copyExplanation = nullptr;
    QAction* copyPicture = nullptr;
    QAction* send = nullptr;
    QAction* stop = nullptr;
    QAction* useRun = nullptr;
    QAction* choosePolicy = nullptr;
    QAction* runSettings = nullptr;
    QAction* newSeed = nullptr;
    QAction* resetTokens = nullptr;
    QAction* editUrl = nullptr;
    QAction* settings = nullptr;
    QAction* palette = nullptr;
    QAction* showSetup = nullptr;
    QAction* welcome = nullptr;
    QAction* authorization = nullptr;
    QAction* limits = nullptr;
    QAction* expectations = nullptr;
    // The switches of a request, checked as they stand.
    QAction* underTest = nullptr;
    QAction* builtIn = nullptr;
    QAction* virtualTime = nullptr;
    QAction* followRedirects = nullptr;
    QAction* showWhy = nullptr;
    QAction* showDetails = nullptr;
    QAction* nextPane = nullptr;
    QAction* previousPane = nullptr;
    QAction* zoomIn = nullptr;
    QAction* zoomOut = nullptr;
    QAction* zoomToFit = nullptr;
    QAction* largerText = nullptr;
    QAction* smallerText = nullptr;
    QAction* normalText = nullptr;
    QAction* sendRoom = nullptr;
    QAction* runs = nullptr;
    QAction* judge = nullptr;
    QAction* compare = nullptr;
    QAction* bounds = nullptr;
    QAction* record = nullptr;
    QAction* proxy = nullptr;
    QAction* policies = nullptr;
    QAction* affected = nullptr;
    QAction* importPolicy = nullptr;
    QAction* shortcuts = nullptr;
    QAction* messages = nullptr;
    QAction* about = nullptr;
    QAction* openMenu = nullptr;

Q_SIGNALS:
    void themeChosen(retryscope::ui::ThemeChoice theme);
    void recentFileChosen(const QString& file);
    /// The run is to be exported in this format, one of exportFormats().
    void exportChosen(const QString& ending);

private:
    QAction* add(QMenu* menu, const QString& text, const char* name, const QKeySequence& shortcut = {});
    QAction* addRoom(QMenu* menu, const QString& text, const char* name, int number,
                     const QKeySequence& further);
    void addTheme(QMenu* menu, const QString& text, const char* name, ThemeChoice theme);
    void buildFileMenu();
    void buildEditMenu();
    void buildRunMenu();
    void buildViewMenu();
    void buildRoomsMenu();
    void buildHelpMenu();

    QMainWindow& m_window;
    QMenu* m_menu;
    QMenu* m_recent = nullptr;
    QMenu* m_viewMenu = nullptr;
    QMenu* m_exports = nullptr;
    QActionGroup* m_rooms;
    QActionGroup* m_themes;
};

/// `Open` for `&Open…`
[[nodiscard]] QString withoutMnemonic(QString text);

} // namespace retryscope::ui
