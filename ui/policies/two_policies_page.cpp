// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/two_policies_page.h"

#include "core/explain/phrases.h"
#include "core/explain/policy_summary.h"
#include "core/explain/two_policies.h"
#include "core/io/text/replace_all.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/report_rows.h"
#include "ui/parts/table.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>
#include <vector>

namespace retryscope::ui {

namespace {

/// `environment › ignoresAttempts`: a path in a policy file, with places where a narrow column can break it.
std::string pathText(std::string path)
{
    io::replaceAll(path, ".", " › ");
    return path;
}

QString titleInTable(const Policy& policy)
{
    return shortened(toQString(shortNameOf(policy)));
}

} // namespace

TwoPoliciesPage::TwoPoliciesPage(const ChooserButton::Items& items, Reader read, QWidget* parent)
    : QWidget(parent)
    , m_read(std::move(read))
    , m_back(makeQuietButton(tr("‹ Back"), QStringLiteral("twoPoliciesBack"), this))
    , m_left(new ChooserButton(items, tr("Search: client, version, mode …"), this))
    , m_right(new ChooserButton(items, tr("Search: client, version, mode …"), this))
    , m_swap(makeIconButton(tr("Swap policies"), QStringLiteral("twoPoliciesSwap"), this))
    , m_count(makeHint({}, this))
    , m_onlyDifferences(new QCheckBox(tr("Differences only"), this))
    , m_model(new ReportRows(this))
    , m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("twoPoliciesPage"));
    setAccessibleName(tr("Two policies"));
    nameInput(m_left, QStringLiteral("twoPoliciesLeft"), tr("First policy"));
    nameInput(m_right, QStringLiteral("twoPoliciesRight"), tr("Second policy"));
    m_swap->setText(QStringLiteral("⇄"));
    m_back->setAccessibleName(tr("Back to the policy"));
    m_back->setToolTip(tr("Shows the policy again that is selected on the left (Esc)"));
    connect(m_back, &QPushButton::clicked, this, &TwoPoliciesPage::backRequested);
    nameInput(m_count, QStringLiteral("twoPoliciesCount"), tr("Number of differences"));
    nameInput(m_onlyDifferences, QStringLiteral("twoPoliciesOnlyDifferences"), tr("Differences only"));
    m_onlyDifferences->setChecked(true);
    buildTable();
    layOut();
    setFocusProxy(m_table);
    connect(m_onlyDifferences, &QCheckBox::toggled, this, &TwoPoliciesPage::fill);
    connect(m_left, &ChooserButton::chosen, this, [this](const QString& key) { display(key, right()); });
    connect(m_right, &ChooserButton::chosen, this, [this](const QString& key) { display(left(), key); });
    connect(m_swap, &QToolButton::clicked, this, [this] { display(right(), left()); });
}

void TwoPoliciesPage::buildTable()
{
    prepareTable(m_table, QStringLiteral("twoPoliciesTable"), tr("Two policies, value by value"));
    m_table->setModel(m_model);
}

void TwoPoliciesPage::layOut()
{
    auto* two = new QHBoxLayout;
    two->addWidget(m_back);
    two->addWidget(m_left, 1);
    two->addWidget(m_swap);
    two->addWidget(m_right, 1);
    auto* top = new QHBoxLayout;
    top->addWidget(m_count, 1);
    top->addWidget(m_onlyDifferences);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 12, 20, 12);
    layout->setSpacing(8);
    layout->addLayout(two);
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
}

void TwoPoliciesPage::display(const QString& left, const QString& right)
{
    const auto show = [this](ChooserButton& button, const QString& key) {
        if (const io::Result<Policy> policy = m_read(key)) {
            button.display(key, titleInTable(policy.value()), policySummaryLine(policy.value()));
        }
    };
    show(*m_left, left);
    show(*m_right, right);
    fill();
}

void TwoPoliciesPage::reload()
{
    m_left->forget();
    m_right->forget();
    display(left(), right());
}

void TwoPoliciesPage::fill()
{
    const io::Result<Policy> left = m_read(this->left());
    const io::Result<Policy> right = m_read(this->right());
    if (!left || !right) {
        return;
    }
    const TwoPolicies two(left.value(), right.value());
    const bool isOnlyDifferences = m_onlyDifferences->isChecked();
    ReportTable table = pointsTable(
        isOnlyDifferences ? two.points : two.allPoints,
        {fromQString(tr("Value")), fromQString(titleInTable(two.here)), fromQString(titleInTable(two.there))},
        !isOnlyDifferences);
    const std::vector<PolicyDifference> more = two.otherDifferences();
    for (const PolicyDifference& difference : more) {
        const auto cell = [](const std::string& text) {
            return Toned{text.empty() ? fromQString(tr("not set")) : text};
        };
        table.add({{difference.what}, cell(difference.here), cell(difference.there)});
    }
    for (std::vector<Toned>& row : table.rows) {
        std::string& what = row.front().text;
        const bool isPath = what.find('.') != std::string::npos && what.find(' ') == std::string::npos;
        what = isPath ? pathText(what) : capitalised(what);
    }
    m_model->display(std::move(table));
    const QString count = two.points.empty()
                              ? tr("No differences in %1 values").arg(two.allPoints.size())
                              : tr("%1 of %2 values differ").arg(two.points.size()).arg(two.allPoints.size());
    m_count->setText(more.empty()
                         ? tr("%1 · for plain responses of a generic service").arg(count)
                         : tr("%1 · for plain responses of a generic service · %2 more in the full policies")
                               .arg(count)
                               .arg(more.size()));
}

} // namespace retryscope::ui
