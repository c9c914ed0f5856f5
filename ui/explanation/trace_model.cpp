// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/trace_model.h"

#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"

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

} // namespace

int TraceModel::findings() const
{
    return static_cast<int>(
        std::count_if(m_rows.begin(), m_rows.end(), [](const Row& row) { return !row.isCaption; }));
}

/// Of the deciding row, when that is a rule.
QString TraceModel::ruleAt(const ResolvedPolicy& policy, const Decision& decision) const
{
    if (m_deciding < 0) {
        return {};
    }
    const int step = m_rows[static_cast<std::size_t>(m_deciding)].sentence.step;
    const TraceStep& found = decision.trace[static_cast<std::size_t>(step)];
    const auto* rule = std::get_if<RuleTried>(&found);
    return rule == nullptr ? QString()
                           : toQString(policy.policy.rules[static_cast<std::size_t>(rule->rule)].id);
}

TraceModel::TraceModel(QObject* parent) : QAbstractListModel(parent) {}

void TraceModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_lastCaption.clear();
    m_deciding = -1;
    m_decidingRule.clear();
    endResetModel();
}

void TraceModel::display(const ResolvedPolicy& policy, const AttemptRecord& attempt,
                         std::optional<WallTime> wallTime)
{
    beginResetModel();
    m_rows.clear();
    m_lastCaption.clear();
    for (const Sentence& sentence : explainAdmission(policy, attempt.admission)) {
        append(tr("Before the attempt"), sentence);
    }
    if (attempt.decision.stopReason != StopReason::Cancelled) { // the user did, and no one else
        append(tr("Who responded"), {.title = {},
                                     .text = sentenceFor(responderOf(attempt.facts)),
                                     .source = {},
                                     .mark = SentenceMark::Info,
                                     .step = -1});
    }
    const Decision& decision = attempt.decision;
    for (const Sentence& sentence :
         explain(policy, attempt.facts, decision, attempt.attempt, wallTime).sentences) {
        const auto step = static_cast<std::size_t>(sentence.step);
        append(sentence.step < 0 ? tr("Result") : captionOf(decision.trace[step]), sentence);
    }
    m_deciding = findDeciding(decision);
    m_decidingRule = ruleAt(policy, decision);
    m_endsCall = decision.verdict == Verdict::Stop;
    endResetModel();
}

void TraceModel::append(const QString& caption, const Sentence& sentence)
{
    if (caption != m_lastCaption) {
        m_rows.push_back({.isCaption = true,
                          .sentence = {.title = fromQString(caption),
                                       .text = {},
                                       .source = {},
                                       .mark = SentenceMark::Info,
                                       .step = -1}});
        m_lastCaption = caption;
    }
    m_rows.push_back({.isCaption = false, .sentence = sentence});
}

/// A brake that stopped the call outranks the rule that matched.
int TraceModel::findDeciding(const Decision& decision) const
{
    int deciding = -1;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const Sentence& sentence = m_rows[i].sentence;
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

int TraceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant TraceModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return toQString(row.sentence.title);
    case IsCaptionRole:
        return row.isCaption;
    case EvidenceRole:
        return toQString(row.sentence.text);
    case SourceRole:
        return toQString(row.sentence.source);
    case MarkRole:
        return static_cast<int>(row.sentence.mark);
    case IsDecidingRole:
        return index.row() == m_deciding;
    case EndsCallRole:
        return m_endsCall && index.row() == m_deciding;
    case Qt::ToolTipRole:
        return row.sentence.source.empty()
                   ? QVariant()
                   : plainToolTip(tr("Source: %1").arg(toQString(row.sentence.source)));
    case Qt::AccessibleTextRole:
        return toQString(row.sentence.title + ". " + row.sentence.text);
    default:
        return {};
    }
}

Qt::ItemFlags TraceModel::flags(const QModelIndex& index) const
{
    if (!index.isValid() || m_rows[static_cast<std::size_t>(index.row())].isCaption) {
        return Qt::NoItemFlags;
    }
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace retryscope::ui
