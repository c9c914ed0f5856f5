// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/proxy/bench_table.h"

#include "ui/parts/form.h"
#include "ui/proxy/bench_delegate.h"
#include "ui/proxy/bench_filter.h"
#include "ui/proxy/bench_header.h"
#include "ui/proxy/bench_model.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QEvent>
#include <QKeyEvent>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kBenchRowHeight = 30;
constexpr int kCellRoom = 16;
/// What a column has room for at least, when there is enough for all, and when there is not.
constexpr const char* kColumnRoom[BenchModel::FirstPolicy] = {"503 ServiceUnavailable  una", "200, truncated",
                                                              "ServiceUnavailable",          "HTML, changed",
                                                              "− Retry-After, − x-am",       "Origin saw"};
constexpr const char* kLeastRoom[BenchModel::FirstPolicy] = {
    "503 ServiceUnavailabl", "200, truncated", "SlowDownX", "HTML, its own", "", "Origin saw"};

} // namespace

BenchTable::BenchTable(BenchModel* model, BenchFilter* rows, QWidget* parent)
    : QTableView(parent), m_model(model), m_rows(rows), m_delegate(new BenchDelegate(this))
{
    nameInput(this, QStringLiteral("benchTable"), tr("What the proxy does with each error"));
    setHorizontalHeader(new BenchHeader(*model, this));
    setModel(rows);
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setWordWrap(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    setMinimumHeight(4 * kBenchRowHeight);
    fitHeights();
    auto* next = new QAction(tr("Next error with a reversed verdict (proxy)"), this);
    next->setObjectName(QStringLiteral("nextFlipAction"));
    next->setShortcut(QKeySequence(Qt::Key_F));
    next->setShortcutContext(Qt::WidgetShortcut);
    addAction(next);
    connect(next, &QAction::triggered, this, &BenchTable::goToNextFlip);
    connect(selectionModel(), &QItemSelectionModel::currentChanged, this, &BenchTable::currentChosen);
    connect(model, &QAbstractItemModel::modelReset, this, &BenchTable::shareWidth);
}

int BenchTable::currentRow() const
{
    return m_rows->mapToSource(currentIndex()).row();
}

int BenchTable::currentClient() const
{
    return currentIndex().isValid() ? m_model->clientAt(currentIndex().column()) : -1;
}

bool BenchTable::select(int row)
{
    const QModelIndex index = m_rows->mapFromSource(m_model->index(row, BenchModel::Behaviour));
    if (index.isValid()) {
        setCurrentIndex(index);
        scrollTo(index, QAbstractItemView::PositionAtCenter);
    }
    return index.isValid();
}

void BenchTable::goToNextFlip()
{
    const int rows = m_rows->rowCount();
    for (int step = 1; step <= rows; ++step) {
        const int at = (std::max(-1, currentIndex().row()) + step) % rows;
        const int row = m_rows->mapToSource(m_rows->index(at, 0)).row();
        for (int column = BenchModel::FirstPolicy; column < m_model->columnCount(); ++column) {
            const BenchVerdict* verdict = m_model->verdictAt(row, column);
            if (verdict != nullptr && verdict->isFlipped()) {
                setCurrentIndex(m_rows->index(at, column));
                scrollTo(currentIndex(), QAbstractItemView::PositionAtCenter);
                return;
            }
        }
    }
}

int BenchTable::widthFor(const char* text) const
{
    return QFontMetrics(Theme::boldFont(font())).horizontalAdvance(QString::fromUtf8(text)) + kCellRoom;
}

void BenchTable::shareWidth()
{
    const int clients = static_cast<int>(m_model->clients().size());
    const int room = viewport()->width();
    const int signs = 3 * (fontMetrics().height() * 4 / 5);
    int wide = clients * (widthFor("retries") + signs);
    int wordy = widthFor("unnoticed") + signs; // the longest: no verdict is cut
    for (const char* text : {"retries", "stops", "sooner", "later"}) {
        wordy = std::max(wordy, widthFor(text) + signs);
    }
    for (const char* text : kColumnRoom) {
        wide += widthFor(text);
    }
    const bool isJoined = wide > room;
    m_model->setJoined(isJoined);
    m_delegate->setSignsOnly(isJoined);
    setColumnHidden(BenchModel::HeaderFields, isJoined);
    const auto& least = isJoined ? kLeastRoom : kColumnRoom;
    const int verdict = isJoined ? widthFor("sooner") + fontMetrics().height() * 3 / 4 : wordy;
    int free = room - clients * verdict;
    for (int column = 0; column < BenchModel::FirstPolicy; ++column) {
        const bool isHidden = column == BenchModel::HeaderFields && isJoined;
        const int width = widthFor(least[column]);
        free -= isHidden ? 0 : width;
        setColumnWidth(column, width);
    }
    if (free < 0) { // other words can be cut
        // What the row is about last: the bytes are shown beneath.
        const int changed = isJoined ? BenchModel::Body : BenchModel::HeaderFields;
        const int cut = std::min(-free, columnWidth(changed) / 2);
        setColumnWidth(changed, columnWidth(changed) - cut);
        const int behaviour = columnWidth(BenchModel::Behaviour);
        setColumnWidth(BenchModel::Behaviour, std::max(behaviour * 2 / 3, behaviour + free + cut));
    }
    // What is left goes to the words: some to each client, then half to what the origin does, half to what
    // the box changed.
    free = std::max(0, free);
    const int more = std::min(free / (isJoined ? 2 * clients + 2 : clients + 2), wordy / 2);
    free -= clients * more;
    const int changed = isJoined ? BenchModel::Body : BenchModel::HeaderFields;
    setColumnWidth(BenchModel::Behaviour, columnWidth(BenchModel::Behaviour) + free - free / 2);
    setColumnWidth(changed, columnWidth(changed) + free / 2);
    for (int column = BenchModel::FirstPolicy; column < m_model->columnCount(); ++column) {
        setColumnWidth(column, verdict + more);
    }
    viewport()->update();
}

void BenchTable::fitHeights()
{
    verticalHeader()->setDefaultSectionSize(std::max(kBenchRowHeight, fontMetrics().height() + 12));
}

void BenchTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    shareWidth();
}

/// Home and End lead to the first and the last row: the rows are what is read one after the other.
void BenchTable::keyPressEvent(QKeyEvent* event)
{
    const bool isEnd = event->key() == Qt::Key_End;
    if ((isEnd || event->key() == Qt::Key_Home) && event->modifiers() == Qt::NoModifier &&
        m_rows->rowCount() > 0) {
        const int column = std::max(0, currentIndex().column());
        setCurrentIndex(m_rows->index(isEnd ? m_rows->rowCount() - 1 : 0, column));
        return;
    }
    QTableView::keyPressEvent(event);
}

void BenchTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitHeights();
        shareWidth();
    }
}

} // namespace retryscope::ui
