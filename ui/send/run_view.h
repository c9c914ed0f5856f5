// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/fault_advice.h"
#include "ui/timeline/rows/attempt_rows.h"

#include <QSplitter>

QT_BEGIN_NAMESPACE
class QAction;
class QMenu;
class QTabWidget;
class QTimer;
QT_END_NAMESPACE

namespace retryscope::io {
class RunController;
} // namespace retryscope::io

namespace retryscope::ui {

class AttemptFilter;
class AttemptsModel;
class AttemptsTable;
class ExplanationPanel;
class FilterBar;
class ResponsePanel;
class RequestRateView;
class RunLog;
class Strips;
class TimelineView;
class WirePanel;

/// All views of one run: timeline, tokens, attempts, response and Why. They share one selection. While a run
/// is under way it follows the newest attempt, until the user picks another.
class RunView : public QSplitter
{
    Q_OBJECT
public:
    /// header: a widget shown above the timeline.
    RunView(io::RunController& controller, QWidget* header, QWidget* parent = nullptr);

    [[nodiscard]] TimelineView& timeline() { return *m_timeline; }
    [[nodiscard]] Strips& strips() { return *m_strips; }
    [[nodiscard]] QTabWidget& details() { return *m_details; }
    [[nodiscard]] QWidget& detailsCard() { return *m_detailsCard; }
    [[nodiscard]] ExplanationPanel& explanation() { return *m_explanation; }
    [[nodiscard]] QSplitter& middle() { return *m_middle; }
    [[nodiscard]] AttemptsTable& table() { return *m_table; }
    /// Header and rows of the attempts table, tab-separated.
    [[nodiscard]] QString attemptsText() const;

    /// Brings a tab to the front.
    void showAttempts();
    /// Selects this attempt in timeline, table and panels; nothing if it is not there any more.
    void showAttempt(Place place);
    void showResponse();
    void showWire();
    /// Brings the response to the front and opens its search.
    void findInResponse();
    void showLog();
    void showRate();
    /// The filter bar above the table.
    [[nodiscard]] FilterBar& filterBar() { return *m_filterBar; }

Q_SIGNALS:
    /// The views are up to date again. Emitted at once after a single event, and at a limited rate when many
    /// arrive in quick succession.
    void refreshed();
    /// The user wants to see how every policy judges this attempt.
    void judgeRequested(retryscope::Place place);
    /// The user wants to send to this redirect target, an absolute http or https URL.
    void locationRequested(const QString& url);
    /// The user wants redirects to be followed from the next run on.
    void followRequested();
    /// The user chose this remedy for the fault of an attempt.
    void remedyRequested(retryscope::FaultRemedy remedy, retryscope::Place place);
    /// Reports to the user what was done.
    void noteFound(const QString& text);
    /// The user wants to say what kind of error this attempt met.
    void mapRequested(retryscope::Place place);

private:
    void showDetails(QWidget* page);
    void buildMiddle();
    void buildDetails();
    void connectParts();
    void displayNothingYet();
    void onStarted();
    void onRecorded(Place place);
    void onReplaced();
    void onCurrentChanged();
    void refresh();
    void refreshWhenStale();
    void select(Place place);
    void startReading();
    void displayCurrent();
    QWidget* makeTableWithFilter();
    void onFilterChanged();
    void displayHidden(Place place);
    void buildMenu();
    void openMenu(const QPoint& globalPlace);
    void openMenuAtCurrent();
    void copyAttempt();

    io::RunController& m_controller;
    AttemptsModel* m_model;
    AttemptFilter* m_filter;
    QSplitter* m_middle;
    TimelineView* m_timeline;
    Strips* m_strips;
    AttemptsTable* m_table;
    FilterBar* m_filterBar;
    QTabWidget* m_details;
    QWidget* m_detailsCard = nullptr;
    ResponsePanel* m_response;
    WirePanel* m_wire;
    RunLog* m_log;
    RequestRateView* m_rate;
    ExplanationPanel* m_explanation;
    QTimer* m_pause; ///< between two refreshes
    QMenu* m_menu;   ///< of the selected attempt
    QWidget* m_attempts = nullptr;
    QAction* m_mapAction = nullptr;
    bool m_isStale = false;
    bool m_follows = true;
    bool m_isSelecting = false;
    Place m_newest;
    Place m_shown;
};

} // namespace retryscope::ui
