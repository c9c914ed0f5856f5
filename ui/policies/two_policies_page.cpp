// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/two_policies_page.h"

#include "core/decide/judge.h"
#include "core/explain/policy_summary.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QStandardItemModel>
#include <QTableView>
#include <QVBoxLayout>

#include <array>
#include <memory>
#include <vector>

namespace retryscope::ui {

namespace {

constexpr std::array kUsualStatuses{400, 401, 403, 404, 408, 409, 413, 421, 425,
                                    429, 500, 501, 502, 503, 504, 505, 520, 529};

struct ComparedRow
{
    QString what;
    QString left;
    QString right;
};

AttemptFacts responseOf(int status)
{
    auto response = std::make_shared<Response>();
    response->status = status;
    AttemptFacts facts;
    facts.response = std::move(response);
    return facts;
}

/// What a first attempt that ended so is to the client; nothing else is said about it: no name, no header.
QString verdictOf(const Policy& policy, const std::string& method, const AttemptFacts& facts)
{
    RequestSpec spec;
    spec.method = method;
    spec.url = "http://localhost/";
    spec.service = "generic";
    const ResolvedPolicy resolved = resolve(policy, spec);
    const CallBeginning beginning = beginCall(resolved, {}, {});
    const Admission admission = admit(resolved, beginning.client, beginning.request, {}, 0);
    switch (judge(resolved, spec, admission.client, admission.request, facts, {}, 0).decision.verdict) {
    case Verdict::Succeed:
        return TwoPoliciesPage::tr("success");
    case Verdict::Retry:
        return TwoPoliciesPage::tr("retried");
    case Verdict::Stop:
        break;
    }
    return TwoPoliciesPage::tr("stops");
}

std::vector<ComparedRow> numbersOf(const Policy& left, const Policy& right)
{
    const PolicySummary one = summaryOf(left);
    const PolicySummary other = summaryOf(right);
    const auto cap = [](const PolicySummary& summary) {
        return summary.cap ? toQString(durationText(*summary.cap)) : TwoPoliciesPage::tr("none");
    };
    const auto delay = [](const PolicySummary& summary) {
        return toQString(windowText(summary.firstDelayLow, summary.firstDelayHigh));
    };
    return {{TwoPoliciesPage::tr("Attempts"), QString::number(one.attempts), QString::number(other.attempts)},
            {TwoPoliciesPage::tr("First delay"), delay(one), delay(other)},
            {TwoPoliciesPage::tr("Cap"), cap(one), cap(other)},
            {TwoPoliciesPage::tr("Jitter"), toQString(one.jitter), toQString(other.jitter)},
            {TwoPoliciesPage::tr("Retry tokens"), toQString(one.quota), toQString(other.quota)},
            {TwoPoliciesPage::tr("Server hints"), toQString(one.hints), toQString(other.hints)}};
}

std::vector<ComparedRow> rowsOf(const Policy& left, const Policy& right)
{
    std::vector<ComparedRow> rows = numbersOf(left, right);
    const auto add = [&](const std::string& method, const QString& what, const AttemptFacts& facts) {
        rows.push_back({QStringLiteral("%1, %2").arg(toQString(method), what), verdictOf(left, method, facts),
                        verdictOf(right, method, facts)});
    };
    for (const std::string& method : {std::string("GET"), std::string("POST")}) {
        for (const int status : kUsualStatuses) {
            add(method, QString::number(status), responseOf(status));
        }
        for (const auto& [kind, word] : EnumWords<FaultKind>::kWords) {
            if (kind != FaultKind::Cancelled) {
                AttemptFacts facts;
                facts.fault = Fault{kind, {}};
                add(method, toQString(word), facts);
            }
        }
    }
    return rows;
}

} // namespace

TwoPoliciesPage::TwoPoliciesPage(QWidget* parent)
    : QWidget(parent)
    , m_title(makeHeading({}, this))
    , m_count(makeHint({}, this))
    , m_onlyDifferences(new QCheckBox(tr("Only what differs"), this))
    , m_model(new QStandardItemModel(0, 3, this))
    , m_table(new QTableView(this))
{
    setObjectName(QStringLiteral("twoPoliciesPage"));
    setAccessibleName(tr("Two policies"));
    m_title->setWordWrap(true);
    nameInput(m_count, QStringLiteral("twoPoliciesCount"), tr("How many values differ"));
    nameInput(m_onlyDifferences, QStringLiteral("twoPoliciesOnlyDifferences"), tr("Only what differs"));
    m_onlyDifferences->setChecked(true);
    nameInput(m_table, QStringLiteral("twoPoliciesTable"), tr("Two policies, value by value"));
    m_table->setModel(m_model);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    auto* top = new QHBoxLayout;
    top->addWidget(m_count, 1);
    top->addWidget(m_onlyDifferences);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 8, 20, 12);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addLayout(top);
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    connect(m_onlyDifferences, &QCheckBox::toggled, this, &TwoPoliciesPage::fill);
}

void TwoPoliciesPage::display(const Policy& left, const Policy& right)
{
    m_left = left;
    m_right = right;
    fill();
}

void TwoPoliciesPage::fill()
{
    const QString left = toQString(titleOf(m_left));
    const QString right = toQString(titleOf(m_right));
    m_title->setText(tr("%1 — and %2").arg(left, right));
    m_model->clear();
    m_model->setHorizontalHeaderLabels({tr("What"), left, right});
    const std::vector<ComparedRow> rows = rowsOf(m_left, m_right);
    int differing = 0;
    for (const ComparedRow& row : rows) {
        const bool isDifferent = row.left != row.right;
        differing += isDifferent ? 1 : 0;
        if (!isDifferent && m_onlyDifferences->isChecked()) {
            continue;
        }
        QList<QStandardItem*> cells;
        for (const QString& text : {row.what, row.left, row.right}) {
            auto* cell = new QStandardItem(text);
            cell->setEditable(false);
            cell->setToolTip(plainToolTip(text));
            if (isDifferent) {
                cell->setFont(Theme::boldFont(m_table->font()));
            }
            cells.append(cell);
        }
        m_model->appendRow(cells);
    }
    m_count->setText(tr("%1 of %2 differ; a bare response of a generic service, without headers and body")
                         .arg(differing)
                         .arg(rows.size()));
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
}

} // namespace retryscope::ui
