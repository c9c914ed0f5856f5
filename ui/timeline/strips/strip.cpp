// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/strips/strip.h"

#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/rows/call_texts.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace retryscope::ui {

Strip::Strip(const QString& name, const QString& accessibleName, QWidget* parent) : QFrame(parent)
{
    setObjectName(name);
    setAccessibleName(accessibleName);
    setProperty("surface", QStringLiteral("page"));
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
}

void Strip::setRecord(const RunRecord* record)
{
    m_record = record;
    onReplaced();
}

void Strip::onRecorded(Place place)
{
    if (m_record != nullptr) {
        takeAttempt(place);
        update();
    }
}

void Strip::onReplaced()
{
    m_current = {};
    m_chosenClient = 0;
    m_now = {};
    m_cursor.reset();
    takeRecord();
    if (!isSwitchedOff()) { // else it is said once it is painted
        setAccessibleDescription(statement());
    }
    updateGeometry();
    update();
}

bool Strip::isSwitchedOff() const
{
    return isHidden() && testAttribute(Qt::WA_WState_ExplicitShowHide);
}

void Strip::setScale(const TimeScale& scale)
{
    m_scale = scale;
    update();
}

void Strip::setNow(Instant now)
{
    m_now = now;
    update();
}

void Strip::setCurrentAttempt(Place place)
{
    const bool isOther = place.call != m_current.call;
    m_current = place;
    if (isOther && m_record != nullptr) {
        takeCall();
    }
    update();
}

void Strip::setChosenClient(int client)
{
    m_chosenClient = client;
    if (m_record != nullptr) {
        takeRecord();
    }
    update();
}

void Strip::setCursor(std::optional<Instant> cursor)
{
    if (cursor != m_cursor) {
        m_cursor = cursor;
        update();
    }
}

void Strip::moveCursor(std::optional<Instant> cursor)
{
    setCursor(cursor);
    Q_EMIT cursorMoved();
}

const Policy* Strip::policy() const
{
    return m_record == nullptr || !m_record->header().policy ? nullptr : &m_record->header().policy->policy;
}

int Strip::call() const
{
    if (m_chosenClient == 0 || m_record == nullptr) {
        return m_current.call;
    }
    const auto& calls = m_record->calls();
    const auto first = std::find_if(calls.begin(), calls.end(),
                                    [this](const CallRecord& one) { return one.client == m_chosenClient; });
    return first == calls.end() ? m_current.call : static_cast<int>(first - calls.begin());
}

int Strip::client() const
{
    if (m_chosenClient > 0) {
        return m_chosenClient;
    }
    const bool hasCall = m_record != nullptr && !m_record->calls().empty();
    return hasCall ? m_record->callAt(std::max(0, m_current.call)).client : 1;
}

QString Strip::clientText() const
{
    return m_record != nullptr && m_record->header().clients > 1 ? tr("Client %1").arg(client()) : QString();
}

QString Strip::callText() const
{
    const bool hasSeveral = m_record != nullptr && m_record->calls().size() > 1;
    return hasSeveral ? tr("Call %1").arg(CallTexts(*m_record, std::max(0, call())).number()) : QString();
}

Instant Strip::end() const
{
    return m_record == nullptr ? m_now : std::max(m_record->end(), m_now);
}

StripScene Strip::scene() const
{
    StripScene scene{.theme = &Theme::forPalette(palette()),
                     .font = font(),
                     .area = QRectF(rect()).adjusted(1, 1, -1, -1),
                     .scale = m_scale,
                     .end = end()};
    if (m_record != nullptr && m_current.call >= 0 && m_current.attempt >= 0) {
        scene.selected = m_record->at(m_current).start;
    }
    return scene;
}

void Strip::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setPen(QPen(Theme::forPalette(palette()).grid, 1));
    painter.drawLine(QPointF(0, 0.5), QPointF(width(), 0.5));
    paintCurve(painter, scene());
    paintCursor(painter);
    if (accessibleDescription() != statement()) {
        setAccessibleDescription(statement());
    }
}

void Strip::paintCursor(QPainter& painter) const
{
    if (!m_cursor || *m_cursor < m_scale.begin || *m_cursor > m_scale.end) {
        return;
    }
    const Theme& theme = Theme::forPalette(palette());
    const double x = std::round(m_scale.toX(*m_cursor)) + 0.5;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(theme.muted, 1));
    painter.drawLine(QPointF(x, 1), QPointF(x, height() - 2));
    const QFont small = Theme::smallFont(font());
    const QFontMetricsF metrics(small);
    const QString text = tr("%1 at %2").arg(valueText(*m_cursor), textOf(m_cursor->time_since_epoch()));
    QRectF chip(x + 4, 3, std::ceil(metrics.horizontalAdvance(text)) + 12, std::ceil(metrics.height()) + 4);
    if (chip.right() > width() - 2) {
        chip.moveRight(x - 4);
    }
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(theme.raised);
    painter.drawRect(chip.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setFont(small);
    painter.setPen(theme.text);
    painter.drawText(chip, Qt::AlignCenter, text);
}

void Strip::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateGeometry();
        update();
    }
}

void Strip::mouseMoveEvent(QMouseEvent* event)
{
    QFrame::mouseMoveEvent(event);
    const double x = event->position().x();
    const bool isInPlot = x >= m_scale.left && x <= m_scale.left + m_scale.width;
    moveCursor(isInPlot ? std::optional(m_scale.toTime(x)) : std::nullopt);
    QWidget::setCursor(isInPlot && attemptNear(x).call >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

Place Strip::attemptNear(double x) const
{
    constexpr double kReach = 8; // pixels
    return attemptAt(m_scale.toTime(x), m_scale.toTime(x + kReach) - m_scale.toTime(x));
}

void Strip::mouseReleaseEvent(QMouseEvent* event)
{
    QFrame::mouseReleaseEvent(event);
    if (const Place place = attemptNear(event->position().x()); place.call >= 0) {
        Q_EMIT attemptPicked(place);
    }
}

void Strip::leaveEvent(QEvent* event)
{
    QFrame::leaveEvent(event);
    moveCursor(std::nullopt);
}

void Strip::setFewestLines(int lines)
{
    m_fewestLines = lines;
    updateGeometry();
}

QSize Strip::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {600, metrics.height() * 5 + 6};
}

QSize Strip::minimumSizeHint() const
{
    const QFontMetrics metrics(font());
    return {320, metrics.height() * m_fewestLines + 10};
}

} // namespace retryscope::ui
