// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/change_row.h"

#include "core/explain/change_text.h"
#include "core/explain/phrases.h"
#include "core/explain/value_words.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/code_block.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"
#include "ui/theme/theme.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace retryscope::ui {

namespace {

constexpr int kCodeRow = 3; ///< of the grid; the outcome and the action stand beneath it

QString ownerLine(const ReversingChange& reversing, const QString& owner)
{
    const QString who = saysSomethingElse(reversing.change)
                            ? ChangeRow::tr("%1, only if this is the real error").arg(owner)
                            : owner;
    return ChangeRow::tr("%1 · the client then %2 %3")
        .arg(who, toQString(wordsFor(reversing.verdictAfter).verb), toQString(changeDetailText(reversing)));
}

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
    , m_layout(new QGridLayout(this))
    , m_buttons(new QVBoxLayout)
    , m_suffix(QString::number(number))
    , m_number(makeLabel(QString::number(number + 1), this))
    , m_reversing(reversing)
    , m_owner(makeHint(ownerLine(reversing, ownerTitle(ownerOf(reversing.change))), this))
    , m_action(new QPushButton(this))
{
    const QString& suffix = m_suffix;
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
    nameInput(m_action, QStringLiteral("flipAction") + suffix, tr("Next step for this change"));
    m_action->setAutoDefault(false);
    m_action->hide();
    connect(button, &QPushButton::clicked, this, &ChangeRow::tried);
    connect(m_action, &QPushButton::clicked, this, &ChangeRow::followed);

    m_layout->setContentsMargins(0, 0, 0, 6);
    m_layout->setHorizontalSpacing(10);
    m_layout->setVerticalSpacing(2);
    m_layout->addWidget(line, 0, 0, 1, 3);
    m_layout->setRowMinimumHeight(0, 8);
    m_layout->addWidget(m_number, 1, 0, Qt::AlignTop);
    m_layout->addWidget(change, 1, 1);
    m_layout->addWidget(m_owner, 2, 1);
    m_buttons->addWidget(button, 0, Qt::AlignRight);
    m_buttons->addStretch();
    m_layout->addLayout(m_buttons, 1, 2, 2, 1);
    m_layout->addWidget(m_outcome, kCodeRow + 1, 1, 1, 2);
    m_layout->addWidget(m_action, kCodeRow + 2, 1, 1, 2, Qt::AlignLeft);
    m_layout->setColumnStretch(1, 1);
    setTextStyle(m_number, TextStyle::Small);
    setTextStyle(m_owner, TextStyle::Small);
}

void ChangeRow::showOutcome(const QString& outcome, const QString& action)
{
    m_outcome->setText(outcome);
    m_outcome->setVisible(!outcome.isEmpty());
    m_action->setText(action);
    m_action->setAccessibleName(action);
    m_action->setVisible(!action.isEmpty());
}

void ChangeRow::offerCode(ClientCode code)
{
    m_owner->setText(ownerLine(m_reversing, toQString(capitalised(wayText(code.way)))));
    if (code.way == CodeWay::None && code.notes.empty()) {
        return; // there is nothing to show
    }
    const bool hasCode = code.way != CodeWay::None; // else notes say why there is none
    QPushButton* button =
        makeQuietButton(hasCode ? tr("Code") : tr("Note"), QStringLiteral("flipCode") + m_suffix, this);
    button->setToolTip(plainToolTip(hasCode ? tr("Show the code for the real client")
                                            : tr("Show why this client cannot be set so")));
    button->setAccessibleName(
        (hasCode ? tr("Code for change %1") : tr("Note on change %1")).arg(m_number->text()));
    button->setAutoDefault(false);
    button->setCheckable(true);
    m_buttons->insertWidget(1, button, 0, Qt::AlignRight);
    connect(button, &QPushButton::toggled, this, [this, code = std::move(code)](bool isOpen) {
        if (isOpen && m_code == nullptr) {
            m_code = buildCode(code);
            m_layout->addWidget(m_code, kCodeRow, 1, 1, 2);
            inheritPalette(m_code);
        }
        m_code->setVisible(isOpen);
    });
}

/// Whether there is a setting, then the text to write.
QWidget* ChangeRow::buildCode(const ClientCode& code)
{
    auto* widget = new QWidget(this);
    auto* layout = columnIn(widget, 6);
    QLabel* way = makeHint(toQString(capitalised(wayText(code.way))) + QLatin1Char('.'), widget);
    way->setObjectName(QStringLiteral("flipWay") + m_suffix);
    layout->addWidget(way);
    if (!isWay(code.way)) {
        for (const std::string& note : code.notes) {
            layout->addWidget(makeHint(toQString(note), widget));
        }
        return widget;
    }
    for (std::size_t i = 0; i < code.snippets.size(); ++i) {
        const QString place = m_suffix + QLatin1Char('_') + QString::number(i);
        auto* block = new CodeBlock(
            toQString(code.snippets[i].title), toQString(code.snippets[i].text),
            {.text = QStringLiteral("flipSnippet") + place, .copy = QStringLiteral("flipCopy") + place},
            widget);
        connect(block, &CodeBlock::noteFound, this, &ChangeRow::noteFound);
        layout->addWidget(block);
    }
    return widget;
}

} // namespace retryscope::ui
