// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/timeline_view.h"

#include "ui/timeline/quota_chart.h"

#include <QItemSelectionModel>
#include <QLabel>
#include <QVBoxLayout>

namespace retryscope::ui {

struct TimelineView::Parts
{
    const RunRecord* record = nullptr;
    QItemSelectionModel* selection = nullptr;
    QuotaChart* quota = nullptr;
    QLabel* empty = nullptr;
    QString error;
};

TimelineView::TimelineView(QWidget* parent) : QFrame(parent), m_parts(std::make_unique<Parts>())
{
    setProperty("card", true);
    setAccessibleName(tr("Timeline of attempts"));
    m_parts->empty = new QLabel(this);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_parts->empty);
}

TimelineView::~TimelineView() = default;

void TimelineView::setRecord(const RunRecord* record)
{
    m_parts->record = record;
    onReplaced();
}

void TimelineView::onRecorded(int /*call*/, int /*attempt*/)
{
    update();
}

void TimelineView::onReplaced()
{
    update();
}

void TimelineView::setSelectionModel(QItemSelectionModel* selection)
{
    m_parts->selection = selection;
}

void TimelineView::setEmptyText(const QString& text)
{
    m_parts->empty->setText(text);
}

void TimelineView::linkQuotaChart(QuotaChart* quota)
{
    m_parts->quota = quota;
}

bool TimelineView::exportTo(const QString& file)
{
    m_parts->error = tr("%1 cannot be written.").arg(file);
    return false;
}

QString TimelineView::errorText() const
{
    return m_parts->error;
}

void TimelineView::zoomIn() {}
void TimelineView::zoomOut() {}
void TimelineView::zoomToFit() {}
void TimelineView::setZero(Zero /*zero*/) {}

} // namespace retryscope::ui
