// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/chart/timeline_input.h"

#include "ui/timeline/chart/timeline_cards.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr double kNotch = 120;
constexpr int kRowsPerNotch = 3;
constexpr double kPixelsPerNotch = 60;

} // namespace

TimelineInput::TimelineInput(TimelineSight& sight, QWidget& viewport, HoverCard& card)
    : m_sight(sight), m_viewport(viewport), m_card(card)
{
}

/// As in any view that scrolls: the wheel alone scrolls the rows, with Shift or sideways it pans, with Ctrl
/// it zooms. Where every row is in sight the page around may scroll.
void TimelineInput::turnWheel(QWheelEvent& event)
{
    const QPoint turned = event.angleDelta();
    const bool isSideways = turned.y() == 0 || event.modifiers().testFlag(Qt::ShiftModifier);
    const double notches = (turned.y() != 0 ? turned.y() : turned.x()) / kNotch;
    if (event.modifiers().testFlag(Qt::ControlModifier)) {
        m_sight.zoomAbout(event.position(), std::pow(kZoomStep, notches));
    } else if (isSideways) {
        m_sight.panBy(notches * kPixelsPerNotch);
    } else {
        const RowLayout& layout = m_sight.layout();
        const double before = layout.offset;
        m_sight.scrollTo(before - notches * kRowsPerNotch * layout.rowHeight);
        if (m_sight.layout().offset == before) {
            event.ignore();
            return;
        }
    }
    m_sight.setCursor(m_sight.scale().toTime(event.position().x()));
    Q_EMIT changed();
    event.accept();
}

void TimelineInput::pressMouse(const QMouseEvent& event)
{
    m_card.hide();
    switch (event.button()) {
    case Qt::BackButton:
        m_sight.goBack();
        break;
    case Qt::ForwardButton:
        m_sight.goForward();
        break;
    case Qt::LeftButton:
        m_pressedAt = m_draggedTo = event.position();
        m_showsFocus = false;
        m_drag = Drag::Pressed;
        m_dragSelects = isOnAxis(m_pressedAt) || event.modifiers().testFlag(Qt::ShiftModifier);
        return;
    default:
        return;
    }
    Q_EMIT changed();
}

void TimelineInput::moveMouse(const QMouseEvent& event)
{
    const QPointF at = event.position();
    const QRectF& plot = m_sight.plot();
    const bool isOverPlot = at.x() >= plot.left() && at.x() <= plot.right() && m_sight.rows().count() > 0;
    m_sight.setHoveredRow(m_sight.layout().rowAt(at.y()));
    m_sight.setCursor(isOverPlot ? std::optional(m_sight.scale().toTime(at.x())) : std::nullopt);
    if (m_drag == Drag::None) {
        m_viewport.setCursor(isOnAxis(at) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    } else {
        drag(at);
    }
    Q_EMIT changed();
}

void TimelineInput::drag(QPointF to)
{
    const bool isFar = (to - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (m_drag == Drag::Pressed && isFar) {
        m_drag = m_dragSelects ? Drag::Selecting : Drag::Panning;
        m_viewport.setCursor(m_drag == Drag::Selecting ? Qt::SizeHorCursor : Qt::ClosedHandCursor);
    }
    if (m_drag == Drag::Panning) {
        const QPointF moved = to - m_draggedTo;
        m_sight.panBy(moved.x());
        m_sight.scrollTo(m_sight.layout().offset - moved.y());
    } else if (m_drag == Drag::Selecting) {
        const auto momentAt = [this](double x) {
            return m_sight.scale().toTime(std::clamp(x, m_sight.plot().left(), m_sight.plot().right()));
        };
        const auto [begin, end] = std::minmax({momentAt(m_pressedAt.x()), momentAt(to.x())});
        m_sight.selectRange(TimeRange{begin, end});
    }
    m_draggedTo = to;
}

void TimelineInput::releaseMouse(const QMouseEvent& event)
{
    if (event.button() != Qt::LeftButton || m_drag == Drag::None) {
        return;
    }
    const bool wasClick = m_drag == Drag::Pressed;
    m_drag = Drag::None;
    m_viewport.unsetCursor();
    if (!wasClick) {
        return;
    }
    if (isOnAxis(event.position())) {
        m_sight.selectRange(std::nullopt);
        Q_EMIT changed();
        return;
    }
    const int row = m_sight.layout().rowAt(event.position().y());
    pick(row, event.modifiers().testFlag(Qt::ShiftModifier));
    if (row >= 0 && isOnFoldMark(event.position())) {
        toggleFold(row);
    }
}

void TimelineInput::doubleClick(const QMouseEvent& event)
{
    const int row = m_sight.layout().rowAt(event.position().y());
    if (event.button() == Qt::LeftButton && isOnAxis(event.position())) {
        m_sight.zoomToSelection();
    } else if (row >= 0 && isOnFoldMark(event.position())) {
        toggleFold(row);
    } else if (row >= 0) {
        m_sight.selectRange(std::nullopt);
        pick(row);
        m_sight.zoomToSelection();
    }
    Q_EMIT changed();
}

void TimelineInput::openMenu(const QContextMenuEvent& event)
{
    if (event.reason() == QContextMenuEvent::Mouse) {
        const int row = m_sight.layout().rowAt(event.pos().y());
        if (row < 0) {
            return;
        }
        pick(row);
    }
    Q_EMIT menuRequested(event.globalPos());
}

bool TimelineInput::handleViewport(QEvent& event)
{
    switch (event.type()) {
    case QEvent::ToolTip: {
        const auto& help = static_cast<const QHelpEvent&>(event);
        showCard(help.pos(), help.globalPos());
        return true;
    }
    case QEvent::Leave:
        m_sight.setHoveredRow(-1);
        m_sight.setCursor(std::nullopt);
        m_card.hide();
        Q_EMIT changed();
        return false;
    case QEvent::NativeGesture:
        return pinch(static_cast<const QNativeGestureEvent&>(event));
    case QEvent::Gesture:
        return pinch(static_cast<QGestureEvent&>(event));
    default:
        return false;
    }
}

/// Two fingers on a touchpad.
bool TimelineInput::pinch(const QNativeGestureEvent& event)
{
    if (event.gestureType() != Qt::ZoomNativeGesture) {
        return false;
    }
    m_sight.zoomAbout(event.position(), 1 + event.value());
    Q_EMIT changed();
    return true;
}

/// Two fingers on the screen.
bool TimelineInput::pinch(QGestureEvent& event)
{
    const auto* fingers = qobject_cast<QPinchGesture*>(event.gesture(Qt::PinchGesture));
    if (fingers == nullptr) {
        return false;
    }
    if (fingers->changeFlags().testFlag(QPinchGesture::ScaleFactorChanged)) {
        m_sight.zoomAbout(m_viewport.mapFromGlobal(fingers->centerPoint()), fingers->scaleFactor());
        Q_EMIT changed();
    }
    event.accept(event.gesture(Qt::PinchGesture));
    return true;
}

void TimelineInput::takeFocus(Qt::FocusReason reason)
{
    m_showsFocus = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
}

void TimelineInput::pick(int row, bool extends)
{
    if (row >= 0) {
        m_sight.pick(row, extends);
        Q_EMIT changed();
        Q_EMIT rowPicked(row);
    }
}

void TimelineInput::toggleFold(int row)
{
    const Place place = m_sight.rows().at(row);
    if (place.attempt < 0 && m_sight.setFolded(place.call, !m_sight.rows().isFolded(place.call))) {
        m_card.hide();
        Q_EMIT changed();
    }
}

void TimelineInput::foldAll(bool folded)
{
    m_card.hide();
    m_sight.setAllFolded(folded);
    Q_EMIT changed();
}

void TimelineInput::showCard(QPoint at, QPoint globalPosition)
{
    const int row = m_sight.layout().rowAt(at.y());
    if (row < 0 || m_drag != Drag::None) {
        m_card.hide();
        return;
    }
    m_card.setContent(m_sight.density() == RowDensity::Overview
                          ? cardOfLine(m_sight, m_viewport.mapFromGlobal(globalPosition).y())
                          : cardOfRow(m_sight, row));
    m_card.showBeside(globalPosition);
}

/// For the keyboard, and also where a row is too thin to be met with the mouse.
void TimelineInput::showCardOfCurrentRow()
{
    const int row = m_sight.currentRow();
    if (row < 0) {
        return;
    }
    m_sight.showRow(row);
    Q_EMIT changed();
    m_card.setContent(cardOfRow(m_sight, row));
    const QRectF& plot = m_sight.plot();
    const Instant start = m_sight.scene().barAt(row).start;
    const double x = std::clamp(m_sight.scale().toX(start), plot.left(), plot.right());
    const double bottom = m_sight.layout().topOf(row) + m_sight.layout().rowHeight;
    m_card.showBeside(m_viewport.mapToGlobal(QPointF(x, bottom).toPoint()));
}

/// The labels of a call: a click on them folds it.
bool TimelineInput::isOnFoldMark(QPointF at) const
{
    const int row = m_sight.layout().rowAt(at.y());
    return row >= 0 && m_sight.rows().at(row).attempt < 0 && at.x() < m_sight.plot().left();
}

bool TimelineInput::isOnAxis(QPointF at) const
{
    const QRectF& plot = m_sight.plot();
    return at.y() >= plot.bottom() && at.x() >= plot.left() - 4 && at.x() <= plot.right() + 4 &&
           m_sight.rows().count() > 0;
}

} // namespace retryscope::ui
