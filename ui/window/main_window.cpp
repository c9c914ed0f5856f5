// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/main_window.h"

#include "core/io/files/library.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/endpoint_panel.h"
#include "ui/explanation/changes_panel.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/library_items.h"
#include "ui/parts/message_bar.h"
#include "ui/policy/policy_panel.h"
#include "ui/request/request_bar.h"
#include "ui/request/request_panel.h"
#include "ui/theme/theme.h"
#include "ui/timeline/table/attempts_table.h"
#include "ui/timeline/table/filter_bar.h"
#include "ui/timeline/timeline_view.h"
#include "ui/window/run_plan.h"
#include "ui/window/run_summary.h"
#include "ui/window/run_view.h"
#include "ui/window/tried_change.h"
#include "ui/window/window_actions.h"
#include "ui/window/window_pages.h"

#include <QApplication>
#include <QClipboard>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QSplitter>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace retryscope::ui {

namespace {

constexpr QSize kFirstSize{1440, 900};

/// Where a panel stands: in the tabs on the left or below, and for the policy, which part of it.
struct PanelPlace
{
    const char* name;
    bool isDetail;
    int tab;
    int part = 0;
};

constexpr PanelPlace kPanels[] = {{"request", false, 0}, {"policy", false, 1},   {"rules", false, 1, 1},
                                  {"json", false, 1, 2}, {"about", false, 1, 3}, {"mapping", false, 1, 4},
                                  {"code", false, 1, 5}, {"endpoint", false, 2}, {"response", true, 0},
                                  {"wire", true, 1},     {"log", true, 2}};

void setVisibleBy(QAction* action, QWidget* widget)
{
    QObject::connect(action, &QAction::toggled, widget, &QWidget::setVisible);
}

} // namespace

MainWindow::MainWindow(const Services& services, QWidget* parent)
    : QMainWindow(parent)
    , m_services(services)
    , m_messages(new MessageBar)
    , m_bar(new RequestBar([&library = services.library] { return policyItems(library); }, services.newSeed))
    , m_setupTabs(new QTabWidget)
    , m_request(new RequestPanel)
    , m_policy(new PolicyPanel(services.retrySettings))
    , m_faults(new EndpointPanel([&library = services.library] { return scenarioItems(library); },
                                 services.endpoint))
    , m_view(new RunView(services.controller))
    , m_main(new QSplitter(Qt::Horizontal))
    , m_summary(new QLabel)
    , m_actions(new WindowActions(*this))
    , m_pages(new WindowPages(services, this))
    , m_systemFontSize(QApplication::font().pointSizeF())
{
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(Theme::applicationIcon());
    setAttribute(Qt::WA_WindowPropagation);
    setAcceptDrops(true);
    qApp->installEventFilter(this);
    layOut();
    connectSetup();
    connectActions();
    connectView();
    connectRun();
    connectTrial();
    restore();
    applyTheme();
    displayTitle();
    displayRun();
    m_view->setFocus(); // the arrow keys walk through the attempts
}

MainWindow::~MainWindow() = default;

QWidget* MainWindow::buildSetup()
{
    m_setupTabs->setObjectName(QStringLiteral("setupTabs"));
    m_setupTabs->setAccessibleName(tr("What is sent, under which policy, and what answers"));
    m_setupTabs->setDocumentMode(true);
    m_setupTabs->tabBar()->setDrawBase(false);
    m_setupTabs->addTab(m_request, tr("Request"));
    m_setupTabs->addTab(m_policy, tr("Policy"));
    m_setupTabs->addTab(m_faults, tr("Endpoint"));
    m_setupTabs->setCurrentWidget(m_faults);
    auto* card = new QFrame;
    card->setProperty("card", true);
    auto* layout = new QVBoxLayout(card);
    layout->setContentsMargins(4, 4, 1, 4);
    layout->addWidget(m_setupTabs);
    return card;
}

void MainWindow::layOut()
{
    m_setup = buildSetup();
    m_main->setObjectName(QStringLiteral("mainSplitter"));
    m_main->setChildrenCollapsible(false);
    m_main->addWidget(m_setup);
    m_main->addWidget(m_view);
    m_main->setStretchFactor(0, 1);
    m_main->setStretchFactor(1, 4);
    m_main->setHandleWidth(8);
    m_main->setSizes({320, 1100});
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(m_messages);
    auto* body = new QVBoxLayout; // a splitter would not count margins of its own
    body->setContentsMargins(8, 0, 8, 8);
    body->addWidget(m_main);
    layout->addLayout(body, 1);
    setCentralWidget(content);
    m_summary->setObjectName(QStringLiteral("runSummary"));
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setContentsMargins(8, 0, 8, 0);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // never widens the window
    statusBar()->addWidget(m_summary, 1);
    statusBar()->setSizeGripEnabled(false);
    resize(kFirstSize);
}

void MainWindow::connectSetup()
{
    connect(m_bar, &RequestBar::sendRequested, this, &MainWindow::send);
    connect(m_bar, &RequestBar::stopRequested, &m_services.controller, &io::RunController::cancel);
    connect(m_bar, &RequestBar::policyChosen, this, [this](const QString& id) {
        if (const auto chosen = choosePolicy(id); !chosen) {
            m_messages->showError(chosen.error().text());
        }
    });
    connect(m_faults, &EndpointPanel::scenarioChosen, this, [this](const QString& id) {
        if (const auto chosen = chooseScenario(id); !chosen) {
            m_messages->showError(chosen.error().text());
        }
    });
    connect(m_bar, &RequestBar::requestEdited, this, [this] { m_policy->setService(m_bar->service()); });
    connect(m_policy, &PolicyPanel::policyEdited, this, &MainWindow::displayPolicyName);
    connect(m_policy, &PolicyPanel::saveRequested, this, &MainWindow::savePolicy);
    connect(m_request, &RequestPanel::problemFound, m_messages, &MessageBar::showError);
    connect(m_request, &RequestPanel::resetTokensRequested, m_actions->resetTokens, &QAction::trigger);
    connect(m_faults, &EndpointPanel::problemFound, m_messages, &MessageBar::showError);
    connect(m_faults, &EndpointPanel::noteFound, m_messages, &MessageBar::showNote);
    connect(m_faults, &EndpointPanel::openRequested, this, &MainWindow::askForFile);
    connect(m_faults, &EndpointPanel::saveRequested, this, &MainWindow::saveScenario);
}

void MainWindow::connectActions()
{
    connect(m_actions->open, &QAction::triggered, this, &MainWindow::askForFile);
    connect(m_actions, &WindowActions::recentFileChosen, this, &MainWindow::openInBackground);
    connect(m_actions->save, &QAction::triggered, this, &MainWindow::save);
    connect(m_actions->saveAs, &QAction::triggered, this, &MainWindow::saveAs);
    connect(m_actions->exportPicture, &QAction::triggered, this, &MainWindow::askForExport);
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->copyAttempts, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_view->attemptsText()); });
    connect(m_actions->copyExplanation, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(m_view->explanation().text()); });
    connect(m_actions->editUrl, &QAction::triggered, m_bar, &RequestBar::focusUrl);
    connect(m_actions->send, &QAction::triggered, this, &MainWindow::send);
    connect(m_actions->stop, &QAction::triggered, &m_services.controller, &io::RunController::cancel);
    connect(m_actions->newSeed, &QAction::triggered, this, [this] { m_bar->setSeed(m_services.newSeed()); });
    connect(m_actions->resetTokens, &QAction::triggered, this, [this] {
        m_services.controller.resetClientState();
        m_messages->showNote(tr("The next run starts with a full bucket of retry tokens."));
    });
    connect(m_actions->judge, &QAction::triggered, m_pages, &WindowPages::showJudge);
    connect(m_actions->compare, &QAction::triggered, m_pages, &WindowPages::showCompare);
    connect(m_actions->bounds, &QAction::triggered, m_pages, &WindowPages::showBounds);
    m_pages->setPlanSource([this] { return planOnScenario(); });
    connect(m_actions->presets, &QAction::triggered, m_pages, &WindowPages::showPresets);
    connect(m_pages, &WindowPages::policyChosen, m_bar, &RequestBar::policyChosen);
    connect(m_actions->shortcuts, &QAction::triggered, this, &MainWindow::explainKeys);
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::explainProgram);
}

void MainWindow::connectView()
{
    m_actions->addToView(m_view->table().columnsMenu());
    TimelineView& timeline = m_view->timeline();
    connect(m_actions->filterAttempts, &QAction::triggered, &m_view->filterBar(), &FilterBar::open);
    connect(m_actions->zoomIn, &QAction::triggered, &timeline, &TimelineView::zoomIn);
    connect(m_actions->zoomOut, &QAction::triggered, &timeline, &TimelineView::zoomOut);
    connect(m_actions->zoomToFit, &QAction::triggered, &timeline, &TimelineView::zoomToFit);
    connect(m_actions->copyPicture, &QAction::triggered, &timeline, &TimelineView::copyPicture);
    connect(&timeline, &TimelineView::copied, this,
            [this] { m_messages->showNote(tr("The timeline is in the clipboard as a picture.")); });
    connect(&timeline, &TimelineView::exportFailed, m_messages, &MessageBar::showError);
    connect(&timeline, &TimelineView::exported, this,
            [this](const QString& file) { m_messages->showNote(tr("Wrote %1").arg(file)); });
    connect(m_actions->largerText, &QAction::triggered, this, [this] { zoomText(1); });
    connect(m_actions->smallerText, &QAction::triggered, this, [this] { zoomText(-1); });
    connect(m_actions, &WindowActions::themeChosen, this, &MainWindow::setTheme);
    setVisibleBy(m_actions->showSetup, m_setup);
    setVisibleBy(m_actions->showWhy, &m_view->explanation());
    setVisibleBy(m_actions->showDetails, &m_view->detailsCard());
}

void MainWindow::connectRun()
{
    io::RunController& controller = m_services.controller;
    connect(&controller, &io::RunController::started, this, &MainWindow::displayRun);
    connect(m_view, &RunView::refreshed, this, &MainWindow::displayRun);
    connect(&controller, &io::RunController::replaced, this, &MainWindow::displayRun);
    connect(&controller, &io::RunController::finished, this, &MainWindow::onFinished);
    connect(&controller, &io::RunController::finished, m_pages, &WindowPages::refresh);
    connect(&controller, &io::RunController::replaced, m_pages, &WindowPages::refresh);
}

void MainWindow::connectTrial()
{
    ChangesPanel& changesPanel = m_view->explanation().changesPanel();
    changesPanel.setPresets([&library = m_services.library] { return builtInPolicies(library); });
    connect(m_view, &RunView::judgeRequested, m_pages, &WindowPages::judgeAttempt);
    const auto* tried = new TriedChange(
        m_services.controller.record(), changesPanel, *m_policy, *m_faults,
        [this](const QString& id) { return choosePolicy(id); }, this);
    connect(m_view, &RunView::mapRequested, this, &MainWindow::offerMapping);
    const auto showRecord = [this] {
        m_policy->setRecord(&m_services.controller.record());
    };
    connect(&m_services.controller, &io::RunController::replaced, this, showRecord);
    connect(&m_services.controller, &io::RunController::finished, this, showRecord);
    showRecord();
    connect(tried, &TriedChange::noteFound, m_messages, &MessageBar::showNote);
    connect(tried, &TriedChange::responsePlayed, this, [this] {
        m_bar->setUrl({});
        (void)showPanel(QStringLiteral("endpoint"));
    });
}

void MainWindow::offerMapping(Place place)
{
    const RunRecord& record = m_services.controller.record();
    const AttemptFacts& facts = record.at(place).facts;
    const ErrorName name = nameOf(record.header().policy->reading, facts);
    (void)showPanel(QStringLiteral("mapping"));
    m_policy->offerMapping(name.state == NameState::Present ? name.name : std::string(),
                           facts.response ? facts.response->status : 0);
}

void MainWindow::send()
{
    m_bar->renewSeed();
    const io::Result<RunPlan> plan = planOf(*m_bar, *m_request, *m_policy, *m_faults);
    if (!plan) {
        m_messages->showError(plan.error().text());
        Q_EMIT sendFailed(plan.error());
        return;
    }
    m_messages->hide();
    if (!m_bar->usesEndpoint()) {
        m_services.settings.rememberUrl(m_bar->url());
        m_bar->setUrlHistory(m_services.settings.urlHistory);
    }
    m_recordFile.clear();
    displayTitle();
    m_services.controller.setKeepClientState(m_request->runOptions().keepsTokens);
    const io::Result<io::Done> started =
        m_services.controller.start(plan.value().header, plan.value().scenario);
    if (!started) {
        m_messages->showError(started.error().text());
        Q_EMIT sendFailed(started.error());
    }
}

/// What would be sent, on the scenario even where a foreign endpoint is set.
io::Result<RunPlan> MainWindow::planOnScenario() const
{
    io::Result<RunPlan> plan = planOf(*m_bar, *m_request, *m_policy, *m_faults);
    if (!plan || plan.value().scenario) {
        return plan;
    }
    RunPlan played = std::move(plan).value();
    played.scenario = m_faults->scenario();
    return played;
}

void MainWindow::displayRun()
{
    const bool isRunning = m_services.controller.isRunning();
    m_bar->setRunning(isRunning);
    m_actions->setRunning(isRunning);
    m_actions->setHasRecord(!m_services.controller.record().isEmpty());
    const QString summary = runSummaryOf(m_services.controller.record());
    m_summary->setText(summary.isEmpty() ? tr("Ready · Ctrl+Enter sends") : summary);
    m_summary->setToolTip(plainToolTip(summary));
}

void MainWindow::onFinished()
{
    displayRun();
    const RunRecord& record = m_services.controller.record();
    m_faults->displayServed(record.header().scenarioId.empty() ? 0 : requestsOnWireOf(record));
}

io::Result<io::Done> MainWindow::chooseScenario(const QString& idOrFile)
{
    io::Result<Scenario> scenario = m_services.library.scenario(idOrFile);
    if (!scenario) {
        return scenario.error();
    }
    useScenario(scenario.value());
    m_services.settings.scenario = idOrFile;
    return io::Done{};
}

/// A scenario brings the request that fits it; a URL of the user's own stays.
void MainWindow::useScenario(const Scenario& scenario)
{
    const RequestSpec request =
        scenario.request ? *scenario.request : defaultRequestFor(scenario.service, scenario.operation);
    m_faults->setScenario(scenario);
    m_bar->setScenarioName(toQString(scenario.id));
    m_bar->setOperation(toQString(scenario.service), toQString(scenario.operation));
    m_bar->setMethod(toQString(request.method));
    m_request->setContent(request);
    m_request->setPath(toQString(request.url));
    m_policy->setService(toQString(scenario.service));
}

io::Result<io::Done> MainWindow::choosePolicy(const QString& idOrFile)
{
    io::Result<Policy> policy = m_services.library.policy(idOrFile);
    if (!policy) {
        return policy.error();
    }
    usePolicy(policy.value());
    m_services.settings.policy = idOrFile;
    return io::Done{};
}

void MainWindow::usePolicy(const Policy& policy)
{
    m_policy->setPolicy(policy);
    displayPolicyName();
    m_pages->refresh();
}

void MainWindow::displayPolicyName()
{
    const Policy& preset = m_policy->preset();
    const QString title = toQString(preset.title.empty() ? preset.id : preset.title);
    m_bar->displayPolicy(toQString(preset.id), m_policy->isEdited() ? tr("%1 · edited").arg(title) : title);
}

void MainWindow::setUrl(const QString& url)
{
    m_bar->setUrl(url);
}

void MainWindow::setSeed(std::uint64_t seed)
{
    m_bar->setSeed(seed);
    m_bar->setKeepsSeed(true);
}

void MainWindow::setVirtual(bool isVirtual)
{
    m_bar->setVirtual(isVirtual);
}

void MainWindow::setCalls(int calls, int clients)
{
    RunOptions options = m_request->runOptions();
    options.calls = calls;
    options.clients = clients;
    m_request->setRunOptions(options);
}

QStringList MainWindow::panelNames()
{
    QStringList names;
    for (const PanelPlace& place : kPanels) {
        names += QString::fromLatin1(place.name);
    }
    return names;
}

bool MainWindow::showPanel(const QString& name)
{
    const auto* place =
        std::find_if(std::begin(kPanels), std::end(kPanels),
                     [&name](const PanelPlace& candidate) { return name == QLatin1String(candidate.name); });
    if (place == std::end(kPanels)) {
        return false;
    }
    if (place->isDetail) {
        m_actions->showDetails->setChecked(true);
        m_view->details().setCurrentIndex(place->tab);
    } else {
        m_actions->showSetup->setChecked(true);
        m_setupTabs->setCurrentIndex(place->tab);
        m_policy->showPart(place->part);
    }
    return true;
}

QStringList MainWindow::pageNames()
{
    return WindowPages::names();
}

QWidget* MainWindow::showPage(const QString& name)
{
    return m_pages->show(name);
}

void MainWindow::settle()
{
    m_view->explanation().changesPanel().computeNow();
}

QString MainWindow::message() const
{
    return m_messages->isHidden() ? QString() : m_messages->text();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QList<QUrl> urls = event->mimeData()->urls();
    if (urls.size() == 1 && urls.front().isLocalFile()) {
        event->acceptProposedAction();
    }
}

void MainWindow::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    openInBackground(event->mimeData()->urls().front().toLocalFile());
}

} // namespace retryscope::ui
