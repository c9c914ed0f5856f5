// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/window/rooms.h"

#include "core/change/situation.h"
#include "core/io/live/run_controller.h"
#include "core/io/text/utf8.h"
#include "ui/bounds/bounds_page.h"
#include "ui/compare/compare_page.h"
#include "ui/judge/judge_page.h"
#include "ui/parts/beside.h"
#include "ui/parts/form.h"
#include "ui/policies/policies_room.h"
#include "ui/policy/policy_panel.h"
#include "ui/proxy/proxy_page.h"
#include "ui/record/record_page.h"
#include "ui/runs/runs_room.h"
#include "ui/send/run_view.h"
#include "ui/send/send_room.h"
#include "ui/theme/theme.h"
#include "ui/timeline/table/attempts_model.h"
#include "ui/timeline/table/attempts_table.h"
#include "ui/window/page_area.h"

#include <QPainter>
#include <QTimer>

#include <utility>

namespace retryscope::ui {

Rooms::Rooms(const Services& services, QWidget* parent)
    : QStackedWidget(parent)
    , m_services(services)
    , m_policy(new PolicyPanel(services.retrySettings, this))
    , m_send(new SendRoom(services, *m_policy, this))
    , m_policies(new PoliciesRoom(services, m_policy, this))
{
    setObjectName(QStringLiteral("rooms"));
    add(m_send);
    add(m_policies); // holds the editors of the policy that the Send room sends under
    connect(m_policies, &PoliciesRoom::policyChosen, &m_send->bar(), &RequestBar::policyChosen);
    connect(m_policies, &PoliciesRoom::noteFound, this, &Rooms::noteFound);
    connect(m_send, &SendRoom::policyChanged, m_policies,
            [this] { m_policies->setInUse(m_send->draft().policyKey); });
}

Rooms::~Rooms() = default;

void Rooms::add(QWidget* page)
{
    auto* area = new PageArea(page, this);
    addWidget(area);
    inheritPalette(area);
}

RunsRoom* Rooms::runs()
{
    if (m_runs == nullptr && m_services.runs != nullptr) {
        m_runs = new RunsRoom(*m_services.runs, nullptr);
        add(m_runs);
        connect(m_runs, &RunsRoom::openRequested, this, &Rooms::runRequested);
        connect(m_runs, &RunsRoom::noteFound, this, &Rooms::noteFound);
        connect(m_runs, &RunsRoom::problemFound, this, &Rooms::problemFound);
        connect(m_runs, &RunsRoom::undoChanged, this, &Rooms::undoChanged);
    }
    return m_runs;
}

JudgePage* Rooms::judge()
{
    if (m_judge != nullptr) {
        m_judge->reload();
    } else {
        m_judge = new JudgePage(m_services.library, nullptr);
        m_judge->select(m_send->draft().policyKey);
        add(m_judge);
        connect(m_judge, &JudgePage::noteFound, this, &Rooms::noteFound);
    }
    return m_judge;
}

void Rooms::makeCompare()
{
    m_compare =
        new ComparePage({.library = m_services.library,
                         .record = [this]() -> const RunRecord& { return m_services.controller.record(); },
                         .plan =
                             [this] {
                                 return m_send->planOnScenario();
                             }},
                        nullptr);
    add(m_compare);
    connect(m_compare, &ComparePage::noteFound, this, &Rooms::noteFound);
}

void Rooms::makeBounds()
{
    m_bounds = new BoundsPage(
        m_services.library, [this] { return m_send->planOnScenario(); }, nullptr);
    add(m_bounds);
    connect(m_bounds, &BoundsPage::noteFound, this, &Rooms::noteFound);
}

ProxyPage& Rooms::proxy()
{
    if (m_proxy == nullptr) {
        m_proxy = new ProxyPage(m_services, nullptr);
        add(m_proxy);
        connect(m_proxy, &ProxyPage::noteFound, this, &Rooms::noteFound);
        connect(m_proxy, &ProxyPage::problemFound, this, &Rooms::problemFound);
        connect(m_proxy, &ProxyPage::problemSettled, this, &Rooms::problemSettled);
        connect(m_proxy, &ProxyPage::probingChanged, this, &Rooms::probingChanged);
        connect(m_proxy, &ProxyPage::openRequested, this, &Rooms::openRequested);
        connect(m_proxy, &ProxyPage::judgeRequested, this,
                [this](const GivenAttempt& given, const QString& policy) {
                    JudgePage* page = judge();
                    page->display(given);
                    page->select(policy);
                    display(Room::Judge, page);
                });
    }
    return *m_proxy;
}

RecordPage& Rooms::recording()
{
    if (m_recording == nullptr) {
        m_recording = new RecordPage(m_services.library, m_services.settings, nullptr);
        add(m_recording);
        connect(m_recording, &RecordPage::noteFound, this, &Rooms::noteFound);
        connect(m_recording, &RecordPage::problemFound, this, &Rooms::problemFound);
        connect(m_recording, &RecordPage::problemSettled, this, &Rooms::problemSettled);
        connect(m_recording, &RecordPage::undoChanged, this, &Rooms::undoChanged);
        connect(m_recording, &RecordPage::judgeRequested, this, &Rooms::judgeRecorded);
        Q_EMIT recordingRoomMade();
    }
    return *m_recording;
}

void Rooms::judgeRecorded(Place place, const QString& policy)
{
    JudgePage* page = judge();
    page->display(givenAttemptAt(m_recording->record(), place));
    if (!policy.isEmpty()) {
        page->select(policy);
    }
    display(Room::Judge, page);
}

bool Rooms::isRecording() const
{
    return m_recording != nullptr && m_recording->isRecording();
}

bool Rooms::hasRecording() const
{
    return m_recording != nullptr && !m_recording->record().isEmpty();
}

bool Rooms::isProbing() const
{
    return m_proxy != nullptr && m_proxy->isProbing();
}

void Rooms::showBench(Bench bench, const QString& file)
{
    enter(Room::Proxy);
    proxy().display(std::move(bench), file);
}

QWidget* Rooms::page(Room room)
{
    switch (room) {
    case Room::Send:
        return m_send;
    case Room::Runs:
        if (runs() != nullptr) {
            runs()->refresh();
            return runs();
        }
        break;
    case Room::Judge:
        judgeSelected(*judge());
        return m_judge;
    case Room::Compare:
        if (m_compare == nullptr) {
            makeCompare();
        } else {
            m_compare->reload();
            m_compare->refresh();
        }
        return m_compare;
    case Room::Bounds:
        if (m_bounds == nullptr) {
            makeBounds();
        } else {
            m_bounds->reload(); // refreshes, too
        }
        return m_bounds;
    case Room::Record:
        return &recording();
    case Room::Proxy:
        return &proxy();
    case Room::Policies:
        m_policies->reload();
        m_policies->select(m_send->draft().policyKey);
        return m_policies;
    }
    return m_send;
}

void Rooms::enter(Room room)
{
    display(room, page(room));
}

void Rooms::display(Room room, QWidget* page)
{
    m_current = page == m_send ? Room::Send : room;
    setCurrentWidget(page->parentWidget()->parentWidget());
    if (QWidget* focus = page->focusProxy() != nullptr ? page->focusProxy() : page->focusWidget()) {
        focus->setFocus();
    } else {
        page->setFocus();
    }
    Q_EMIT entered(m_current);
}

/// Not by a rule of the style sheet, which would change the palette of all that lies in the rooms.
void Rooms::paintEvent(QPaintEvent* /*event*/)
{
    QPainter(this).fillRect(rect(), Theme::forPalette(palette()).card);
}

void Rooms::refresh()
{
    if (m_current == Room::Compare) {
        m_compare->refresh();
    } else if (m_current == Room::Bounds) {
        m_bounds->refresh();
    }
}

void Rooms::reloadPolicies()
{
    m_policies->reload();
    if (m_judge != nullptr) {
        m_judge->reload();
    }
    if (m_compare != nullptr) {
        m_compare->reload();
    }
    if (m_bounds != nullptr) {
        m_bounds->reload();
    }
    if (m_recording != nullptr) {
        m_recording->reload();
    }
    if (m_proxy != nullptr) {
        m_proxy->reload();
    }
}

void Rooms::judgeAttempt(Place place)
{
    const RunRecord& record = m_services.controller.record();
    const auto calls = static_cast<int>(record.calls().size());
    if (place.call < 0 || place.call >= calls || place.attempt < 0 ||
        place.attempt >= static_cast<int>(record.callAt(place.call).attempts.size())) {
        return;
    }
    displayInJudge(*judge(), place);
    display(Room::Judge, m_judge);
}

void Rooms::compareUnder(const QStringList& ids)
{
    enter(Room::Compare);
    m_compare->choose(ids);
}

void Rooms::displayInJudge(JudgePage& judge, Place place)
{
    const RunRecord& record = m_services.controller.record();
    judge.display(givenAttemptAt(record, place));
    if (record.header().policy) {
        judge.select(toQString(record.header().policy->policy.id));
    }
}

/// The attempt that is selected in the Send room, as long as nobody gave the Judge room something else.
void Rooms::judgeSelected(JudgePage& judge)
{
    const QModelIndex selected = m_send->view().table().currentIndex();
    const RunRecord& record = m_services.controller.record();
    if (judge.isTouched() || record.isEmpty() || !selected.isValid()) {
        return;
    }
    displayInJudge(judge, {.call = selected.data(AttemptsModel::CallIndexRole).toInt(),
                           .attempt = selected.data(AttemptsModel::AttemptIndexRole).toInt()});
}

void Rooms::judgeText(const QString& text, std::optional<io::PastedResponse> reading)
{
    JudgePage* page = judge();
    if (text.size() < kReadAtOnce) {
        page->displayText(text, std::move(reading));
        display(Room::Judge, page);
        return;
    }
    display(Room::Judge, page); // a large text has the next turn of the event loop to itself
    QTimer::singleShot(0, page, [page, text, reading = std::move(reading)]() mutable {
        page->displayText(text, std::move(reading));
    });
}

} // namespace retryscope::ui
