// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/record_page.h"

#include "core/explain/inference_report.h"
#include "core/explain/report_markdown.h"
#include "core/io/files/library.h"
#include "core/io/recorder/recorder.h"
#include "core/io/text/utf8.h"
#include "core/recording/measured_policy.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/form.h"
#include "ui/parts/panes.h"
#include "ui/parts/settings.h"
#include "ui/record/calls_view.h"
#include "ui/record/client_line_view.h"
#include "ui/record/fit_view.h"
#include "ui/record/grouping_button.h"
#include "ui/record/inference_work.h"
#include "ui/record/outside_view.h"
#include "ui/record/record_bar.h"
#include "ui/record/record_details.h"

#include <QSplitter>

#include <algorithm>
#include <chrono>

namespace retryscope::ui {

namespace {

/// The last one that failed, about which policies differ; of a call without failures its last.
int attemptToJudge(const CallRecord& call)
{
    const auto failed = std::find_if(call.attempts.rbegin(), call.attempts.rend(), [](const auto& attempt) {
        return !attempt.isRunning && attempt.decision.verdict != Verdict::Succeed;
    });
    const auto after = failed == call.attempts.rend() ? call.attempts.end() : failed.base();
    return static_cast<int>(after - call.attempts.begin()) - 1;
}

} // namespace

RecordPage::RecordPage(const io::Library& library, Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_library(library)
    , m_settings(settings)
    , m_bar(new RecordBar(library, this))
    , m_lines(new ClientLineView(this))
    , m_groupingButton(new GroupingButton(
          [this] {
              return GroupingState{.record = isRecording() ? nullptr : &record(),
                                   .call = m_calls->currentCall(),
                                   .selected = m_calls->selectedCalls()};
          },
          this))
    , m_splitter(makeSplitter(Qt::Horizontal, QStringLiteral("recordSplitter"), this))
    , m_calls(new CallsView(this))
    , m_details(new RecordDetails(
          m_groupingButton,
          [this](const std::string& id) {
              const auto found = m_policies.find(id);
              return found == m_policies.end() ? nullptr : &found->second;
          },
          this))
    , m_inference(new InferenceWork(this))
{
    constexpr std::chrono::milliseconds kPause{1000};
    constexpr std::chrono::milliseconds kSecond{1000};
    setObjectName(QStringLiteral("recordPage"));
    setAccessibleName(tr("Record what a client does"));
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPause);
    m_clock.setInterval(kSecond);
    readPolicies();
    layOut();
    connectParts();
    if (!settings.recordedUpstream.isEmpty() || !settings.recordedAt.isEmpty()) {
        m_bar->setAddresses(settings.recordedAt.isEmpty() ? m_bar->listen() : settings.recordedAt,
                            settings.recordedUpstream);
    }
    m_bar->takeChoices(settings);
    m_lines->setClient(settings.recordedClient);
    connect(m_bar, &RecordBar::choicesChanged, this, [this] { m_bar->keepChoices(m_settings); });
    connect(m_lines, &ClientLineView::clientChosen, this,
            [this](int client) { m_settings.recordedClient = client; });
    m_bar->setCanSave(false);
    displayLeave();
    displayWay();
}

/// Views go first: they show the record of the recorder.
RecordPage::~RecordPage()
{
    display(nullptr);
    m_calls->outside().setRecorder(nullptr);
}

/// nullptr: before what is shown goes.
void RecordPage::display(const RunRecord* record)
{
    m_calls->setRecord(record);
    m_details->setRecord(record);
}

void RecordPage::layOut()
{
    m_splitter->addWidget(m_calls);
    m_splitter->addWidget(m_details);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({460, 900});
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_bar);
    layout->addWidget(m_lines);
    layout->addWidget(new Panes(m_splitter, {tr("Calls"), tr("Call")}, this), 1);
    setFocusProxy(m_bar);
}

void RecordPage::connectParts()
{
    connect(m_bar, &RecordBar::startRequested, this, &RecordPage::start);
    connect(m_bar, &RecordBar::stopRequested, this, &RecordPage::stop);
    connect(m_bar, &RecordBar::saveRequested, this, &RecordPage::saveRequested);
    connect(m_bar, &RecordBar::importNotesRequested, this, &RecordPage::importNotesRequested);
    connect(m_bar, &RecordBar::wayChanged, this, &RecordPage::displayWay);
    connect(m_lines, &ClientLineView::noteFound, this, &RecordPage::noteFound);
    connect(m_calls, &CallsView::currentChanged, m_details, &RecordDetails::displayCall);
    connect(m_calls, &CallsView::menuRequested, m_groupingButton, &GroupingButton::openAt);
    connect(m_groupingButton, &GroupingButton::joinRequested, this, &RecordPage::joinCalls);
    connect(m_groupingButton, &GroupingButton::splitRequested, this, &RecordPage::splitCall);
    connect(m_groupingButton, &GroupingButton::groupByRequested, this, &RecordPage::groupCallsBy);
    connect(m_details, &RecordDetails::timelineRequested, this, &RecordPage::timelineRequested);
    connect(m_details, &RecordDetails::scenarioRequested, this, &RecordPage::scenarioRequested);
    connect(m_details, &RecordDetails::sendAgainRequested, this, &RecordPage::sendAgainRequested);
    FitView& fit = m_details->fit();
    connect(&fit, &FitView::useRequested, this, [this] { Q_EMIT policyChosen(chosenKey()); });
    connect(&fit, &FitView::saveOwnRequested, this, [this] {
        const InferredClient* client = m_details->client();
        if (client != nullptr && m_details->fit().savesMeasured()) {
            Q_EMIT policyMeasured(measuredPolicy(record(), *client, "measured"));
        } else {
            Q_EMIT saveOwnRequested(chosenKey());
        }
    });
    connect(&fit, &FitView::compareRequested, this,
            [this, &fit] { Q_EMIT compareRequested(toQString(fit.preset())); });
    connect(&fit, &FitView::judgeRequested, this, [this, &fit] {
        const int last = static_cast<int>(record().calls().size()) - 1;
        const int call = m_calls->currentCall() >= 0 ? m_calls->currentCall() : last;
        if (call >= 0 && !record().callAt(call).attempts.empty()) {
            Q_EMIT judgeRequested({.call = call, .attempt = attemptToJudge(record().callAt(call))},
                                  toQString(fit.preset()));
        }
    });
    connect(&fit, &FitView::copyRequested, this, [this] {
        copyWithoutSecrets(toQString(reportMarkdown(inferenceReport(m_details->clients()))),
                           record().header());
        Q_EMIT noteFound(tr("Copied the report as Markdown."));
    });
    connect(m_inference, &InferenceWork::found, this, [this](const std::vector<InferredClient>& clients) {
        m_details->displayClients(clients);
        m_pause.start();
    });
    connect(&m_pause, &QTimer::timeout, this, [this] {
        if (m_isStale) {
            infer();
        }
    });
    connect(&m_clock, &QTimer::timeout, this, &RecordPage::displayTime);
}

void RecordPage::readPolicies()
{
    // What the user made of a recording, or of a preset, is no evidence of its own.
    m_policies.clear();
    for (Policy& policy : builtInPolicies(m_library)) {
        std::string id = policy.id;
        m_policies.emplace(std::move(id), std::move(policy));
    }
}

void RecordPage::reload()
{
    readPolicies();
    if (!record().isEmpty()) {
        infer();
    }
}

bool RecordPage::isRecording() const
{
    return m_recorder != nullptr && m_recorder->isRecording();
}

const RunRecord& RecordPage::record() const
{
    static const RunRecord none;
    return m_opened != nullptr ? *m_opened : m_recorder == nullptr ? none : m_recorder->record();
}

RunRecord RecordPage::snapshot() const
{
    return endedCalls(record(), record().calls().size());
}

QString RecordPage::chosenKey() const
{
    return toQString(m_details->fit().preset()); // the key of a built-in one is its id
}

QString RecordPage::url() const
{
    return isRecording() ? m_recorder->url() : QString();
}

void RecordPage::displayWay()
{
    const bool listens = isRecording();
    const QString typed = QStringLiteral("http://%1").arg(m_bar->listen());
    const QString authority = listens && !m_recorder->authorityFile().isEmpty()
                                  ? m_recorder->authorityFile()
                                  : tr("FILE (shown once recording has started)");
    m_lines->show();
    m_lines->display(m_bar->way(), listens ? m_recorder->url() : typed, authority);
}

void RecordPage::displayTime()
{
    m_bar->displayTime(std::chrono::seconds{m_since.elapsed() / 1000});
}

} // namespace retryscope::ui
