// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/grouping_button.h"

#include "core/explain/units.h"
#include "core/facts/letter_case.h"
#include "core/io/text/utf8.h"
#include "core/recording/regroup.h"
#include "ui/parts/foreign_text.h"
#include "ui/parts/form.h"

#include <QMenu>

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

constexpr qsizetype kMostOfName = 40; // characters

/// Text from a client: `&` would mark a letter.
QString menuText(const std::string& foreign)
{
    return shortened(toQString(foreign), kMostOfName).replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

GroupingButton::GroupingButton(std::function<GroupingState()> state, QWidget* parent)
    : QPushButton(tr("Grouping"), parent), m_state(std::move(state)), m_menu(new QMenu(this))
{
    nameInput(this, QStringLiteral("groupingButton"), text());
    setProperty("quiet", true);
    setAutoDefault(false);
    setToolTip(tr("Say which attempts form one call: join calls, split one, or choose the header field that "
                  "holds the call's id"));
    m_menu->setObjectName(QStringLiteral("groupingMenu"));
    setMenu(m_menu);
    connect(m_menu, &QMenu::aboutToShow, this, &GroupingButton::fill);
}

void GroupingButton::openAt(const QPoint& point)
{
    if (isEnabled()) {
        m_menu->popup(point);
    }
}

void GroupingButton::fill()
{
    m_menu->clear();
    const GroupingState state = m_state();
    if (state.record == nullptr || state.record->isEmpty()) {
        return;
    }
    addJoin(state);
    addSplits(state);
    addFields(*state.record);
}

void GroupingButton::addJoin(const GroupingState& state)
{
    const std::string why = whyNotJoined(*state.record, state.selected);
    QAction* join = m_menu->addAction(state.selected.size() < 2
                                          ? tr("&Join selected calls")
                                          : tr("&Join %L1 selected calls").arg(state.selected.size()));
    join->setObjectName(QStringLiteral("joinCallsAction"));
    join->setEnabled(why.empty());
    connect(join, &QAction::triggered, this, [this, calls = state.selected] { Q_EMIT joinRequested(calls); });
    if (!why.empty()) { // a menu shows no tool tip of an entry that is off
        m_menu->addAction(toQString(why))->setEnabled(false);
    }
}

void GroupingButton::addSplits(const GroupingState& state)
{
    constexpr std::size_t kMostSplits = 12;
    m_menu->addSeparator();
    if (state.call < 0 || state.record->callAt(state.call).attempts.size() < 2) {
        m_menu->addAction(tr("The call shown has one attempt; nothing to split."))->setEnabled(false);
        return;
    }
    const CallRecord& call = state.record->callAt(state.call);
    const std::size_t count = std::min(call.attempts.size(), kMostSplits + 1);
    for (std::size_t index = 1; index < count; ++index) {
        const AttemptRecord& attempt = call.attempts[index];
        const QString when =
            hasTimes(call) ? tr(", %1 after the first")
                                 .arg(toQString(durationText(attempt.start - call.attempts.front().start)))
                           : QString();
        QAction* split = m_menu->addAction(tr("Split before attempt %L1%2").arg(index + 1).arg(when));
        split->setObjectName(QStringLiteral("splitCallAction%1").arg(index + 1));
        connect(split, &QAction::triggered, this,
                [this, at = Place{.call = state.call, .attempt = static_cast<int>(index)}] {
                    Q_EMIT splitRequested(at);
                });
    }
    if (call.attempts.size() > count) {
        m_menu->addAction(tr("Split it once to reach later attempts"))->setEnabled(false);
    }
}

void GroupingButton::addFields(const RunRecord& record)
{
    constexpr std::size_t kMostFields = 10;
    m_menu->addSeparator();
    const std::string chosen = inLowerCase(record.header().groupBy); // as sharedFieldsOf() names fields
    const auto add = [&](const QString& text, const std::string& field) {
        QAction* choice = m_menu->addAction(text);
        choice->setObjectName(QStringLiteral("groupBy:") + toQString(field));
        choice->setCheckable(true);
        choice->setChecked(field == chosen);
        connect(choice, &QAction::triggered, this,
                [this, field] { Q_EMIT groupByRequested(toQString(field)); });
    };
    add(tr("Group all calls &automatically"), {});
    std::vector<std::string> fields = sharedFieldsOf(record, kMostFields);
    if (!chosen.empty() && std::ranges::find(fields, chosen) == fields.end()) {
        fields.push_back(chosen);
    }
    for (const std::string& field : fields) {
        add(tr("Group all calls by the header field %1").arg(menuText(field)), field);
    }
}

} // namespace retryscope::ui
