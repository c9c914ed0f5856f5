// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;
class QMenu;
class QToolButton;

namespace retryscope::ui {

/// The title row of the timeline: its name, and small buttons for zoom, axis and export.
class TimelineTools : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineTools(QWidget* parent = nullptr);

    [[nodiscard]] bool countsWallClock() const;
    void setCountsWallClock(bool wallClock);
    /// Exports draw what is shown at the moment, not the whole run.
    [[nodiscard]] bool exportsViewOnly() const;
    /// menu: what is shown under the timeline.
    void offerStrips(QMenu* menu);
    /// Between the title and the buttons.
    void setMinimap(QWidget* minimap);
    void setHistory(bool canGoBack, bool canGoForward);
    /// Whether there are calls to fold, and whether attempts stand under them.
    void setCalls(bool areThere, bool areGrouped);

Q_SIGNALS:
    void backWanted();
    void forwardWanted();
    void groupingWanted(bool groups);
    void foldingWanted(bool folded);
    void fitWanted();
    void zoomInWanted();
    void zoomOutWanted();
    void axisChanged(bool wallClock);
    /// format: svg, png or pdf. scale: pixels of a png per unit of length.
    void exportWanted(const QString& format, int scale);
    void copyWanted();

private:
    QToolButton* addButton(QHBoxLayout* row, const char* name, const QString& text, const QString& tip);
    QToolButton* addMenuButton(QHBoxLayout* row, const char* name, const QString& tip, QMenu* menu);
    QMenu* makeZeroMenu();
    QMenu* makeExportMenu();
    QMenu* makeCallsMenu();

    QAction* m_runStart = nullptr;
    QAction* m_wallClock = nullptr;
    QAction* m_viewOnly = nullptr;
    QToolButton* m_zero = nullptr;
    QToolButton* m_back = nullptr;
    QToolButton* m_forward = nullptr;
    QToolButton* m_calls = nullptr;
    QAction* m_groups = nullptr;
    QHBoxLayout* m_row = nullptr;
};

} // namespace retryscope::ui
