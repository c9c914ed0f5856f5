// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/window_actions.h"

#include "ui/parts/file_dialogs.h"
#include "ui/parts/foreign_text.h"
#include "ui/window/run_export.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QMainWindow>
#include <QMenu>

namespace retryscope::ui {

namespace {

/// `Ctrl+3, Ctrl+J`
QString shortcutsOf(const QAction& action)
{
    return QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText)
        .replace(QStringLiteral("; "), QStringLiteral(", "));
}

} // namespace

WindowActions::WindowActions(QMainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_menu(new QMenu(&window))
    , m_rooms(new QActionGroup(this))
    , m_themes(new QActionGroup(this))
{
    m_menu->setObjectName(QStringLiteral("mainMenu"));
    buildFileMenu();
    buildEditMenu();
    buildRunMenu();
    buildViewMenu();
    buildRoomsMenu();
    buildHelpMenu();
    setHasRecord(false);
}

QAction* WindowActions::add(QMenu* menu, const QString& text, const char* name, const QKeySequence& shortcut)
{
    QAction* action = menu->addAction(text);
    action->setObjectName(QString::fromLatin1(name));
    action->setShortcut(shortcut);
    m_window.addAction(action); // the menu is closed most of the time, and its keys shall work all the same
    return action;
}

void WindowActions::buildFileMenu()
{
    QMenu* menu = m_menu->addMenu(tr("&File"));
    open = add(menu, tr("&Open…"), "openAction", QKeySequence::Open);
    open->setProperty("keywords", QStringLiteral("record run scenario policy bench file import har"));
    m_recent = menu->addMenu(tr("Open &recent"));
    m_recent->setObjectName(QStringLiteral("recentMenu"));
    importNotes = add(menu, tr("&How the file was read"), "importNotesAction");
    importNotes->setProperty("keywords", QStringLiteral("import har preview understood left out grouping"));
    menu->addSeparator();
    save = add(menu, tr("&Save record"), "saveAction", QKeySequence::Save);
    saveAs = add(menu, tr("Save record &as…"), "saveAsAction", QKeySequence::SaveAs);
    exportRun = add(menu, tr("&Export…"), "exportAction", QKeySequence(tr("Ctrl+E")));
    m_exports = menu->addMenu(tr("E&xport as"));
    for (const FileFormat& format : exportFormats()) {
        QAction* action = add(m_exports, tr("Export as %1…").arg(format.name),
                              qPrintable(QStringLiteral("exportAs-") + format.ending));
        action->setProperty("keywords",
                            QStringLiteral("save file timeline attempts report ") + format.ending);
        connect(action, &QAction::triggered, this,
                [this, ending = format.ending] { Q_EMIT exportChosen(ending); });
    }
    menu->addSeparator();
    quit = add(menu, tr("&Quit"), "quitAction", QKeySequence::Quit);
    quit->setMenuRole(QAction::QuitRole);
}

void WindowActions::buildEditMenu()
{
    QMenu* menu = m_menu->addMenu(tr("&Edit"));
    undo = add(menu, tr("&Undo"), "undoAction", QKeySequence::Undo);
    redo = add(menu, tr("&Redo"), "redoAction");
    redo->setShortcuts({QKeySequence(tr("Ctrl+Shift+Z")), QKeySequence(tr("Ctrl+Y"))});
    menu->addSeparator();
    copyAttempts =
        add(menu, tr("Copy &attempts as a table"), "copyAttemptsAction", QKeySequence(tr("Ctrl+Shift+A")));
    copyExplanation =
        add(menu, tr("Copy &explanation"), "copyExplanationAction", QKeySequence(tr("Ctrl+Shift+C")));
    copyPicture =
        add(menu, tr("Copy timeline as a &picture"), "copyPictureAction", QKeySequence(tr("Ctrl+Shift+G")));
    menu->addSeparator();
    filterAttempts =
        add(menu, tr("&Filter attempts"), "filterAttemptsAction", QKeySequence(tr("Ctrl+Shift+F")));
    findInResponse = add(menu, tr("Find &in response"), "findInResponseAction", QKeySequence::Find);
    settings = add(menu, tr("&Settings…"), "settingsAction", QKeySequence(tr("Ctrl+,")));
    settings->setIconText(tr("Settings"));
    settings->setToolTip(tr("Settings (Ctrl+,)"));
    palette = add(menu, tr("&Find any command…"), "paletteAction", QKeySequence(tr("Ctrl+K")));
    editUrl = add(menu, tr("Edit a&ddress"), "editUrlAction", QKeySequence(tr("Ctrl+L")));
}

void WindowActions::buildRunMenu()
{
    QMenu* menu = m_menu->addMenu(tr("&Run"));
    send = add(menu, tr("&Send"), "sendAction");
    send->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    stop = add(menu, tr("S&top"), "stopAction", QKeySequence(Qt::Key_Escape));
    stop->setShortcutContext(Qt::WidgetShortcut); // shown; the window gets the key after the widgets in it
    menu->addSeparator();
    useRun = add(menu, tr("&Use the request of this run"), "useRunAction", QKeySequence(tr("Ctrl+D")));
    choosePolicy = add(menu, tr("Choose a &policy…"), "choosePolicyAction", QKeySequence(tr("Ctrl+Shift+P")));
    runSettings = add(menu, tr("&Calls, seed and time…"), "runSettingsAction", QKeySequence(tr("Ctrl+R")));
    const auto addSwitch = [this, menu](const QString& text, const char* name, const QString& keywords) {
        QAction* action = add(menu, text, name);
        action->setCheckable(true);
        action->setProperty("keywords", keywords);
        return action;
    };
    underTest = addSwitch(tr("Endpoint under &test"), "underTestAction", QStringLiteral("switch target url"));
    builtIn = addSwitch(tr("&Built-in endpoint"), "builtInAction", QStringLiteral("switch target scenario"));
    virtualTime =
        addSwitch(tr("&Virtual time"), "virtualTimeAction", QStringLiteral("simulation clock live"));
    followRedirects =
        addSwitch(tr("Follow &redirects"), "followRedirectsAction", QStringLiteral("3xx location 302 loop"));
    authorization = add(menu, tr("&Authorization…"), "authorizationAction");
    authorization->setProperty("keywords", QStringLiteral("bearer token basic password auth login"));
    limits = add(menu, tr("Time &limits, proxy and certificates…"), "limitsAction");
    limits->setProperty("keywords", QStringLiteral("timeout deadline tls ssl verify trust"));
    expectations = add(menu, tr("E&xpectations…"), "expectationsAction");
    expectations->setProperty("keywords", QStringLiteral("expect assert check test ci attempts verdict"));
    menu->addSeparator();
    newSeed = add(menu, tr("New s&eed"), "newSeedAction", QKeySequence(tr("Ctrl+Shift+N")));
    resetTokens = add(menu, tr("&Refill retry quota"), "resetTokensAction");
}

void WindowActions::buildViewMenu()
{
    QMenu* menu = m_menu->addMenu(tr("&View"));
    m_viewMenu = menu;
    const auto addToggle = [this, menu](const QString& text, const char* name, const QKeySequence& shortcut) {
        QAction* action = add(menu, text, name, shortcut);
        action->setCheckable(true);
        return action;
    };
    showSetup = addToggle(tr("Set-&up"), "showSetupAction", QKeySequence(Qt::Key_F9));
    showWhy = addToggle(tr("&Why"), "showWhyAction", QKeySequence(Qt::SHIFT | Qt::Key_F9));
    showDetails = addToggle(tr("Attempts, response and &log"), "showDetailsAction", QKeySequence());
    menu->addSeparator();
    nextPane = add(menu, tr("&Next pane"), "nextPaneAction", QKeySequence(Qt::Key_F6));
    previousPane =
        add(menu, tr("&Previous pane"), "previousPaneAction", QKeySequence(Qt::SHIFT | Qt::Key_F6));
    zoomIn = add(menu, tr("Zoom timeline &in"), "zoomInAction", QKeySequence::ZoomIn);
    zoomOut = add(menu, tr("Zoom timeline &out"), "zoomOutAction", QKeySequence::ZoomOut);
    zoomToFit = add(menu, tr("&Fit timeline"), "zoomToFitAction", QKeySequence(tr("Ctrl+0")));
    menu->addSeparator();
    largerText = add(menu, tr("Lar&ger text"), "largerTextAction", QKeySequence(tr("Ctrl+Alt++")));
    smallerText = add(menu, tr("S&maller text"), "smallerTextAction", QKeySequence(tr("Ctrl+Alt+-")));
    normalText = add(menu, tr("&Normal text size"), "normalTextAction", QKeySequence(tr("Ctrl+Alt+0")));
    QMenu* themes = menu->addMenu(tr("&Theme"));
    addTheme(themes, tr("Same as &system"), "systemThemeAction", ThemeChoice::System);
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

QAction* WindowActions::addRoom(QMenu* menu, const QString& text, const char* name, int number,
                                const QKeySequence& further)
{
    QAction* action = add(menu, text, name);
    QList<QKeySequence> keys{QKeySequence(QStringLiteral("Ctrl+%1").arg(number))};
    if (!further.isEmpty()) {
        keys += further;
    }
    action->setShortcuts(keys);
    action->setCheckable(true);
    m_rooms->addAction(action);
    return action;
}

void WindowActions::buildRoomsMenu()
{
    QMenu* menu = m_menu->addMenu(tr("R&ooms"));
    sendRoom = addRoom(menu, tr("&Send"), "sendRoomAction", 1, {});
    runs = addRoom(menu, tr("&Runs"), "runsAction", 2, {});
    sendRoom->setToolTip(tr("Requests and their timeline (%1)").arg(shortcutsOf(*sendRoom)));
    runs->setToolTip(tr("History of runs (%1)").arg(shortcutsOf(*runs)));
    judge = addRoom(menu, tr("&Judge"), "judgeAction", 3, QKeySequence(tr("Ctrl+J")));
    judge->setToolTip(tr("How every policy judges a response (%1)").arg(shortcutsOf(*judge)));
    compare = addRoom(menu, tr("&Compare"), "compareAction", 4, {});
    compare->setToolTip(tr("The same calls under several policies (%1)").arg(shortcutsOf(*compare)));
    bounds = addRoom(menu, tr("&Bounds"), "boundsAction", 5, QKeySequence(tr("Ctrl+B")));
    bounds->setToolTip(tr("How long a call can take (%1)").arg(shortcutsOf(*bounds)));
    record = addRoom(menu, tr("Recor&d"), "recordAction", 6, {});
    record->setToolTip(tr("Record the calls of a real client (%1)").arg(shortcutsOf(*record)));
    record->setProperty(
        "keywords", QStringLiteral("recording capture intercept infer sdk boto3 cli which client endpoint"));
    proxy = addRoom(menu, tr("Pro&xy"), "proxyAction", 7, {});
    proxy->setToolTip(tr("What a proxy does with each error (%1)").arg(shortcutsOf(*proxy)));
    proxy->setProperty("keywords", QStringLiteral("probe bench gateway load balancer nginx haproxy envoy"));
    policies = addRoom(menu, tr("&Policies"), "presetsAction", 8, {});
    policies->setToolTip(tr("All policies, and the one in use (%1)").arg(shortcutsOf(*policies)));
    menu->addSeparator();
    affected = add(menu, tr("&Am I affected by 2026?"), "affectedAction");
    affected->setToolTip(tr("What the 2026 retry rules change for each SDK"));
    affected->setProperty("keywords",
                          QStringLiteral("AWS_NEW_RETRIES_2026 retry mode environment sdk switch"));
    importPolicy = add(menu, tr("Paste a c&onfiguration…"), "importPolicyAction");
    importPolicy->setToolTip(tr("Make a policy from the retry configuration of another client or proxy"));
    importPolicy->setProperty(
        "keywords", QStringLiteral("import policy grpc service config envoy istio nginx haproxy "
                                   "urllib3 requests axios-retry resilience4j botocore aws config"));
    sendRoom->setChecked(true);
}

void WindowActions::buildHelpMenu()
{
    QMenu* menu = m_menu->addMenu(tr("&Help"));
    shortcuts = add(menu, tr("&Help"), "shortcutsAction", QKeySequence::HelpContents);
    shortcuts->setToolTip(tr("Terms and keyboard shortcuts (F1)"));
    welcome = add(menu, tr("Start &page"), "welcomeAction");
    welcome->setProperty("keywords", QStringLiteral("welcome home examples samples"));
    welcome->setToolTip(tr("Start page: examples, paste, open"));
    openMenu = add(menu, tr("Open the &menu"), "openMenuAction", QKeySequence(Qt::Key_F10));
    messages = add(menu, tr("&Messages"), "messagesAction");
    messages->setProperty("keywords", QStringLiteral("note toast error said log history"));
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

void WindowActions::setHasRecord(bool hasRecord)
{
    for (QAction* action : m_exports->actions()) {
        action->setEnabled(hasRecord);
    }
    for (QAction* action : {save, saveAs, exportRun, useRun, copyAttempts, copyExplanation, copyPicture}) {
        action->setEnabled(hasRecord);
    }
}

QString withoutMnemonic(QString text)
{
    return text.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

} // namespace retryscope::ui
