// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What mouse and keyboard do in the timeline.

#include "ui/timeline/attempt_texts.h"
#include "ui/timeline/timeline_chart.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

namespace {

constexpr double kZoomStep = 1.25; ///< of one notch of the wheel
constexpr double kNotch = 120;

} // namespace

void TimelineChart::zoomBy(double factor)
{
    QPointF about = m_plot.center();
    if (m_currentRow >= 0) {
        const double x = m_scale.toX(m_bars[static_cast<std::size_t>(m_currentRow)].start);
        const double y = m_layout.topOf(m_currentRow) + m_layout.rowHeight / 2;
        if (m_plot.contains(x, y)) {
            about = {x, y};
        }
    }
    zoomAbout(about, factor);
}

void TimelineChart::zoomToFit()
{
    m_fitsTime = true;
    m_fitsRows = false;
    setRowLayout(m_layout.withRowHeight(fittingRowHeight(m_rows.count(), m_layout.height, m_heights), 0));
    setScale(fittingScale());
}

void TimelineChart::zoomAbout(QPointF at, double factor)
{
    const TimeScale whole = fittingScale();
    const TimeScale zoomed = m_scale.zoomedAbout(at.x(), factor).limitedTo(whole.begin, whole.end);
    m_fitsTime = zoomed == whole;
    setScale(zoomed);
    const double fitting = fittingRowHeight(m_rows.count(), m_layout.height, m_heights);
    const double readable = readableRowHeight(m_rows.count(), m_layout.height, m_heights);
    const double height = std::clamp(m_layout.rowHeight * factor, fitting, std::max(fitting, readable));
    m_fitsRows = height >= readable;
    setRowLayout(m_layout.withRowHeight(height, at.y()));
}

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
        const TimeScale whole = fittingScale();
        setScale(m_scale.pannedBy(turned.x() / 2.0).limitedTo(whole.begin, whole.end));
    }
    event->accept();
}

void TimelineChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    m_pressedAt = m_draggedTo = event->position();
    m_isPressed = true;
    m_showsFocus = false;
    m_isDragging = false;
}

void TimelineChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    setHoveredRow(m_layout.rowAt(at.y()));
    if (!m_isPressed) {
        return;
    }
    if (!m_isDragging && (at - m_pressedAt).manhattanLength() >= QApplication::startDragDistance()) {
        m_isDragging = true;
        viewport()->setCursor(Qt::ClosedHandCursor);
    }
    if (m_isDragging) {
        const QPointF moved = at - m_draggedTo;
        m_draggedTo = at;
        const TimeScale whole = fittingScale();
        setScale(m_scale.pannedBy(moved.x()).limitedTo(whole.begin, whole.end));
        setRowLayout(m_layout.withOffset(m_layout.offset - moved.y()));
    }
}

void TimelineChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_isPressed) {
        return;
    }
    m_isPressed = false;
    viewport()->unsetCursor();
    if (!m_isDragging) {
        pick(m_layout.rowAt(event->position().y()));
    }
}

void TimelineChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    const int row = m_layout.rowAt(event->position().y());
    if (row < 0) {
        return;
    }
    const AttemptBar bar = m_bars[static_cast<std::size_t>(row)].at(m_now);
    const Duration margin = std::max((bar.last() - bar.sendDelayBegin) / 10, TimeScale::kShortest);
    TimeScale scale = m_scale;
    scale.begin = bar.sendDelayBegin - margin;
    scale.end = bar.last() + margin;
    m_fitsTime = false;
    setScale(scale.limitedTo(Instant{}, std::max(fittingScale().end, scale.end)));
    pick(row);
}

void TimelineChart::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomBy(kZoomStep);
        return;
    case Qt::Key_Minus:
        zoomBy(1 / kZoomStep);
        return;
    case Qt::Key_0:
        zoomToFit();
        return;
    default:
        break;
    }
    const int row = rowFor(event->key());
    if (row < 0 || event->modifiers().testFlag(Qt::ControlModifier)) {
        event->ignore();
        return;
    }
    m_showsFocus = true;
    pick(row);
}

int TimelineChart::rowFor(int key) const
{
    const int last = m_rows.count() - 1;
    const int page = std::max(1, static_cast<int>(m_layout.height / m_layout.rowHeight) - 1);
    const auto from = [this, last](int step) {
        return std::clamp(m_currentRow + step, 0, last);
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
    if (row < 0) {
        return;
    }
    setCurrentRow(row);
    Q_EMIT rowPicked(row);
}

void TimelineChart::showRow(int row)
{
    if (row < 0 || row >= m_rows.count()) {
        return;
    }
    setRowLayout(m_layout.showing(row));
    const AttemptBar bar = m_bars[static_cast<std::size_t>(row)].at(m_now);
    if (bar.start < m_scale.begin || bar.start > m_scale.end) {
        const TimeScale whole = fittingScale();
        const double target = m_plot.left() + m_plot.width() / 5;
        setScale(m_scale.pannedBy(target - m_scale.toX(bar.start)).limitedTo(whole.begin, whole.end));
    }
}

void TimelineChart::setHoveredRow(int row)
{
    if (row != m_hoveredRow) {
        m_hoveredRow = row;
        viewport()->update();
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
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showToolTipAt(help->pos(), help->globalPos());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        setHoveredRow(-1);
    }
    return QChartView::viewportEvent(event);
}

void TimelineChart::showToolTipAt(QPoint at, QPoint globalPosition)
{
    const int row = m_layout.rowAt(at.y());
    if (row < 0) {
        QToolTip::hideText();
        return;
    }
    const QRect rect(0, static_cast<int>(m_layout.topOf(row)), viewport()->width(),
                     static_cast<int>(std::ceil(m_layout.rowHeight)));
    QToolTip::showText(globalPosition, AttemptTexts(*m_record, m_rows.at(row)).card(), viewport(), rect);
}

} // namespace retryscope::ui
