// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/sight/timeline_sight.h"

#include <QObject>
#include <QPointF>

class QContextMenuEvent;
class QGestureEvent;
class QKeyEvent;
class QMouseEvent;
class QNativeGestureEvent;
class QWheelEvent;

namespace retryscope::ui {

class HoverCard;

/// Handles mouse, wheel, keyboard and touch in the timeline: changes the view, and opens and closes the hover
/// card. Mouse positions are in viewport coordinates.
class TimelineInput : public QObject
{
    Q_OBJECT
public:
    /// All three must outlive this object, which also sets the viewport's mouse cursor.
    TimelineInput(TimelineSight& sight, QWidget& viewport, HoverCard& card);

    void turnWheel(QWheelEvent& event);
    void pressMouse(const QMouseEvent& event);
    void moveMouse(const QMouseEvent& event);
    void releaseMouse(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void openMenu(const QContextMenuEvent& event);
    /// Ignores a key without a meaning here, so that the parent receives it.
    void pressKey(QKeyEvent& event);
    void takeFocus(Qt::FocusReason reason);
    /// Handles tool tips, touch and the mouse leaving. False: the view must handle the event.
    bool handleViewport(QEvent& event);

    [[nodiscard]] bool isPanning() const { return m_drag == Drag::Panning; }
    /// True if the last input came from the keyboard.
    [[nodiscard]] bool showsFocus() const { return m_showsFocus; }

Q_SIGNALS:
    /// After each change of the sight.
    void changed();
    void rowPicked(int row);
    void menuRequested(const QPoint& globalPlace);

private:
    enum class Drag { None, Pressed, Panning, Selecting };
    static constexpr double kZoomStep = 1.25; ///< of one notch of the wheel, or one key

    void drag(QPointF to);
    bool pinch(const QNativeGestureEvent& event);
    bool pinch(QGestureEvent& event);
    bool zoomKey(const QKeyEvent& event);
    bool moveKey(const QKeyEvent& event);
    bool cardKey(const QKeyEvent& event);
    bool foldKey(const QKeyEvent& event);
    [[nodiscard]] int rowFor(int key) const;
    void pick(int row, bool extends = false);
    void toggleFold(int row);
    void foldAll(bool folded);
    void showCard(QPoint at, QPoint globalPosition);
    void showCardOfCurrentRow();
    [[nodiscard]] bool isOnFoldMark(QPointF at) const;
    [[nodiscard]] bool isOnAxis(QPointF at) const;

    TimelineSight& m_sight;
    QWidget& m_viewport;
    HoverCard& m_card;
    QPointF m_pressedAt;
    QPointF m_draggedTo;
    Drag m_drag = Drag::None;
    bool m_dragSelects = false; ///< a drag that begins now selects a range: on the axis, or with Shift
    bool m_showsFocus = false;
};

} // namespace retryscope::ui
