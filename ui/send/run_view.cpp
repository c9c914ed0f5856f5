// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/send/run_view.h"

#include "core/facts/error_name.h"
#include "core/io/live/run_controller.h"
#include "ui/explanation/changes_panel.h"
#include "ui/explanation/explanation_panel.h"
#include "ui/parts/clipboard.h"
#include "ui/parts/form.h"
#include "ui/parts/panes.h"
#include "ui/parts/table.h"
#include "ui/parts/text_space.h"
#include "ui/response/response_panel.h"
#include "ui/response/run_log.h"
#include "ui/response/wire_panel.h"
#include "ui/timeline/request_rate_view.h"
#include "ui/timeline/strips/strips.h"
#include "ui/timeline/table/attempt_filter.h"
#include "ui/timeline/table/attempts_model.h"
#include "ui/timeline/table/attempts_table.h"
#include "ui/timeline/table/filter_bar.h"
#include "ui/timeline/timeline_view.h"

#include <QMenu>
#include <QScopedValueRollback>
#include <QTabBar>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace retryscope::ui {

namespace {

constexpr int kWhyCharacters = 45; ///< what the changes need beside their buttons
constexpr std::chrono::milliseconds kShortestPause{40};

/// Where reading a finished record starts: the end of the first call that failed, else of the first call
/// that was retried, else of the last one.
Place startOfReading(const RunRecord& record)
{
    const auto& calls = record.calls();
    auto call = std::find_if(calls.begin(), calls.end(), [](const CallRecord& one) {
        return one.verdict == CallVerdict::Failed && !one.attempts.empty();
    });
    if (call == calls.end()) {
        call = std::find_if(calls.begin(), calls.end(),
                            [](const CallRecord& one) { return one.attempts.size() > 1; });
    }
    if (call == calls.end()) {
        call = std::find_if(calls.rbegin(), calls.rend(),
                            [](const CallRecord& one) { return !one.attempts.empty(); })
                   .base() -
               1;
    }
    return {static_cast<int>(call - calls.begin()), static_cast<int>(call->attempts.size()) - 1};
}

} // namespace

RunView::RunView(io::RunController& controller, QWidget* header, QWidget* parent)
    : QSplitter(Qt::Horizontal, parent)
    , m_controller(controller)
    , m_model(new AttemptsModel(this))
    , m_filter(new AttemptFilter(*m_model, this))
    , m_middle(makeSplitter(Qt::Vertical, QStringLiteral("middleSplitter"), nullptr))
    , m_timeline(new TimelineView)
    , m_strips(new Strips)
    , m_table(new AttemptsTable)
    , m_filterBar(new FilterBar(*m_filter))
    , m_details(new QTabWidget)
    , m_response(new ResponsePanel)
    , m_wire(new WirePanel)
    , m_log(new RunLog)
    , m_rate(new RequestRateView)
    , m_explanation(new ExplanationPanel)
    , m_pause(new QTimer(this))
    , m_menu(new QMenu(this))
{
    setObjectName(QStringLiteral("runSplitter"));
    setChildrenCollapsible(false);
    m_model->attach(&controller.record());
    m_table->setModel(m_filter);
    m_table->setFirstOptionalColumn(AttemptsModel::kFirstOptional);
    setFocusProxy(m_timeline);
    buildDetails();
    buildMiddle();
    buildMenu();
    auto* middle = new QWidget;
    auto* layout = columnIn(middle, 0);
    layout->addWidget(header);
    layout->addWidget(new Panes(m_middle, {tr("Timeline"), tr("Curves"), tr("Details")}), 1);
    addWidget(middle);
    addWidget(m_explanation);
    m_explanation->setProperty("surface", QStringLiteral("side"));
    setLeastCharacters(m_explanation, kWhyCharacters);
    setHandleWidth(1);
    setStretchFactor(0, 1);
    setStretchFactor(1, 0);
    setSizes({770, 336});
    connectParts();
    onReplaced();
}

void RunView::buildDetails()
{
    nameInput(m_details, QStringLiteral("detailsTabs"), tr("Attempt details"));
    m_details->setDocumentMode(true);
    m_details->tabBar()->setDrawBase(false);
    m_attempts = makeTableWithFilter();
    m_details->addTab(m_attempts, tr("Attempts"));
    m_details->addTab(m_response, tr("Response"));
    m_details->addTab(m_wire, tr("Wire"));
    m_details->addTab(m_log, tr("Log"));
    m_details->addTab(m_rate, tr("Rate"));
    connect(m_rate, &RequestRateView::rangeChosen, this,
            [this](Instant begin, Instant end) { m_timeline->showRange(begin, end); });
    m_details->setCurrentWidget(m_response);
    m_detailsCard = new QFrame;
    m_detailsCard->setProperty("surface", QStringLiteral("page"));
    auto* layout = new QVBoxLayout(m_detailsCard);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_details);
}

void RunView::buildMiddle()
{
    m_middle->addWidget(m_timeline);
    m_middle->addWidget(m_strips);
    m_middle->addWidget(m_detailsCard);
    m_middle->setStretchFactor(0, 5);
    m_middle->setStretchFactor(1, 0);
    m_middle->setStretchFactor(2, 4);
    m_middle->setSizes({320, 90, 340});
    displayNothingYet();
    m_timeline->linkStrips(m_strips);
    connect(m_strips, &Strips::attemptPicked, this, &RunView::showAttempt);
    m_timeline->setSelectionModel(m_table->selectionModel());
}

QWidget* RunView::makeTableWithFilter()
{
    auto* both = new QWidget;
    auto* column = columnIn(both, 0);
    column->addWidget(m_filterBar);
    column->addWidget(m_table, 1);
    // What is selected stays selected while it can be seen, and is shown on while it cannot.
    connect(m_filterBar, &FilterBar::aboutToChange, this, [this] { m_isSelecting = true; });
    connect(m_filterBar, &FilterBar::changed, this, &RunView::onFilterChanged);
    connect(m_filterBar, &FilterBar::left, m_table, qOverload<>(&QWidget::setFocus));
    return both;
}

void RunView::onFilterChanged()
{
    const QModelIndex index = indexOfAttempt(m_filter, m_shown);
    m_table->setCurrentIndex(index);
    if (index.isValid()) {
        m_table->scrollTo(index);
    } else {
        m_timeline->showAttempt(m_shown);
    }
    m_isSelecting = false;
}

/// An attempt that the filter hides was picked in the timeline.
void RunView::displayHidden(Place place)
{
    m_shown = place;
    m_follows = false;
    displayCurrent();
}

void RunView::connectParts()
{
    connect(m_response, &ResponsePanel::attemptRequested, this, [this](int attempt) {
        m_follows = false;
        select({.call = m_shown.call, .attempt = attempt});
    });
    connect(m_response, &ResponsePanel::locationRequested, this, &RunView::locationRequested);
    connect(m_response, &ResponsePanel::followRequested, this, &RunView::followRequested);
    connect(m_response, &ResponsePanel::noteFound, this, &RunView::noteFound);
    connect(m_explanation, &ExplanationPanel::noteFound, this, &RunView::noteFound);
    connect(&m_explanation->changesPanel(), &ChangesPanel::remedyRequested, this,
            [this](FaultRemedy remedy) { Q_EMIT remedyRequested(remedy, m_shown); });
    m_timeline->setRecord(&m_controller.record());
    m_strips->setRecord(&m_controller.record());
    connect(&m_controller, &io::RunController::started, this, &RunView::onStarted);
    connect(&m_controller, &io::RunController::recorded, this, &RunView::onRecorded);
    connect(&m_controller, &io::RunController::replaced, this, &RunView::onReplaced);
    connect(&m_controller, &io::RunController::finished, this, &RunView::refreshWhenStale);
    connect(&m_controller, &io::RunController::simulated, this, [this](std::int64_t calls, std::int64_t all) {
        m_timeline->setEmptyText(
            tr("Simulating\n%L1 of %L2 calls, %L3 left. Esc stops.").arg(calls).arg(all).arg(all - calls));
    });
    connect(&m_controller, &io::RunController::finished, this, &RunView::displayNothingYet);
    connect(m_timeline, &TimelineView::hiddenAttemptPicked, this, &RunView::displayHidden);
    m_pause->setSingleShot(true);
    m_pause->setInterval(kShortestPause);
    connect(m_pause, &QTimer::timeout, this, &RunView::refreshWhenStale);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &RunView::onCurrentChanged);
}

void RunView::onStarted()
{
    m_follows = true;
    onReplaced();
    displayNothingYet();
}

/// Stands in the timeline while it has no attempt.
void RunView::displayNothingYet()
{
    const RunHeader& header = m_controller.record().header();
    m_timeline->setEmptyText(!m_controller.isRunning() ? tr("Nothing sent yet.\nPress Ctrl+Enter to send the "
                                                            "request and watch its retries.")
                             : header.isVirtual        ? tr("Simulating")
                                                       : tr("Sending"));
}

void RunView::onReplaced()
{
    m_follows = true;
    m_shown = {};
    m_newest = {};
    {
        const QScopedValueRollback<bool> selecting(m_isSelecting, true);
        m_model->onReplaced();
        m_timeline->onReplaced();
        m_strips->onReplaced();
        m_log->onReplaced(m_controller.record());
    }
    m_rate->display(m_controller.record());
    m_filterBar->count();
    displayCurrent();
    startReading();
}

void RunView::onRecorded(Place place)
{
    m_model->onRecorded(place);
    m_timeline->onRecorded(place);
    m_strips->onRecorded(place);
    m_log->onRecorded(m_controller.record(), place);
    if (place.attempt >= 0) {
        m_newest = place;
    }
    m_isStale = true;
    if (!m_pause->isActive()) {
        refresh();
    }
}

void RunView::refresh()
{
    m_isStale = false;
    m_pause->start();
    m_rate->display(m_controller.record());
    m_filterBar->count();
    if (m_follows && m_newest != m_shown && m_newest.attempt >= 0) {
        select(m_newest);
    } else {
        displayCurrent();
    }
    Q_EMIT refreshed();
}

void RunView::refreshWhenStale()
{
    if (m_isStale) {
        refresh();
    }
}

void RunView::select(Place place)
{
    const QScopedValueRollback<bool> selecting(m_isSelecting, true);
    const QModelIndex index = indexOfAttempt(m_filter, place);
    m_table->setCurrentIndex(index);
    if (index.isValid()) {
        m_table->scrollTo(index);
    } else {
        m_timeline->showAttempt(place);
    }
    m_shown = place;
    displayCurrent();
}

void RunView::showAttempt(Place place)
{
    const RunRecord& record = m_controller.record();
    if (place.call < 0 || place.call >= static_cast<int>(record.calls().size()) || place.attempt < 0 ||
        place.attempt >= static_cast<int>(record.callAt(place.call).attempts.size())) {
        return;
    }
    m_follows = false;
    select(place);
}

void RunView::showDetails(QWidget* page)
{
    m_details->setCurrentWidget(page);
    Panes::reveal(m_details);
}

void RunView::showAttempts()
{
    showDetails(m_attempts);
}

void RunView::showResponse()
{
    showDetails(m_response);
}

void RunView::findInResponse()
{
    showResponse();
    m_response->find();
}

void RunView::showWire()
{
    showDetails(m_wire);
}

void RunView::showRate()
{
    showDetails(m_rate);
}

void RunView::showLog()
{
    showDetails(m_log);
}

/// Many calls are read in the table, one call in its response; Wire and Log stay where the user put them.
void RunView::startReading()
{
    const bool hasMany = m_controller.record().calls().size() > 1;
    if (hasMany && m_details->currentWidget() == m_response) {
        m_details->setCurrentWidget(m_attempts);
    } else if (!hasMany && m_details->currentWidget() == m_attempts) {
        m_details->setCurrentWidget(m_response);
    }
    if (m_model->rowCount() > 0) {
        select(startOfReading(m_controller.record()));
    }
}

void RunView::onCurrentChanged()
{
    if (m_isSelecting) {
        return;
    }
    const QModelIndex current = m_table->currentIndex();
    const int row = m_filter->mapToSource(current).row();
    m_shown = current.isValid() ? m_model->placeAt(row) : Place{};
    m_follows = row + 1 == m_model->rowCount();
    displayCurrent();
}

void RunView::displayCurrent()
{
    if (m_shown.attempt < 0) {
        m_response->clear();
        m_wire->clear();
        m_explanation->clear();
        return;
    }
    const RunRecord& record = m_controller.record();
    const AttemptRecord& attempt = record.at(m_shown);
    m_response->display(record, m_shown);
    m_wire->display(record, attempt);
    m_explanation->display(record, m_shown);
}

void RunView::buildMenu()
{
    nameInput(m_menu, QStringLiteral("attemptMenu"), tr("Attempt actions"));
    QAction* judge = m_menu->addAction(tr("&Judge under all policies…"));
    judge->setObjectName(QStringLiteral("judgeAttemptAction"));
    QAction* copy = m_menu->addAction(tr("&Copy attempt as text"));
    copy->setObjectName(QStringLiteral("copyAttemptAction"));
    m_mapAction = m_menu->addAction(tr("&Map this error name…"));
    m_mapAction->setObjectName(QStringLiteral("mapErrorAction"));
    const auto askToJudge = [this] {
        Q_EMIT judgeRequested(m_shown);
    };
    connect(judge, &QAction::triggered, this, askToJudge);
    connect(&m_explanation->changesPanel(), &ChangesPanel::judgeRequested, this, askToJudge);
    connect(copy, &QAction::triggered, this, &RunView::copyAttempt);
    connect(m_mapAction, &QAction::triggered, this, [this] { Q_EMIT mapRequested(m_shown); });

    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& place) {
        if (m_table->indexAt(place).isValid()) {
            openMenu(m_table->viewport()->mapToGlobal(place));
        }
    });
    connect(m_timeline, &TimelineView::menuRequested, this, &RunView::openMenu);
    auto* open = new QAction(tr("Attempt actions"), this);
    open->setShortcuts({QKeySequence(Qt::Key_Menu), QKeySequence(Qt::SHIFT | Qt::Key_F10)});
    open->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(open, &QAction::triggered, this, &RunView::openMenuAtCurrent);
    m_table->addAction(open);
    m_timeline->addAction(open);
}

void RunView::openMenuAtCurrent()
{
    if (!m_table->isVisible()) {
        openMenu(m_timeline->mapToGlobal(m_timeline->rect().center()));
        return;
    }
    const QRect row = m_table->visualRect(m_table->currentIndex());
    openMenu(m_table->viewport()->mapToGlobal(row.bottomLeft()));
}

/// Some platforms report the menu key both as a key and as a wish for a menu.
void RunView::openMenu(const QPoint& globalPlace)
{
    if (m_shown.attempt < 0 || m_menu->isVisible()) {
        return;
    }
    const AttemptRecord& attempt = m_controller.record().at(m_shown);
    const RunHeader& header = m_controller.record().header();
    const bool hasName =
        header.policy && nameOf(header.policy->reading, attempt.facts).state == NameState::Present;
    m_mapAction->setText(hasName ? tr("&Map this error name…") : tr("&Map this status…"));
    m_mapAction->setEnabled(!attempt.isRunning && attempt.decision.verdict != Verdict::Succeed &&
                            (hasName || attempt.facts.response));
    m_menu->popup(globalPlace);
}

/// What happened, and why.
void RunView::copyAttempt()
{
    const int row = m_table->currentIndex().row(); // none when the filter hides the attempt
    const QString facts = row < 0 ? QString() : m_table->rowText(row) + QStringLiteral("\n\n");
    copyWithoutSecrets(facts + m_explanation->text(), m_controller.record().header());
}

QString RunView::attemptsText() const
{
    return copiedTable(*m_table, CopyForm::AllText);
}

} // namespace retryscope::ui
