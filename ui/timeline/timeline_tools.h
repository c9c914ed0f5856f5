// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;
class QHBoxLayout;
class QLabel;
class QMenu;
class QToolButton;

namespace retryscope::ui {

/// The title row of the timeline: its name, the legend or what happened in a range of time, and small buttons
/// for zoom, curves, axis and export.
class TimelineTools : public QWidget
{
    Q_OBJECT
public:
    explicit TimelineTools(QWidget* parent = nullptr);

    [[nodiscard]] bool countsWallClock() const;
    void setCountsWallClock(bool wallClock);
    /// True if exports draw only the visible part, not the whole run.
    [[nodiscard]] bool exportsViewOnly() const;
    /// menu: selects the curves below the timeline.
    void offerStrips(QMenu* menu);
    /// Sets the legend, shown between title and buttons while no range is shown.
    void setLegend(QWidget* legend);
    /// Shows a range such as `66.9 to 73.9 s` and its statistics; both empty: none.
    /// Whether the times are those of a simulation; the title says so.
    void setVirtual(bool isVirtual);
    void tellRange(const QString& range, const QString& statistics);
    void setHistory(bool canGoBack, bool canGoForward);
    /// Sets whether there are calls to fold, and whether attempts are grouped under them.
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

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// icon: name in the theme; empty: the button shows its text.
    QToolButton* addButton(const char* name, const char* icon, const QString& text, const QString& tip);
    QToolButton* addMenuButton(const char* name, const char* icon, const QString& text, const QString& tip,
                               QMenu* menu);
    void applyTheme();
    void fitWidth();
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
    QLabel* m_title = nullptr;
    bool m_isVirtual = false;
    QLabel* m_range = nullptr;
    QLabel* m_statistics = nullptr;
    QWidget* m_legend = nullptr;
};

} // namespace retryscope::ui
