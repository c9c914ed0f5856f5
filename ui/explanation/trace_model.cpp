// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/trace_model.h"

#include "core/io/text/utf8.h"

#include <QCoreApplication>

#include <algorithm>

namespace retryscope::ui {

namespace {

/// The group that a finding belongs to.
QString captionOf(const TraceStep& step)
{
    const auto tr = [](const char* text) {
        return QCoreApplication::translate("TraceModel", text);
    };
    return std::visit(Overloaded{
                          [&tr](const NameFound&) { return tr("What the client read"); },
                          [&tr](const EmbeddedErrorFound&) { return tr("What the client read"); },
                          [&tr](const RuleTried&) { return tr("Rules, in order"); },
                          [&tr](const KindChosen&) { return tr("Rules, in order"); },
                          [&tr](const ClockCompared&) { return tr("Clock"); },
                          [&tr](const LimiterUpdated&) { return tr("Send rate"); },
                          [&tr](const QuotaReturned&) { return tr("Retry quota"); },
                          [&tr](const PartDoneFound&) { return tr("Batch"); },
                          [&tr](const AttemptsCounted&) { return tr("Limits"); },
                          [&tr](const BodyChecked&) { return tr("Limits"); },
                          [&tr](const BackoffComputed&) { return tr("Delay"); },
                          [&tr](const HintApplied&) { return tr("Delay"); },
                          [&tr](const DeadlineChecked&) { return tr("Limits"); },
                          [&tr](const QuotaCharged&) { return tr("Retry quota"); },
                          [&tr](const WaitedBefore&) { return tr("Before the attempt"); },
                          [&tr](const SendDelayed&) { return tr("Before the attempt"); },
                          [&tr](const SafetyLimitReached&) { return tr("Limits"); },
                          [&tr](const OperationStarted&) { return tr("Operation"); },
                          [&tr](const ClientObserved&) { return tr("What the client did"); },
                      },
                      step);
}

void append(std::vector<TraceRow>& rows, const QString& caption, const Sentence& sentence)
{
    std::string title = fromQString(caption);
    const auto last =
        std::find_if(rows.rbegin(), rows.rend(), [](const TraceRow& row) { return row.isCaption; });
    if (last == rows.rend() || last->sentence.title != title) {
        rows.push_back({.isCaption = true,
                        .sentence = {.title = std::move(title),
                                     .text = {},
                                     .source = {},
                                     .mark = SentenceMark::Info,
                                     .step = -1}});
    }
    rows.push_back({.sentence = sentence});
}

/// A brake that stopped the call outranks the rule that matched.
int decidingRowIn(const std::vector<TraceRow>& rows, const Decision& decision)
{
    int deciding = -1;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Sentence& sentence = rows[i].sentence;
        if (sentence.step < 0) {
            continue;
        }
        const TraceStep& step = decision.trace[static_cast<std::size_t>(sentence.step)];
        const auto* rule = std::get_if<RuleTried>(&step);
        const auto* kind = std::get_if<KindChosen>(&step);
        const bool isDecidingRule = rule != nullptr && rule->matched && rule->rule == decision.rule;
        const bool isOtherwise = kind != nullptr && kind->rule < 0;
        const bool isBrake = rule == nullptr && kind == nullptr && sentence.mark == SentenceMark::Blocked;
        if (isDecidingRule || isOtherwise || isBrake) {
            deciding = static_cast<int>(i);
        }
    }
    return deciding;
}

/// Of the deciding finding, when that is a rule.
QString ruleOf(const Sentence& sentence, const ResolvedPolicy& policy, const Decision& decision)
{
    const TraceStep& step = decision.trace[static_cast<std::size_t>(sentence.step)];
    const auto* rule = std::get_if<RuleTried>(&step);
    return rule == nullptr ? QString()
                           : toQString(policy.policy.rules[static_cast<std::size_t>(rule->rule)].id);
}

QString sourceTip(const TraceRow& row)
{
    return row.sentence.source.empty() ? QString()
                                       : TraceModel::tr("Source: %1").arg(toQString(row.sentence.source));
}

} // namespace

TraceModel::TraceModel(QObject* parent)
    : TableModel({{.title = {},
                   .text = [](const TraceRow& row) { return toQString(row.sentence.title); },
                   .toolTip = sourceTip}},
                 parent)
{
}

int TraceModel::findings() const
{
    return static_cast<int>(
        std::count_if(rows().begin(), rows().end(), [](const TraceRow& row) { return !row.isCaption; }));
}

void TraceModel::clear()
{
    m_deciding = -1;
    m_decidingRule.clear();
    setRows({});
}

void TraceModel::display(const ResolvedPolicy& policy, const AttemptRecord& attempt,
                         std::optional<WallTime> wallTime)
{
    std::vector<TraceRow> rows;
    for (const Sentence& sentence : explainAdmission(policy, attempt.admission)) {
        append(rows, tr("Before the attempt"), sentence);
    }
    if (attempt.decision.stopReason != StopReason::Cancelled) { // the user did, and no one else
        append(rows, tr("Who responded"),
               {.title = {},
                .text = sentenceFor(responderOf(attempt.facts)),
                .source = {},
                .mark = SentenceMark::Info,
                .step = -1});
    }
    const Decision& decision = attempt.decision;
    for (const Sentence& sentence :
         explain(policy, attempt.facts, decision, attempt.attempt, wallTime).sentences) {
        const auto step = static_cast<std::size_t>(sentence.step);
        append(rows, sentence.step < 0 ? tr("Result") : captionOf(decision.trace[step]), sentence);
    }
    m_deciding = decidingRowIn(rows, decision);
    m_decidingRule.clear();
    if (m_deciding >= 0) {
        TraceRow& row = rows[static_cast<std::size_t>(m_deciding)];
        row.isDeciding = true;
        row.endsCall = decision.verdict == Verdict::Stop;
        m_decidingRule = ruleOf(row.sentence, policy, decision);
    }
    setRows(std::move(rows));
}

QVariant TraceModel::data(const QModelIndex& index, int role) const
{
    if (index.isValid() && role == Qt::AccessibleTextRole) {
        const Sentence& sentence = at(index.row()).sentence;
        return toQString(sentence.title + ". " + sentence.text);
    }
    return TableModel::data(index, role);
}

Qt::ItemFlags TraceModel::flags(const QModelIndex& index) const
{
    return !index.isValid() || at(index.row()).isCaption
               ? Qt::NoItemFlags
               : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace retryscope::ui
