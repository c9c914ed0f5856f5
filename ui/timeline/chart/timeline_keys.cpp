// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the keyboard does in the timeline.

#include "ui/timeline/chart/hover_card.h"
#include "ui/timeline/chart/timeline_input.h"

#include <QKeyEvent>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr double kPanSteps = 8; ///< to move by all that is in sight

} // namespace

void TimelineInput::pressKey(QKeyEvent& event)
{
    if (zoomKey(event) || moveKey(event) || cardKey(event) || foldKey(event)) {
        Q_EMIT changed();
        return;
    }
    m_card.hide();
    const int row = rowFor(event.key());
    const Qt::KeyboardModifiers others = event.modifiers() & ~(Qt::ShiftModifier | Qt::KeypadModifier);
    if (row < 0 || others != Qt::NoModifier) {
        event.ignore();
        return;
    }
    m_showsFocus = true;
    pick(row, event.modifiers().testFlag(Qt::ShiftModifier));
}

bool TimelineInput::zoomKey(const QKeyEvent& event)
{
    if ((event.modifiers() & (Qt::ControlModifier | Qt::AltModifier)) != 0) {
        return false;
    }
    switch (event.key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_sight.zoomBy(kZoomStep);
        return true;
    case Qt::Key_Minus:
        m_sight.zoomBy(1 / kZoomStep);
        return true;
    case Qt::Key_0:
        m_sight.zoomToFit();
        return true;
    case Qt::Key_F:
        m_sight.zoomToSelection();
        return true;
    default:
        return false;
    }
}

/// Alt goes through the history, Ctrl moves what is in sight.
bool TimelineInput::moveKey(const QKeyEvent& event)
{
    const bool isLeft = event.key() == Qt::Key_Left;
    const bool isRight = event.key() == Qt::Key_Right;
    const bool isUp = event.key() == Qt::Key_Up;
    const bool isDown = event.key() == Qt::Key_Down;
    if (event.modifiers().testFlag(Qt::AltModifier) && (isLeft || isRight)) {
        isLeft ? m_sight.goBack() : m_sight.goForward();
        return true;
    }
    if (!event.modifiers().testFlag(Qt::ControlModifier) || !(isLeft || isRight || isUp || isDown)) {
        return false;
    }
    if (isLeft || isRight) {
        m_sight.panBy((isLeft ? 1 : -1) * m_sight.plot().width() / kPanSteps);
    } else {
        const RowLayout& layout = m_sight.layout();
        m_sight.scrollTo(layout.offset + (isUp ? -1 : 1) * layout.height / kPanSteps);
    }
    return true;
}

bool TimelineInput::cardKey(const QKeyEvent& event)
{
    switch (event.key()) {
    case Qt::Key_Space:
    case Qt::Key_F2:
        m_card.isVisible() ? m_card.hide() : showCardOfCurrentRow();
        return true;
    case Qt::Key_Escape:
        if (m_card.isVisible()) {
            m_card.hide();
            return true;
        }
        if (m_sight.selectedRange()) {
            m_sight.selectRange(std::nullopt);
            return true;
        }
        return false;
    default:
        return false;
    }
}

bool TimelineInput::foldKey(const QKeyEvent& event)
{
    if (!m_sight.rows().isGrouped()) {
        return false;
    }
    const int row = m_sight.currentRow();
    const bool isCall = row >= 0 && m_sight.rows().at(row).attempt < 0;
    const bool isFolded = isCall && m_sight.rows().isFolded(m_sight.rows().at(row).call);
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
        foldAll(false);
        return true;
    case Qt::Key_Slash:
        foldAll(true);
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

int TimelineInput::rowFor(int key) const
{
    const RowLayout& layout = m_sight.layout();
    const int last = m_sight.rows().count() - 1;
    const int page = std::max(1, static_cast<int>(layout.height / layout.rowHeight) - 1);
    const auto from = [current = m_sight.currentRow(), last](int step) {
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

} // namespace retryscope::ui
