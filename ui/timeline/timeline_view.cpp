// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/timeline_view.h"

#include "core/explain/range_text.h"
#include "core/io/redact/redact.h"
#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/parts/term.h"
#include "ui/timeline/chart/legend.h"
#include "ui/timeline/chart/minimap.h"
#include "ui/timeline/chart/timeline_chart.h"
#include "ui/timeline/export/timeline_export.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/call_texts.h"
#include "ui/timeline/strips/absence_line.h"
#include "ui/timeline/strips/strips.h"
#include "ui/timeline/table/attempts_model.h"
#include "ui/timeline/timeline_tools.h"

#include <QClipboard>
#include <QElapsedTimer>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPointer>
#include <QStackedLayout>
#include <QTimer>

namespace retryscope::ui {

namespace {

using namespace std::chrono_literals;

constexpr auto kFrame = 33ms; ///< between two frames of a live run

/// `66.9 to 73.9 s`: a unit that both moments have is written once.
QString rangeTextOf(const QString& begin, const QString& end)
{
    const QString unit = end.mid(end.lastIndexOf(u' '));
    const bool isShared = end.contains(u' ') && begin.endsWith(unit);
    return QStringLiteral("%1 to %2").arg(isShared ? begin.chopped(unit.size()) : begin, end);
}

} // namespace

struct TimelineView::Parts
{
    const RunRecord* record = nullptr;
    QPointer<QItemSelectionModel> selection;
    QPointer<Strips> strips;
    TimelineChart* chart = nullptr;
    AbsenceLine* absence = nullptr;
    Legend* legend = nullptr;
    QLabel* empty = nullptr;
    QStackedLayout* pages = nullptr;
    TimelineTools* tools = nullptr;
    QTimer frames;
    QTimer telling;           ///< the range moves faster than anybody reads
    QElapsedTimer sinceEvent; ///< real time since the record's latest event
};

TimelineView::TimelineView(QWidget* parent) : QFrame(parent), m_parts(std::make_unique<Parts>())
{
    setObjectName(QStringLiteral("timelineView"));
    auto* layout = columnIn(this, 0);
    setProperty("surface", QStringLiteral("page"));
    layout->addWidget(m_parts->tools = new TimelineTools);
    layout->addWidget(makePages(), 1);
    connectTools();
    m_parts->telling.setSingleShot(true);
    m_parts->telling.setInterval(kFrame);
    connect(&m_parts->telling, &QTimer::timeout, this, &TimelineView::tellRange);
    m_parts->frames.setTimerType(Qt::PreciseTimer);
    m_parts->frames.setInterval(kFrame);
    connect(&m_parts->frames, &QTimer::timeout, this, &TimelineView::advanceClock);
    connect(m_parts->chart, &TimelineChart::rowPicked, this, &TimelineView::selectRow);
    connect(m_parts->chart, &TimelineChart::scaleChanged, this, &TimelineView::passScaleOn);
    connect(m_parts->chart, &TimelineChart::menuRequested, this, &TimelineView::menuRequested);
    setFocusProxy(m_parts->chart);
    showRightPage();
}

TimelineView::~TimelineView() = default;

std::vector<std::pair<QString, QString>> TimelineView::keys()
{
    return {{tr("Arrows, Home, End, Page Up, Page Down"), tr("Move between attempts")},
            {tr("Shift+arrows"), tr("Select a time range over several attempts")},
            {tr("Space, F2"), tr("Show the card of the attempt")},
            {tr("+, -"), tr("Zoom")},
            {tr("0"), tr("Show the whole run")},
            {tr("F"), tr("Zoom to the selection")},
            {tr("Alt+Left, Alt+Right"), tr("Previous and next view")},
            {tr("Ctrl+arrows"), tr("Scroll the timeline")},
            {tr("Wheel, Shift+wheel, Ctrl+wheel"), tr("Scroll the rows, pan, zoom")},
            {tr("Drag, Shift+drag"), tr("Pan, select a time range")},
            {tr("Enter, Left, Right"), tr("Fold or unfold a call")},
            {tr("*, /"), tr("Unfold and fold all calls")},
            {tr("Esc"), tr("Close the card, clear the range")}};
}

void TimelineView::connectTools()
{
    connect(m_parts->tools, &TimelineTools::fitWanted, this, &TimelineView::zoomToFit);
    connect(m_parts->tools, &TimelineTools::zoomInWanted, this, &TimelineView::zoomIn);
    connect(m_parts->tools, &TimelineTools::zoomOutWanted, this, &TimelineView::zoomOut);
    connect(m_parts->tools, &TimelineTools::backWanted, m_parts->chart, &TimelineChart::goBack);
    connect(m_parts->tools, &TimelineTools::forwardWanted, m_parts->chart, &TimelineChart::goForward);
    connect(m_parts->tools, &TimelineTools::groupingWanted, m_parts->chart, &TimelineChart::setGroupsCalls);
    connect(m_parts->tools, &TimelineTools::foldingWanted, m_parts->chart, &TimelineChart::setAllFolded);
    connect(m_parts->chart, &TimelineChart::sightChanged, this, &TimelineView::showSight);
    connect(m_parts->tools, &TimelineTools::axisChanged, m_parts->chart, &TimelineChart::setWallClock);
    connect(m_parts->tools, &TimelineTools::exportWanted, this, &TimelineView::exportRequested);
    connect(m_parts->tools, &TimelineTools::copyWanted, this, &TimelineView::copyPicture);
}

QWidget* TimelineView::makePages()
{
    auto* pages = new QWidget(this);
    m_parts->chart = new TimelineChart;
    setTerm(m_parts->chart, "attempt", OnHover::TellNothing);
    m_parts->tools->setLegend(m_parts->legend = new Legend);
    auto* drawing = new QWidget;
    auto* column = columnIn(drawing, 4);
    auto* mapRow = new QHBoxLayout;
    mapRow->setContentsMargins(16, 0, 16, 0);
    mapRow->addWidget(new Minimap(*m_parts->chart));
    column->addLayout(mapRow);
    column->addWidget(m_parts->chart, 1);
    column->addWidget(m_parts->absence = new AbsenceLine);
    m_parts->empty = makeLabel();
    m_parts->empty->setObjectName(QStringLiteral("timelineEmpty"));
    m_parts->empty->setAlignment(Qt::AlignCenter);
    m_parts->empty->setWordWrap(true);
    m_parts->empty->setProperty("muted", true);
    m_parts->pages = new QStackedLayout(pages);
    m_parts->pages->addWidget(m_parts->empty);
    m_parts->pages->addWidget(drawing);
    return pages;
}

void TimelineView::setRecord(const RunRecord* record)
{
    m_parts->record = record;
    m_parts->chart->setRecord(record);
    startOver();
}

void TimelineView::onRecorded(Place place)
{
    if (m_parts->record == nullptr) {
        return;
    }
    m_parts->chart->onRecorded(place);
    m_parts->chart->setNow(m_parts->record->end());
    m_parts->sinceEvent.restart();
    followRun();
}

void TimelineView::onReplaced()
{
    m_parts->chart->onReplaced();
    startOver();
}

void TimelineView::setUnmet(std::vector<Place> places)
{
    if (places == m_parts->chart->sight().unmet()) {
        return;
    }
    m_parts->chart->setUnmet(std::move(places));
    m_parts->legend->setParts(m_parts->chart->sight().legendParts());
}

void TimelineView::startOver()
{
    m_parts->sinceEvent.restart();
    if (m_parts->strips) {
        m_parts->strips->setCurrentAttempt({});
    }
    followRun();
}

void TimelineView::followRun()
{
    m_parts->legend->setParts(m_parts->chart->sight().legendParts());
    showRightPage();
    m_parts->tools->setVirtual(m_parts->record != nullptr && m_parts->record->header().isVirtual);
    const bool isLive = m_parts->record != nullptr && !m_parts->record->header().isVirtual &&
                        m_parts->chart->sight().run().isLive();
    if (isLive && !m_parts->frames.isActive()) {
        m_parts->frames.start();
    } else if (!isLive) {
        m_parts->frames.stop();
    }
}

void TimelineView::showSight()
{
    const TimelineChart& chart = *m_parts->chart;
    m_parts->tools->setHistory(chart.sight().history().canGoBack(), chart.sight().history().canGoForward());
    m_parts->tools->setCalls(m_parts->record != nullptr && m_parts->record->calls().size() > 1,
                             chart.rows().isGrouped());
    m_parts->legend->setParts(chart.sight().legendParts());
    if (!m_parts->telling.isActive()) {
        m_parts->telling.start();
    }
}

/// What happened in the range that is selected, or else in the part of the run that is shown.
void TimelineView::tellRange()
{
    const TimelineSight& sight = m_parts->chart->sight();
    const bool isPart = sight.selectedRange() || sight.isZoomed();
    if (m_parts->record == nullptr || !isPart || sight.rows().count() == 0) {
        m_parts->tools->tellRange({}, {});
        return;
    }
    const TimeRange range = sight.selectedRange().value_or(TimeRange{sight.scale().begin, sight.scale().end});
    const Instant end = std::max(range.begin, std::min(range.end, sight.run().last()));
    m_parts->tools->tellRange(rangeTextOf(sight.timeText(range.begin), sight.timeText(end)),
                              toQString(rangeText(totalsBetween(*m_parts->record, range.begin, end))));
}

void TimelineView::advanceClock()
{
    const Duration passed{m_parts->sinceEvent.nsecsElapsed() / 1000};
    m_parts->chart->setNow(m_parts->record->end() + passed);
    if (m_parts->strips) {
        m_parts->strips->setNow(m_parts->chart->now());
    }
}

void TimelineView::showRightPage()
{
    m_parts->pages->setCurrentIndex(m_parts->chart->rows().count() > 0 ? 1 : 0);
}

void TimelineView::setSelectionModel(QItemSelectionModel* selection)
{
    if (m_parts->selection) {
        disconnect(m_parts->selection, nullptr, this, nullptr);
    }
    m_parts->selection = selection;
    if (selection != nullptr) {
        connect(selection, &QItemSelectionModel::currentChanged, this, &TimelineView::showSelected);
        showSelected(selection->currentIndex());
    }
}

void TimelineView::showSelected(const QModelIndex& index)
{
    Place place;
    if (index.isValid()) {
        place = {index.data(AttemptsModel::CallIndexRole).toInt(),
                 index.data(AttemptsModel::AttemptIndexRole).toInt()};
    }
    showPlace(place);
}

void TimelineView::selectRow(int row)
{
    const Place place = m_parts->chart->rows().attemptAt(row);
    if (!m_parts->selection) {
        showPlace(place);
        return;
    }
    const QModelIndex index = indexOfAttempt(m_parts->selection->model(), place);
    m_parts->selection->setCurrentIndex(index,
                                        QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!index.isValid()) {
        m_parts->selection->clear();
        showPlace(place);
        Q_EMIT hiddenAttemptPicked(place);
    }
}

void TimelineView::showPlace(Place place)
{
    m_parts->chart->setCurrentAttempt(place);
    const int row = m_parts->chart->currentRow();
    m_parts->chart->setAccessibleDescription(textOfRow(row));
    if (m_parts->strips) {
        m_parts->strips->setCurrentAttempt(row < 0 ? Place{} : place);
    }
}

QString TimelineView::textOfRow(int row) const
{
    if (row < 0) {
        return {};
    }
    const Place place = m_parts->chart->rows().at(row);
    return place.attempt < 0 ? CallTexts(*m_parts->record, place.call).summary()
                             : AttemptTexts(*m_parts->record, place).summary();
}

void TimelineView::setEmptyText(const QString& text)
{
    m_parts->empty->setText(text);
}

void TimelineView::linkStrips(Strips* strips)
{
    m_parts->strips = strips;
    m_parts->tools->offerStrips(strips->menu());
    connect(strips, &Strips::cursorMoved, m_parts->chart, &TimelineChart::setMoment);
    connect(m_parts->chart, &TimelineChart::cursorChanged, strips,
            [this, strips] { strips->setCursor(m_parts->chart->sight().cursor()); });
    const auto displayAbsence = [this, strips] {
        const Strips::Absence absence = strips->absence();
        m_parts->absence->display(absence.title, absence.reason);
    };
    connect(strips, &Strips::displayed, this, displayAbsence);
    displayAbsence();
    passScaleOn();
}

void TimelineView::passScaleOn()
{
    if (m_parts->strips) {
        TimeScale scale = m_parts->chart->scale();
        scale.left += m_parts->chart->mapTo(this, QPoint(0, 0)).x();
        m_parts->strips->setScale(scale);
        m_parts->absence->setScale(scale);
        m_parts->strips->setNow(m_parts->chart->now());
    }
}

/// What the menus of the timeline ask for.
ExportOptions TimelineView::exportOptions() const
{
    ExportOptions options{.wallClock = m_parts->tools->countsWallClock(),
                          .view = m_parts->tools->exportsViewOnly() ? m_parts->chart : nullptr};
    if (m_parts->strips) {
        options.strips = m_parts->strips->chosen();
    }
    return options;
}

QString TimelineView::exportTo(const QString& file, int scale) const
{
    if (m_parts->record == nullptr) {
        return tr("Cannot export: there is no run yet.");
    }
    ExportOptions options = exportOptions();
    options.scale = scale;
    return exportTimeline(io::redacted(*m_parts->record), file, options);
}

bool TimelineView::copyPicture()
{
    if (m_parts->record == nullptr || m_parts->record->isEmpty()) {
        return false;
    }
    QGuiApplication::clipboard()->setImage(timelineImage(io::redacted(*m_parts->record), exportOptions()));
    Q_EMIT copied();
    return true;
}

void TimelineView::zoomIn()
{
    m_parts->chart->zoomBy(1.5);
}

void TimelineView::zoomOut()
{
    m_parts->chart->zoomBy(1 / 1.5);
}

void TimelineView::zoomToFit()
{
    m_parts->chart->zoomToFit();
}

void TimelineView::showRange(Instant begin, Instant end)
{
    m_parts->chart->showRange({.begin = begin, .end = end});
}

} // namespace retryscope::ui
