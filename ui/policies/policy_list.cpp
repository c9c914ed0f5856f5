// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/policy_list.h"

#include "ui/parts/chooser_list.h"
#include "ui/parts/form.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QScopedValueRollback>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

PolicyList::PolicyList(QWidget* parent)
    : QWidget(parent)
    , m_search(new QLineEdit(this))
    , m_model(new QStandardItemModel(this))
    , m_list(new QListView(this))
{
    nameInput(m_search, QStringLiteral("policiesSearch"), tr("Search policies"));
    m_search->setPlaceholderText(tr("Search: client, version, mode …"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    nameInput(m_list, QStringLiteral("policiesList"), tr("Policies by client"));
    m_list->setProperty("onSide", true);
    prepareChooserList(*m_list, *m_model);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    setFocusProxy(m_search);
    connect(m_search, &QLineEdit::textChanged, this, &PolicyList::fill);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &PolicyList::onCurrentChanged);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (!isChooserGroup(index)) {
            Q_EMIT clicked(index.data(ChooserIdRole).toString());
        }
    });
    connect(m_list, &QListView::activated, this, [this](const QModelIndex& index) {
        if (!isChooserGroup(index)) {
            Q_EMIT chosen(index.data(ChooserIdRole).toString());
        }
    });
}

void PolicyList::setItems(std::vector<ChooserItem> items)
{
    m_items = std::move(items);
    fill();
}

void PolicyList::fill()
{
    {
        const QScopedValueRollback<bool> filling(m_isFilling, true);
        fillChooserModel(*m_model, m_items, m_search->text());
    }
    setInUse(m_inUse, m_mark);
    showSelected();
}

void PolicyList::select(const QString& key)
{
    m_selected = key;
    showSelected();
}

void PolicyList::showSelected()
{
    const QScopedValueRollback<bool> filling(m_isFilling, true);
    const QModelIndex index = m_model->index(chooserRowOf(*m_model, m_selected), 0);
    if (index.isValid()) {
        m_list->setCurrentIndex(index);
        m_list->scrollTo(index, QAbstractItemView::EnsureVisible);
    } else {
        m_list->selectionModel()->clear();
    }
}

void PolicyList::setInUse(const QString& key, const QString& mark)
{
    m_inUse = key;
    m_mark = mark;
    const int marked = chooserRowOf(*m_model, key);
    for (int row = 0; row < m_model->rowCount(); ++row) {
        m_model->item(row)->setData(row == marked ? QVariant(mark) : QVariant(), ChooserMarkRole);
    }
}

void PolicyList::onCurrentChanged()
{
    const QModelIndex index = m_list->currentIndex();
    if (m_isFilling || !index.isValid() || isChooserGroup(index)) {
        return;
    }
    m_selected = index.data(ChooserIdRole).toString();
    Q_EMIT picked(m_selected);
}

/// To the next entry in this direction.
void PolicyList::walk(int step)
{
    const int row = nextChooserRow(*m_model, m_list->currentIndex().row(), step);
    if (row >= 0) {
        m_list->setCurrentIndex(m_model->index(row, 0));
        m_list->scrollTo(m_list->currentIndex(), QAbstractItemView::EnsureVisible);
    }
}

bool PolicyList::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            walk(key == Qt::Key_Down ? 1 : -1);
            return true;
        }
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_list->currentIndex().isValid()) {
            Q_EMIT chosen(m_selected);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace retryscope::ui
