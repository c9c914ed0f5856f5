// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policy/policy_facts.h"

#include "core/explain/phrases.h"
#include "core/explain/policy_facts.h"
#include "core/io/text/utf8.h"
#include "ui/parts/report_rows.h"
#include "ui/parts/table.h"

#include <utility>

namespace retryscope::ui {

PolicyFacts::PolicyFacts(QWidget* parent) : QTableView(parent), m_rows(new ReportRows(this))
{
    prepareTable(this, QStringLiteral("policyFacts"), tr("Values of the policy"));
    setModel(m_rows);
}

void PolicyFacts::display(const Policy& policy)
{
    ReportTable table{{{fromQString(tr("Setting"))},
                       {fromQString(tr("Value")), WhenNarrow::Fold},
                       {fromQString(tr("Source")), WhenNarrow::Fold}},
                      {}};
    for (const PolicyFact& fact : factsOf(policy)) {
        table.add({{capitalised(fact.name)}, {fact.value}, {fact.source, Tone::Faint}});
    }
    m_rows->display(std::move(table));
}

} // namespace retryscope::ui
