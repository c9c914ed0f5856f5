// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/changes_list.h"

#include "core/explain/change_text.h"
#include "core/explain/effect_text.h"
#include "core/explain/phrases.h"
#include "core/explain/value_words.h"
#include "core/io/import/client_readers.h"
#include "core/io/text/utf8.h"
#include "ui/explanation/change_row.h"
#include "ui/parts/form.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

/// Further ones come on demand.
constexpr int kMostShown = 4;

/// The error that no retry cures, why nothing is offered, and the pairs of changes that would help.
QString whyNone(const PossibleChanges& possible)
{
    QString text = toQString(
        prose({possible.incurable ? incurableSentence(*possible.incurable) : "", possible.whyNone}));
    for (const OfferedPair& pair : possible.pairs) {
        text += QStringLiteral("\n• ") + toQString(pairText(pair));
    }
    return text;
}

} // namespace

QString ownerTitle(ChangeOwner owner)
{
    return toQString(capitalised(ownerText(owner)));
}

QString signedVerdict(Verdict verdict)
{
    return toQString(filled("%1 %2", wordsFor(verdict).sign, toString(verdict)));
}

const char* markOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Succeed:
        return "success";
    case Verdict::Retry:
        return "warning";
    case Verdict::Stop:
        return "danger";
    }
    return "";
}

ChangesList::ChangesList(QWidget* parent)
    : QWidget(parent)
    , m_reason(makeHint({}, this))
    , m_layout(new QVBoxLayout(this))
    , m_more(makeQuietButton(tr("More"), QStringLiteral("flipsMoreButton"), this))
    , m_remark(makeHint({}, this))
{
    nameInput(this, QStringLiteral("flipsList"), tr("What would change it"));
    m_reason->setObjectName(QStringLiteral("flipsReason"));
    m_more->setAutoDefault(false);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    m_layout->addWidget(m_reason);
    m_layout->addWidget(m_more, 0, Qt::AlignLeft);
    m_remark->setObjectName(QStringLiteral("flipsRemark"));
    m_layout->addWidget(m_remark);
    connect(m_more, &QPushButton::clicked, this, &ChangesList::showAll);
    displayNone({});
}

void ChangesList::setRemark(const QString& remark)
{
    m_remark->setText(remark);
    m_remark->setVisible(!remark.isEmpty());
}

void ChangesList::clear()
{
    setRemark({});
    for (ChangeRow* row : m_rows) {
        m_layout->removeWidget(row);
        row->hide();
        row->deleteLater(); // one of its buttons may be what brought us here
    }
    m_rows.clear();
    m_changes.clear();
    m_given.clear();
    m_tried = -1;
}

void ChangesList::displayNone(const QString& reason)
{
    clear();
    m_reason->setText(reason);
    m_reason->setVisible(!reason.isEmpty());
    m_more->hide();
}

void ChangesList::displayFor(const Situation& situation)
{
    const PossibleChanges possible = possibleChangesOf(io::clientKnowledge(), situation);
    std::vector<OfferedChange> changes = possible.shorter;
    changes.insert(changes.end(), possible.reversing.begin(), possible.reversing.end());
    if (changes.empty()) {
        displayNone(whyNone(possible));
    } else {
        display(changes);
    }
    setRemark(toQString(prose(possible.remarks)));
}

void ChangesList::display(const std::vector<OfferedChange>& changes)
{
    if (changes == m_given && !changes.empty()) {
        return;
    }
    displayNone(changes.empty() ? tr("No single change reverses this decision.") : QString());
    m_given = changes;
    std::vector<OfferedChange> others;
    for (const OfferedChange& change : m_given) {
        const bool isNearest =
            std::none_of(m_changes.begin(), m_changes.end(), [&change](const OfferedChange& before) {
                return before.reversing.change.index() == change.reversing.change.index();
            });
        (isNearest ? m_changes : others).push_back(change);
    }
    const int nearest = std::min(kMostShown, static_cast<int>(m_changes.size()));
    m_changes.insert(m_changes.end(), others.begin(), others.end());
    int hidden = 0;
    for (std::size_t change = 0; change < m_changes.size(); ++change) {
        addRow(change);
        const bool isShown = static_cast<int>(change) < nearest;
        m_rows[change]->setVisible(isShown);
        hidden += isShown ? 0 : 1;
    }
    m_more->setText(tr("%n more", nullptr, hidden));
    m_more->setAccessibleName(m_more->text());
    m_more->setVisible(hidden > 0);
}

void ChangesList::addRow(std::size_t change)
{
    const OfferedChange& offered = m_changes[change];
    auto* row = new ChangeRow(offered.reversing, static_cast<int>(change), this);
    m_layout->insertWidget(m_layout->indexOf(m_more), row);
    if (offered.code) {
        row->offerCode(*offered.code);
    }
    connect(row, &ChangeRow::noteFound, this, &ChangesList::noteFound);
    connect(row, &ChangeRow::tried, this, [this, change] { tryRow(change); });
    connect(row, &ChangeRow::followed, this, [this, change] {
        const Change made = m_changes[change].reversing.change;
        Q_EMIT followed(made);
    });
    m_rows.push_back(row);
}

void ChangesList::tryRow(std::size_t change)
{
    for (ChangeRow* row : m_rows) {
        row->showOutcome({}, {});
    }
    m_tried = static_cast<int>(change);
    const Change made = m_changes[change].reversing.change; // whoever listens may display other ones
    Q_EMIT tried(made);
}

void ChangesList::showOutcome(const QString& outcome, const QString& action)
{
    if (m_tried >= 0) {
        m_rows[static_cast<std::size_t>(m_tried)]->showOutcome(outcome, action);
    }
}

void ChangesList::showAll()
{
    for (ChangeRow* row : m_rows) {
        row->show();
    }
    m_more->hide();
}

} // namespace retryscope::ui
