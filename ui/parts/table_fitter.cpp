// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/table_fitter.h"

#include "core/explain/report.h"
#include "ui/parts/cell_delegate.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>
#include <cmath>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kLeastRowHeight = 28;
constexpr int kComfortable = 32; ///< characters that every column of a table that scrolls may have
constexpr int kComfort = 2;      ///< times the least width
constexpr int kStyleMargin = 10; ///< pixels beside a text that the style keeps free, both sides together
constexpr int kMostTall = 1000;  ///< rows; a longer table has rows of one line

WhenNarrow whenNarrow(const QAbstractItemModel& model, int column)
{
    return static_cast<WhenNarrow>(model.headerData(column, Qt::Horizontal, CellRole::WhenNarrow).toInt());
}

bool isEmptyColumn(const QAbstractItemModel& model, int column)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, column);
        if (!index.data().toString().isEmpty() || index.data(Qt::CheckStateRole).isValid()) {
            return false;
        }
    }
    return model.rowCount() > 0;
}

} // namespace

TableFitter::TableFitter(QTableView* table) : QObject(table), m_table(table)
{
    m_idle.setSingleShot(true);
    connect(&m_idle, &QTimer::timeout, this, &TableFitter::fitNow);
    table->installEventFilter(this);
    table->viewport()->installEventFilter(this);
    connect(table->horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int column, int, int width) { onResized(column, width); });
    connect(table->horizontalHeader(), &QHeaderView::sectionHandleDoubleClicked, this, [this](int column) {
        m_dragged.remove(column);
        fitNow();
    });
    fitRow();
}

bool TableFitter::eventFilter(QObject* watched, QEvent* event)
{
    const QEvent::Type type = event->type();
    if (type == QEvent::FontChange || type == QEvent::StyleChange) {
        m_dragged.clear();
        fitRow();
        fitSoon();
    } else if (watched == m_table->viewport() && type == QEvent::Resize) {
        fit(m_idle.isActive() || m_widths.empty()); // the cells have not changed
    } else if (type == QEvent::Show) {
        fitNow();
    }
    return QObject::eventFilter(watched, event);
}

/// A table may get its model at any time.
void TableFitter::follow()
{
    if (m_table->model() == m_model) {
        return;
    }
    if (m_model != nullptr) {
        m_model->disconnect(this);
    }
    m_model = m_table->model();
    m_dragged.clear();
    m_widths.clear();
    if (m_model != nullptr) {
        connect(m_model, &QAbstractItemModel::modelReset, this, &TableFitter::fitSoon);
        connect(m_model, &QAbstractItemModel::dataChanged, this, &TableFitter::fitLater);
        connect(m_model, &QAbstractItemModel::headerDataChanged, this, &TableFitter::fitSoon);
        connect(m_model, &QAbstractItemModel::layoutChanged, this, &TableFitter::fitSoon);
        connect(m_model, &QAbstractItemModel::rowsInserted, this, &TableFitter::fitLater);
        connect(m_model, &QAbstractItemModel::rowsRemoved, this, &TableFitter::fitLater);
        connect(m_model, &QAbstractItemModel::columnsInserted, this, &TableFitter::fitSoon);
        connect(m_model, &QAbstractItemModel::columnsRemoved, this, &TableFitter::fitSoon);
    }
}

/// A run that is recorded adds and changes rows all the time.
void TableFitter::fitLater()
{
    constexpr int kPause = 100; // milliseconds
    if (!m_idle.isActive()) {
        m_idle.start(kPause);
    }
}

void TableFitter::onResized(int column, int width)
{
    if (!m_isFitting && (QGuiApplication::mouseButtons() & Qt::LeftButton) != 0) {
        m_dragged.insert(column, width);
    }
}

void TableFitter::fitRow()
{
    const int height = std::max(Theme::scaled(kLeastRowHeight, m_table->font()),
                                m_table->fontMetrics().height() + CellDelegate::kRowPadding);
    m_table->verticalHeader()->setMinimumSectionSize(height);
    m_table->verticalHeader()->setDefaultSectionSize(height);
}

void TableFitter::fitNow()
{
    fit(true);
}

void TableFitter::fit(bool isStale)
{
    m_idle.stop();
    follow();
    if (m_model == nullptr || m_isFitting || m_table->viewport()->width() < 2) {
        return;
    }
    m_isFitting = true;
    for (const int column : std::exchange(m_noRoom, {}) + std::exchange(m_empty, {})) {
        m_table->setColumnHidden(column, false);
    }
    if (isStale || static_cast<int>(m_widths.size()) != m_model->columnCount()) {
        measure();
    }
    fitColumns();
    fitTallRows();
    m_isFitting = false;
}

void TableFitter::measure()
{
    m_widths.clear();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const int natural = isShown(column) ? naturalWidth(column) : 0;
        m_widths.push_back({.natural = natural, .least = leastWidth(column, natural)});
    }
}

int TableFitter::naturalWidth(int column) const
{
    if (const auto dragged = m_dragged.constFind(column); dragged != m_dragged.constEnd()) {
        return *dragged;
    }
    const QAbstractItemView* view = m_table; // where sizeHintForColumn() is public
    const QString widest = m_model->headerData(column, Qt::Horizontal, CellRole::WidestText).toString();
    const int text = widest.isEmpty() ? 0
                                      : m_table->fontMetrics().horizontalAdvance(widest) +
                                            2 * CellDelegate::kInset + kStyleMargin;
    return std::max(
        {view->sizeHintForColumn(column), text, m_table->horizontalHeader()->sectionSizeHint(column)});
}

int TableFitter::leastWidth(int column, int natural) const
{
    const WhenNarrow when = whenNarrow(*m_model, column);
    if (m_dragged.contains(column) || (when != WhenNarrow::Shorten && when != WhenNarrow::Fold)) {
        return natural;
    }
    const int characters = m_model->headerData(column, Qt::Horizontal, CellRole::Readable).toInt();
    const int readable = characters * m_table->fontMetrics().averageCharWidth() + 2 * CellDelegate::kInset;
    return std::min(natural, std::max(readable, m_table->horizontalHeader()->sectionSizeHint(column)));
}

/// Hides empty columns, and without room those that may be dropped.
void TableFitter::showColumns(int room)
{
    int needed = 0;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const WhenNarrow when = whenNarrow(*m_model, column);
        const bool mayGo = when == WhenNarrow::Drop || when == WhenNarrow::DropFirst;
        if (isShown(column) && mayGo && m_model->rowCount() <= kMostTall && isEmptyColumn(*m_model, column)) {
            m_table->setColumnHidden(column, true);
            m_empty.insert(column);
        }
        needed += isShown(column) ? widthOf(column).least : 0;
    }
    for (const WhenNarrow when : {WhenNarrow::DropFirst, WhenNarrow::Drop}) {
        for (int column = m_model->columnCount() - 1; column >= 0 && needed > room; --column) {
            if (isShown(column) && whenNarrow(*m_model, column) == when) {
                needed -= widthOf(column).least;
                m_table->setColumnHidden(column, true);
                m_noRoom.insert(column);
            }
        }
    }
}

void TableFitter::fitColumns()
{
    const int room = m_table->viewport()->width();
    showColumns(room);
    int needed = 0;
    int loose = 0; // what the columns can give up, together
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (isShown(column)) {
            needed += widthOf(column).natural;
            loose += widthOf(column).natural - widthOf(column).least;
        }
    }
    // A table that scrolls anyway shows its texts in comfortable widths.
    const bool scrolls = needed - loose > room;
    const int comfortable = kComfortable * m_table->fontMetrics().averageCharWidth();
    const double given = needed <= room || loose == 0 ? 0 : std::min(1.0, double(needed - room) / loose);
    int used = 0;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (isShown(column)) {
            const auto [natural, least] = widthOf(column);
            const int width = scrolls ? std::min(natural, std::max(kComfort * least, comfortable))
                                      : natural - static_cast<int>(std::ceil((natural - least) * given));
            m_table->setColumnWidth(column, width);
            used += width;
        }
    }
    if (used < room) {
        giveRest(room - used);
    }
}

/// Wide columns get more of the rest than narrow ones; the last one that is shown gets what is left by
/// rounding, so that a chosen row is marked to its end.
void TableFitter::giveRest(int rest)
{
    std::vector<int> takers;
    int sum = 0;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (isShown(column) && !m_dragged.contains(column)) {
            takers.push_back(column);
            sum += m_table->columnWidth(column);
        }
    }
    int left = rest;
    for (const int column : takers) {
        const int width = m_table->columnWidth(column);
        const int more = column == takers.back() ? left : rest * width / std::max(1, sum);
        m_table->setColumnWidth(column, width + more);
        left -= more;
    }
}

/// Rows whose text wraps, and rows that would look equal to their neighbours because of what was cut.
void TableFitter::fitTallRows()
{
    QHeaderView* heights = m_table->verticalHeader();
    const int one = heights->defaultSectionSize();
    const int rows = m_model->rowCount();
    if (std::exchange(m_hasTallRows, false) && rows <= kMostTall) {
        for (int row = 0; row < rows; ++row) {
            heights->resizeSection(row, one);
        }
    }
    if (rows > kMostTall) {
        return;
    }
    QStyleOptionViewItem option;
    option.initFrom(m_table);
    option.font = m_table->font();
    const auto heighten = [this, heights](int row, int height) {
        heights->resizeSection(row, std::max(heights->sectionSize(row), height));
        m_hasTallRows = true;
    };
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const WhenNarrow when = whenNarrow(*m_model, column);
        const bool isCut =
            when == WhenNarrow::Shorten && m_table->columnWidth(column) < widthOf(column).natural;
        if (!isShown(column) || (when != WhenNarrow::Fold && !isCut)) {
            continue;
        }
        const auto* delegate = qobject_cast<CellDelegate*>(m_table->itemDelegateForColumn(column));
        delegate = delegate != nullptr ? delegate : qobject_cast<CellDelegate*>(m_table->itemDelegate());
        if (delegate == nullptr) {
            continue;
        }
        QHash<QString, int> first; // the row that shows this text
        option.rect = QRect(0, 0, m_table->columnWidth(column), one);
        for (int row = 0; row < rows; ++row) {
            const QModelIndex index = m_model->index(row, column);
            if (when == WhenNarrow::Fold) {
                if (const int height = delegate->sizeHint(option, index).height(); height > one) {
                    heighten(row, height);
                }
                continue;
            }
            const QString shown = delegate->linesIn(option.rect.size(), option, index).join(QString());
            const auto known = first.constFind(shown);
            if (shown.isEmpty()) {
                continue; // a row of a group, whose first row has the name
            }
            if (known == first.constEnd()) {
                first.insert(shown, row);
            } else if (m_model->index(*known, column).data() != index.data()) {
                heighten(row, one + m_table->fontMetrics().height());
                heighten(*known, one + m_table->fontMetrics().height());
            }
        }
    }
}

} // namespace retryscope::ui
