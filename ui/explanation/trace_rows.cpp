// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/explanation/trace_rows.h"

#include "core/io/documents/error_files.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

/// The group that a finding belongs to.
QString captionOf(const TraceStep& step)
{
    return std::visit(Overloaded{
                          [](const NameFound&) { return tr("What the client read"); },
                          [](const EmbeddedErrorFound&) { return tr("What the client read"); },
                          [](const RuleTried&) { return tr("Rules, in order"); },
                          [](const KindChosen&) { return tr("Rules, in order"); },
                          [](const ClockCompared&) { return tr("Clock"); },
                          [](const LimiterUpdated&) { return tr("Send rate"); },
                          [](const QuotaReturned&) { return tr("Retry quota"); },
                          [](const PartDoneFound&) { return tr("Batch"); },
                          [](const AttemptsCounted&) { return tr("Limits"); },
                          [](const BodyChecked&) { return tr("Limits"); },
                          [](const BackoffComputed&) { return tr("Delay"); },
                          [](const HintApplied&) { return tr("Delay"); },
                          [](const DeadlineChecked&) { return tr("Limits"); },
                          [](const QuotaCharged&) { return tr("Retry quota"); },
                          [](const WaitedBefore&) { return tr("Before the attempt"); },
                          [](const SendDelayed&) { return tr("Before the attempt"); },
                          [](const SafetyLimitReached&) { return tr("Limits"); },
                          [](const OperationStarted&) { return tr("Operation"); },
                          [](const ClientObserved&) { return tr("What the client did"); },
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
    return row.sentence.source.empty() ? QString() : tr("Source: %1").arg(toQString(row.sentence.source));
}

} // namespace

TableModel<TraceRow>::Columns traceColumns()
{
    return {{.id = "finding",
             .text = [](const TraceRow& row) { return toQString(row.sentence.title); },
             .toolTip = sourceTip,
             .spoken =
                 [](const TraceRow& row) {
                     return toQString(row.sentence.title + ". " + row.sentence.text);
                 }}};
}

TraceTable traceOf(const ResolvedPolicy& policy, const AttemptRecord& attempt,
                   std::optional<WallTime> wallTime)
{
    TraceTable trace;
    std::vector<TraceRow>& rows = trace.rows;
    for (const Sentence& sentence : explainAdmission(policy, attempt.admission)) {
        append(rows, tr("Before the attempt"), sentence);
    }
    if (attempt.decision.stopReason != StopReason::Cancelled) { // the user did, and no one else
        append(rows, tr("Who responded"),
               {.title = {},
                .text = sentenceFor(responderOf(io::errorKnowledge().responders, attempt.facts)),
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
    trace.deciding = decidingRowIn(rows, decision);
    if (trace.deciding >= 0) {
        TraceRow& row = rows[static_cast<std::size_t>(trace.deciding)];
        row.isDeciding = true;
        row.endsCall = decision.verdict == Verdict::Stop;
        trace.decidingRule = ruleOf(row.sentence, policy, decision);
    }
    trace.findings = static_cast<int>(std::ranges::count(rows, false, &TraceRow::isCaption));
    return trace;
}

} // namespace retryscope::ui
