// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/attempt_report.h"

#include "app/cli/text_table.h"
#include "core/explain/attempt_columns.h"
#include "core/explain/attempt_time.h"
#include "core/explain/effect_text.h"
#include "core/explain/hint_text.h"
#include "core/explain/phrases.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"

#include <algorithm>
#include <cmath>

namespace retryscope::cli {

namespace {

constexpr std::size_t kFirstShown = 20;
constexpr std::size_t kLastShown = 5;

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

QString gapLine(std::size_t leftOut)
{
    return QStringLiteral("… %1 more attempts …").arg(leftOut);
}

TextTable emptyTable(const AttemptColumns& columns)
{
    std::vector<Column> titled;
    for (const AttemptColumn* column : columns) {
        const ReportSpot& spot = column->report;
        titled.push_back({QString::fromUtf8(spot.title), spot.mayBeShortened ? WhenNarrow::Shorten
                                                         : spot.mayBeDropped ? WhenNarrow::Drop
                                                                             : WhenNarrow::Keep});
    }
    return TextTable(std::move(titled));
}

std::vector<Cell> rowOf(const AttemptColumns& columns, const AttemptContext& at)
{
    std::vector<Cell> cells;
    for (const AttemptColumn* column : columns) {
        const bool isVerdict = column->id == "verdict";
        cells.push_back({toQString(cellText(*column, &AttemptColumn::report, at)),
                         isVerdict ? toneOf(at.attempt.decision.verdict) : Tone::Plain});
    }
    return cells;
}

QString table(const RunRecord& record, int callIndex, const TextStyle& style)
{
    const CallRecord& call = record.callAt(callIndex);
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    const AttemptColumns columns = columnsIn(&AttemptColumn::report);
    TextTable result = emptyTable(columns);
    const std::vector<std::size_t> shown = shownAttempts(call);
    for (std::size_t position = 0; position < shown.size(); ++position) {
        if (const std::size_t leftOut = leftOutBefore(shown, position); leftOut > 0) {
            result.addLine(gapLine(leftOut));
        }
        AttemptContext at = contextOf(record, {callIndex, static_cast<int>(shown[position])});
        if (!quota.empty()) {
            at.quota = quota[static_cast<std::size_t>(callIndex)][shown[position]];
        }
        result.addRow(rowOf(columns, at));
    }
    return result.text(style);
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

/// `···████────`: what was imposed before the attempt, the attempt, the delay after it.
QString bar(const AttemptRecord& attempt, const Scale& scale, const TextStyle& style)
{
    const int waitBegin = scale.column(attempt.start - attempt.sendDelay);
    const int begin = scale.column(attempt.start);
    const int end = std::max(begin + 1, scale.column(attempt.end));
    const int delayEnd = attempt.actualDelay ? scale.column(attempt.end + *attempt.actualDelay) : end;
    return QString(waitBegin, QLatin1Char(' ')) +
           style.paint(QString(begin - waitBegin, QChar(0x00B7)), Tone::Faint) +
           style.paint(QString(end - begin, QChar(0x2588)), toneOf(attempt.decision.verdict)) +
           style.paint(QString(std::max(0, delayEnd - end), QChar(0x2500)), Tone::Faint);
}

QString timeLine(const CallRecord& call, const TextStyle& style)
{
    constexpr int kMargin = 6;
    const Scale scale(call.start, std::max(call.end, call.attempts.back().end), style.width - kMargin - 1);
    QString result;
    const std::vector<std::size_t> shown = shownAttempts(call);
    for (std::size_t position = 0; position < shown.size(); ++position) {
        if (const std::size_t leftOut = leftOutBefore(shown, position); leftOut > 0) {
            result += style.paint(gapLine(leftOut), Tone::Faint) + QLatin1Char('\n');
        }
        const AttemptRecord& attempt = call.attempts[shown[position]];
        result += QString::number(attempt.attempt).leftJustified(kMargin) + bar(attempt, scale, style) +
                  QLatin1Char('\n');
    }
    const QString from = toQString(durationText(call.start.time_since_epoch()));
    const QString to = toQString(durationText(call.end.time_since_epoch()));
    const auto gap = std::max<qsizetype>(1, scale.columns() - from.size() - to.size());
    return result + QString(kMargin, QLatin1Char(' ')) +
           style.paint(from + QString(gap, QLatin1Char(' ')) + to, Tone::Faint) + QLatin1Char('\n');
}

QString whyText(const AttemptContext& at)
{
    if (at.attempt.isRunning) {
        return QStringLiteral("No response yet.");
    }
    QString why =
        toQString(prose({words::why(at), asideSentences(words::hints(at), waitMarkOf(at.attempt.decision),
                                                        at.attempt.decision.window)}));
    const Decision& decision = at.attempt.decision;
    const std::optional<PossibleEffect> effect = possibleEffectOf(at.header.spec, at.attempt);
    if (decision.verdict == Verdict::Retry && effect && effect->repeating == Repeating::MayRepeat) {
        why += QLatin1Char(' ') + toQString(effectSentence(*effect, responderOf(at.attempt.facts).kind));
    }
    return at.attempt.assumed ? QStringLiteral("(assumed: not in the record) ") + why : why;
}

/// One sentence per decision; attempts in a row with the same sentence share it.
QString reasons(const RunRecord& record, int callIndex, const TextStyle& style)
{
    constexpr int kMargin = 6;
    const CallRecord& call = record.callAt(callIndex);
    const auto whyOf = [&](std::size_t index) {
        return whyText(contextOf(record, {callIndex, static_cast<int>(index)}));
    };
    QString result;
    const std::vector<std::size_t> shown = shownAttempts(call);
    for (std::size_t position = 0; position < shown.size();) {
        const AttemptRecord& first = call.attempts[shown[position]];
        const QString why = whyOf(shown[position]);
        std::size_t next = position + 1;
        while (next < shown.size() && whyOf(shown[next]) == why) {
            ++next;
        }
        const int last = call.attempts[shown[next - 1]].attempt;
        const QString numbers = first.attempt == last ? QString::number(last)
                                                      : QStringLiteral("%1…%2").arg(first.attempt).arg(last);
        const QString lead = numbers.leftJustified(std::max(kMargin, static_cast<int>(numbers.size()) + 1));
        result += lead + wrapped(why, style, kMargin, static_cast<int>(lead.size())) + QLatin1Char('\n');
        position = next;
    }
    return result;
}

/// Where the time of each attempt, and between them, went; empty in virtual time, where that is no question.
QString times(const RunRecord& record, int callIndex, const TextStyle& style)
{
    constexpr int kMargin = 6;
    const CallRecord& call = record.callAt(callIndex);
    QString result;
    for (const std::size_t index :
         record.header().isVirtual ? std::vector<std::size_t>{} : shownAttempts(call)) {
        const auto line = [&](const QString& lead, const std::string& text) {
            if (!text.empty()) {
                result += lead.leftJustified(kMargin) + wrapped(toQString(text), style, kMargin, kMargin) +
                          QLatin1Char('\n');
            }
        };
        line(QStringLiteral("delay"), gapText(call, index, !record.header().noWait));
        line(QString::number(call.attempts[index].attempt), phasesText(call.attempts[index]));
    }
    return result.isEmpty() ? result : QLatin1Char('\n') + result;
}

} // namespace

QString attemptsReport(const RunRecord& record, int callIndex, const TextStyle& style)
{
    const CallRecord& call = record.callAt(callIndex);
    if (call.attempts.empty()) {
        return QStringLiteral("No attempt was made.\n");
    }
    return table(record, callIndex, style) + QLatin1Char('\n') + timeLine(call, style) + QLatin1Char('\n') +
           reasons(record, callIndex, style) + times(record, callIndex, style);
}

Tone toneOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Succeed:
        return Tone::Good;
    case Verdict::Retry:
        return Tone::Warning;
    case Verdict::Stop:
        return Tone::Bad;
    }
    return Tone::Plain;
}

Tone toneOf(const VerdictRow& row)
{
    const bool isMissed = row.verdict == Verdict::Succeed && row.bodyError && !row.noticesBodyError;
    return isMissed ? Tone::Warning : toneOf(row.verdict);
}

} // namespace retryscope::cli
