// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the main window that is remembered from one start to the next, and its look.

#include "core/io/files/library.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/request/request_bar.h"
#include "ui/request/request_panel.h"
#include "ui/theme/theme.h"
#include "ui/timeline/strips/strips.h"
#include "ui/timeline/table/attempts_table.h"
#include "ui/window/main_window.h"
#include "ui/window/run_view.h"
#include "ui/window/window_actions.h"

#include <QApplication>
#include <QCloseEvent>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QSplitter>

#include <algorithm>

namespace retryscope::ui {

namespace {

/// What the forms need side by side with their labels, and what the changes need beside their buttons.
constexpr int kSetupWidth = 270;
constexpr int kSetupCharacters = 38;
constexpr int kWhyWidth = 200;
constexpr int kWhyCharacters = 30;
constexpr qreal kSmallestText = 6.0;

/// High contrast stays light where the system is light.
const Theme& themeFor(ThemeChoice choice, const QPalette& system)
{
    switch (choice) {
    case ThemeChoice::Light:
        return Theme::light();
    case ThemeChoice::Dark:
        return Theme::dark();
    case ThemeChoice::HighContrast:
        return Theme::highContrast(Theme::forPalette(system).isDark);
    case ThemeChoice::System:
        break;
    }
    return Theme::forPalette(system);
}

} // namespace

void MainWindow::restore()
{
    const Settings& settings = m_services.settings;
    if (!settings.geometry.isEmpty()) {
        restoreGeometry(settings.geometry);
    }
    for (QSplitter* splitter : findChildren<QSplitter*>()) {
        splitter->restoreState(settings.splitters.value(splitter->objectName()));
    }
    for (const auto& [action, isShown] : {std::pair(m_actions->showSetup, settings.showsSetup),
                                          std::pair(m_actions->showWhy, settings.showsWhy),
                                          std::pair(m_actions->showDetails, settings.showsDetails)}) {
        action->setChecked(!isShown);
        action->setChecked(isShown);
    }
    m_view->strips().choose(settings.strips);
    m_view->table().chooseColumns(settings.columns);
    m_actions->setTheme(settings.theme);
    m_actions->setRecentFiles(settings.recentFiles);
    m_request->setSpec(settings.request);
    if (!chooseScenario(settings.scenario) && !m_services.library.scenarioEntries().empty()) {
        (void)chooseScenario(m_services.library.scenarioEntries().front().id);
    }
    if (!choosePolicy(settings.policy) && !m_services.library.policyEntries().empty()) {
        (void)choosePolicy(m_services.library.policyEntries().front().id);
    }
    if (!settings.usesEndpoint) {
        m_request->setContent(settings.request);
        m_bar->setMethod(toQString(settings.request.method));
        m_bar->setOperation(toQString(settings.request.service), toQString(settings.request.operation));
    }
    m_bar->setUrl(settings.usesEndpoint ? QString() : toQString(settings.request.url));
    m_bar->setUrlHistory(settings.urlHistory);
    m_bar->setSeed(settings.seed);
    m_bar->setKeepsSeed(settings.keepsSeed);
    m_bar->setVirtual(settings.isVirtual);
    applyZoom();
}

void MainWindow::remember()
{
    Settings& settings = m_services.settings;
    settings.geometry = saveGeometry();
    for (const QSplitter* splitter : findChildren<QSplitter*>()) {
        settings.splitters.insert(splitter->objectName(), splitter->saveState());
    }
    settings.showsSetup = m_actions->showSetup->isChecked();
    settings.showsWhy = m_actions->showWhy->isChecked();
    settings.showsDetails = m_actions->showDetails->isChecked();
    settings.strips = m_view->strips().chosen();
    settings.columns = m_view->table().chosenColumns();
    settings.usesEndpoint = m_bar->usesEndpoint();
    settings.isVirtual = m_bar->isVirtual();
    settings.keepsSeed = m_bar->keepsSeed();
    settings.seed = m_bar->seed();
    m_request->applyTo(settings.request);
    settings.request.method = fromQString(m_bar->method());
    settings.request.url = fromQString(m_bar->url());
    settings.request.service = fromQString(m_bar->service());
    settings.request.operation = fromQString(m_bar->operation());
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    remember();
    m_services.controller.cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::setTheme(ThemeChoice theme)
{
    m_services.settings.theme = theme;
    m_actions->setTheme(theme);
    applyTheme();
}

void MainWindow::applyTheme()
{
    const QScopedValueRollback<bool> applying(m_isApplyingTheme, true);
    // Else a window with a style sheet would keep its palette and font from its children.
    QCoreApplication::setAttribute(Qt::AA_UseStyleSheetPropagationInWidgetStyles);
    const ThemeChoice choice = m_services.settings.theme;
    const Theme& theme = themeFor(choice, QGuiApplication::palette());
    setPalette(theme.palette());
    setStyleSheet(theme.styleSheet());
}

/// Only the application itself is told that the system's palette changed.
bool MainWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ApplicationPaletteChange && watched == qApp && !m_isApplyingTheme) {
        applyTheme();
    }
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::zoomText(int points)
{
    int& zoom = m_services.settings.zoom;
    zoom = std::clamp(zoom + points, -Settings::kLargestZoom, Settings::kLargestZoom);
    applyZoom();
}

void MainWindow::applyZoom()
{
    QFont font = this->font();
    const qreal size = std::max(kSmallestText, m_systemFontSize + m_services.settings.zoom);
    if (!qFuzzyCompare(font.pointSizeF(), size)) {
        font.setPointSizeF(size);
        setFont(font);
        for (QPlainTextEdit* text : findChildren<QPlainTextEdit*>()) {
            text->setFont(Theme::fixedFont(font)); // a font of their own does not follow the window's
        }
    }
    const int character = QFontMetrics(font).averageCharWidth();
    m_setup->setMinimumWidth(std::max(kSetupWidth, kSetupCharacters * character));
    m_view->explanation().setMinimumWidth(std::max(kWhyWidth, kWhyCharacters * character));
}

} // namespace retryscope::ui
