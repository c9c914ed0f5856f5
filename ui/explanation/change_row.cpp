// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/change_row.h"

#include "core/explain/change_text.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

namespace retryscope::ui {

namespace {

QLabel* makeRowLabel(const QString& text, const QString& objectName, QWidget* parent)
{
    QLabel* label = makePlainLabel(objectName, parent);
    label->setText(text);
    label->setWordWrap(true);
    return label;
}

} // namespace

ChangeRow::ChangeRow(const ReversingChange& reversing, int number, QWidget* parent)
    : QFrame(parent)
    , m_number(makeLabel(QString::number(number + 1), this))
    , m_owner(makeHint(tr("%1 · then it %2 %3")
                           .arg(ownerTitle(ownerOf(reversing.change)), verdictTitle(reversing.verdictAfter),
                                toQString(changeDetailText(reversing))),
                       this))
    , m_action(new QPushButton(this))
{
    const QString suffix = QString::number(number);
    setObjectName(QStringLiteral("flip") + suffix);
    auto* line = new QFrame(this);
    line->setProperty("hairline", true);
    line->setFixedHeight(1);
    m_number->setProperty("muted", true);
    QLabel* change =
        makeRowLabel(toQString(changeText(reversing.change)), QStringLiteral("flipText") + suffix, this);
    m_owner->setObjectName(QStringLiteral("flipOwner") + suffix);
    m_outcome = makeRowLabel({}, QStringLiteral("flipOutcome") + suffix, this);
    m_outcome->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_outcome->hide();
    auto* button = new QPushButton(tr("Try"), this);
    nameInput(button, QStringLiteral("flipTry") + suffix, tr("Try: %1").arg(change->text()));
    button->setProperty("look", QStringLiteral("try"));
    button->setAutoDefault(false);
    nameInput(m_action, QStringLiteral("flipAction") + suffix, tr("What can be done next"));
    m_action->setAccessibleName(tr("What to do with the change"));
    m_action->setAutoDefault(false);
    m_action->hide();
    connect(button, &QPushButton::clicked, this, &ChangeRow::tried);
    connect(m_action, &QPushButton::clicked, this, &ChangeRow::followed);

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 6);
    layout->setHorizontalSpacing(10);
    layout->setVerticalSpacing(2);
    layout->addWidget(line, 0, 0, 1, 3);
    layout->setRowMinimumHeight(0, 8);
    layout->addWidget(m_number, 1, 0, Qt::AlignTop);
    layout->addWidget(change, 1, 1);
    layout->addWidget(m_owner, 2, 1);
    layout->addWidget(button, 1, 2, 2, 1, Qt::AlignTop);
    layout->addWidget(m_outcome, 3, 1, 1, 2);
    layout->addWidget(m_action, 4, 1, 1, 2, Qt::AlignLeft);
    layout->setColumnStretch(1, 1);
    applyFonts();
}

void ChangeRow::showOutcome(const QString& outcome, const QString& action)
{
    m_outcome->setText(outcome);
    m_outcome->setVisible(!outcome.isEmpty());
    m_action->setText(action);
    m_action->setAccessibleName(action);
    m_action->setVisible(!action.isEmpty());
}

void ChangeRow::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        applyFonts();
    }
}

void ChangeRow::applyFonts()
{
    m_number->setFont(Theme::smallFont(font()));
    m_owner->setFont(Theme::smallFont(font()));
}

} // namespace retryscope::ui
