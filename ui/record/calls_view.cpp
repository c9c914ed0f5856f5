// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/calls_view.h"

#include "ui/parts/elided_label.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/list_delegate.h"
#include "ui/parts/segments.h"
#include "ui/parts/term.h"
#include "ui/parts/text_space.h"
#include "ui/record/call_line.h"
#include "ui/record/outside_view.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <chrono>

namespace retryscope::ui {

namespace {

constexpr int kNarrowList = 380;
constexpr int kLeastSpan = 2; ///< pixels

/// Paths of neighbouring calls often differ at their ends only.
Fit fitBeside(const CallsModel& model, const QModelIndex& index)
{
    Fit fit{.loss = Loss::Shared};
    for (const int row : {index.row() - 1, index.row() + 1}) {
        if (const int call = model.callAt(model.index(row)); call >= 0) {
            fit.neighbours += callLine(*model.record(), call, model.hasSeveralClients()).target;
        }
    }
    return fit;
}

void paintSpans(QPainter& painter, const QRectF& rect, const CallRecord& call, Duration longest,
                const Theme& theme)
{
    const double scale = rect.width() / std::max(1.0, static_cast<double>(longest.count()));
    for (const CallSpan& span : spansOf(call)) {
        const double from =
            std::min<double>(rect.width() - kLeastSpan, static_cast<double>(span.from.count()) * scale);
        const double to = std::min<double>(rect.width(), static_cast<double>(span.to.count()) * scale);
        const double height = span.isDelay ? rect.height() * 0.3 : rect.height() * 0.8;
        painter.fillRect(QRectF(rect.left() + from, rect.center().y() - height / 2,
                                std::max<double>(kLeastSpan, to - from), height),
                         span.isDelay ? theme.retryDelay : theme.wait);
    }
}

/// A call in the list.
ListRow rowOf(const CallsModel& model, const QModelIndex& index)
{
    const int call = model.callAt(index);
    if (call < 0) {
        return {};
    }
    const CallLine line = callLine(*model.record(), call, model.hasSeveralClients());
    return {.sign = line.sign,
            .title = line.title,
            .note = line.status,
            .remark = line.remark,
            .below = line.target,
            .belowFit = fitBeside(model, index),
            .numberAbove = line.duration,
            .numberBelow = line.attempts,
            .time = line.time,
            .picture = [&model, call](QPainter& painter, const QRectF& room, const Theme& theme) {
                paintSpans(painter, room, model.record()->callAt(call), model.longest(), theme);
            }};
}

ListLook callsLook(bool isNarrow)
{
    return {.widestNumber = CallsView::tr("10 attempts"),
            .widestTime = QStringLiteral("00:00:00"),
            .pictureWidth = isNarrow ? 0 : 10};
}

} // namespace

CallsView::CallsView(QWidget* parent)
    : QFrame(parent)
    , m_model(new CallsModel(this))
    , m_delegate(new ListDelegate([this](const QModelIndex& index) { return rowOf(*m_model, index); },
                                  callsLook(false), this))
    , m_count(new ElidedLabel(this, {.loss = Loss::Parts}))
    , m_filter(new Segments(QStringLiteral("callsFilter"), tr("Filter calls"),
                            {tr("All"), tr("Retried"), tr("Failed")}, this))
    , m_list(new QListView(this))
    , m_empty(makeHint(
          tr("Calls appear here as they arrive. Retryscope groups attempts by amz-sdk-invocation-id. Without "
             "this header it groups them by method, path and time, and the row says so."),
          this))
    , m_outside(new OutsideView(this))
{
    constexpr std::chrono::milliseconds kPause{100};
    setObjectName(QStringLiteral("callsView"));
    setProperty("surface", QStringLiteral("page"));
    m_pause.setSingleShot(true);
    m_pause.setInterval(kPause);
    layOut();
    connect(&m_pause, &QTimer::timeout, this, &CallsView::refresh);
    connect(m_filter, &Segments::chosen, this, [this](int choice) {
        const int call = m_call;
        const QScopedValueRollback<bool> updating(m_isUpdating, true);
        m_model->show(static_cast<CallsModel::Show>(choice));
        select(call);
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                if (!m_isUpdating && current.isValid()) {
                    m_call = m_model->callAt(current);
                    Q_EMIT currentChanged(m_call);
                }
            });
    connect(m_list, &QWidget::customContextMenuRequested, this,
            [this](const QPoint& point) { Q_EMIT menuRequested(m_list->viewport()->mapToGlobal(point)); });
    displayCounts();
    setTextStyle(m_count, TextStyle::Small);
}

void CallsView::layOut()
{
    nameInput(m_list, QStringLiteral("calls"), tr("Calls, newest first"));
    setTerm(m_list, "confidence", OnHover::TellNothing);
    m_count->setObjectName(QStringLiteral("callsCount"));
    m_count->setProperty("muted", true);
    m_list->setModel(m_model);
    m_list->setItemDelegate(m_delegate);
    m_list->setUniformItemSizes(true);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFrameShape(QFrame::NoFrame);
    setLeastLines(m_list, 3);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 8, 12, 8);
    head->setSpacing(8);
    head->addWidget(makeHeading(tr("Calls"), this));
    head->addWidget(m_count, 1);
    head->addWidget(m_filter);
    auto* layout = columnIn(this, 0);
    layout->addLayout(head);
    layout->addWidget(m_empty);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_outside);
    m_empty->setContentsMargins(16, 8, 16, 8);
}

void CallsView::setRecord(const RunRecord* record)
{
    m_pause.stop();
    m_noted.clear();
    m_call = -1;
    {
        const QScopedValueRollback<bool> updating(m_isUpdating, true);
        m_model->setRecord(record);
    }
    m_outside->setRecord(record);
    displayCounts();
}

void CallsView::note(int call)
{
    m_noted.insert(call);
    if (!m_pause.isActive()) {
        m_pause.start();
    }
}

void CallsView::refresh()
{
    m_pause.stop();
    if (m_noted.empty()) {
        return;
    }
    const int rows = m_model->rowCount();
    QScrollBar* bar = m_list->verticalScrollBar();
    const int scrolled = bar->value();
    const bool isCurrentNoted = m_noted.contains(m_call);
    {
        const QScopedValueRollback<bool> updating(m_isUpdating, true);
        m_model->update(m_noted);
        m_noted.clear();
        select(m_call);
    }
    if (const int added = m_model->rowCount() - rows; scrolled > 0 && added > 0) {
        m_list->doItemsLayout();
        bar->setValue(scrolled + added * m_list->sizeHintForRow(0));
    }
    displayCounts();
    if (isCurrentNoted) {
        Q_EMIT currentChanged(m_call);
    }
    Q_EMIT refreshed();
}

int CallsView::currentCall() const
{
    return m_call;
}

std::vector<int> CallsView::selectedCalls() const
{
    std::vector<int> calls;
    for (const QModelIndex& index : m_list->selectionModel()->selectedIndexes()) {
        calls.push_back(m_model->callAt(index));
    }
    std::ranges::sort(calls);
    return calls;
}

void CallsView::select(int call)
{
    const QModelIndex index = m_model->indexOfCall(call);
    if (index.isValid() && m_list->currentIndex() != index) {
        const bool isScrolling = m_list->hasAutoScroll();
        m_list->setAutoScroll(false);
        m_list->setCurrentIndex(index);
        m_list->setAutoScroll(isScrolling);
    }
    m_call = call;
}

void CallsView::displayCounts()
{
    const CallsModel::Counts& counts = m_model->counts();
    const int requests = m_model->record() == nullptr ? 0 : m_model->record()->attemptCount();
    const QString calls = counts.calls == 1 ? tr("1 call") : tr("%L1 calls").arg(counts.calls);
    const QString whole =
        calls + QStringLiteral(" · ") + (requests == 1 ? tr("1 request") : tr("%L1 requests").arg(requests));
    m_count->setText(whole);
    m_count->setToolTip(plainToolTip(whole));
    m_filter->button(CallsModel::Retried)->setText(tr("Retried %L1").arg(counts.retried));
    m_filter->button(CallsModel::Failed)->setText(tr("Failed %L1").arg(counts.failed));
    for (const int choice : {CallsModel::Retried, CallsModel::Failed}) {
        m_filter->button(choice)->setAccessibleName(m_filter->button(choice)->text());
    }
    m_empty->setVisible(counts.calls == 0);
}

void CallsView::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    m_delegate->setLook(callsLook(width() < kNarrowList));
    displayCounts();
}

} // namespace retryscope::ui
