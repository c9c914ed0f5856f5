// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/send_room.h"

#include "core/io/documents/default_request.h"
#include "core/io/files/library.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/endpoint_panel.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/panes.h"
#include "ui/parts/settings.h"
#include "ui/parts/stack.h"
#include "ui/parts/text_space.h"
#include "ui/parts/tr.h"
#include "ui/policy/policy_panel.h"
#include "ui/request/authorization_editor.h"
#include "ui/request/expectation_list.h"
#include "ui/request/judged_as.h"
#include "ui/request/limits_panel.h"
#include "ui/request/request_panel.h"
#include "ui/send/outcome_strip.h"
#include "ui/send/pasted_text.h"
#include "ui/send/run_plan.h"
#include "ui/send/run_summary.h"
#include "ui/send/run_view.h"
#include "ui/send/setup_drawer.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QFileInfo>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kUsualRedirects = 10;
constexpr int kSetupCharacters = 44; ///< what the forms need side by side with their labels

/// With its port.
QString hostOf(const QString& url)
{
    const QUrl parsed(url);
    return parsed.port() < 0 ? parsed.host() : QStringLiteral("%1:%2").arg(parsed.host()).arg(parsed.port());
}

const QString kImportChoice = QStringLiteral("paste a configuration");

/// The policies, and the way to one that is none of them.
std::vector<ChooserItem> choiceOf(const io::Library& library, const Settings& habits)
{
    std::vector<ChooserItem> items = policyItems(library, &habits);
    items.push_back({.group = tr("Other"),
                     .title = tr("Paste a configuration…"),
                     .id = kImportChoice,
                     .summary = tr("gRPC, Envoy, Istio, nginx, HAProxy, urllib3, axios-retry, resilience4j"),
                     .keywords = tr("import"),
                     .fullTitle = {}});
    return items;
}

} // namespace

SendRoom::SendRoom(const Services& services, PolicyPanel& policy, QWidget* parent)
    : QWidget(parent)
    , m_services(services)
    , m_policy(policy)
    , m_bar(new RequestBar(
          [&library = services.library, &habits = services.settings] { return choiceOf(library, habits); },
          [&library = services.library] { return scenarioItems(library); }, services.newSeed))
    , m_content(new Stack)
    , m_welcome(new Welcome)
    , m_main(makeSplitter(Qt::Horizontal, QStringLiteral("mainSplitter"), nullptr))
    , m_setup(new QFrame)
    , m_drawer(new SetupDrawer(*m_setup, *m_main, *this))
    , m_setupTabs(new QTabWidget)
    , m_script(new EndpointPanel(services.endpoint))
    , m_request(new RequestPanel)
    , m_expectations(new ExpectationList)
    , m_judged(new JudgedAs)
    , m_outcome(new OutcomeStrip)
    , m_view(new RunView(services.controller, m_outcome))
    , m_staleTimer(new QTimer(this))
{
    setObjectName(QStringLiteral("sendRoom"));
    buildSetup();
    layOut();
    connectSetup();
    connectRun();
    displayTarget();
    displayRun();
}

SendRoom::~SendRoom() = default;

void SendRoom::buildSetup()
{
    nameInput(m_setupTabs, QStringLiteral("setupTabs"), tr("Request and endpoint"));
    m_setupTabs->setDocumentMode(true);
    m_setupTabs->tabBar()->setDrawBase(false);
    m_setupTabs->addTab(m_script, tr("Script"));
    m_setupTabs->addTab(m_request, tr("Request"));
    m_setupTabs->addTab(&m_request->authorization(), tr("Auth"));
    m_setupTabs->addTab(&m_request->limits(), tr("Limits"));
    m_setupTabs->addTab(m_expectations, tr("Expect"));
    m_setupTabs->setTabToolTip(ExpectationTab, tr("What a run has to fulfil"));
    m_setupTabs->setTabToolTip(AuthorizationTab, tr("Authorization"));
    m_setupTabs->setTabToolTip(LimitsTab, tr("Time limits; for the endpoint under test, also proxy and TLS"));
    m_setupTabs->setUsesScrollButtons(false);
    m_setupTabs->tabBar()->setProperty("crowded", true);
    m_setup->setProperty("surface", QStringLiteral("side"));
    setLeastCharacters(m_setup, kSetupCharacters);
    auto* layout = new QVBoxLayout(m_setup);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_setupTabs, 1);
    layout->addWidget(m_judged);
}

void SendRoom::layOut()
{
    m_main->addWidget(m_setup);
    m_main->addWidget(new Panes(m_view, {tr("Run"), tr("Why")}));
    m_main->setStretchFactor(0, 0);
    m_main->setStretchFactor(1, 1);
    m_main->setSizes({280, 1100});
    auto* page = new QWidget;
    auto* row = rowIn(page, 0);
    row->addWidget(m_drawer);
    row->addWidget(m_main, 1);
    m_content->addWidget(m_welcome);
    m_content->addWidget(page);
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_bar);
    layout->addWidget(m_content, 1);
}

void SendRoom::fitSetup()
{
    const QWidget& why = m_view->explanation();
    m_drawer->fit(width(), why.isHidden() ? 0 : why.minimumWidth());
}

void SendRoom::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitSetup();
}

void SendRoom::connectSetup()
{
    connect(m_bar, &RequestBar::sendRequested, this, &SendRoom::send);
    connect(m_bar, &RequestBar::stopRequested, &m_services.controller, &io::RunController::cancel);
    connect(m_bar, &RequestBar::policyChosen, this, [this](const QString& id) {
        if (id == kImportChoice) {
            Q_EMIT importRequested();
            return;
        }
        if (id == m_policyKey && m_policy.isEdited()) {
            Q_EMIT noteFound(tr("%1 is in use already, with your edits.")
                                 .arg(shortened(toQString(shortNameOf(m_policy.preset())))));
            return;
        }
        const QString edited = m_policy.isEdited() ? toQString(shortNameOf(m_policy.preset())) : QString();
        if (const auto chosen = choosePolicy(id); !chosen) {
            Q_EMIT problemFound(chosen.error().text());
        } else {
            if (!edited.isEmpty()) {
                Q_EMIT noteFound(tr("Your edits of %1 were not saved. Undo with Ctrl+Z to get them back.")
                                     .arg(shortened(edited)));
            }
            m_services.settings.rememberPolicy(id);
            m_bar->forgetPolicies(); // what was used lately stands at its top
        }
    });
    connect(m_bar, &RequestBar::scenarioChosen, this, [this](const QString& id) {
        if (const auto chosen = chooseScenario(id); !chosen) {
            Q_EMIT problemFound(chosen.error().text());
        }
    });
    connect(m_bar, &RequestBar::targetChosen, this, &SendRoom::onTargetChosen);
    connect(m_bar, &RequestBar::edited, this, &SendRoom::onEdited);
    connect(m_bar, &RequestBar::pasted, this, &SendRoom::take);
    connect(m_bar, &RequestBar::addressActionTriggered, this, [this] {
        if (m_addressAction) {
            m_addressAction();
        }
    });
    connect(m_bar, &RequestBar::addressLeft, this, [this] {
        if (readAddressLine(false)) {
            sayAssumed();
        }
    });
    connect(&m_bar->run(), &RunPopover::refillRequested, this, [this] {
        m_services.controller.resetClientState();
        m_bar->run().displayTokens({});
        Q_EMIT noteFound(tr("The next run starts with a full retry quota."));
    });
    connect(m_request, &RequestPanel::addressEdited, this, [this](const QString& address) {
        m_bar->target() == Target::UnderTest ? m_bar->setUrl(address) : m_bar->setPath(address);
    });
    connect(m_request, &RequestPanel::edited, this, &SendRoom::onEdited);
    connect(m_expectations, &ExpectationList::edited, this, [this] {
        onEdited();
        displayOutcome();
    });
    connect(m_request, &RequestPanel::sendRequested, this, &SendRoom::send);
    connect(m_request, &RequestPanel::scenarioRequestWanted, this, &SendRoom::useScenarioRequest);
    connect(m_request, &RequestPanel::curlWanted, this, &SendRoom::copyAsCurl);
    connect(m_request, &RequestPanel::problemFound, this, &SendRoom::problemFound);
    connect(m_judged, &JudgedAs::edited, this, [this] {
        m_judgedIsOwn = true;
        m_policy.setService(m_judged->service());
        onEdited();
    });
    connect(m_judged, &JudgedAs::guessWanted, this, [this] {
        m_judgedIsOwn = false;
        onEdited();
    });
    connect(m_script, &EndpointPanel::edited, this, [this] {
        displayScenario();
        onEdited();
    });
    connect(m_script, &EndpointPanel::problemFound, this, &SendRoom::problemFound);
    connect(m_script, &EndpointPanel::noteFound, this, &SendRoom::noteFound);
    connect(m_script, &EndpointPanel::openRequested, this, &SendRoom::openRequested);
    connect(m_script, &EndpointPanel::saveRequested, this, &SendRoom::saveScenarioRequested);
    connect(&m_policy, &PolicyPanel::policyEdited, this, [this] {
        displayPolicy();
        onEdited();
    });
    connect(m_outcome, &OutcomeStrip::useRequested, this, &SendRoom::useRun);
    connect(m_outcome, &OutcomeStrip::attemptRequested, m_view, &RunView::showAttempt);
    connect(m_outcome, &OutcomeStrip::exportRequested, this, &SendRoom::exportRequested);
    connect(m_outcome, &OutcomeStrip::importNotesRequested, this, &SendRoom::importNotesRequested);
    connect(m_welcome, &Welcome::sampleRequested, this, &SendRoom::startSample);
    connect(m_welcome, &Welcome::openRequested, this, &SendRoom::openRequested);
    connect(m_welcome, &Welcome::pasteRequested, this, &SendRoom::pasteRequested);
    connect(m_welcome, &Welcome::setupRequested, this, &SendRoom::leaveWelcome);
    connect(m_welcome, &Welcome::roomRequested, this, &SendRoom::roomRequested);
}

void SendRoom::connectRun()
{
    io::RunController& controller = m_services.controller;
    m_staleTimer->setSingleShot(true);
    m_staleTimer->setInterval(0);
    connect(m_staleTimer, &QTimer::timeout, this, &SendRoom::displayStaleness);
    connect(&controller, &io::RunController::started, this, &SendRoom::displayRun);
    connect(&controller, &io::RunController::replaced, this, &SendRoom::onReplaced);
    connect(&controller, &io::RunController::finished, this, [this] {
        m_mayStop = false;
        if (m_afterStop) {
            QMetaObject::invokeMethod(this, std::exchange(m_afterStop, {}), Qt::QueuedConnection);
        }
        displayRun();
        const RunRecord& record = m_services.controller.record();
        m_script->displayServed(record.header().scenarioId.empty() ? 0 : requestsOnWireOf(record));
    });
    connect(m_view, &RunView::refreshed, this, &SendRoom::displayRun);
    connect(m_view, &RunView::noteFound, this, &SendRoom::noteFound);
    connect(m_view, &RunView::followRequested, this, [this] {
        setFollowsRedirects(true);
        Q_EMIT offerFound(tr("The next run follows up to %1 redirects in an attempt.").arg(kUsualRedirects),
                          tr("Send again"), [this] { send(); });
    });
    connect(m_view, &RunView::locationRequested, this, &SendRoom::openLocation);
    connect(m_view, &RunView::remedyRequested, this, &SendRoom::applyRemedy);
}

// The draft.

RequestSpec SendRoom::specOfForms(Target target) const
{
    RequestSpec spec;
    m_request->applyTo(spec);
    spec.method = fromQString(m_bar->method());
    spec.url = fromQString(target == Target::UnderTest ? m_bar->url() : m_bar->path());
    spec.service = fromQString(m_judged->service());
    spec.operation = fromQString(m_judged->operation());
    spec.protocol = fromQString(m_judged->protocol());
    return spec;
}

Draft SendRoom::draft() const
{
    Draft draft;
    draft.target = m_bar->target();
    draft.underTest = draft.target == Target::UnderTest ? specOfForms(m_bar->target()) : m_idle;
    draft.builtIn = draft.target == Target::BuiltIn ? specOfForms(m_bar->target()) : m_idle;
    draft.builtInIsOwn = m_builtInIsOwn;
    draft.scenario = m_script->scenario();
    draft.scenarioKey = m_scenarioKey;
    draft.scenarioIsEdited = m_script->isEdited();
    draft.preset = m_policy.preset();
    draft.policy = m_policy.edited();
    draft.policyKey = m_policyKey;
    draft.brokenPolicy = m_policy.brokenText();
    draft.run = m_bar->run().settings();
    draft.expectations = m_expectations->lines();
    return draft;
}

void SendRoom::setDraft(const Draft& draft)
{
    const QScopedValueRollback<bool> displaying(m_isDisplaying, true);
    const Draft before = this->draft();
    m_builtInIsOwn = draft.builtInIsOwn;
    m_scenarioKey = draft.scenarioKey;
    m_policyKey = draft.policyKey;
    m_idle = draft.target == Target::UnderTest ? draft.builtIn : draft.underTest;
    m_bar->setTarget(draft.target);
    displaySpec(draft.request());
    if (before.scenario != draft.scenario || before.scenarioIsEdited != draft.scenarioIsEdited) {
        draft.scenarioIsEdited ? m_script->editScenario(draft.scenario)
                               : m_script->setScenario(draft.scenario);
    }
    if (before.preset != draft.preset) {
        m_policy.setPolicy(draft.preset);
    }
    if (m_policy.edited() != draft.policy || m_policy.brokenText() != draft.brokenPolicy) {
        m_policy.edit(draft.policy);
        m_policy.setBrokenText(draft.brokenPolicy);
    }
    m_bar->run().setSettings(draft.run);
    m_expectations->setLines(draft.expectations);
    m_bar->displayRun();
    displayTarget();
    displayPolicy();
    displayScenario();
    noteVerification();
    m_staleTimer->start();
}

/// Only what differs is written, so that a cursor in a field that stays keeps its place.
void SendRoom::displaySpec(const RequestSpec& spec)
{
    const QScopedValueRollback<bool> displaying(m_isDisplaying, true);
    m_bar->setMethod(toQString(spec.method));
    m_bar->target() == Target::UnderTest ? m_bar->setUrl(toQString(spec.url))
                                         : m_bar->setPath(toQString(spec.url));
    m_judged->set(toQString(spec.service), toQString(spec.operation), toQString(spec.protocol));
    m_policy.setService(toQString(spec.service));
    m_judgedIsOwn = m_bar->target() == Target::UnderTest && !isJudgedAsGuessed(spec);
    RequestSpec shown = spec;
    m_request->applyTo(shown);
    const bool asksForNothing = m_authNotKept.kind == io::AuthKind::None;
    if (shown != spec || (asksForNothing && m_request->authorization().isNotKept())) {
        m_request->setSpec(spec);
    }
    m_hasBody = !spec.body.empty();
    displayAuthorizationNotKept(spec);
    displayLine(spec);
}

/// What follows from the request, in the places that do not edit it.
void SendRoom::displayLine(const RequestSpec& spec)
{
    const bool isUnderTest = m_bar->target() == Target::UnderTest;
    m_bar->setUnverified(isUnderTest && !m_request->verifiesPeer());
    if (isUnderTest && problemOfUrl(m_bar->url()).isEmpty()) {
        m_lastAddress = m_bar->url();
    }
    // A command or a response that is not read yet has no parameters.
    const bool isAddress = !isUnderTest || !m_bar->url().contains(QLatin1Char(' '));
    m_request->setLine(m_bar->method(), !isAddress ? QString() : isUnderTest ? m_bar->url() : m_bar->path());
    m_request->offerScenarioRequest(!isUnderTest && m_builtInIsOwn);
    const int fields = m_request->fieldCount();
    m_setupTabs->setTabText(RequestTab, fields > 0 ? tr("Request (%1)").arg(fields) : tr("Request"));
    const bool isGuessed = isUnderTest && !m_judgedIsOwn && !m_bar->url().isEmpty();
    m_judged->displayOrigin(isGuessed ? originOfGuess(spec) : QString());
    m_judged->offerGuess(isUnderTest && m_judgedIsOwn);
}

/// As long as the user has chosen nothing else.
void SendRoom::guessJudgedAs(RequestSpec& spec)
{
    if (m_bar->target() != Target::UnderTest || m_judgedIsOwn) {
        return;
    }
    spec = judgedAsGuessed(std::move(spec));
    m_judged->set(toQString(spec.service), toQString(spec.operation), toQString(spec.protocol));
    m_policy.setService(toQString(spec.service));
}

void SendRoom::displayEdit()
{
    displayVerification();
    RequestSpec spec = specOfForms(m_bar->target());
    if (const bool hadBody = std::exchange(m_hasBody, !spec.body.empty());
        m_hasBody && !hadBody && spec.method == "GET") {
        spec.method = "POST"; // as curl does, and the command line; GET can be chosen again
        m_bar->setMethod(QStringLiteral("POST"));
        Q_EMIT noteFound(tr("Changed the method to POST because the request has a body."));
    }
    if (m_bar->target() == Target::BuiltIn) {
        m_builtInIsOwn = m_builtInIsOwn || spec != scenarioRequest();
    }
    guessJudgedAs(spec);
    displayLine(spec);
    m_staleTimer->start();
}

void SendRoom::onEdited()
{
    if (m_isDisplaying) {
        return;
    }
    if (m_bar->target() == Target::UnderTest && !m_request->authorization().isNotKept()) {
        m_authNotKept = {}; // typed again, or another way was chosen
    }
    displayEdit();
    noteEdit();
}

void SendRoom::noteVerification()
{
    if (m_bar->target() != Target::UnderTest) {
        return;
    }
    m_verifiedHost = hostOf(m_bar->url());
    if (m_request->verifiesPeer()) {
        m_unverified.remove(m_verifiedHost);
    } else {
        m_unverified.insert(m_verifiedHost);
    }
}

void SendRoom::displayVerification()
{
    const QString host = hostOf(m_bar->url());
    if (m_bar->target() == Target::UnderTest && host != m_verifiedHost) {
        const QScopedValueRollback<bool> displaying(m_isDisplaying, true);
        m_request->limits().setVerifiesPeer(!m_unverified.contains(host));
    }
    noteVerification();
}

/// Letters that are typed into one field without a pause are one step.
void SendRoom::noteEdit()
{
    constexpr qint64 kPause = 1000; // milliseconds
    QWidget* widget = QApplication::focusWidget();
    const bool isTyping = qobject_cast<QLineEdit*>(widget) != nullptr ||
                          qobject_cast<QPlainTextEdit*>(widget) != nullptr ||
                          qobject_cast<QAbstractSpinBox*>(widget) != nullptr;
    const bool continues =
        isTyping && widget == m_editedWidget && m_sinceEdit.isValid() && m_sinceEdit.elapsed() < kPause;
    m_editedWidget = widget;
    m_sinceEdit.start();
    m_history.note(draft(), continues);
    Q_EMIT draftEdited();
}

void SendRoom::forgetHistory()
{
    m_history.start(draft());
}

void SendRoom::undo()
{
    goTo(m_history.undo());
}

void SendRoom::redo()
{
    goTo(m_history.redo());
}

/// A file of the user's own that was deleted since is there again, so that the draft is not one of nothing.
void SendRoom::restorePolicyOf(const Draft& draft)
{
    const bool isOwn = draft.policyKey.contains(QLatin1Char('/'));
    if (!isOwn || draft.preset.id.empty() || QFileInfo::exists(draft.policyKey)) {
        return;
    }
    if (const io::Result<QString> saved = m_services.library.savePolicy(draft.preset); !saved) {
        Q_EMIT problemFound(saved.error().text());
    } else {
        Q_EMIT policyRestored(toQString(shortNameOf(draft.preset)));
    }
}

void SendRoom::goTo(const std::optional<Draft>& step)
{
    if (step) {
        restorePolicyOf(*step);
        setDraft(*step);
        m_editedWidget = nullptr;
        Q_EMIT policyChanged();
        Q_EMIT draftEdited();
    }
}

bool SendRoom::edits(const QWidget* widget) const
{
    return m_bar->isAncestorOf(widget) || m_setup->isAncestorOf(widget) || m_policy.isAncestorOf(widget) ||
           m_bar->run().isAncestorOf(widget);
}

void SendRoom::onTargetChosen(Target target)
{
    // The bar has changed already; the forms still hold the other target's request.
    const QScopedValueRollback<bool> displaying(m_isDisplaying, true);
    const Target other = target == Target::UnderTest ? Target::BuiltIn : Target::UnderTest;
    displaySpec(std::exchange(m_idle, specOfForms(other)));
    displayTarget();
    m_staleTimer->start();
    noteEdit();
}

void SendRoom::setFollowsRedirects(bool follows)
{
    m_request->limits().setFollow(follows ? kUsualRedirects : 0);
}

bool SendRoom::followsRedirects() const
{
    return m_request->limits().follow() > 0;
}

void SendRoom::setTarget(Target target)
{
    if (target != m_bar->target()) {
        m_bar->setTarget(target);
        onTargetChosen(target);
    }
}

void SendRoom::displayTarget()
{
    const bool isBuiltIn = m_bar->target() == Target::BuiltIn;
    m_setupTabs->setTabVisible(ScriptTab, isBuiltIn);
    m_request->setHasNetwork(!isBuiltIn);
}

void SendRoom::setUrl(const QString& url)
{
    setTarget(url.isEmpty() ? Target::BuiltIn : Target::UnderTest);
    if (!url.isEmpty()) {
        m_bar->setUrl(url);
        displayEdit();
    }
}

void SendRoom::setRunSettings(const RunSettings& settings)
{
    if (settings.isVirtual) {
        setTarget(Target::BuiltIn);
    }
    m_bar->run().setSettings(settings);
    m_bar->displayRun();
    m_staleTimer->start();
}

const RunSettings& SendRoom::runSettings() const
{
    return m_bar->run().settings();
}

io::Result<io::Done> SendRoom::chooseScenario(const QString& idOrFile)
{
    io::Result<Scenario> scenario = m_services.library.scenario(idOrFile);
    if (!scenario) {
        return scenario.error();
    }
    useScenario(scenario.value(), idOrFile);
    return io::Done{};
}

/// A scenario brings the request that fits it, unless the user has one of their own.
void SendRoom::useScenario(const Shared<Scenario>& scenario, const QString& key)
{
    {
        const QScopedValueRollback<bool> displaying(m_isDisplaying, true);
        m_scenarioKey = key;
        m_script->setScenario(scenario);
        displayScenario();
        if (!m_builtInIsOwn) {
            RequestSpec request = scenarioRequest();
            if (m_bar->target() == Target::BuiltIn) {
                displaySpec(request);
            } else {
                m_idle = std::move(request);
            }
        }
    }
    m_staleTimer->start();
    noteEdit();
}

RequestSpec SendRoom::scenarioRequest() const
{
    const Scenario& scenario = m_script->scenario();
    return scenario.request ? *scenario.request : io::defaultRequestFor(scenario.service, scenario.operation);
}

void SendRoom::useScenarioRequest()
{
    m_builtInIsOwn = false;
    displaySpec(scenarioRequest());
    m_staleTimer->start();
    m_editedWidget = nullptr;
    noteEdit();
}

io::Result<io::Done> SendRoom::choosePolicy(const QString& idOrFile)
{
    io::Result<Policy> policy = m_services.library.policy(idOrFile);
    if (!policy) {
        return policy.error();
    }
    usePolicy(policy.value(), idOrFile);
    return io::Done{};
}

void SendRoom::usePolicy(const Policy& policy, const QString& key)
{
    {
        const QScopedValueRollback<bool> displaying(m_isDisplaying, true);
        m_policyKey = key;
        m_policy.setPolicy(policy);
        displayPolicy();
    }
    m_staleTimer->start();
    Q_EMIT policyChanged();
    noteEdit();
}

void SendRoom::renamePolicy(const QString& file, const QString& newFile, const Policy& renamed)
{
    m_history.renamePolicy(file, newFile, renamed);
}

void SendRoom::markScenarioSaved(const QString& file)
{
    m_scenarioKey = file;
    m_bar->forgetScenarios();
    displayScenario();
}

/// Where there is little room a title loses its end, and the mark of an edited copy must not go with it.
void SendRoom::displayPolicy()
{
    const Policy& preset = m_policy.preset();
    const QString name = toQString(shortNameOf(preset));
    m_bar->displayPolicy(m_policyKey, m_policy.isEdited() ? tr("Edited · %1").arg(name) : name,
                         policySummaryLine(m_policy.edited(), m_policy.isEdited()));
}

void SendRoom::displayScenario()
{
    const Scenario& scenario = m_script->scenario();
    const QString title = toQString(shortNameOf(scenario));
    m_bar->displayScenario(m_scenarioKey, m_script->isEdited() ? tr("Edited · %1").arg(title) : title,
                           toQString(scenario.id));
}

// What is shown.

void SendRoom::leaveWelcome()
{
    m_content->setCurrentWidget(m_main->parentWidget());
}

bool SendRoom::showsWelcome() const
{
    return m_content->currentWidget() == m_welcome;
}

void SendRoom::showWelcome()
{
    m_drawer->setOpen(false);
    m_content->setCurrentWidget(m_welcome);
}

void SendRoom::showSetupTab(SetupTab tab)
{
    leaveWelcome();
    m_drawer->setWanted(true);
    m_setupTabs->setCurrentIndex(tab);
    m_drawer->setOpen(true);
}

void SendRoom::showScript()
{
    setTarget(Target::BuiltIn);
    showSetupTab(ScriptTab);
}

void SendRoom::showRequest()
{
    showSetupTab(RequestTab);
}

void SendRoom::showAuthorization()
{
    showSetupTab(AuthorizationTab);
    m_request->authorization().focusScheme();
}

/// Time limits, proxy and TLS.
void SendRoom::showLimits()
{
    showSetupTab(LimitsTab);
    m_request->limits().setFocus();
}

void SendRoom::showExpectations()
{
    showSetupTab(ExpectationTab);
    m_expectations->setFocus();
}

void SendRoom::setSetupVisible(bool isVisible)
{
    if (m_drawer->isFolded()) {
        leaveWelcome();
        m_drawer->setOpen(isVisible);
    } else {
        m_drawer->setWanted(isVisible);
    }
}

bool SendRoom::isSetupFolded() const
{
    return m_drawer->isFolded();
}

bool SendRoom::isSetupOpen() const
{
    return m_drawer->isOpen();
}

void SendRoom::setSetupWanted(bool isWanted)
{
    m_drawer->setWanted(isWanted);
}

bool SendRoom::isSetupWanted() const
{
    return m_drawer->isWanted();
}

void SendRoom::startSample(Welcome::Sample sample)
{
    struct Recipe
    {
        const char* scenario;
        const char* policy;
    };
    static constexpr Recipe kRecipes[] = {{"sample-service", "sdk-reference-standard"},
                                          {"s3-slowdown-then-ok", "botocore-1.44.0-standard"},
                                          {"s3-mixed-then-429", "cpp-1.11.332-default"}};
    const Recipe& recipe = kRecipes[static_cast<int>(sample)];
    const QString key = m_policyKey;
    const Policy preset = m_policy.preset();
    const Policy edited = m_policy.edited();
    setTarget(Target::BuiltIn);
    if (const auto chosen = chooseScenario(QString::fromLatin1(recipe.scenario)); !chosen) {
        Q_EMIT problemFound(chosen.error().text());
        return;
    }
    if (const auto chosen = choosePolicy(QString::fromLatin1(recipe.policy)); !chosen) {
        Q_EMIT problemFound(chosen.error().text());
        return;
    }
    setRunSettings({.seed = runSettings().seed, .keepsSeed = runSettings().keepsSeed});
    send();
    if (m_policyKey != key || m_policy.edited() != edited) {
        offerFormerPolicy(key, preset, edited);
    }
}

void SendRoom::offerFormerPolicy(const QString& key, const Policy& preset, const Policy& edited)
{
    const auto nameOf = [](const Policy& policy) {
        return shortened(toQString(shortNameOf(policy)), 40);
    };
    Q_EMIT offerFound(
        tr("This sample uses the policy %1, also for the next request.").arg(nameOf(m_policy.preset())),
        tr("Back to %1").arg(nameOf(preset)), [this, key, preset, edited] {
            usePolicy(preset, key);
            if (edited != preset) {
                m_policy.edit(edited);
                displayPolicy();
            }
        });
}

} // namespace retryscope::ui
