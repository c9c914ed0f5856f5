// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/change_row.h"

#include "core/explain/change_text.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace retryscope::ui {

ChangeRow::ChangeRow(const ReversingChange& reversing, int number, QWidget* parent)
    : QFrame(parent), m_outcome(new QLabel(this)), m_action(new QPushButton(this))
{
    const QString suffix = QString::number(number);
    setObjectName(QStringLiteral("flip") + suffix);
    setProperty("card", true);
    auto* change = new QLabel(toQString(changeText(reversing.change)), this);
    change->setObjectName(QStringLiteral("flipText") + suffix);
    change->setTextFormat(Qt::PlainText);
    change->setWordWrap(true);
    change->setProperty("plain", true);
    auto* owner =
        makeHint(tr("%1 · then it %2")
                     .arg(ownerTitle(ownerOf(reversing.change)), verdictTitle(reversing.verdictAfter)),
                 this);
    owner->setObjectName(QStringLiteral("flipOwner") + suffix);
    owner->setFont(Theme::smallFont(font()));
    QPushButton* button = makeQuietButton(tr("Try"), QStringLiteral("flipTry") + suffix, this);
    button->setAutoDefault(false);
    button->setAccessibleName(tr("Try: %1").arg(change->text()));
    m_outcome->setObjectName(QStringLiteral("flipOutcome") + suffix);
    m_outcome->setTextFormat(Qt::PlainText);
    m_outcome->setWordWrap(true);
    m_outcome->setProperty("plain", true);
    m_outcome->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_outcome->hide();
    nameInput(m_action, QStringLiteral("flipAction") + suffix, tr("What can be done next"));
    m_action->setAccessibleName(tr("What to do with the change"));
    m_action->setAutoDefault(false);
    m_action->hide();
    connect(button, &QPushButton::clicked, this, &ChangeRow::tried);
    connect(m_action, &QPushButton::clicked, this, &ChangeRow::followed);

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(10, 4, 4, 5);
    layout->setVerticalSpacing(1);
    layout->addWidget(change, 0, 0);
    layout->addWidget(owner, 1, 0);
    layout->addWidget(button, 0, 1, 2, 1, Qt::AlignVCenter);
    layout->addWidget(m_outcome, 2, 0, 1, 2);
    layout->addWidget(m_action, 3, 0, 1, 2, Qt::AlignLeft);
    layout->setColumnStretch(0, 1);
}

void ChangeRow::showOutcome(const QString& outcome, const QString& action)
{
    m_outcome->setText(outcome);
    m_outcome->setVisible(!outcome.isEmpty());
    m_action->setText(action);
    m_action->setAccessibleName(action);
    m_action->setVisible(!action.isEmpty());
}

} // namespace retryscope::ui
