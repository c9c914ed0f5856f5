// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/http/pasted_address.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "core/read/run_totals.h"
#include "ui/explanation/changes_panel.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/parts/settings.h"
#include "ui/parts/typed_input.h"
#include "ui/request/expectation_list.h"
#include "ui/request/request_panel.h"
#include "ui/send/outcome.h"
#include "ui/send/outcome_strip.h"
#include "ui/send/run_plan.h"
#include "ui/send/run_view.h"
#include "ui/send/send_room.h"
#include "ui/send/setup_drawer.h"
#include "ui/timeline/timeline_view.h"

#include <QMessageBox>
#include <QPushButton>
#include <QTimer>
#include <QUrl>

#include <utility>

// What the room sends, and the run that it shows.

namespace retryscope::ui {

namespace {

/// More live calls than this to another machine are asked about.
constexpr int kManyCalls = 20;

QString peerOf(const Draft& draft)
{
    return draft.target == Target::BuiltIn ? QString() : QUrl(toQString(draft.underTest.url)).authority();
}

} // namespace

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
    if (m_services.controller.isRunning() && asksToStop()) {
        return;
    }
    storeTypedInput();
    if (!readAddressLine(true)) {
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
        Q_EMIT noteFound(tr("Added the header Content-Type: %1 to match the body").arg(type));
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
        startAfterStop(plan);
    }
}

bool SendRoom::asksToStop()
{
    const RunHeader& underWay = m_services.controller.record().header();
    const std::string& method = underWay.spec.method;
    if (m_mayStop || underWay.isVirtual || (method != "POST" && method != "PATCH")) {
        return false;
    }
    m_mayStop = true;
    m_addressAction = [this] {
        send();
    };
    m_bar->showAddressNote(
        tr("A %1 is under way, and the server might have processed it already. Press Enter "
           "again to stop it and send this request.")
            .arg(toQString(method)),
        tr("Stop and send"));
    return true;
}

/// The run that is stopped stays in Runs.
void SendRoom::startAfterStop(const RunPlan& plan)
{
    if (!m_services.controller.isRunning()) {
        start(plan);
        return;
    }
    m_afterStop = [this, plan] {
        start(plan);
    };
    m_services.controller.cancel();
}

bool SendRoom::mustAsk(const Draft& draft) const
{
    const QString host = QUrl(toQString(draft.underTest.url)).host();
    return draft.target == Target::UnderTest && draft.run.allCalls() > kManyCalls &&
           !io::isThisMachine(host) && !m_allowed.contains(host);
}

void SendRoom::askThenStart(const RunPlan& plan, const QString& host)
{
    const std::int64_t calls = plannedCallsOf(plan.header);
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Send %L1 calls?").arg(calls),
        tr("Retryscope will send %L1 calls, and their retries, to another machine.").arg(calls),
        QMessageBox::Cancel, window());
    box->setObjectName(QStringLiteral("manyCallsQuestion"));
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setAttribute(Qt::WA_WindowPropagation);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(
        tr("The machine is %1. Retryscope asks once for each machine in a session.").arg(host));
    QPushButton* go = box->addButton(tr("Send %L1 calls").arg(calls), QMessageBox::AcceptRole);
    go->setObjectName(QStringLiteral("sendManyCallsButton"));
    box->setDefaultButton(QMessageBox::Cancel);
    connect(go, &QPushButton::clicked, this, [this, plan, host] {
        m_allowed.insert(host);
        startAfterStop(plan);
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
    m_knowsShown = true;
    leaveWelcome();
    m_drawer->setOpen(false);
    Q_EMIT starting();
    if (const io::Result<io::Done> started = m_services.controller.start(plan.header, plan.scenario);
        !started) {
        refuse(started.error());
    } else {
        sayAssumed();
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

void SendRoom::onReplaced()
{
    m_knowsShown = false;
    displayRun();
}

/// A record that was opened brings its own request. Asked for in a later turn than that which shows the
/// record: a script is made of all its responses, and there may be ten thousand.
void SendRoom::learnShown()
{
    if (std::exchange(m_knowsShown, true)) {
        return;
    }
    const RunRecord& record = m_services.controller.record();
    if (record.isEmpty() || !record.header().policy) {
        m_shown.reset();
    } else if (const Draft itsOwn = draftOf(record, draft(), m_services.library);
               !m_shown || !areSameRun(*m_shown, itsOwn)) {
        m_shown = itsOwn;
    }
}

void SendRoom::useRun()
{
    const RunRecord& record = m_services.controller.record();
    if (record.isEmpty() || !record.header().policy) {
        return;
    }
    fillForm();
    Q_EMIT noteFound(tr("Restored the request of this run to the form."));
}

/// A recording has no policy of its own, and its requests come from several clients: the form stays.
void SendRoom::adoptShown()
{
    const RunHeader& header = m_services.controller.record().header();
    if (header.policy && !header.isRecorded && !m_services.controller.record().isEmpty()) {
        fillForm();
    }
}

/// The seed is shown, and the next run draws a new one unless the user keeps it.
void SendRoom::fillForm()
{
    const RunRecord& record = m_services.controller.record();
    learnShown();
    Draft used = m_shown ? *m_shown : draftOf(record, draft(), m_services.library);
    used.run.seed = record.header().seed;
    used.run.keepsSeed = runSettings().keepsSeed;
    m_authNotKept = {}; // it belongs to the request that was there before
    setDraft(used);
    m_shown = draft();
    displayStaleness();
    Q_EMIT policyChanged();
    m_editedWidget = nullptr;
    noteEdit();
}

void SendRoom::displayFile(const QString& file)
{
    m_outcome->displayFile(file);
}

/// How the run ended, and whether it fulfils what is expected of it.
void SendRoom::displayOutcome()
{
    const RunRecord& record = m_services.controller.record();
    const bool hasEnded = !record.isEmpty() && !m_services.controller.isRunning();
    m_expectations->check(hasEnded ? &record : nullptr);
    Outcome outcome = outcomeOf(record);
    addExpectations(outcome, m_expectations->results());
    m_outcome->display(outcome);
    std::vector<Place> unmet;
    for (const io::ExpectationResult& result : m_expectations->results()) {
        if (!result.holds && result.place.call >= 0) {
            unmet.push_back({.call = result.place.call, .attempt = std::max(result.place.attempt, 0)});
        }
    }
    m_view->timeline().setUnmet(std::move(unmet));
}

void SendRoom::displayRun()
{
    const RunRecord& record = m_services.controller.record();
    m_bar->setRunning(m_services.controller.isRunning());
    displayOutcome();
    constexpr std::size_t kMostWhileRunning = 10'000; // calls looked at for each frame
    if (!m_services.controller.isRunning() || record.calls().size() <= kMostWhileRunning) {
        m_outcome->displayTimes(callTimesOf(record), record.header().isVirtual);
    }
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
    m_staleTimer->start();
}

void SendRoom::displayStaleness()
{
    learnShown();
    Draft now = draft();
    const auto& trial = m_view->explanation().changesPanel().trial();
    if (m_shown && trial && now.policy == trial->tried && m_shown->policy == trial->before) {
        now.policy = trial->before; // tried on the run that is shown, which stays what it is about
    }
    // What other programs sent belongs to no form.
    const bool isStale = m_shown && !m_services.controller.record().header().isRecorded &&
                         !m_services.controller.isRunning() && !m_services.controller.record().isEmpty() &&
                         !areSameRun(*m_shown, now);
    m_outcome->setStale(isStale);
}

} // namespace retryscope::ui
