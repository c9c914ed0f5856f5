// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/quota_chart.h"

#include "ui/timeline/attempt_texts.h"
#include "ui/timeline/quota_painter.h"

#include <QEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace retryscope::ui {

struct QuotaChart::Parts
{
    const RunRecord* record = nullptr;
    int call = -1;
    int attempt = -1;
    TimeScale scale;
    Instant now{};
    QuotaCurve curve;
    bool isStale = true; ///< events came in since the curve was made; it is made again for the next frame
};

QuotaChart::QuotaChart(QWidget* parent) : QFrame(parent), m_parts(std::make_unique<Parts>())
{
    setObjectName(QStringLiteral("quotaChart"));
    setProperty("card", true);
    setAccessibleName(tr("Retry quota over time"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QuotaChart::~QuotaChart() = default;

void QuotaChart::setRecord(const RunRecord* record)
{
    m_parts->record = record;
    onReplaced();
}

void QuotaChart::onRecorded(int /*call*/, int /*attempt*/)
{
    m_parts->isStale = true;
    update();
}

void QuotaChart::onReplaced()
{
    m_parts->call = m_parts->attempt = -1;
    m_parts->now = {};
    m_parts->isStale = true;
    updateGeometry();
    update();
}

void QuotaChart::setScale(const TimeScale& scale)
{
    m_parts->scale = scale;
    update();
}

void QuotaChart::setNow(Instant now)
{
    m_parts->now = now;
    update();
}

void QuotaChart::setCurrentAttempt(int call, int attempt)
{
    m_parts->isStale = m_parts->isStale || call != m_parts->call;
    m_parts->call = call;
    m_parts->attempt = attempt;
    update();
}

QString QuotaChart::statement() const
{
    const RunRecord* record = m_parts->record;
    if (record == nullptr || !record->header().policy) {
        return tr("Retry tokens appear here.");
    }
    const QuotaCurve& curve = currentCurve();
    if (curve.capacity) {
        return tr("Retry tokens: %1 of %2").arg(curve.level()).arg(*curve.capacity);
    }
    return curve.hasLimiter ? tr("This policy has no retry quota, only a send rate")
                            : tr("This policy has no retry quota");
}

bool QuotaChart::hasCurve() const
{
    const RunRecord* record = m_parts->record;
    if (record == nullptr || !record->header().policy) {
        return false;
    }
    const Policy& policy = record->header().policy->policy;
    return policy.quota || policy.limiter;
}

const QuotaCurve& QuotaChart::currentCurve() const
{
    if (m_parts->isStale && m_parts->record != nullptr) {
        m_parts->curve = quotaCurveFor(*m_parts->record, m_parts->call);
        m_parts->isStale = false;
    }
    return m_parts->curve;
}

void QuotaChart::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    const Theme& theme = Theme::forPalette(palette());
    const QRectF area = QRectF(rect()).adjusted(1, 1, -1, -1);
    if (!hasCurve()) {
        painter.setPen(theme.muted);
        painter.drawText(area.adjusted(15, 0, -8, 0), Qt::AlignLeft | Qt::AlignVCenter, statement());
        return;
    }
    QuotaScene scene{.curve = &currentCurve(),
                     .theme = &theme,
                     .font = font(),
                     .area = area,
                     .scale = m_parts->scale,
                     .end = std::max(m_parts->record->end(), m_parts->now)};
    if (m_parts->call >= 0 && m_parts->attempt >= 0) {
        const CallRecord& call = m_parts->record->calls()[static_cast<std::size_t>(m_parts->call)];
        scene.cursor = call.attempts[static_cast<std::size_t>(m_parts->attempt)].start;
    }
    QuotaPainter(painter, scene).paint();
    if (accessibleDescription() != statement()) {
        setAccessibleDescription(statement());
    }
}

void QuotaChart::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateGeometry();
        update();
    }
}

bool QuotaChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && hasCurve()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Instant at = m_parts->scale.toTime(help->pos().x());
        const QuotaCurve& curve = currentCurve();
        int level = curve.startLevel;
        for (const QuotaPoint& point : curve.points) {
            level = point.at <= at ? point.level : level;
        }
        const bool isInside = help->pos().x() >= m_parts->scale.left && curve.capacity;
        QToolTip::showText(help->globalPos(),
                           isInside ? tr("%1 of %2 tokens at %3")
                                          .arg(level)
                                          .arg(*curve.capacity)
                                          .arg(textOf(at.time_since_epoch()))
                                    : statement(),
                           this);
        return true;
    }
    return QFrame::event(event);
}

QSize QuotaChart::sizeHint() const
{
    const QFontMetrics metrics(font());
    return {600, hasCurve() ? metrics.height() * 6 + 8 : metrics.height() + 16};
}

QSize QuotaChart::minimumSizeHint() const
{
    return {320, sizeHint().height()};
}

} // namespace retryscope::ui
