// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_facts.h"

#include "core/explain/policy_summary.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/parts/table.h"

#include <QHeaderView>
#include <QStandardItemModel>

#include <algorithm>

namespace retryscope::ui {

namespace {

constexpr int kNameCharacters = 26;
constexpr int kValueCharacters = 44;

} // namespace

PolicyFacts::PolicyFacts(QWidget* parent) : QTableView(parent), m_model(new QStandardItemModel(this))
{
    prepareTable(this, QStringLiteral("policyFacts"), tr("Values of the policy"));
    setModel(m_model);
    horizontalHeader()->setStretchLastSection(true);
}

void PolicyFacts::display(const Policy& policy)
{
    m_model->clear();
    m_model->setHorizontalHeaderLabels({tr("Setting"), tr("Value"), tr("Source")});
    for (const PolicyFact& fact : factsOf(policy)) {
        QString name = toQString(fact.name);
        if (!name.isEmpty()) {
            name[0] = name.at(0).toUpper();
        }
        QList<QStandardItem*> row;
        for (const QString& text : {name, toQString(fact.value), toQString(fact.source)}) {
            row += new QStandardItem(text);
            row.last()->setToolTip(plainToolTip(text));
        }
        m_model->appendRow(row);
    }
    const int character = fontMetrics().averageCharWidth();
    setColumnWidth(0, kNameCharacters * character);
    setColumnWidth(1, kValueCharacters * character);
}

} // namespace retryscope::ui
