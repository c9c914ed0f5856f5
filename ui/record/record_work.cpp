// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the Record room that records and infers.

#include "core/explain/recorded_text.h"
#include "core/io/recorder/recorder.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "ui/parts/settings.h"
#include "ui/record/calls_view.h"
#include "ui/record/client_line_view.h"
#include "ui/record/grouping_button.h"
#include "ui/record/inference_work.h"
#include "ui/record/outside_view.h"
#include "ui/record/record_bar.h"
#include "ui/record/record_details.h"
#include "ui/record/record_page.h"

#include <QUrl>

#include <utility>

namespace retryscope::ui {

namespace {

/// Calls that an inference beside a recording reads: what a client did last tells it apart, and a copy of
/// more of them would be felt.
constexpr std::size_t kMostWhileRecording = 2000;

/// The last call that was retried, else the last one; -1: there is none.
int tellingCall(const RunRecord& record)
{
    const std::vector<CallRecord>& calls = record.calls();
    for (std::size_t call = calls.size(); call > 0; --call) {
        if (calls[call - 1].attempts.size() > 1) {
            return static_cast<int>(call) - 1;
        }
    }
    return static_cast<int>(calls.size()) - 1;
}

} // namespace

void RecordPage::start()
{
    if (isRecording()) {
        return;
    }
    std::optional<io::RecorderPlan> plan = m_bar->plan();
    if (!plan) {
        return;
    }
    plan->wire.caFile = fromQString(m_settings.caFile);
    auto recorder = std::make_unique<io::Recorder>(std::move(*plan));
    if (const io::Result<io::Done> started = recorder->start(); !started) {
        m_bar->setProblem(RecordBar::Field::Listen, started.error().text());
        return;
    }
    m_settings.recordedAt = m_bar->listen();
    m_settings.recordedUpstream = QUrl(m_bar->upstream()).toString(QUrl::RemoveUserInfo);
    m_inference->cancel();
    m_isStale = false;
    forgetDecisions();
    display(nullptr);
    m_opened.reset();
    m_calls->outside().setRecorder(recorder.get());
    m_recorder = std::move(recorder);
    display(&record());
    connectRecorder();
    m_since.start();
    m_clock.start();
    m_bar->setRecording(true);
    m_bar->setCanSave(false);
    displayLeave();
    displayWay();
    Q_EMIT problemSettled();
    Q_EMIT began();
    Q_EMIT recordingChanged();
}

bool RecordPage::open(RunRecord record, const QString& name)
{
    if (isRecording()) {
        return false;
    }
    forgetDecisions();
    m_calls->outside().setRecorder(nullptr);
    const int call = tellingCall(record);
    showRecord(std::move(record), call);
    m_bar->setRecording(false);
    m_bar->displayOpened(name, m_opened->header().import != nullptr);
    m_lines->hide(); // it is about the next recording
    Q_EMIT recordingChanged();
    return true;
}

void RecordPage::showRecord(RunRecord record, int call)
{
    m_inference->cancel();
    m_isStale = false;
    display(nullptr);
    m_opened = std::make_unique<const RunRecord>(std::move(record));
    display(m_opened.get());
    m_bar->setCanSave(!m_opened->isEmpty());
    displayLeave();
    if (call >= 0) {
        m_calls->select(call);
        m_details->displayCall(call);
    }
    infer();
}

/// The recording as a whole can be used elsewhere, and a person can say what its calls are once it is over.
void RecordPage::displayLeave()
{
    m_details->setCanLeave(!record().isEmpty());
    m_groupingButton->setEnabled(!record().isEmpty() && !isRecording());
}

void RecordPage::connectRecorder()
{
    connect(m_recorder.get(), &io::Recorder::outsideChanged, &m_calls->outside(), &OutsideView::note);
    connect(m_recorder.get(), &io::Recorder::changed, this, &RecordPage::onChanged);
    connect(m_recorder.get(), &io::Recorder::handshakeRefused, this, [this](const RefusedHandshake& refused) {
        m_calls->outside().note();
        Q_EMIT problemFound(toQString(io::redactedText(handshakeSentence(refused))) + QLatin1Char(' ') +
                            toQString(trustAdvice(fromQString(m_recorder->authorityFile()))));
    });
    connect(m_recorder.get(), &io::Recorder::failed, this,
            [this](const io::Error& error) { Q_EMIT problemFound(error.text()); });
    // Queued: it may stop on its own in the middle of a response.
    connect(m_recorder.get(), &io::Recorder::stopped, this, &RecordPage::onFinished, Qt::QueuedConnection);
}

void RecordPage::stop()
{
    if (isRecording()) {
        m_recorder->stop();
    }
}

void RecordPage::onChanged(Place place)
{
    m_calls->note(place.call);
    m_bar->setCanSave(true);
    displayLeave();
    if (m_calls->currentCall() < 0) {
        m_calls->refresh();
        m_calls->select(place.call);
        m_details->displayCall(place.call);
    }
    Q_EMIT changed(place);
    if (record().callAt(place.call).verdict != CallVerdict::Running) {
        m_isStale = true;
        if (!m_inference->isBusy() && !m_pause.isActive()) {
            infer();
        }
    }
}

void RecordPage::infer()
{
    if (m_inference->isBusy()) {
        m_isStale = true;
        return;
    }
    m_isStale = false;
    // While it goes on, from the last calls, so that it keeps up; at the end from all, as the command line
    // does.
    const bool isOver = m_recorder == nullptr || !m_recorder->isRecording();
    RunRecord ended = endedCalls(record(), isOver ? record().calls().size() : kMostWhileRecording);
    if (ended.isEmpty()) {
        return;
    }
    std::vector<Policy> presets;
    for (const auto& [id, policy] : m_policies) {
        presets.push_back(policy);
    }
    m_inference->start(std::move(ended), std::move(presets));
}

void RecordPage::onFinished()
{
    if (m_recorder == nullptr || m_recorder->isRecording() || isOpened()) {
        return; // another one has begun or was opened in the meantime
    }
    m_clock.stop();
    m_calls->refresh();
    m_calls->outside().note(); // tunnels that were open
    m_bar->setRecording(false);
    displayLeave();
    displayWay();
    if (!record().isEmpty()) {
        m_pause.stop();
        infer();
        Q_EMIT finished();
    }
    Q_EMIT recordingChanged();
}

} // namespace retryscope::ui
