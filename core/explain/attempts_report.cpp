// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explain/attempts_report.h"

#include "core/explain/attempt_columns.h"
#include "core/explain/attempt_time.h"
#include "core/explain/effect_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/explain/verdict_row.h"

#include <algorithm>
#include <cmath>

namespace retryscope {

namespace {

constexpr std::size_t kFirstShown = 20;
constexpr std::size_t kLastShown = 5;
constexpr int kMargin = 6; ///< characters before the text about an attempt

std::string padded(std::string text)
{
    text.resize(std::max<std::size_t>(text.size(), kMargin), ' ');
    return text;
}

/// Indices of the attempts to show; a gap is where two neighbours are not consecutive.
std::vector<std::size_t> shownAttempts(const CallRecord& call)
{
    const std::size_t count = call.attempts.size();
    std::vector<std::size_t> shown;
    for (std::size_t index = 0; index < count; ++index) {
        if (count <= kFirstShown + kLastShown || index < kFirstShown || index >= count - kLastShown) {
            shown.push_back(index);
        }
    }
    return shown;
}

/// Attempts left out before this one of the shown ones.
std::size_t leftOutBefore(const std::vector<std::size_t>& shown, std::size_t position)
{
    return position == 0 ? 0 : shown[position] - shown[position - 1] - 1;
}

std::string gapLine(std::size_t leftOut)
{
    return filled("… %1 …", counted(static_cast<std::int64_t>(leftOut), "more attempt"));
}

ReportTable tableOf(const RunRecord& record, int callIndex)
{
    const CallRecord& call = record.callAt(callIndex);
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    const AttemptColumns columns = columnsIn(&AttemptColumn::report);
    ReportTable table;
    for (const AttemptColumn* column : columns) {
        table.columns.push_back({column->report.title, column->report.whenNarrow});
    }
    const std::vector<std::size_t> shown = shownAttempts(call);
    for (std::size_t position = 0; position < shown.size(); ++position) {
        if (const std::size_t leftOut = leftOutBefore(shown, position); leftOut > 0) {
            table.addLine(gapLine(leftOut));
        }
        AttemptContext at = contextOf(record, {callIndex, static_cast<int>(shown[position])});
        if (!quota.empty()) {
            at.quota = quota[static_cast<std::size_t>(callIndex)][shown[position]];
        }
        std::vector<Toned> cells;
        for (const AttemptColumn* column : columns) {
            cells.push_back({cellText(*column, &AttemptColumn::report, at),
                             column->id == "verdict" ? toneOf(at.attempt.decision.verdict) : Tone::Plain});
        }
        table.add(std::move(cells));
    }
    return table;
}

/// Maps the time of a call onto columns.
class Scale
{
public:
    Scale(Instant begin, Instant end, int columns)
        : m_begin(begin), m_length(std::max(Duration{1}, end - begin)), m_columns(columns)
    {
    }
    [[nodiscard]] int column(Instant at) const
    {
        const double share =
            static_cast<double>((at - m_begin).count()) / static_cast<double>(m_length.count());
        return std::clamp(static_cast<int>(std::floor(share * m_columns)), 0, m_columns - 1);
    }
    [[nodiscard]] int columns() const { return m_columns; }

private:
    Instant m_begin;
    Duration m_length;
    int m_columns;
};

std::string repeated(int count, std::string_view sign)
{
    std::string text;
    for (int index = 0; index < count; ++index) {
        text += sign;
    }
    return text;
}

/// `1 ···████────`: what was imposed before the attempt, the attempt, the delay after it.
std::vector<Toned> bar(const AttemptRecord& attempt, const Scale& scale)
{
    const int waitBegin = scale.column(attempt.start - attempt.sendDelay);
    const int begin = scale.column(attempt.start);
    const int end = std::max(begin + 1, scale.column(attempt.end));
    const int delayEnd = attempt.actualDelay ? scale.column(attempt.end + *attempt.actualDelay) : end;
    return {{padded(std::to_string(attempt.attempt)) + repeated(waitBegin, " ")},
            {repeated(begin - waitBegin, "·"), Tone::Faint},
            {repeated(end - begin, "█"), toneOf(attempt.decision.verdict)},
            {repeated(delayEnd - end, "─"), Tone::Faint}};
}

/// width: of the line, in characters.
ReportLines timeLine(const CallRecord& call, int width)
{
    const Scale scale(call.start, std::max(call.end, call.attempts.back().end), width - kMargin - 1);
    ReportLines lines;
    const std::vector<std::size_t> shown = shownAttempts(call);
    for (std::size_t position = 0; position < shown.size(); ++position) {
        if (const std::size_t leftOut = leftOutBefore(shown, position); leftOut > 0) {
            lines.push_back({{gapLine(leftOut), Tone::Faint}});
        }
        lines.push_back(bar(call.attempts[shown[position]], scale));
    }
    const std::string from = durationText(call.start.time_since_epoch());
    const std::string to = durationText(call.end.time_since_epoch());
    const int gap = scale.columns() - static_cast<int>(from.size() + to.size());
    lines.push_back({{padded("")}, {from + repeated(std::max(1, gap), " ") + to, Tone::Faint}});
    return lines;
}

std::string whyText(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return "No response yet.";
    }
    const Decision& decision = at.attempt.decision;
    const std::optional<PossibleEffect> effect = possibleEffectOf(at.header.spec, at.attempt);
    const bool mayRepeat =
        decision.verdict == Verdict::Retry && effect && effect->repeating == Repeating::MayRepeat;
    const std::string gets = at.header.policy && !at.header.isRecorded
                                 ? callerGets(at.header.policy->policy, at.attempt.facts, decision)
                                 : std::string();
    return prose({at.attempt.assumed ? "(assumed: not in the record)" : "", words::why(at),
                  gets.empty() ? "" : filled("The caller gets %1.", gets),
                  asideSentences(words::hints(at), waitMarkOf(decision), decision.window),
                  mayRepeat ? effectSentence(*effect, ResponderKind::Unknown) : ""});
}

/// One sentence per decision; attempts in a row with the same sentence share it.
void addReasons(Report& report, const RunRecord& record, int callIndex)
{
    const CallRecord& call = record.callAt(callIndex);
    const auto whyOf = [&](std::size_t index) {
        return whyText(contextOf(record, {callIndex, static_cast<int>(index)}));
    };
    const std::vector<std::size_t> shown = shownAttempts(call);
    for (std::size_t position = 0; position < shown.size();) {
        const int first = call.attempts[shown[position]].attempt;
        const std::string why = whyOf(shown[position]);
        std::size_t next = position + 1;
        while (next < shown.size() && whyOf(shown[next]) == why) {
            ++next;
        }
        const int last = call.attempts[shown[next - 1]].attempt;
        report.field(first == last ? std::to_string(last) : filled("%1…%2", first, last), why, kMargin);
        position = next;
    }
}

/// Where the time of each attempt, and between them, went; nothing in virtual time, where that is no
/// question.
Report timesOf(const RunRecord& record, int callIndex)
{
    const CallRecord& call = record.callAt(callIndex);
    Report times;
    for (const std::size_t index :
         record.header().isVirtual ? std::vector<std::size_t>{} : shownAttempts(call)) {
        times.field("delay", gapText(call, index, !record.header().noWait), kMargin);
        times.field(std::to_string(call.attempts[index].attempt), phasesText(call.attempts[index]), kMargin);
    }
    return times;
}

} // namespace

Report attemptsReport(const RunRecord& record, int callIndex, int width)
{
    const CallRecord& call = record.callAt(callIndex);
    Report report;
    if (call.attempts.empty()) {
        report.say("No attempt was made.");
        return report;
    }
    report.add(tableOf(record, callIndex));
    report.gap();
    if (hasTimes(call)) {
        report.add(timeLine(call, width));
    }
    report.gap();
    addReasons(report, record, callIndex);
    if (Report times = timesOf(record, callIndex); !times.isEmpty()) {
        report.gap();
        report.append(std::move(times));
    }
    return report;
}

} // namespace retryscope
