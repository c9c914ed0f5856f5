// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/table/attempts_table.h"

#include "ui/parts/table.h"
#include "ui/parts/term.h"
#include "ui/parts/text_space.h"
#include "ui/timeline/table/attempts_model.h"

#include <QHeaderView>
#include <QMenu>

namespace retryscope::ui {

AttemptsTable::AttemptsTable(QWidget* parent)
    : QTableView(parent), m_columns(new QMenu(tr("Table &columns"), this))
{
    m_columns->setObjectName(QStringLiteral("columnsMenu"));
    prepareTable(this, QStringLiteral("attemptsTable"), tr("Attempts"));
    setTerm(this, "attempt", OnHover::TellNothing); // its columns explain themselves
    setLeastLines(this, 3, 42);                     // header and two rows
}

void AttemptsTable::setFirstOptionalColumn(int column)
{
    for (; column < model()->columnCount(); ++column) {
        QAction* action = m_columns->addAction(model()->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setData(model()->headerData(column, Qt::Horizontal, CellRole::ColumnId));
        connect(action, &QAction::toggled, this, [this, column](bool isShown) {
            setColumnHidden(column, !isShown);
            fitColumns(this);
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

} // namespace retryscope::ui
