// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/send_room.h"

#include "core/io/endpoint/fault_endpoint.h"
#include "core/io/files/library.h"
#include "core/io/format/default_request.h"
#include "core/io/format/redact.h"
#include "core/io/http/curl_command.h"
#include "core/io/http/pasted_address.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/endpoint_panel.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/settings.h"
#include "ui/policy/policy_panel.h"
#include "ui/request/authorization_editor.h"
#include "ui/request/judged_as.h"
#include "ui/request/limits_panel.h"
#include "ui/request/request_panel.h"
#include "ui/send/outcome_strip.h"
#include "ui/send/pasted_text.h"
#include "ui/send/run_plan.h"
#include "ui/send/run_summary.h"
#include "ui/send/run_view.h"
#include "ui/send/setup_drawer.h"
#include "ui/timeline/strips/strips.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QClipboard>
#include <QLineEdit>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QUrl>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// More live calls than this to another machine are asked about.
constexpr int kManyCalls = 20;

enum SetupTab { ScriptTab, RequestTab, AuthorizationTab, LimitsTab };

QString peerOf(const Draft& draft)
{
    return draft.target == Target::BuiltIn ? QString() : QUrl(toQString(draft.underTest.url)).authority();
}

/// With its port.
QString hostOf(const QString& url)
{
    const QUrl parsed(url);
    return parsed.port() < 0 ? parsed.host() : QStringLiteral("%1:%2").arg(parsed.host()).arg(parsed.port());
}

QString titleOf(const std::string& title, const std::string& id)
{
    return toQString(title.empty() ? id : title);
}

} // namespace

SendRoom::SendRoom(const Services& services, PolicyPanel& policy, QWidget* parent)
    : QWidget(parent)
    , m_services(services)
    , m_policy(policy)
    , m_bar(new RequestBar([&library = services.library] { return policyItems(library); },
                           [&library = services.library] { return scenarioItems(library); },
                           services.newSeed))
    , m_content(new QStackedWidget)
    , m_welcome(new Welcome)
    , m_main(new QSplitter(Qt::Horizontal))
    , m_setup(new QFrame)
    , m_drawer(new SetupDrawer(*m_setup, *m_main, *this))
    , m_setupTabs(new QTabWidget)
    , m_script(new EndpointPanel(services.endpoint))
    , m_request(new RequestPanel)
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
    orderFocus();
}

SendRoom::~SendRoom() = default;

/// From left to right and from top to bottom. Widgets that got their parent late fall out of Qt's own order.
void SendRoom::orderFocus()
{
    QWidget* last = nullptr;
    for (QWidget* part :
         {static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_welcome), static_cast<QWidget*>(m_drawer),
          static_cast<QWidget*>(m_setup), static_cast<QWidget*>(m_outcome),
          static_cast<QWidget*>(&m_view->timeline()), static_cast<QWidget*>(&m_view->strips()),
          &m_view->detailsCard(), static_cast<QWidget*>(&m_view->explanation())}) {
        for (QWidget* widget : part->findChildren<QWidget*>()) {
            if ((widget->focusPolicy() & Qt::TabFocus) == 0 || widget->focusProxy() != nullptr ||
                widget->window() != window()) {
                continue;
            }
            if (last != nullptr) {
                setTabOrder(last, widget);
            }
            last = widget;
        }
    }
}

void SendRoom::buildSetup()
{
    nameInput(m_setupTabs, QStringLiteral("setupTabs"), tr("What is sent, and what responds"));
    m_setupTabs->setDocumentMode(true);
    m_setupTabs->tabBar()->setDrawBase(false);
    m_setupTabs->addTab(m_script, tr("Script"));
    m_setupTabs->addTab(m_request, tr("Request"));
    m_setupTabs->addTab(&m_request->authorization(), tr("Auth"));
    m_setupTabs->addTab(&m_request->limits(), tr("Limits"));
    m_setupTabs->setTabToolTip(AuthorizationTab, tr("Authorization"));
    m_setupTabs->setTabToolTip(LimitsTab, tr("Time limits, and for the endpoint under test proxy and TLS"));
    m_setupTabs->setUsesScrollButtons(false);
    m_setupTabs->tabBar()->setProperty("crowded", true);
    m_setup->setProperty("surface", QStringLiteral("side"));
    auto* layout = new QVBoxLayout(m_setup);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_setupTabs, 1);
    layout->addWidget(m_judged);
}

void SendRoom::layOut()
{
    m_main->setObjectName(QStringLiteral("mainSplitter"));
    m_main->setChildrenCollapsible(false);
    m_main->setHandleWidth(1);
    m_main->addWidget(m_setup);
    m_main->addWidget(m_view);
    m_main->setStretchFactor(0, 0);
    m_main->setStretchFactor(1, 1);
    m_main->setSizes({280, 1100});
    auto* page = new QWidget;
    auto* row = new QHBoxLayout(page);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(m_drawer);
    row->addWidget(m_main, 1);
    m_content->addWidget(m_welcome);
    m_content->addWidget(page);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
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
        if (const auto chosen = choosePolicy(id); !chosen) {
            Q_EMIT problemFound(chosen.error().text());
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
    connect(m_bar, &RequestBar::addressLeft, this, [this] {
        if (readAddressLine() && !m_assumed.isEmpty()) {
            Q_EMIT noteFound(std::exchange(m_assumed, {}));
        }
    });
    connect(&m_bar->run(), &RunPopover::refillRequested, this, [this] {
        m_services.controller.resetClientState();
        m_bar->run().displayTokens({});
        Q_EMIT noteFound(tr("The next run starts with a full bucket of retry tokens."));
    });
    connect(m_request, &RequestPanel::addressEdited, this, [this](const QString& address) {
        m_bar->target() == Target::UnderTest ? m_bar->setUrl(address) : m_bar->setPath(address);
    });
    connect(m_request, &RequestPanel::edited, this, &SendRoom::onEdited);
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
    connect(m_outcome, &OutcomeStrip::exportRequested, this, &SendRoom::exportRequested);
    connect(m_welcome, &Welcome::sampleRequested, this, &SendRoom::startSample);
    connect(m_welcome, &Welcome::openRequested, this, &SendRoom::openRequested);
    connect(m_welcome, &Welcome::pasteRequested, this, &SendRoom::pasteRequested);
    connect(m_welcome, &Welcome::setupRequested, this, &SendRoom::leaveWelcome);
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
        displayRun();
        const RunRecord& record = m_services.controller.record();
        m_script->displayServed(record.header().scenarioId.empty() ? 0 : requestsOnWireOf(record));
    });
    connect(m_view, &RunView::refreshed, this, &SendRoom::displayRun);
    connect(m_view, &RunView::noteFound, this, &SendRoom::noteFound);
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
    return draft;
}

void SendRoom::setNotKept(std::vector<io::NotKeptPart> parts, const io::SessionAuth& auth)
{
    m_notKept = std::move(parts);
    const AuthScheme scheme = auth.kind == io::AuthKind::Basic    ? AuthScheme::Basic
                              : auth.kind == io::AuthKind::Bearer ? AuthScheme::Bearer
                                                                  : AuthScheme::None;
    if (m_bar->target() == Target::UnderTest && scheme != AuthScheme::None) {
        m_request->setAuthorizationNotKept(scheme, toQString(auth.user));
    }
    QStringList headers;
    for (const io::NotKeptPart& part : m_notKept) {
        if (part.part == io::NotKept::Header) {
            headers += toQString(part.name);
        }
    }
    m_request->setNotKept(headers);
    QStringList names;
    for (const io::NotKeptPart& part : m_notKept) {
        names += part.part == io::NotKept::Header  ? toQString(part.name)
                 : part.part == io::NotKept::Url   ? tr("part of the address")
                 : part.part == io::NotKept::Body  ? tr("the body")
                 : part.part == io::NotKept::Proxy ? tr("the user of the proxy")
                                                   : tr("parts of the script");
    }
    if (!names.isEmpty()) {
        Q_EMIT noteFound(tr("Secrets are not kept from one start to the next. Type again: %1.")
                             .arg(names.join(QStringLiteral(", "))));
    }
}

io::SessionAuth SendRoom::auth() const
{
    AuthorizationEditor& editor = m_request->authorization();
    io::SessionAuth auth;
    if (m_bar->target() == Target::UnderTest) {
        auth.kind = editor.scheme() == AuthScheme::Basic    ? io::AuthKind::Basic
                    : editor.scheme() == AuthScheme::Bearer ? io::AuthKind::Bearer
                                                            : io::AuthKind::None;
        auth.user = fromQString(editor.user());
    }
    return auth;
}

QString SendRoom::askForSecrets()
{
    if (m_bar->target() != Target::UnderTest) {
        return {};
    }
    if (m_request->authorization().isNotKept()) {
        showSetupTab(AuthorizationTab);
        m_request->authorization().focusField();
        return tr("The password or token was not kept from the last start. Type it again, or choose None.");
    }
    const RequestSpec spec = specOfForms(Target::UnderTest);
    for (const io::NotKeptPart& part : notKept()) {
        const bool isInRequest = part.part == io::NotKept::Header && spec.headers.contains(part.name);
        if (isInRequest) {
            showSetupTab(RequestTab);
            return tr("The value of %1 was not kept from the last start. Type it again, or remove the "
                      "header.")
                .arg(toQString(part.name));
        }
    }
    if (spec.url.find(io::kRedacted) != std::string::npos) {
        m_bar->focusAddress();
        return tr("A secret in the address was not kept: type it where %1 stands.")
            .arg(toQString(io::kRedacted));
    }
    if (spec.body.find(io::kRedacted) != std::string::npos) {
        showSetupTab(RequestTab);
        return tr("A secret in the body was not kept: type it where %1 stands.")
            .arg(toQString(io::kRedacted));
    }
    return {};
}

/// A header that has a value again was typed again.
std::vector<io::NotKeptPart> SendRoom::notKept() const
{
    const Draft present = draft();
    std::vector<io::NotKeptPart> parts;
    for (const io::NotKeptPart& part : m_notKept) {
        const auto isEmpty = [&part](const RequestSpec& spec) {
            return std::any_of(
                spec.headers.entries.begin(), spec.headers.entries.end(),
                [&part](const Header& header) { return header.name == part.name && header.value.empty(); });
        };
        const bool isShownAsScheme =
            equalsIgnoringCase(part.name, "Authorization") && m_request->authorization().isNotKept();
        if (part.part != io::NotKept::Header || isShownAsScheme || isEmpty(present.underTest) ||
            isEmpty(present.builtIn)) {
            parts.push_back(part);
        }
    }
    return parts;
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
    if (shown != spec) {
        m_request->setSpec(spec);
    }
    displayLine();
}

/// What follows from the request, in the places that do not edit it.
void SendRoom::displayLine()
{
    const bool isUnderTest = m_bar->target() == Target::UnderTest;
    m_bar->setUnverified(isUnderTest && !m_request->verifiesPeer());
    m_request->setLine(m_bar->method(), isUnderTest ? m_bar->url() : m_bar->path());
    m_request->offerScenarioRequest(!isUnderTest && m_builtInIsOwn);
    const int fields = m_request->fieldCount();
    m_setupTabs->setTabText(RequestTab, fields > 0 ? tr("Request %1").arg(fields) : tr("Request"));
    displayJudgedAs();
}

void SendRoom::displayJudgedAs()
{
    const bool isUnderTest = m_bar->target() == Target::UnderTest;
    const bool isGuessed = isUnderTest && !m_judgedIsOwn && !m_bar->url().isEmpty();
    m_judged->displayOrigin(isGuessed ? originOfGuess(specOfForms(m_bar->target())) : QString());
    m_judged->offerGuess(isUnderTest && m_judgedIsOwn);
}

/// As long as the user has chosen nothing else.
void SendRoom::guessJudgedAs()
{
    if (m_bar->target() != Target::UnderTest || m_judgedIsOwn) {
        return;
    }
    const RequestSpec guessed = judgedAsGuessed(specOfForms(m_bar->target()));
    m_judged->set(toQString(guessed.service), toQString(guessed.operation), toQString(guessed.protocol));
    m_policy.setService(toQString(guessed.service));
}

void SendRoom::onEdited()
{
    if (m_isDisplaying) {
        return;
    }
    if (m_bar->target() == Target::BuiltIn) {
        m_builtInIsOwn = m_builtInIsOwn || specOfForms(m_bar->target()) != scenarioRequest();
    }
    displayVerification();
    guessJudgedAs();
    displayLine();
    m_staleTimer->start();
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
    if (const std::optional<Draft> before = m_history.undo()) {
        setDraft(*before);
        m_editedWidget = nullptr;
        Q_EMIT policyChanged();
        Q_EMIT draftEdited();
    }
}

void SendRoom::redo()
{
    if (const std::optional<Draft> after = m_history.redo()) {
        setDraft(*after);
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
        displayVerification();
        guessJudgedAs();
        displayLine();
        m_staleTimer->start();
    }
}

bool SendRoom::readAddressLine()
{
    const QString typed = m_bar->url();
    if (m_bar->target() != Target::UnderTest || typed.isEmpty() || problemOfUrl(typed).isEmpty()) {
        return true; // an empty line is found fault with when it is sent
    }
    const io::Result<PastedText> read = readPasted(typed, specOfForms(m_bar->target()));
    if (!read) {
        m_bar->showAddressProblem(read.error().text());
        return false;
    }
    if (read.value().kind == PastedText::Kind::Response) {
        m_bar->setUrl({});
        Q_EMIT responsePasted(typed);
        return false;
    }
    display(read.value());
    if (read.value().kind == PastedText::Kind::Curl && read.value().isWhole) {
        // What it became is to be seen before it leaves.
        m_bar->showAddressNote(read.value().remarks.isEmpty()
                                   ? tr("The request was read from the curl command. Enter sends it.")
                                   : tr("%1\nEnter sends it.").arg(read.value().remarks));
        return false;
    }
    return read.value().isWhole;
}

void SendRoom::take(const QString& text)
{
    leaveWelcome();
    if (text.trimmed().isEmpty()) {
        Q_EMIT noteFound(tr("There is no text in the clipboard."));
        return;
    }
    const Draft before = draft();
    const io::Result<PastedText> read = readPasted(text, before.underTest);
    if (read && read.value().kind == PastedText::Kind::Response) {
        Q_EMIT responsePasted(text);
        return;
    }
    if (read) {
        display(read.value());
        if (!m_assumed.isEmpty()) {
            Q_EMIT noteFound(std::exchange(m_assumed, {}));
        }
        return;
    }
    constexpr qsizetype kMostShown = 2000;
    setTarget(Target::UnderTest);
    m_bar->setUrl(text.trimmed().section(QLatin1Char('\n'), 0, 0).left(kMostShown));
    onEdited();
    m_bar->showAddressProblem(read.error().text());
}

void SendRoom::display(const PastedText& pasted)
{
    Draft taken = draft();
    taken.target = Target::UnderTest;
    taken.run.isVirtual = false;
    taken.underTest = pasted.request;
    if (pasted.kind == PastedText::Kind::Curl || !m_judgedIsOwn) {
        taken.underTest = judgedAsGuessed(taken.underTest);
    }
    setDraft(taken);
    m_assumed = pasted.assumed;
    m_editedWidget = nullptr; // a step of its own
    noteEdit();
    if (!pasted.remarks.isEmpty()) {
        m_bar->showAddressNote(pasted.remarks);
    }
}

void SendRoom::copyAsCurl(bool withSecrets)
{
    RequestSpec request = draft().request();
    if (m_bar->target() == Target::BuiltIn) {
        if (!m_services.endpoint.isOpen()) {
            Q_EMIT problemFound(
                tr("The built-in endpoint has no address yet: let it serve other programs first."));
            return;
        }
        request.url = fromQString(m_services.endpoint.url().toString(QUrl::RemovePath)) + request.url;
    } else if (!readAddressLine()) {
        return;
    } else {
        request = draft().request();
    }
    QGuiApplication::clipboard()->setText(
        toQString(io::curlCommand(withSecrets ? request : io::redacted(request))));
    Q_EMIT noteFound(withSecrets ? tr("Copied as curl, with its secrets")
                                 : tr("Copied as curl, without secrets"));
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
void SendRoom::useScenario(const Scenario& scenario, const QString& key)
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
    const QString title = titleOf(preset.title, preset.id);
    m_bar->displayPolicy(m_policyKey, m_policy.isEdited() ? tr("Edited · %1").arg(title) : title,
                         policySummaryLine(m_policy.edited()));
}

void SendRoom::displayScenario()
{
    const Scenario& scenario = m_script->scenario();
    const QString title = titleOf(scenario.title, scenario.id);
    m_bar->displayScenario(m_scenarioKey, m_script->isEdited() ? tr("Edited · %1").arg(title) : title,
                           toQString(scenario.id));
}

// The run.

/// What the request leaves open is as the settings have it.
io::Result<RunPlan> SendRoom::planFor(Draft draft) const
{
    WireOptions& wire = draft.underTest.wire;
    if (wire.proxyUrl.empty()) {
        wire.proxyUrl = fromQString(m_services.settings.proxy);
        wire.noProxy = wire.noProxy.empty() ? fromQString(m_services.settings.noProxy) : wire.noProxy;
    }
    if (wire.caFile.empty()) {
        wire.caFile = fromQString(m_services.settings.caFile);
    }
    return planOf(draft);
}

io::Result<RunPlan> SendRoom::planOnScenario() const
{
    Draft draft = this->draft();
    if (draft.target == Target::UnderTest) {
        const std::string url = draft.builtIn.url;
        draft.builtIn = draft.underTest;
        draft.builtIn.url = url;
        draft.target = Target::BuiltIn;
    }
    return planOf(draft);
}

void SendRoom::send()
{
    if (m_services.controller.isRunning()) {
        return; // Stop stands where Send stood
    }
    if (!readAddressLine()) {
        m_bar->focusAddress();
        Q_EMIT sendFailed(
            {.kind = io::Error::Kind::BadInput,
             .message = m_bar->addressProblem().isEmpty() ? m_bar->addressNote() : m_bar->addressProblem(),
             .place = {}});
        return;
    }
    if (const QString missing = askForSecrets(); !missing.isEmpty()) {
        Q_EMIT problemFound(missing);
        Q_EMIT sendFailed({.kind = io::Error::Kind::BadInput, .message = missing, .place = {}});
        return;
    }
    if (const QString type = m_request->completeContentType(); !type.isEmpty()) {
        Q_EMIT noteFound(tr("Added the header Content-Type: %1, which fits the body").arg(type));
    }
    io::Result<RunPlan> planned = plan();
    if (!planned) {
        refuse(planned.error());
        return;
    }
    m_bar->run().renewSeed(); // only now: what cannot be sent draws none
    m_bar->displayRun();
    RunPlan plan = std::move(planned).value();
    plan.header.seed = m_bar->run().settings().seed;
    const Draft sent = draft();
    if (mustAsk(sent)) {
        askThenStart(plan, QUrl(toQString(sent.underTest.url)).host());
    } else {
        start(plan);
    }
}

bool SendRoom::mustAsk(const Draft& draft) const
{
    const QString host = QUrl(toQString(draft.underTest.url)).host();
    return draft.target == Target::UnderTest && draft.run.allCalls() > kManyCalls &&
           !io::isThisMachine(host) && !m_allowed.contains(host);
}

void SendRoom::askThenStart(const RunPlan& plan, const QString& host)
{
    const int calls = plan.header.clients * plan.header.callsPerClient;
    auto* box =
        new QMessageBox(QMessageBox::Question, tr("Send %L1 calls?").arg(calls),
                        tr("%L1 calls, and their retries, will leave for another machine.").arg(calls),
                        QMessageBox::Cancel, window());
    box->setObjectName(QStringLiteral("manyCallsQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setAttribute(Qt::WA_WindowPropagation);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(tr("To %1, in this session asked once.").arg(host));
    QPushButton* go = box->addButton(tr("Send %L1 calls").arg(calls), QMessageBox::AcceptRole);
    go->setObjectName(QStringLiteral("sendManyCallsButton"));
    box->setDefaultButton(QMessageBox::Cancel);
    connect(go, &QPushButton::clicked, this, [this, plan, host] {
        m_allowed.insert(host);
        start(plan);
    });
    box->open();
}

void SendRoom::start(const RunPlan& plan)
{
    const Draft sent = draft();
    if (sent.target == Target::UnderTest) {
        m_services.settings.rememberUrl(m_bar->url());
        m_bar->setUrlHistory(m_services.settings.urlHistory);
    }
    // Tokens that were spent on one server say nothing about another.
    if (!sent.run.isVirtual && std::exchange(m_lastPeer, peerOf(sent)) != m_lastPeer) {
        m_services.controller.resetClientState();
    }
    m_services.controller.setKeepClientState(sent.run.keepsTokens && !sent.run.isVirtual);
    m_shown = sent;
    leaveWelcome();
    m_drawer->setOpen(false);
    Q_EMIT starting();
    if (const io::Result<io::Done> started = m_services.controller.start(plan.header, plan.scenario);
        !started) {
        refuse(started.error());
    } else if (!m_assumed.isEmpty()) {
        Q_EMIT noteFound(std::exchange(m_assumed, {}));
    }
}

void SendRoom::refuse(const io::Error& error)
{
    if (m_bar->target() == Target::UnderTest && !problemOfUrl(m_bar->url()).isEmpty()) {
        m_bar->showAddressProblem(error.text());
        m_bar->focusAddress();
    } else {
        Q_EMIT problemFound(error.text());
    }
    Q_EMIT sendFailed(error);
}

/// A record that was opened brings its own request.
void SendRoom::onReplaced()
{
    const RunRecord& record = m_services.controller.record();
    if (record.isEmpty() || !record.header().policy) {
        m_shown.reset();
    } else if (const Draft itsOwn = draftOf(record, draft(), m_services.library);
               !m_shown || !areSameRun(*m_shown, itsOwn)) {
        m_shown = itsOwn;
    }
    displayRun();
}

void SendRoom::useRun()
{
    const RunRecord& record = m_services.controller.record();
    if (record.isEmpty() || !record.header().policy) {
        return;
    }
    Draft used = m_shown ? *m_shown : draftOf(record, draft(), m_services.library);
    used.run.seed = record.header().seed;
    used.run.keepsSeed = true; // who wants this run again wants its delays
    setDraft(used);
    m_shown = draft();
    displayStaleness();
    Q_EMIT policyChanged();
    noteEdit();
    Q_EMIT noteFound(tr("The form holds the request of this run again."));
}

void SendRoom::displayFile(const QString& file)
{
    m_outcome->displayFile(file);
}

void SendRoom::displayRun()
{
    const RunRecord& record = m_services.controller.record();
    m_bar->setRunning(m_services.controller.isRunning());
    m_outcome->display(outcomeOf(record));
    m_outcome->setVisible(!record.isEmpty());
    if (!record.isEmpty()) {
        leaveWelcome();
    }
    const std::optional<int> level = m_services.controller.quotaLevel();
    const bool hasQuota = record.header().policy && record.header().policy->policy.quota;
    const bool isCarried = level && hasQuota && !record.header().isVirtual &&
                           *level < record.header().policy->policy.quota->capacity;
    m_bar->run().displayTokens(
        isCarried ? tr("%L1 of %L2").arg(*level).arg(record.header().policy->policy.quota->capacity)
                  : QString());
    displayStaleness();
}

void SendRoom::displayStaleness()
{
    Draft now = draft();
    const auto& trial = m_view->explanation().changesPanel().trial();
    if (m_shown && trial && now.policy == trial->tried && m_shown->policy == trial->before) {
        now.policy = trial->before; // tried on the run that is shown, which stays what it is about
    }
    const bool isStale = m_shown && !m_services.controller.isRunning() &&
                         !m_services.controller.record().isEmpty() && !areSameRun(*m_shown, now);
    m_outcome->setStale(isStale);
    m_view->setStale(isStale);
}

// What is shown.

void SendRoom::leaveWelcome()
{
    m_content->setCurrentWidget(m_main->parentWidget());
}

void SendRoom::showWelcome()
{
    m_drawer->setOpen(false);
    m_content->setCurrentWidget(m_welcome);
}

void SendRoom::showSetupTab(int tab)
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

void SendRoom::showAuthorization()
{
    leaveWelcome();
    m_setupTabs->setCurrentIndex(AuthorizationTab);
    m_drawer->setOpen(true);
    m_request->authorization().setFocus();
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
                                          {"s3-slowdown-then-ok", "sdk-reference-standard"},
                                          {"s3-mixed-then-429", "cpp-1.11.332-default"}};
    const Recipe& recipe = kRecipes[static_cast<int>(sample)];
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
}

} // namespace retryscope::ui
