// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/parts/table.h"

#include "ui/parts/form.h"

#include <QEvent>
#include <QHeaderView>
#include <QTableView>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kLeastRowHeight = 28;
constexpr int kRowPadding = 10;

class RowFitter : public QObject
{
public:
    explicit RowFitter(QTableView* table) : QObject(table), m_table(table)
    {
        fit();
        table->installEventFilter(this);
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
            fit();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void fit()
    {
        const int height = std::max(kLeastRowHeight, m_table->fontMetrics().height() + kRowPadding);
        m_table->verticalHeader()->setMinimumSectionSize(height);
        m_table->verticalHeader()->setDefaultSectionSize(height);
    }

    QTableView* m_table;
};

} // namespace

void prepareTable(QTableView* table, const QString& objectName, const QString& accessibleName)
{
    nameInput(table, objectName, accessibleName);
    table->setFrameShape(QFrame::NoFrame);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setSelectionMode(QAbstractItemView::SingleSelection);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    table->setTabKeyNavigation(false);
    table->setShowGrid(false);
    table->setWordWrap(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setHighlightSections(false);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    new RowFitter(table);
}

void letEdit(QTableView* table)
{
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                           QAbstractItemView::AnyKeyPressed);
}

} // namespace retryscope::ui
