// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/table/attempts_table.h"
#include "ui/parts/fitted_text.h"

#include "core/explain/escape.h"
#include "core/io/text/utf8.h"
#include "ui/parts/form.h"
#include "ui/parts/table.h"
#include "ui/parts/term.h"
#include "ui/parts/verdict_sign.h"
#include "ui/theme/theme.h"
#include "ui/timeline/table/attempts_model.h"

#include <QApplication>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QStyledItemDelegate>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kSignSide = 14;
constexpr int kSignGap = 6;

/// `↻ Retry` -> `Retry`: the sign is painted.
QString withoutMark(const QString& verdict)
{
    return verdict.section(QLatin1Char(' '), 1);
}

/// Paints cells of the attempts table, with a margin at both sides, and verdicts with a coloured sign.
class AttemptDelegate : public QStyledItemDelegate
{
public:
    static constexpr int kInset = 6; ///< pixels at either side of a cell's text

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

void AttemptDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    QStyleOptionViewItem inner = option;
    inner.rect.adjust(kInset, 0, -kInset, 0);
    const auto sign = static_cast<Sign>(index.data(AttemptsModel::SignRole).toInt());
    const QString word = withoutMark(index.data().toString());
    if (sign == Sign::None || word.isEmpty()) {
        QStyledItemDelegate::paint(painter, inner, index);
        return;
    }
    const Theme& theme = Theme::forPalette(option.palette);
    const QRect place(inner.rect.left() + 2, inner.rect.center().y() - kSignSide / 2, kSignSide, kSignSide);
    paintSign(*painter, place, sign, theme);
    const QRect text = inner.rect.adjusted(2 + kSignSide + kSignGap, 0, 0, 0);
    painter->save();
    painter->setFont(Theme::boldFont(option.font));
    painter->setPen(signColour(sign, theme));
    drawFitted(*painter, text, Qt::AlignLeft | Qt::AlignVCenter, word, {.loss = Loss::Nothing});
    painter->restore();
}

QSize AttemptDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const bool hasSign = index.data(AttemptsModel::SignRole).toInt() != static_cast<int>(Sign::None);
    const int more = 2 * kInset + (hasSign ? kSignSide : 0);
    return QStyledItemDelegate::sizeHint(option, index) + QSize(more, 0);
}

constexpr int kRowsMeasured = 100;
constexpr int kWideColumn = 13;  ///< characters; below, some columns are left out
constexpr int kRoomyColumn = 18; ///< above, all columns are equally wide

} // namespace

AttemptsTable::AttemptsTable(QWidget* parent)
    : QTableView(parent), m_columns(new QMenu(tr("Table &columns"), this))
{
    m_columns->setObjectName(QStringLiteral("columnsMenu"));
    const int rowHeight = fontMetrics().height() + 10;
    prepareTable(this, QStringLiteral("attemptsTable"), tr("Attempts"));
    setTerm(this, "attempt", OnHover::TellNothing); // its columns explain themselves
    setMinimumHeight(3 * rowHeight + 12);           // header and two rows
    setItemDelegate(new AttemptDelegate(this));
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setResizeContentsPrecision(kRowsMeasured);
}

void AttemptsTable::setFlexibleColumn(int flexible)
{
    m_flexible = flexible;
    horizontalHeader()->setSectionResizeMode(m_flexible, QHeaderView::Stretch);
}

void AttemptsTable::setDispensableColumns(std::vector<int> columns)
{
    m_dispensable = std::move(columns);
    m_isWide.reset();
    shareWidth();
}

void AttemptsTable::setFirstOptionalColumn(int column)
{
    for (; column < model()->columnCount(); ++column) {
        QAction* action = m_columns->addAction(model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setData(model()->headerData(column, Qt::Horizontal, AttemptsModel::ColumnIdRole));
        connect(action, &QAction::toggled, this, [this, column](bool isShown) {
            setColumnHidden(column, !isShown);
            shareWidth();
        });
        setColumnHidden(column, true);
    }
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, m_columns,
            [this](QPoint at) { m_columns->popup(horizontalHeader()->mapToGlobal(at)); });
}

QStringList AttemptsTable::chosenColumns() const
{
    QStringList ids;
    for (const QAction* action : m_columns->actions()) {
        if (action->isChecked()) {
            ids += action->data().toString();
        }
    }
    return ids;
}

void AttemptsTable::chooseColumns(const QStringList& ids)
{
    for (QAction* action : m_columns->actions()) {
        action->setChecked(ids.contains(action->data().toString()));
    }
}

std::vector<int> AttemptsTable::shownColumns() const
{
    std::vector<int> columns;
    for (int column = 0; column < model()->columnCount(); ++column) {
        const bool isSpared =
            std::find(m_dispensable.begin(), m_dispensable.end(), column) != m_dispensable.end();
        if (!isColumnHidden(column) || isSpared) {
            columns.push_back(column);
        }
    }
    return columns;
}

void AttemptsTable::shareWidth()
{
    QHeaderView* header = horizontalHeader();
    const bool hasHidden = m_isWide == false;
    const int columns = header->count() - header->hiddenSectionCount() +
                        (hasHidden ? static_cast<int>(m_dispensable.size()) : 0);
    const int characters = viewport()->width() / std::max(1, fontMetrics().averageCharWidth());
    const bool isWide = characters > columns * kWideColumn;
    const bool isRoomy = characters > columns * kRoomyColumn;
    if (columns > 0 && (isWide != m_isWide || isRoomy != m_isRoomy)) {
        m_isWide = isWide;
        m_isRoomy = isRoomy;
        for (const int column : m_dispensable) {
            setColumnHidden(column, !isWide);
        }
        header->setSectionResizeMode(isRoomy ? QHeaderView::Stretch : QHeaderView::ResizeToContents);
        header->setSectionResizeMode(0, QHeaderView::ResizeToContents);
        header->setSectionResizeMode(m_flexible, QHeaderView::Stretch);
    }
}

/// The view itself measures only the first rows, whose numbers are the shortest.
int AttemptsTable::sizeHintForColumn(int column) const
{
    const QString widest =
        model()->headerData(column, Qt::Horizontal, AttemptsModel::WidestTextRole).toString();
    const int margin = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 2) + 1 +
                       2 * AttemptDelegate::kInset;
    return std::max(QTableView::sizeHintForColumn(column), fontMetrics().horizontalAdvance(widest) + margin);
}

void AttemptsTable::resizeEvent(QResizeEvent* event)
{
    shareWidth();
    QTableView::resizeEvent(event);
}

QString AttemptsTable::rowText(int row) const
{
    QStringList lines;
    for (int column = 0; column < model()->columnCount(); ++column) {
        const QString cell = model()->index(row, column).data().toString();
        if (!cell.isEmpty()) {
            lines +=
                QStringLiteral("%1: %2").arg(model()->headerData(column, Qt::Horizontal).toString(), cell);
        }
    }
    return lines.join(QLatin1Char('\n'));
}

QString AttemptsTable::text() const
{
    const std::vector<int> columns = shownColumns();
    QStringList cells;
    for (const int column : columns) {
        cells += model()->headerData(column, Qt::Horizontal).toString();
    }
    QStringList lines{cells.join(QLatin1Char('\t'))};
    for (int row = 0; row < model()->rowCount(); ++row) {
        cells.clear();
        for (const int column : columns) {
            cells += toQString(tableCell(fromQString(model()->index(row, column).data().toString())));
        }
        lines += cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace retryscope::ui
