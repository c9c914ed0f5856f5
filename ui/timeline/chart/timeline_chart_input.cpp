// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What mouse and keyboard do in the timeline.

#include "ui/timeline/chart/timeline_chart.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QGestureEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QNativeGestureEvent>
#include <QPinchGesture>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr double kZoomStep = 1.25; ///< of one notch of the wheel
constexpr double kNotch = 120;
constexpr double kPanSteps = 8; ///< to move by all that is in sight

} // namespace

void TimelineChart::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    const bool scrollsRows =
        event->position().x() < m_plot.left() || (event->modifiers() & Qt::ShiftModifier) != 0;
    if (scrollsRows) {
        const double notches = (turned.y() != 0 ? turned.y() : turned.x()) / kNotch;
        setRowLayout(m_layout.withOffset(m_layout.offset - notches * 3 * m_layout.rowHeight));
    } else if (turned.y() != 0) {
        zoomAbout(event->position(), std::pow(kZoomStep, turned.y() / kNotch));
    } else {
        panBy(turned.x() / 2.0);
    }
    setMoment(m_scale.toTime(event->position().x()));
    event->accept();
}

void TimelineChart::mousePressEvent(QMouseEvent* event)
{
    hideCard();
    if (event->button() == Qt::BackButton) {
        goBack();
    } else if (event->button() == Qt::ForwardButton) {
        goForward();
    }
    if (event->button() != Qt::LeftButton) {
        return;
    }
    m_pressedAt = m_draggedTo = event->position();
    m_showsFocus = false;
    m_drag = Drag::Pressed;
}

void TimelineChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    setHoveredRow(m_layout.rowAt(at.y()));
    const bool isOverPlot = at.x() >= m_plot.left() && at.x() <= m_plot.right() && m_rows.count() > 0;
    setMoment(isOverPlot ? std::optional(m_scale.toTime(at.x())) : std::nullopt);
    if (m_drag == Drag::None) {
        viewport()->setCursor(isOnAxis(at) ? Qt::SizeHorCursor : Qt::ArrowCursor);
        return;
    }
    const bool isFar = (at - m_pressedAt).manhattanLength() >= QApplication::startDragDistance();
    if (m_drag == Drag::Pressed && isFar) {
        m_drag = isOnAxis(m_pressedAt) ? Drag::Selecting : Drag::Panning;
        viewport()->setCursor(m_drag == Drag::Selecting ? Qt::SizeHorCursor : Qt::ClosedHandCursor);
    }
    drag(at);
}

void TimelineChart::drag(QPointF to)
{
    if (m_drag == Drag::Panning) {
        const QPointF moved = to - m_draggedTo;
        panBy(moved.x());
        setRowLayout(m_layout.withOffset(m_layout.offset - moved.y()));
    } else if (m_drag == Drag::Selecting) {
        const auto momentAt = [this](double x) {
            return m_scale.toTime(std::clamp(x, m_plot.left(), m_plot.right()));
        };
        const auto [begin, end] = std::minmax({momentAt(m_pressedAt.x()), momentAt(to.x())});
        setSelectedRange(TimeRange{begin, end});
    }
    m_draggedTo = to;
}

void TimelineChart::contextMenuEvent(QContextMenuEvent* event)
{
    const int row = m_layout.rowAt(event->pos().y());
    if (event->reason() == QContextMenuEvent::Mouse && row < 0) {
        return;
    }
    if (event->reason() == QContextMenuEvent::Mouse) {
        pick(row);
    }
    Q_EMIT menuRequested(event->globalPos());
}

void TimelineChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_drag == Drag::None) {
        return;
    }
    const bool wasClick = m_drag == Drag::Pressed;
    m_drag = Drag::None;
    viewport()->unsetCursor();
    if (!wasClick) {
        return;
    }
    if (isOnAxis(event->position())) {
        setSelectedRange(std::nullopt);
        return;
    }
    const int row = m_layout.rowAt(event->position().y());
    pick(row, event->modifiers().testFlag(Qt::ShiftModifier));
    if (row >= 0 && isOnFoldMark(event->position())) {
        toggleFold(row);
    }
}

void TimelineChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int row = m_layout.rowAt(event->position().y());
    if (event->button() == Qt::LeftButton && isOnAxis(event->position())) {
        zoomToSelection();
    } else if (row >= 0 && isOnFoldMark(event->position())) {
        toggleFold(row);
    } else if (row >= 0) {
        setSelectedRange(std::nullopt);
        pick(row);
        zoomToSelection();
    }
}

/// The labels of a call: a click on them folds it.
bool TimelineChart::isOnFoldMark(QPointF at) const
{
    const int row = m_layout.rowAt(at.y());
    return row >= 0 && m_rows.at(row).attempt < 0 && at.x() < m_plot.left();
}

bool TimelineChart::isOnAxis(QPointF at) const
{
    return at.y() >= m_plot.bottom() && at.x() >= m_plot.left() - 4 && at.x() <= m_plot.right() + 4 &&
           m_rows.count() > 0;
}

void TimelineChart::toggleFold(int row)
{
    const Place place = m_rows.at(row);
    if (place.attempt < 0) {
        setFolded(place.call, !m_rows.isFolded(place.call));
    }
}

void TimelineChart::keyPressEvent(QKeyEvent* event)
{
    if (zoomKey(*event) || moveKey(*event) || cardKey(*event) || foldKey(*event)) {
        return;
    }
    hideCard();
    const int row = rowFor(event->key());
    const Qt::KeyboardModifiers others = event->modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    if (row < 0 || others != Qt::NoModifier) {
        event->ignore();
        return;
    }
    m_showsFocus = true;
    pick(row, event->modifiers().testFlag(Qt::ShiftModifier));
}

bool TimelineChart::zoomKey(QKeyEvent& event)
{
    if ((event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(kZoomStep);
        return true;
    case Qt::Key_Minus:
        zoomBy(1 / kZoomStep);
        return true;
    case Qt::Key_0:
        zoomToFit();
        return true;
    case Qt::Key_F:
        zoomToSelection();
        return true;
    default:
        return false;
    }
}

/// Alt goes through the history, Ctrl moves what is in sight.
bool TimelineChart::moveKey(QKeyEvent& event)
{
    const bool isLeft = event.key() == Qt::Key_Left;
    const bool isRight = event.key() == Qt::Key_Right;
    const bool isUp = event.key() == Qt::Key_Up;
    const bool isDown = event.key() == Qt::Key_Down;
    if (event.modifiers().testFlag(Qt::AltModifier) && (isLeft || isRight)) {
        isLeft ? goBack() : goForward();
        return true;
    }
    if (!event.modifiers().testFlag(Qt::ControlModifier) || !(isLeft || isRight || isUp || isDown)) {
        return false;
    }
    if (isLeft || isRight) {
        panBy((isLeft ? 1 : -1) * m_plot.width() / kPanSteps);
    } else {
        setRowLayout(m_layout.withOffset(m_layout.offset + (isUp ? -1 : 1) * m_layout.height / kPanSteps));
    }
    return true;
}

bool TimelineChart::cardKey(QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Space:
    case Qt::Key_F2:
        m_card->isVisible() ? hideCard() : showCardOfCurrentRow();
        return true;
    case Qt::Key_Escape:
        if (m_card->isVisible()) {
            hideCard();
            return true;
        }
        if (m_range) {
            setSelectedRange(std::nullopt);
            return true;
        }
        return false;
    default:
        return false;
    }
}

bool TimelineChart::foldKey(QKeyEvent& event)
{
    if (!m_rows.isGrouped()) {
        return false;
    }
    const int row = currentRow();
    const bool isCall = row >= 0 && m_rows.at(row).attempt < 0;
    const bool isFolded = isCall && m_rows.isFolded(m_rows.at(row).call);
    switch (event.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        break;
    case Qt::Key_Right:
        if (!isFolded) {
            return false;
        }
        break;
    case Qt::Key_Left:
        if (isFolded) {
            return false;
        }
        break;
    case Qt::Key_Asterisk:
        setAllFolded(false);
        return true;
    case Qt::Key_Slash:
        setAllFolded(true);
        return true;
    default:
        return false;
    }
    if (!isCall || event.modifiers().testFlag(Qt::ShiftModifier)) {
        return false;
    }
    m_showsFocus = true;
    toggleFold(row);
    return true;
}

int TimelineChart::rowFor(int key) const
{
    const int last = m_rows.count() - 1;
    const int page = std::max(1, static_cast<int>(m_layout.height / m_layout.rowHeight) - 1);
    const auto from = [current = currentRow(), last](int step) {
        return std::clamp(current + step, 0, last);
    };
    if (last < 0) {
        return -1;
    }
    switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Left:
        return from(-1);
    case Qt::Key_Down:
    case Qt::Key_Right:
        return from(1);
    case Qt::Key_PageUp:
        return from(-page);
    case Qt::Key_PageDown:
        return from(page);
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return last;
    default:
        return -1;
    }
}

void TimelineChart::pick(int row)
{
    pick(row, false);
}

/// extends: selects the time from where the selection began to this row.
void TimelineChart::pick(int row, bool extends)
{
    if (row < 0) {
        return;
    }
    if (!extends) {
        m_anchorRow = -1;
    } else if (m_anchorRow < 0) {
        m_anchorRow = std::max(0, currentRow());
    }
    setCurrentRow(row);
    if (extends) {
        setSelectedRange(rangeOfRows(m_anchorRow, row));
    }
    Q_EMIT rowPicked(row);
}

void TimelineChart::showRow(int row)
{
    if (row < 0 || row >= m_rows.count()) {
        return;
    }
    setRowLayout(m_layout.showing(row));
    const AttemptBar bar = scene().barAt(row);
    if (bar.start < m_scale.begin || bar.start > m_scale.end) {
        const TimeScale whole = fittingScale();
        const double target = m_plot.left() + m_plot.width() / 5;
        setScale(m_scale.pannedBy(target - m_scale.toX(bar.start)).limitedTo(whole.begin, whole.end));
    }
}

void TimelineChart::setHoveredRow(int row)
{
    if (row != m_hoveredRow) {
        const int before = std::exchange(m_hoveredRow, row);
        updateRow(before);
        updateRow(row);
    }
}

void TimelineChart::setMoment(std::optional<Instant> moment)
{
    if (moment != m_cursor) {
        m_cursor = moment;
        viewport()->update();
        Q_EMIT cursorChanged();
    }
}

void TimelineChart::focusInEvent(QFocusEvent* event)
{
    QChartView::focusInEvent(event);
    const Qt::FocusReason reason = event->reason();
    m_showsFocus = reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
    viewport()->update();
}

void TimelineChart::focusOutEvent(QFocusEvent* event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

bool TimelineChart::viewportEvent(QEvent* event)
{
    switch (event->type()) {
    case QEvent::ToolTip: {
        const auto* help = static_cast<QHelpEvent*>(event);
        showCard(m_layout.rowAt(help->pos().y()), help->globalPos());
        return true;
    }
    case QEvent::Leave:
        setHoveredRow(-1);
        setMoment(std::nullopt);
        hideCard();
        break;
    case QEvent::NativeGesture:
    case QEvent::Gesture:
        if (pinch(*event)) {
            return true;
        }
        break;
    default:
        break;
    }
    return QChartView::viewportEvent(event);
}

/// Two fingers on a touchpad or on the screen.
bool TimelineChart::pinch(QEvent& event)
{
    if (event.type() == QEvent::NativeGesture) {
        const auto& native = static_cast<const QNativeGestureEvent&>(event);
        if (native.gestureType() == Qt::ZoomNativeGesture) {
            zoomAbout(native.position(), 1 + native.value());
            return true;
        }
        return false;
    }
    auto& gestures = static_cast<QGestureEvent&>(event);
    if (const auto* fingers = qobject_cast<QPinchGesture*>(gestures.gesture(Qt::PinchGesture))) {
        if (fingers->changeFlags().testFlag(QPinchGesture::ScaleFactorChanged)) {
            zoomAbout(viewport()->mapFromGlobal(fingers->centerPoint()), fingers->scaleFactor());
        }
        gestures.accept(gestures.gesture(Qt::PinchGesture));
        return true;
    }
    return false;
}

} // namespace retryscope::ui
