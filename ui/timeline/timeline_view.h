// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"
#include "ui/timeline/rows/attempt_rows.h"

#include <QFrame>

#include <memory>
#include <utility>
#include <vector>

class QItemSelectionModel;
class QModelIndex;

namespace retryscope::ui {

class Strips;
struct ExportOptions;

/// The timeline: a title row with legend and tools, the minimap, and the chart (one row per attempt). Draws
/// what the record holds and knows no rule. Shares its selection with the attempts table.
class TimelineView : public QFrame
{
    Q_OBJECT
public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// The keys of the timeline and what they do.
    [[nodiscard]] static std::vector<std::pair<QString, QString>> keys();

    /// Sets the record, which must outlive the view; nullptr detaches it.
    void setRecord(const RunRecord* record);
    void onRecorded(Place place);
    void onReplaced();

    /// Sets the selection of an AttemptsModel or of a proxy for one; its current index is the selected
    /// attempt. May be nullptr.
    void setSelectionModel(QItemSelectionModel* selection);
    /// Shows an attempt that the selection's model filters out.
    void showAttempt(Place place) { showPlace(place); }
    /// Marks attempts that break an expectation.
    void setUnmet(std::vector<Place> places);
    /// Sets the text shown while there is no attempt.
    void setEmptyText(const QString& text);
    /// Links the strips: they follow time range, cursor and selection, and the title row offers their menu.
    void linkStrips(Strips* strips);

    /// Exports to a file whose suffix selects svg, png or pdf, with secrets redacted. scale: pixels of a png
    /// per unit of length. Returns what is wrong; empty if the file was written.
    [[nodiscard]] QString exportTo(const QString& file, int scale = 2) const;
    /// Copies the timeline as a picture. Returns false if there is nothing to draw.
    bool copyPicture();

    void zoomIn();
    void zoomOut();
    /// The whole run, all rows.
    void zoomToFit();
    /// This range of time, within the run.
    void showRange(Instant begin, Instant end);

Q_SIGNALS:
    /// The user asked for a picture in this format. scale: of a png.
    void exportRequested(const QString& ending, int scale);
    void copied();
    /// The user picked an attempt that the filter hides from the selection's model.
    void hiddenAttemptPicked(retryscope::Place place);
    /// The user asked for the menu of the selected attempt.
    void menuRequested(const QPoint& globalPlace);

private:
    QWidget* makePages();
    void connectTools();
    void startOver();
    void followRun();
    void showSight();
    void tellRange();
    void advanceClock();
    void showRightPage();
    void showSelected(const QModelIndex& index);
    void selectRow(int row);
    void showPlace(Place place);
    [[nodiscard]] QString textOfRow(int row) const;
    void passScaleOn();
    [[nodiscard]] ExportOptions exportOptions() const;

    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace retryscope::ui
