// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/policy_list.h"

#include "ui/parts/chooser_list.h"
#include "ui/parts/form.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QStandardItemModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

/// Of the row of a family, beside its name.
constexpr int kGroupNameRole = Qt::UserRole + 100;
constexpr int kGroupCountRole = Qt::UserRole + 101;

} // namespace

PolicyList::PolicyList(QWidget* parent)
    : QWidget(parent)
    , m_evidence(new QComboBox(this))
    , m_star(makeIconButton(tr("Favourite (Ctrl+D)"), QStringLiteral("policiesFavourite"), this))
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
    m_list->installEventFilter(this);
    nameInput(m_evidence, QStringLiteral("policiesEvidence"), tr("Known by"));
    m_evidence->addItem(tr("However known"));
    m_evidence->addItem(tr("Recorded"), QStringLiteral("recorded"));
    m_evidence->addItem(tr("Measured"), QStringLiteral("measured"));
    m_evidence->addItem(tr("From source"), QStringLiteral("source"));
    m_evidence->addItem(tr("From a document"), QStringLiteral("document"));
    m_star->setCheckable(true);
    auto* filters = new QHBoxLayout;
    filters->setSpacing(8);
    filters->addWidget(m_evidence, 1);
    filters->addWidget(m_star);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(m_search);
    layout->addLayout(filters);
    layout->addWidget(m_list, 1);
    setFocusProxy(m_search);
    connect(m_search, &QLineEdit::textChanged, this, &PolicyList::fill);
    connect(m_evidence, &QComboBox::currentIndexChanged, this, &PolicyList::fill);
    const auto toggle = [this] {
        if (!m_selected.isEmpty()) {
            Q_EMIT favouriteToggled(m_selected);
        }
        displayFavourite();
    };
    connect(m_star, &QToolButton::clicked, this, toggle);
    auto* star = new QShortcut(QKeySequence(tr("Ctrl+D")), this);
    star->setContext(Qt::WidgetWithChildrenShortcut);
    connect(star, &QShortcut::activated, this, toggle);
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &PolicyList::onCurrentChanged);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        if (isChooserGroup(index)) {
            toggleGroup(index.row());
        } else {
            Q_EMIT clicked(index.data(ChooserIdRole).toString());
        }
    });
    connect(m_list, &QListView::activated, this, [this](const QModelIndex& index) {
        if (isChooserGroup(index)) {
            toggleGroup(index.row());
        } else {
            Q_EMIT chosen(index.data(ChooserIdRole).toString());
        }
    });
}

void PolicyList::setItems(std::vector<ChooserItem> items, QStringList favourites)
{
    m_items = std::move(items);
    m_favourites = std::move(favourites);
    fill();
}

void PolicyList::fill()
{
    {
        const QScopedValueRollback<bool> filling(m_isFilling, true);
        fillChooserModel(*m_model, m_items, m_search->text(), m_evidence->currentData().toString());
        nameGroups();
    }
    setInUse(m_inUse, m_mark);
    showSelected();
}

void PolicyList::nameGroups()
{
    int count = 0;
    for (int row = m_model->rowCount() - 1; row >= 0; --row) {
        QStandardItem* item = m_model->item(row);
        if (!isChooserGroup(item->index())) {
            ++count;
        } else if (count > 0) {
            item->setData(item->text(), kGroupNameRole);
            item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            item->setData(count, kGroupCountRole);
            count = 0;
        }
    }
}

bool PolicyList::isFolded(const QString& group) const
{
    const bool isSought = !m_search->text().trimmed().isEmpty() || m_evidence->currentIndex() > 0;
    const QStringList always{tr("Favourites"), tr("Used lately"), tr("Your own")};
    return !isSought && !always.contains(group) && !m_unfolded.contains(group);
}

QString PolicyList::groupAt(int row) const
{
    for (; row >= 0; --row) {
        const QVariant name = m_model->index(row, 0).data(kGroupNameRole);
        if (name.isValid()) {
            return name.toString();
        }
    }
    return {};
}

/// Hides what is folded, and says so in the family's name.
void PolicyList::fold()
{
    bool isHidden = false;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        QStandardItem* item = m_model->item(row);
        const QVariant name = item->data(kGroupNameRole);
        if (name.isValid()) {
            isHidden = isFolded(name.toString());
            const int count = item->data(kGroupCountRole).toInt();
            item->setData(isHidden ? QStringLiteral("%1 ▸").arg(count) : QStringLiteral("▾"),
                          ChooserMarkRole);
            item->setAccessibleText(isHidden
                                        ? tr("%1, %n policies, folded", nullptr, count).arg(name.toString())
                                        : tr("%1, %n policies", nullptr, count).arg(name.toString()));
        }
        m_list->setRowHidden(row, isHidden && !name.isValid());
    }
}

void PolicyList::toggleGroup(int row)
{
    const QString group = groupAt(row);
    if (group.isEmpty()) {
        return;
    }
    if (isFolded(group)) {
        m_unfolded.insert(group);
    } else {
        m_unfolded.remove(group);
    }
    const QScopedValueRollback<bool> filling(m_isFilling, true);
    fold();
}

/// Right and Left unfold and fold the family of the row.
bool PolicyList::onListKey(int key)
{
    const int row = m_list->currentIndex().row();
    const QString group = groupAt(row);
    if (group.isEmpty() || isFolded(group) != (key == Qt::Key_Right)) {
        return false;
    }
    toggleGroup(row);
    if (key == Qt::Key_Left) {
        const QScopedValueRollback<bool> filling(m_isFilling, true);
        for (int head = row; head >= 0; --head) {
            if (m_model->index(head, 0).data(kGroupNameRole).isValid()) {
                m_list->setCurrentIndex(m_model->index(head, 0));
                break;
            }
        }
    }
    return true;
}

void PolicyList::displayFavourite()
{
    const bool isFavourite = m_favourites.contains(m_selected);
    m_star->setChecked(isFavourite);
    m_star->setText(isFavourite ? QStringLiteral("★") : QStringLiteral("☆"));
    m_star->setEnabled(!m_selected.isEmpty());
}

void PolicyList::select(const QString& key)
{
    m_selected = key;
    showSelected();
}

void PolicyList::showSelected()
{
    const QScopedValueRollback<bool> filling(m_isFilling, true);
    // In its family, where its neighbours are: what stands at the top once more is a way there.
    int row = m_model->rowCount() - 1;
    while (row >= 0 && m_model->item(row)->data(ChooserIdRole).toString() != m_selected) {
        --row;
    }
    const QModelIndex index = m_selected.isEmpty() ? QModelIndex() : m_model->index(row, 0);
    if (index.isValid()) {
        m_unfolded.insert(groupAt(index.row()));
    }
    fold();
    if (index.isValid()) {
        m_list->setCurrentIndex(index);
        m_list->scrollTo(index, QAbstractItemView::EnsureVisible);
    } else {
        m_list->selectionModel()->clear();
    }
    displayFavourite();
}

void PolicyList::setInUse(const QString& key, const QString& mark)
{
    m_inUse = key;
    m_mark = mark;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QVariant id = m_model->item(row)->data(ChooserIdRole);
        if (id.isValid()) {
            m_model->item(row)->setData(id.toString() == key ? QVariant(mark) : QVariant(), ChooserMarkRole);
        }
    }
}

void PolicyList::onCurrentChanged()
{
    const QModelIndex index = m_list->currentIndex();
    if (m_isFilling || !index.isValid() || isChooserGroup(index)) {
        return;
    }
    m_selected = index.data(ChooserIdRole).toString();
    displayFavourite();
    Q_EMIT picked(m_selected);
}

/// To the next entry in this direction, or the name of a folded family.
void PolicyList::walk(int step)
{
    int row = m_list->currentIndex().row() + step;
    const auto isPassed = [this](int at) {
        const QVariant name = m_model->index(at, 0).data(kGroupNameRole);
        return m_list->isRowHidden(at) || (name.isValid() && !isFolded(name.toString())) ||
               (!name.isValid() && isChooserGroup(m_model->index(at, 0)));
    };
    while (row >= 0 && row < m_model->rowCount() && isPassed(row)) {
        row += step;
    }
    if (row >= 0 && row < m_model->rowCount()) {
        m_list->setCurrentIndex(m_model->index(row, 0));
        m_list->scrollTo(m_list->currentIndex(), QAbstractItemView::EnsureVisible);
    }
}

bool PolicyList::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (watched == m_list) {
            return (key == Qt::Key_Right || key == Qt::Key_Left) && onListKey(key);
        }
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            walk(key == Qt::Key_Down ? 1 : -1);
            return true;
        }
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_list->currentIndex().isValid()) {
            if (isChooserGroup(m_list->currentIndex())) {
                toggleGroup(m_list->currentIndex().row());
            } else {
                Q_EMIT chosen(m_selected);
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace retryscope::ui
