// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/two_policies_page.h"

#include "core/explain/policy_summary.h"
#include "core/explain/two_policies.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/library_items.h"
#include "ui/parts/table.h"
#include "ui/policies/roomy_rows.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStandardItemModel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>
#include <vector>

namespace retryscope::ui {

namespace {

/// Points are written as on the command line, in small letters.
QString capitalised(const QString& text)
{
    return text.left(1).toUpper() + text.mid(1);
}

QColor colourOf(const Theme& theme, const ComparedValue& value)
{
    return !value.verdict ? theme.text : *value.verdict == Verdict::Stop ? theme.danger : theme.success;
}

QString titleInTable(const Policy& policy)
{
    return shortened(toQString(shortNameOf(policy)));
}

} // namespace

TwoPoliciesPage::TwoPoliciesPage(const ChooserButton::Items& items, Reader read, QWidget* parent)
    : QWidget(parent)
    , m_read(std::move(read))
    , m_left(new ChooserButton(items, tr("Search: client, version, mode …"), this))
    , m_right(new ChooserButton(items, tr("Search: client, version, mode …"), this))
    , m_swap(makeIconButton(tr("Swap policies"), QStringLiteral("twoPoliciesSwap"), this))
    , m_count(makeHint({}, this))
    , m_onlyDifferences(new QCheckBox(tr("Differences only"), this))
    , m_model(new QStandardItemModel(0, 3, this))
    , m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("twoPoliciesPage"));
    setAccessibleName(tr("Two policies"));
    nameInput(m_left, QStringLiteral("twoPoliciesLeft"), tr("First policy"));
    nameInput(m_right, QStringLiteral("twoPoliciesRight"), tr("Second policy"));
    m_swap->setText(QStringLiteral("⇄"));
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
    m_table->setItemDelegate(new RoomyRows(m_table));
    m_table->setWordWrap(true);
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
}

void TwoPoliciesPage::layOut()
{
    auto* two = new QHBoxLayout;
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

void TwoPoliciesPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange && m_model->rowCount() > 0) {
        fill(); // verdicts have the colours of the theme
    }
    QWidget::changeEvent(event);
}

void TwoPoliciesPage::fill()
{
    const io::Result<Policy> left = m_read(this->left());
    const io::Result<Policy> right = m_read(this->right());
    if (!left || !right) {
        return;
    }
    m_model->clear();
    m_model->setHorizontalHeaderLabels(
        {tr("Value"), titleInTable(left.value()), titleInTable(right.value())});
    const Theme& theme = Theme::forPalette(palette());
    const std::vector<ComparedPoint> points = comparedPoints(left.value(), right.value());
    const bool isOnlyDifferences = m_onlyDifferences->isChecked();
    int differing = 0;
    for (const ComparedPoint& point : points) {
        differing += point.isDifferent() ? 1 : 0;
        if (!point.isDifferent() && isOnlyDifferences) {
            continue;
        }
        QList<QStandardItem*> cells;
        const auto addCell = [&](const QString& text, const std::string& tip) {
            auto* cell = new QStandardItem(text);
            cell->setEditable(false);
            cell->setToolTip(plainToolTip(toQString(tip)));
            if (point.isDifferent() && !isOnlyDifferences) {
                cell->setFont(Theme::boldFont(m_table->font()));
            }
            cells.append(cell);
            return cell;
        };
        addCell(capitalised(toQString(point.what)), point.what);
        for (const ComparedValue& value : {point.here, point.there}) {
            addCell(toQString(value.text), value.text)->setForeground(colourOf(theme, value));
        }
        m_model->appendRow(cells);
    }
    const int more = addMore(left.value(), right.value());
    const QString count = differing == 0 ? tr("No differences in %1 values").arg(points.size())
                                         : tr("%1 of %2 values differ").arg(differing).arg(points.size());
    m_count->setText(more == 0
                         ? tr("%1 · for plain responses of a generic service").arg(count)
                         : tr("%1 · for plain responses of a generic service · %2 more in the full policies")
                               .arg(count)
                               .arg(more));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
}

/// What the points do not show: habits, hints and rules, as `policies diff` has them.
int TwoPoliciesPage::addMore(const Policy& left, const Policy& right)
{
    const std::vector<ComparedPoint> points = comparedPoints(left, right);
    int more = 0;
    for (const PolicyDifference& difference : differencesBetween(left, right)) {
        const bool isShown = std::any_of(points.begin(), points.end(), [&](const ComparedPoint& point) {
            return point.isDifferent() && point.what == difference.what;
        });
        if (isShown) {
            continue;
        }
        ++more;
        QList<QStandardItem*> cells;
        for (const std::string* text : {&difference.what, &difference.here, &difference.there}) {
            const QString shown = text->empty() ? tr("not set") : toQString(*text);
            auto* cell = new QStandardItem(text == &difference.what ? capitalised(shown) : shown);
            cell->setEditable(false);
            cell->setToolTip(plainToolTip(shown));
            cells.append(cell);
        }
        m_model->appendRow(cells);
    }
    return more;
}

} // namespace retryscope::ui
