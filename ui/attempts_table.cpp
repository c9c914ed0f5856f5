// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/attempts_table.h"

#include "ui/form.h"

#include <QHeaderView>

namespace retryscope::ui {

namespace {

constexpr int kRowsMeasured = 100;
constexpr int kWideColumn = 9; ///< characters

} // namespace

AttemptsTable::AttemptsTable(QWidget* parent) : QTableView(parent)
{
    const int rowHeight = fontMetrics().height() + 10;
    nameInput(this, QStringLiteral("attemptsTable"), tr("Attempts"));
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setTabKeyNavigation(false);
    setShowGrid(false);
    setWordWrap(false);
    setMinimumHeight(4 * rowHeight);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(rowHeight);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    horizontalHeader()->setResizeContentsPrecision(kRowsMeasured);
}

void AttemptsTable::setFlexibleColumn(int flexible)
{
    m_flexible = flexible;
    horizontalHeader()->setSectionResizeMode(m_flexible, QHeaderView::Stretch);
}

void AttemptsTable::resizeEvent(QResizeEvent* event)
{
    const int columns = horizontalHeader()->count();
    const bool isWide = viewport()->width() > columns * kWideColumn * fontMetrics().averageCharWidth();
    if (columns > 0 && isWide != m_isWide) {
        m_isWide = isWide;
        horizontalHeader()->setSectionResizeMode(isWide ? QHeaderView::Stretch
                                                        : QHeaderView::ResizeToContents);
        horizontalHeader()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
        horizontalHeader()->setSectionResizeMode(m_flexible, QHeaderView::Stretch);
    }
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
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < model()->columnCount(); ++column) {
        cells += model()->headerData(column, Qt::Horizontal).toString();
    }
    lines += cells.join(QLatin1Char('\t'));
    for (int row = 0; row < model()->rowCount(); ++row) {
        cells.clear();
        for (int column = 0; column < model()->columnCount(); ++column) {
            cells += model()->index(row, column).data().toString();
        }
        lines += cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace retryscope::ui
