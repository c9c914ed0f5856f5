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

    /// What the keyboard does in the timeline: keys, and what for.
    [[nodiscard]] static std::vector<std::pair<QString, QString>> keys();

    /// The record must outlive the view or be taken away with nullptr.
    void setRecord(const RunRecord* record);
    void onRecorded(Place place);
    void onReplaced();

    /// Of an AttemptsModel or a proxy over one; the current index is the selected attempt. May be nullptr.
    void setSelectionModel(QItemSelectionModel* selection);
    /// For an attempt that the selection's model does not show.
    void showAttempt(Place place) { showPlace(place); }
    /// Shown while there is no attempt.
    void setEmptyText(const QString& text);
    /// Keeps the strips on the same time range, cursor and client from now on, and offers their menu.
    void linkStrips(Strips* strips);

    /// Format by the file's ending: svg, png (twice the size) or pdf. False: cannot
    /// be written, see errorText.
    bool exportTo(const QString& file, int scale = 2);
    /// The same as a picture in the clipboard. False when there is nothing to draw.
    bool copyPicture();
    [[nodiscard]] QString errorText() const;

    void zoomIn();
    void zoomOut();
    /// The whole run, all rows.
    void zoomToFit();

Q_SIGNALS:
    /// The user chose a file under "export" and it could not be written, or was.
    void exported(const QString& file);
    void copied();
    void exportFailed(const QString& message);
    /// An attempt was picked that the selection's model does not show, for it is filtered.
    void hiddenAttemptPicked(retryscope::Place place);
    /// On the selected attempt.
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
    void askForFile(const QString& format, int scale);
    [[nodiscard]] ExportOptions exportOptions() const;

    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace retryscope::ui
