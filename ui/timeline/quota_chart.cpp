// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/quota_chart.h"

#include "ui/timeline/time_scale.h"

namespace retryscope::ui {

struct QuotaChart::Parts
{
    const RunRecord* record = nullptr;
    TimeScale scale;
};

QuotaChart::QuotaChart(QWidget* parent) : QFrame(parent), m_parts(std::make_unique<Parts>())
{
    setProperty("card", true);
    setAccessibleName(tr("Retry quota over time"));
}

QuotaChart::~QuotaChart() = default;

void QuotaChart::setRecord(const RunRecord* record)
{
    m_parts->record = record;
    onReplaced();
}

void QuotaChart::onRecorded(int /*call*/, int /*attempt*/)
{
    update();
}

void QuotaChart::onReplaced()
{
    update();
}

void QuotaChart::setScale(const TimeScale& scale)
{
    m_parts->scale = scale;
    update();
}

void QuotaChart::setCurrentAttempt(int /*call*/, int /*attempt*/)
{
    update();
}

QSize QuotaChart::sizeHint() const
{
    return {600, 104};
}

QSize QuotaChart::minimumSizeHint() const
{
    return {300, 60};
}

void QuotaChart::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
}

void QuotaChart::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
}

bool QuotaChart::event(QEvent* event)
{
    return QFrame::event(event);
}

} // namespace retryscope::ui
