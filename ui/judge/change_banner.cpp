// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/change_banner.h"

#include "core/explain/change_text.h"
#include "core/explain/value_words.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace retryscope::ui {

namespace {

QString verdictIn(const VerdictRow& row)
{
    QStringList parts;
    if (row.verdict != Verdict::Succeed) {
        parts += toQString(wordsFor(row.kind).word);
    }
    if (row.window) {
        parts += toQString(delayCell(row));
    }
    const QString verdict = signedVerdict(row.verdict);
    return parts.isEmpty() ? verdict
                           : QStringLiteral("%1 (%2)").arg(verdict, parts.join(QStringLiteral(", ")));
}

} // namespace

QString beforeAndAfter(const VerdictRow& before, const VerdictRow& now)
{
    return QStringLiteral("%1  →  %2").arg(verdictIn(before), verdictIn(now));
}

ChangeBanner::ChangeBanner(QWidget* parent)
    : QFrame(parent), m_change(makeLabel({}, this)), m_outcome(makeLabel({}, this))
{
    setObjectName(QStringLiteral("trialBanner"));
    setProperty("card", true);
    setProperty("mark", QStringLiteral("warning"));
    m_change->setObjectName(QStringLiteral("trialChange"));
    m_outcome->setObjectName(QStringLiteral("trialOutcome"));
    for (QLabel* label : {m_change, m_outcome}) {
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    setTextStyle(m_change, TextStyle::Strong);
    auto* back = new QPushButton(tr("&Undo"), this);
    nameInput(back, QStringLiteral("trialBack"), tr("Undo the tried change"));
    back->setToolTip(tr("Restores the response and the policy from before this change"));
    back->setAutoDefault(false);
    connect(back, &QPushButton::clicked, this, &ChangeBanner::backRequested);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(12, 6, 8, 6);
    layout->setVerticalSpacing(2);
    layout->addWidget(m_change, 0, 0);
    layout->addWidget(m_outcome, 1, 0);
    layout->addWidget(back, 0, 1, 2, 1, Qt::AlignVCenter);
    layout->setColumnStretch(0, 1);
    hide();
}

void ChangeBanner::display(const Change& change, const VerdictRow& before, const VerdictRow& now)
{
    const QString name = toQString(now.shortName);
    m_change->setText(ownerOf(change) == ChangeOwner::Response
                          ? tr("Trying with every client: %1").arg(toQString(changeText(change)))
                          : tr("Trying with %1: %2").arg(name, toQString(changeText(change))));
    m_outcome->setText(QStringLiteral("%1: %2").arg(name, beforeAndAfter(before, now)));
    show();
}

} // namespace retryscope::ui
