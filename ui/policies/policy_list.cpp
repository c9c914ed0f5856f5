// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/policy_list.h"

#include "ui/parts/choice_box.h"
#include "ui/parts/chooser_list.h"
#include "ui/parts/form.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHash>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QStandardItemModel>
#include <QToolButton>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

QString dataOf(const QModelIndex& index, int role)
{
    return index.data(role).toString();
}

/// A section, or a family in one, by its name; of an entry that of the family or section that it stands in.
QString placeOf(const QModelIndex& index)
{
    const QString group = dataOf(index, ChooserGroupRole);
    const QString section = dataOf(index, ChooserSectionRole);
    return group.isEmpty() ? section : section + QLatin1Char('\n') + group;
}

/// The name of a section or family, and not that nothing was found.
bool isName(const QModelIndex& index)
{
    return isChooserGroup(index) && !placeOf(index).isEmpty();
}

} // namespace

PolicyList::PolicyList(QWidget* parent)
    : QWidget(parent)
    , m_evidence(new ChoiceBox(this))
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
    nameInput(m_evidence, QStringLiteral("policiesEvidence"), tr("Evidence"));
    m_evidence->setToolTip(tr("What a policy rests on: a recording of the client, a partial measurement, its "
                              "source code, or a document"));
    m_evidence->addItem(tr("Any evidence"));
    m_evidence->addItem(tr("Recorded"), QStringLiteral("recorded"));
    m_evidence->addItem(tr("Measured"), QStringLiteral("measured"));
    m_evidence->addItem(tr("From source"), QStringLiteral("source"));
    m_evidence->addItem(tr("Announced"), QStringLiteral("announced"));
    m_evidence->addItem(tr("From a document"), QStringLiteral("document"));
    m_star->setCheckable(true);
    auto* filters = new QHBoxLayout;
    filters->setSpacing(8);
    filters->addWidget(m_evidence, 1);
    filters->addWidget(m_star);
    auto* layout = columnIn(this, 8);
    layout->addWidget(m_search);
    layout->addLayout(filters);
    layout->addWidget(m_list, 1);
    setFocusProxy(m_search);
    connect(m_search, &QLineEdit::textChanged, this, &PolicyList::fill);
    connect(m_evidence, &QComboBox::currentIndexChanged, this, &PolicyList::fill);
    connect(m_star, &QToolButton::clicked, this, &PolicyList::toggleFavourite);
    auto* star = new QShortcut(QKeySequence(tr("Ctrl+D")), this);
    star->setContext(Qt::WidgetWithChildrenShortcut);
    connect(star, &QShortcut::activated, this, [this] {
        if (!isName(m_list->currentIndex())) { // of a family there is no favourite
            toggleFavourite();
        }
    });
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QListView::customContextMenuRequested, this, &PolicyList::showMenu);
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
        countEntries();
    }
    setInUse(m_inUse, m_mark);
    if (m_search->text().trimmed().isEmpty()) {
        showSelected();
    } else {
        markFirst();
    }
}

/// The best of what was found, so that Enter takes it; it is shown once the user walks to it.
void PolicyList::markFirst()
{
    const QScopedValueRollback<bool> filling(m_isFilling, true);
    fold();
    const int first = nextChooserRow(*m_model, -1, 1);
    m_list->setCurrentIndex(first < 0 ? QModelIndex() : m_model->index(first, 0));
    m_list->scrollToTop();
}

void PolicyList::countEntries()
{
    QHash<QString, int> counts;
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        if (!isChooserGroup(index)) {
            ++counts[dataOf(index, ChooserSectionRole)];
            if (!dataOf(index, ChooserGroupRole).isEmpty()) {
                ++counts[placeOf(index)];
            }
        }
    }
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (isName(m_model->index(row, 0))) {
            QStandardItem* name = m_model->item(row);
            name->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
            name->setData(QString::number(counts.value(placeOf(name->index()))), ChooserMarkRole);
        }
    }
}

bool PolicyList::isFolded(const QString& place) const
{
    const bool isSought = !m_search->text().trimmed().isEmpty() || m_evidence->currentIndex() > 0;
    const QStringList always{tr("Installed on this machine"), tr("Favourites"), tr("Recently used"),
                             tr("Your own")};
    return !isSought && !always.contains(place) && !m_unfolded.contains(place);
}

/// The row of the name that this row stands under; -1: none does.
int PolicyList::nameAbove(int row) const
{
    const QModelIndex index = m_model->index(row, 0);
    const QString place = isName(index) ? dataOf(index, ChooserSectionRole) : placeOf(index);
    for (int above = row - 1; above >= 0; --above) {
        const QModelIndex name = m_model->index(above, 0);
        if (isName(name) && placeOf(name) == place) {
            return above;
        }
    }
    return -1;
}

/// Hides what is folded, and says so in the names.
void PolicyList::fold()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        const QString section = dataOf(index, ChooserSectionRole);
        const bool isSection = placeOf(index) == section && isName(index);
        const bool isInFolded = !section.isEmpty() && isFolded(section) && !isSection;
        m_list->setRowHidden(row, isInFolded ||
                                      (!isName(index) && isFolded(placeOf(index)) && !isChooserGroup(index)));
        if (isName(index)) {
            QStandardItem* name = m_model->item(row);
            const bool isHidden = isFolded(placeOf(index));
            const int count = name->data(ChooserMarkRole).toInt();
            name->setData(isHidden, ChooserFoldedRole);
            name->setAccessibleText(isHidden ? tr("%1, %n policies, folded", nullptr, count).arg(name->text())
                                             : tr("%1, %n policies", nullptr, count).arg(name->text()));
        }
    }
}

void PolicyList::toggleGroup(int row)
{
    const QString place = placeOf(m_model->index(row, 0));
    if (place.isEmpty()) {
        return;
    }
    if (isFolded(place)) {
        m_unfolded.insert(place);
    } else {
        m_unfolded.remove(place);
    }
    const QScopedValueRollback<bool> filling(m_isFilling, true);
    fold();
}

/// Right and Left unfold and fold what the row names; from an entry, and from a name that is folded already,
/// Left folds what it stands in and goes there.
bool PolicyList::onListKey(int key)
{
    const int row = m_list->currentIndex().row();
    const bool isOpenName = isName(m_list->currentIndex()) && !isFolded(placeOf(m_list->currentIndex()));
    if (key == Qt::Key_Right) {
        const bool isClosedName = isName(m_list->currentIndex()) && !isOpenName;
        if (isClosedName) {
            toggleGroup(row);
        }
        return isClosedName;
    }
    const int name = isOpenName ? row : nameAbove(row);
    if (name < 0 || isFolded(placeOf(m_model->index(name, 0)))) {
        return false;
    }
    toggleGroup(name);
    const QScopedValueRollback<bool> filling(m_isFilling, true);
    m_list->setCurrentIndex(m_model->index(name, 0));
    return true;
}

void PolicyList::toggleFavourite()
{
    if (!m_selected.isEmpty()) {
        Q_EMIT favouriteToggled(m_selected);
    }
    displayFavourite();
}

bool PolicyList::isOwn(const QString& key) const
{
    return std::any_of(m_items.begin(), m_items.end(), [&](const ChooserItem& item) {
        return item.id == key && item.section == tr("Your own");
    });
}

void PolicyList::showMenu(const QPoint& at)
{
    const QString key = dataOf(m_list->indexAt(at), ChooserIdRole);
    if (key.isEmpty()) {
        return;
    }
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("policyMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const auto add = [menu](const QString& text, const QString& name, auto act) {
        QAction* action = menu->addAction(text, act);
        action->setObjectName(name);
        return action;
    };
    add(tr("Use this policy"), QStringLiteral("policyMenuUse"), [this, key] {
        Q_EMIT chosen(key);
    })->setEnabled(key != m_inUse);
    add(m_favourites.contains(key) ? tr("Remove from favourites") : tr("Add to favourites"),
        QStringLiteral("policyMenuFavourite"), [this] { toggleFavourite(); })
        ->setShortcut(QKeySequence(tr("Ctrl+D")));
    add(tr("Compare with policy in use"), QStringLiteral("policyMenuCompare"), [this] {
        Q_EMIT compareRequested();
    })->setEnabled(key != m_inUse);
    if (isOwn(key)) {
        menu->addSeparator();
        add(tr("Rename…"), QStringLiteral("policyMenuRename"), [this, key] {
            Q_EMIT renameRequested(key);
        })->setShortcut(QKeySequence(Qt::Key_F2));
        add(tr("Delete…"), QStringLiteral("policyMenuDelete"), [this, key] {
            Q_EMIT removeRequested(key);
        })->setShortcut(QKeySequence::Delete);
    }
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

void PolicyList::displayFavourite()
{
    const bool isFavourite = m_favourites.contains(m_selected);
    m_star->setChecked(isFavourite);
    m_star->setText(isFavourite ? QStringLiteral("★") : QStringLiteral("☆"));
    m_star->setEnabled(!m_selected.isEmpty());
    if (isFavourite) {
        m_star->setToolTip(tr("Remove the policy shown from favourites (Ctrl+D)"));
    } else {
        m_star->setToolTip(tr("Add the policy shown to favourites (Ctrl+D)"));
    }
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
        m_unfolded.insert(dataOf(index, ChooserSectionRole));
        m_unfolded.insert(placeOf(index));
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

/// To the next entry in this direction, or the name of a folded section or family.
void PolicyList::walk(int step)
{
    const QString marked = dataOf(m_list->currentIndex(), ChooserIdRole);
    if (step > 0 && !marked.isEmpty() && marked != m_selected) {
        onCurrentChanged(); // it was only marked
        return;
    }
    int row = m_list->currentIndex().row() + step;
    const auto isPassed = [this](int at) {
        const QModelIndex index = m_model->index(at, 0);
        return m_list->isRowHidden(at) ||
               (isChooserGroup(index) && !(isName(index) && isFolded(placeOf(index))));
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
        if (watched == m_search && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Paste)) {
            const QString text = QGuiApplication::clipboard()->text().trimmed();
            if (text.contains(QLatin1Char('\n'))) { // no name of a policy has several lines
                Q_EMIT configurationPasted(text);
                return true;
            }
        }
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_F2 && isOwn(m_selected) && !isName(m_list->currentIndex())) {
            Q_EMIT renameRequested(m_selected);
            return true;
        }
        if (watched == m_list && key == Qt::Key_Delete && isOwn(m_selected)) {
            Q_EMIT removeRequested(m_selected);
            return true;
        }
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
                Q_EMIT chosen(dataOf(m_list->currentIndex(), ChooserIdRole));
            }
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace retryscope::ui
