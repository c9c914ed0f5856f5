// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/record_details.h"

#include "core/explain/inference_text.h"
#include "core/io/text/utf8.h"
#include "ui/parts/elided_label.h"
#include "ui/parts/flow_layout.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/panes.h"
#include "ui/parts/report_rows.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/record/call_lanes.h"
#include "ui/record/call_line.h"
#include "ui/record/fit_view.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace retryscope::ui {

RecordDetails::RecordDetails(QWidget* grouping, PolicyOf policyOf, QWidget* parent)
    : QFrame(parent)
    , m_policyOf(std::move(policyOf))
    , m_fit(new FitView(this))
    , m_title(makeHeading({}, this))
    , m_summary(new ElidedLabel(this, {.loss = Loss::Nothing}))
    , m_timeline(makeQuietButton(tr("Timeline"), QStringLiteral("recordTimeline"), this))
    , m_scenario(makeQuietButton(tr("Make a scenario"), QStringLiteral("recordScenario"), this))
    , m_again(makeQuietButton(tr("Send again"), QStringLiteral("recordAgain"), this))
    , m_lanes(new CallLanes(this))
    , m_checkRows(new ReportRows(this))
    , m_checks(new QTableView(this))
    , m_splitter(makeSplitter(Qt::Vertical, QStringLiteral("recordDetailsSplitter"), this))
{
    setObjectName(QStringLiteral("recordDetails"));
    setProperty("surface", QStringLiteral("page"));
    layOut(grouping);
    connect(m_fit, &FitView::presetChosen, this, [this] {
        displayLanes();
        displayChecks();
    });
    connect(m_timeline, &QPushButton::clicked, this, &RecordDetails::timelineRequested);
    connect(m_scenario, &QPushButton::clicked, this, &RecordDetails::scenarioRequested);
    connect(m_again, &QPushButton::clicked, this, [this] {
        if (m_record != nullptr && m_call >= 0 && !m_record->callAt(m_call).attempts.empty()) {
            Q_EMIT sendAgainRequested({.call = m_call, .attempt = 0});
        }
    });
    setRecord(nullptr);
    setTextStyle(m_summary, TextStyle::Small);
}

void RecordDetails::layOut(QWidget* grouping)
{
    m_title->setObjectName(QStringLiteral("recordCallTitle"));
    m_summary->setObjectName(QStringLiteral("recordCallSummary"));
    m_summary->setProperty("muted", true);
    m_timeline->setToolTip(tr("Opens the recording in Send, with its timeline, explanations and exports"));
    m_again->setToolTip(tr("Opens this call's request in Send, to send it under any policy"));
    m_scenario->setToolTip(tr("Turns the recorded responses into a scenario and opens it in Send"));
    auto* head = new FlowLayout(nullptr, 8);
    head->setContentsMargins(20, 6, 12, 6);
    head->addWidget(makeColumn({m_title, m_summary}, 0, this), 1);
    head->addWidget(grouping);
    head->addWidget(m_again);
    head->addWidget(m_timeline);
    head->addWidget(m_scenario);
    QScrollArea* lanes = makeScrollArea(m_lanes, this);
    setLeastLines(lanes, 4);
    auto* call = new QWidget(this);
    auto* callLayout = columnIn(call, 0);
    callLayout->addLayout(head);
    callLayout->addWidget(lanes, 1);

    prepareTable(m_checks, QStringLiteral("fitChecks"), tr("Checks over all calls"));
    m_checks->setModel(m_checkRows);
    setLeastLines(m_checks, 3);
    m_splitter->addWidget(call);
    m_splitter->addWidget(m_checks);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 2);
    auto* layout = columnIn(this, 0);
    layout->addWidget(m_fit);
    layout->addWidget(new Panes(m_splitter, {tr("Call"), tr("Checks")}, this), 1);
}

void RecordDetails::setRecord(const RunRecord* record)
{
    m_record = record;
    displayScenarioAction();
    m_clients.clear();
    m_call = -1;
    displayFit();
    displayLanes();
    displayChecks();
}

void RecordDetails::setCanLeave(bool canLeave)
{
    m_timeline->setEnabled(canLeave);
    m_scenario->setEnabled(canLeave);
    displayScenarioAction();
}

/// All calls are in it, not the selected one alone.
void RecordDetails::displayScenarioAction()
{
    const std::size_t calls = m_record == nullptr ? 0 : m_record->calls().size();
    m_scenario->setText(calls > 1 ? tr("Make a scenario from all %L1 calls").arg(calls)
                                  : tr("Make a scenario"));
    m_scenario->setAccessibleName(m_scenario->text());
}

const InferredClient* RecordDetails::client() const
{
    if (m_clients.empty()) {
        return nullptr;
    }
    if (m_record != nullptr && m_call >= 0) {
        const CallRecord& call = m_record->callAt(m_call);
        const auto own = std::find_if(m_clients.begin(), m_clients.end(),
                                      [&call](const InferredClient& one) { return isCallOf(one, call); });
        if (own != m_clients.end()) {
            return &*own;
        }
    }
    return &*std::max_element(m_clients.begin(), m_clients.end(),
                              [](const InferredClient& left, const InferredClient& right) {
                                  return left.seen.calls < right.seen.calls;
                              });
}

void RecordDetails::displayCall(int call)
{
    m_call = m_record != nullptr && call < static_cast<int>(m_record->calls().size()) ? call : -1;
    displayFit();
    displayLanes();
    displayChecks();
}

void RecordDetails::displayClients(std::vector<InferredClient> clients)
{
    m_clients = std::move(clients);
    displayFit();
    displayLanes();
    displayChecks();
}

void RecordDetails::displayFit()
{
    m_fit->display(client(), static_cast<int>(m_clients.size()) - 1);
}

void RecordDetails::displayLanes()
{
    m_again->setEnabled(m_record != nullptr && m_call >= 0);
    displayScenarioAction();
    if (m_record == nullptr || m_call < 0) {
        m_title->setText(tr("No call selected"));
        m_summary->setText({});
        m_lanes->display({});
        return;
    }
    const CallLine line = callLine(*m_record, m_call);
    m_title->setText(QStringLiteral("%1, %2").arg(line.title, line.time));
    m_summary->setText(line.duration.isEmpty()
                           ? QStringLiteral("%1, %2").arg(line.attempts, line.status)
                           : tr("%1, %2, then %3").arg(line.attempts, line.duration, line.status));
    m_summary->setToolTip(plainToolTip(line.summary() + QLatin1Char('\n') +
                                       toQString(groupingText(*m_record->callAt(m_call).source))));
    const Policy* preset = m_policyOf(m_fit->preset());
    const std::optional<int> attempts = attemptsOfFit();
    const std::optional<Policy> set =
        preset != nullptr && attempts ? std::optional(withAttempts(*preset, *attempts)) : std::nullopt;
    m_lanes->display(laneRows(*m_record, m_call, set ? &*set : preset));
}

/// The number of attempts with which the chosen preset was compared; absent: its own.
std::optional<int> RecordDetails::attemptsOfFit() const
{
    const InferredClient* seen = client();
    if (seen == nullptr) {
        return std::nullopt;
    }
    const auto fit = std::ranges::find(seen->fits, m_fit->preset(), &PresetFit::policy);
    return fit == seen->fits.end() ? std::nullopt : fit->attempts;
}

/// A splitter gives a widget that was hidden the least that it takes.
void RecordDetails::showChecks(bool isShown)
{
    const bool wasHidden = m_checks->isHidden();
    m_checks->setVisible(isShown);
    if (isShown && wasHidden) {
        m_splitter->setSizes({m_splitter->height() * 3 / 5, m_splitter->height() * 2 / 5});
    }
}

void RecordDetails::displayChecks()
{
    const InferredClient* seen = client();
    const int calls = seen == nullptr ? 0 : seen->seen.calls;
    showChecks(seen != nullptr && !m_fit->preset().empty());
    if (seen == nullptr) {
        m_checkRows->clear();
        return;
    }
    const QString title = calls == 1 ? tr("Check over 1 call") : tr("Check over all %L1 calls").arg(calls);
    ReportTable table{{{},
                       {fromQString(title), WhenNarrow::Fold},
                       {fromQString(tr("Real client")), WhenNarrow::Fold},
                       {fromQString(tr("Preset")), WhenNarrow::Fold}},
                      {}};
    for (const PresetFit& fit : seen->fits) {
        if (fit.policy != m_fit->preset()) {
            continue;
        }
        for (const FitCheck& check : fit.checks) {
            if (check.asked == 0) {
                continue;
            }
            const CheckText text = checkText(check);
            const Tone tone = text.agrees ? Tone::Plain : Tone::Bad;
            table.add({{text.agrees ? "✓" : "≠", text.agrees ? Tone::Good : Tone::Bad},
                       {text.question, tone},
                       {text.client, tone},
                       {fromQString(shortened(text.preset, 400)), text.agrees ? Tone::Faint : Tone::Bad}});
        }
    }
    m_checkRows->display(std::move(table));
}

} // namespace retryscope::ui
