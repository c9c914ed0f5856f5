// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/policy_checklist.h"

#include "core/explain/policy_summary.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/theme/theme.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTreeWidget>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kKeyRole = Qt::UserRole;
constexpr int kCheckRowPadding = 8;

/// Rows follow the text size.
class CheckRowDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        return QStyledItemDelegate::sizeHint(option, index)
            .expandedTo({0, option.fontMetrics.height() + kCheckRowPadding});
    }
};

QString groupTitle(const ChoosablePolicy& choice)
{
    const Policy& policy = choice.policy;
    if (choice.key != toQString(policy.id)) {
        return PolicyChecklist::tr("Your own");
    }
    return policy.document.empty() ? toQString(summaryOf(policy).client)
                                   : PolicyChecklist::tr("Published documents");
}

} // namespace

PolicyChecklist::PolicyChecklist(std::vector<ChoosablePolicy> policies, QWidget* parent)
    : QWidget(parent)
    , m_policies(std::move(policies))
    , m_filter(new QLineEdit(this))
    , m_tree(new QTreeWidget(this))
    , m_note(makeHint({}, this))
{
    layOut();
    fill();
    displayCount();
    connect(m_filter, &QLineEdit::textChanged, this, &PolicyChecklist::filter);
    connect(m_tree, &QTreeWidget::itemChanged, this, &PolicyChecklist::onItemChanged);
}

void PolicyChecklist::layOut()
{
    auto* layout = columnIn(this, 8);
    m_groups = new QWidget(this);
    auto* row = rowIn(m_groups, 4);
    const auto addButton = [this, row](const QString& text, const char* name, auto group) {
        QPushButton* button = makeQuietButton(text, QString::fromLatin1(name), m_groups);
        button->setAccessibleName(tr("Tick: %1").arg(QString(text).remove(QLatin1Char('&'))));
        connect(button, &QPushButton::clicked, this, [this, group] { checkGroup(group()); });
        row->addWidget(button);
    };
    addButton(tr("&Before and after 2026"), "compareBeforeAfter",
              [this] { return beforeAndAfter2026(m_policies, m_current); });
    addButton(tr("Same &client"), "compareAllOfClient",
              [this] { return allOfClient(m_policies, m_current); });
    addButton(tr("Published &documents"), "compareDocuments",
              [this] { return documentPolicies(m_policies); });
    addButton(tr("&None"), "compareNone", [] { return PolicyGroup{}; });
    row->addStretch();
    nameInput(m_filter, QStringLiteral("compareFilter"), tr("Search policies"));
    m_filter->setPlaceholderText(tr("Search policies"));
    m_filter->setClearButtonEnabled(true);
    layout->addWidget(m_filter);
    nameInput(m_tree, QStringLiteral("comparePolicies"), tr("Policies to compare"));
    m_tree->setProperty("onSide", true);
    m_tree->setHeaderHidden(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(10);
    m_tree->setRootIsDecorated(false);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setTextElideMode(Qt::ElideMiddle); // names of one client differ at their ends
    m_tree->setUniformRowHeights(true);
    m_tree->setItemDelegate(new CheckRowDelegate(m_tree));
    layout->addWidget(m_tree, 1);
    nameInput(m_note, QStringLiteral("compareChosen"), tr("Number of ticked policies"));
    layout->addWidget(m_note);
}

void PolicyChecklist::fill()
{
    QStringList titles;
    for (const ChoosablePolicy& choice : m_policies) {
        titles += groupTitle(choice);
    }
    titles.removeDuplicates();
    titles.sort(Qt::CaseInsensitive);
    for (const QString& title : titles) {
        auto* group = new QTreeWidgetItem(m_tree, {title});
        group->setFlags(Qt::ItemIsEnabled);
        group->setFont(0, Theme::boldFont(Theme::smallFont(font())));
        for (const ChoosablePolicy& choice : m_policies) {
            if (groupTitle(choice) == title) {
                auto* item = new QTreeWidgetItem(group, {toQString(shortNameOf(choice.policy))});
                item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
                item->setCheckState(0, Qt::Unchecked);
                item->setData(0, kKeyRole, choice.key);
                item->setToolTip(
                    0, plainToolTip(toQString(choice.policy.title + " (" + choice.policy.id + ")")));
            }
        }
        group->setExpanded(true);
    }
}

void PolicyChecklist::setPolicies(std::vector<ChoosablePolicy> policies)
{
    if (policies == m_policies) {
        return;
    }
    m_policies = std::move(policies);
    m_tree->clear();
    fill();
    filter(m_filter->text());
    check(QStringList(m_checked));
}

void PolicyChecklist::setCurrent(const Policy& policy)
{
    m_current = policy;
}

void PolicyChecklist::checkNeighbours()
{
    const PolicyGroup group = beforeAndAfter2026(m_policies, m_current);
    checkGroup(group.keys.isEmpty() ? allOfClient(m_policies, m_current) : group);
}

/// Matches the id and the title.
void PolicyChecklist::filter(const QString& text)
{
    const QString wanted = text.trimmed();
    for (int row = 0; row < m_tree->topLevelItemCount(); ++row) {
        QTreeWidgetItem* group = m_tree->topLevelItem(row);
        bool isGroupSeen = false;
        for (int child = 0; child < group->childCount(); ++child) {
            QTreeWidgetItem* item = group->child(child);
            const bool isSeen = group->text(0).contains(wanted, Qt::CaseInsensitive) ||
                                item->text(0).contains(wanted, Qt::CaseInsensitive) ||
                                item->toolTip(0).contains(wanted, Qt::CaseInsensitive);
            item->setHidden(!isSeen);
            isGroupSeen = isGroupSeen || isSeen;
        }
        group->setHidden(!isGroupSeen);
    }
}

void PolicyChecklist::checkGroup(const PolicyGroup& group)
{
    if (!group.problem.isEmpty()) {
        m_note->setText(group.problem);
        return;
    }
    check(group.keys);
}

void PolicyChecklist::check(const QStringList& keys)
{
    {
        const QSignalBlocker blocker(m_tree);
        m_checked.clear();
        for (const QString& key : keys) {
            if (std::any_of(m_policies.begin(), m_policies.end(),
                            [&key](const ChoosablePolicy& choice) { return choice.key == key; })) {
                m_checked += key;
            }
        }
        for (QTreeWidgetItemIterator at(m_tree); *at != nullptr; ++at) {
            const QString key = (*at)->data(0, kKeyRole).toString();
            if (!key.isEmpty()) {
                (*at)->setCheckState(0, m_checked.contains(key) ? Qt::Checked : Qt::Unchecked);
            }
        }
    }
    displayCount();
    showFirstChecked();
    Q_EMIT checkedChanged();
}

void PolicyChecklist::showFirstChecked()
{
    m_tree->viewport()->update();
    for (QTreeWidgetItemIterator at(m_tree); *at != nullptr; ++at) {
        if ((*at)->checkState(0) == Qt::Checked && !(*at)->data(0, kKeyRole).toString().isEmpty()) {
            m_tree->scrollToItem((*at)->parent(), QAbstractItemView::PositionAtTop);
            return;
        }
    }
}

void PolicyChecklist::onItemChanged(QTreeWidgetItem* item)
{
    const QString key = item->data(0, kKeyRole).toString();
    m_checked.removeAll(key);
    if (item->checkState(0) == Qt::Checked) {
        m_checked += key;
    }
    displayCount();
    Q_EMIT checkedChanged();
}

void PolicyChecklist::displayCount()
{
    m_note->setText(m_checked.isEmpty()
                        ? tr("Tick the policies to compare with.")
                        : tr("%1 of %2 policies ticked.").arg(m_checked.size()).arg(m_policies.size()));
}

std::vector<Policy> PolicyChecklist::checkedPolicies() const
{
    std::vector<Policy> policies;
    for (const QString& key : m_checked) {
        const auto found = std::find_if(m_policies.begin(), m_policies.end(),
                                        [&key](const ChoosablePolicy& choice) { return choice.key == key; });
        policies.push_back(found->policy);
    }
    return policies;
}

} // namespace retryscope::ui
