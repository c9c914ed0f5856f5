// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/strips/quota_chart.h"

#include "ui/parts/term.h"
#include "ui/timeline/strips/quota_painter.h"

#include <algorithm>

namespace retryscope::ui {

QuotaChart::QuotaChart(QWidget* parent)
    : Strip(QStringLiteral("quotaChart"), tr("Retry quota over time"), parent)
{
    setTerm(this, "quota");
}

QString QuotaChart::title() const
{
    return tr("Retry quota");
}

QString QuotaChart::absence() const
{
    if (policy() == nullptr) {
        return tr("Nothing sent yet");
    }
    if (record() != nullptr && record()->header().isRecorded) {
        return record()->header().importedFrom.empty() ? tr("Not visible to a recorder")
                                                       : tr("Not in the imported file");
    }
    return policy()->quota ? QString() : tr("Not used by this policy");
}

QString QuotaChart::statement() const
{
    if (policy() == nullptr) {
        return tr("The retry quota appears here.");
    }
    if (!m_curve.capacity) {
        return tr("Retry quota: not used by this policy");
    }
    const QString level = tr("Retry quota: %1 of %2 tokens").arg(m_curve.level()).arg(*m_curve.capacity);
    return m_curve.spentBefore > 0
               ? tr("%1; earlier runs had spent %2 at the start").arg(level).arg(m_curve.spentBefore)
               : level;
}

QString QuotaChart::valueText(Instant at) const
{
    return m_curve.capacity ? tr("%1 of %2 tokens").arg(m_curve.levelAt(at)).arg(*m_curve.capacity)
                            : QString();
}

void QuotaChart::takeRecord()
{
    m_curve = record() == nullptr ? QuotaCurve() : quotaCurveFor(*record(), call());
}

bool QuotaChart::isPerCall() const
{
    return policy() != nullptr && policy()->quota && policy()->quota->scope == QuotaScope::Call;
}

/// Calls of one client share its curve, where not each has its own.
void QuotaChart::takeCall()
{
    if (isPerCall() || client() != m_curve.client) {
        takeRecord();
    }
}

void QuotaChart::takeAttempt(Place place)
{
    m_curve.append(*record(), place);
}

Place QuotaChart::attemptAt(Instant moment, Duration within) const
{
    Place nearest{-1, -1};
    Duration least = within;
    const std::vector<QuotaPoint>& points = m_curve.points;
    for (auto point = std::ranges::lower_bound(points, moment - within, {}, &QuotaPoint::at);
         point != points.end() && point->at <= moment + within; ++point) {
        const Duration distance = std::chrono::abs(point->at - moment);
        if ((point->change != 0 || point->refused) && distance <= least) {
            least = distance;
            nearest = {point->call, point->attempt};
        }
    }
    return nearest;
}

void QuotaChart::paintCurve(QPainter& painter, const StripScene& scene) const
{
    QuotaPainter(painter, {.curve = &m_curve,
                           .theme = scene.theme,
                           .font = scene.font,
                           .area = scene.area,
                           .scale = scene.scale,
                           .end = scene.end,
                           .selected = scene.selected,
                           .owner = isPerCall() ? callText() : clientText()})
        .paint();
}

} // namespace retryscope::ui
