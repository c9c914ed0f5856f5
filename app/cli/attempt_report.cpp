// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/attempt_report.h"

#include "app/cli/text_table.h"
#include "core/explain/explain.h"
#include "core/explain/units.h"

#include <algorithm>
#include <cmath>

namespace retryscope::cli {

namespace {

constexpr std::size_t kFirstShown = 20;
constexpr std::size_t kLastShown = 5;

QString text(const std::string& utf8)
{
    return QString::fromStdString(utf8);
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

QString gapLine(std::size_t leftOut)
{
    return QStringLiteral("… %1 more attempts …").arg(leftOut);
}

QString delayText(const AttemptRecord& attempt)
{
    const Decision& decision = attempt.decision;
    if (!decision.window) {
        return {};
    }
    if (decision.verdict == Verdict::Retry && decision.window->high == Duration::zero()) {
        return QStringLiteral("at once");
    }
    const bool isFixed = decision.window->low == decision.window->high;
    return text(durationText(decision.delay)) +
           (isFixed
                ? QString()
                : QStringLiteral(" (%1)").arg(text(windowText(decision.window->low, decision.window->high))));
}

QString tokensText(const QuotaEntry& entry)
{
    return entry.refused ? QStringLiteral("%1 < %2").arg(entry.before).arg(entry.cost)
                         : QStringLiteral("%1 → %2").arg(entry.before).arg(entry.after);
}

std::vector<Cell> rowOf(const RunRecord& record, const AttemptRecord& attempt, const QuotaEntry* quota)
{
    const bool isOver = !attempt.isRunning;
    return {{QString::number(attempt.attempt)},
            {text(durationText(attempt.start.time_since_epoch()))},
            {answerText(record, attempt)},
            {isOver ? text(std::string(toString(attempt.decision.verdict))) : QString(),
             toneOf(attempt.decision.verdict)},
            {attempt.sendDelay > Duration::zero() ? text(durationText(attempt.sendDelay)) : QString()},
            {isOver ? delayText(attempt) : QString()},
            {quota != nullptr ? tokensText(*quota) : QString()},
            {isOver ? text(durationText(attempt.end - attempt.start)) : QStringLiteral("…")},
            {isOver ? text(std::string(toString(attempt.decision.kind))) : QString()}};
}

QString table(const RunRecord& record, std::size_t callIndex, const TextStyle& style)
{
    const CallRecord& call = record.calls()[callIndex];
    const std::vector<std::vector<QuotaEntry>> quota = quotaLedgerOf(record);
    TextTable result({{QStringLiteral("#")},
                      {QStringLiteral("start")},
                      {QStringLiteral("answer"), WhenNarrow::Shorten},
                      {QStringLiteral("verdict")},
                      {QStringLiteral("before it")},
                      {QStringLiteral("delay (window)")},
                      {QStringLiteral("tokens"), WhenNarrow::Drop},
                      {QStringLiteral("took"), WhenNarrow::Drop},
                      {QStringLiteral("kind"), WhenNarrow::Drop}});
    const std::vector<std::size_t> shown = shownAttempts(call);
    for (std::size_t position = 0; position < shown.size(); ++position) {
        if (const std::size_t leftOut = leftOutBefore(shown, position); leftOut > 0) {
            result.addLine(gapLine(leftOut));
        }
        const std::size_t index = shown[position];
        result.addRow(
            rowOf(record, call.attempts[index], quota.empty() ? nullptr : &quota[callIndex][index]));
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
    const QString from = text(durationText(call.start.time_since_epoch()));
    const QString to = text(durationText(call.end.time_since_epoch()));
    const auto gap = std::max<qsizetype>(1, scale.columns() - from.size() - to.size());
    return result + QString(kMargin, QLatin1Char(' ')) +
           style.paint(from + QString(gap, QLatin1Char(' ')) + to, Tone::Faint) + QLatin1Char('\n');
}

QString whyText(const RunRecord& record, const AttemptRecord& attempt)
{
    if (attempt.isRunning) {
        return QStringLiteral("No answer yet.");
    }
    const QString why =
        text(whySentence(*record.header().policy, attempt.facts, attempt.decision, attempt.attempt));
    return attempt.assumed ? QStringLiteral("(assumed, beyond what was recorded) ") + why : why;
}

/// One sentence per decision; attempts in a row with the same sentence share it.
QString reasons(const RunRecord& record, const CallRecord& call, const TextStyle& style)
{
    constexpr int kMargin = 6;
    QString result;
    const std::vector<std::size_t> shown = shownAttempts(call);
    for (std::size_t position = 0; position < shown.size();) {
        const AttemptRecord& first = call.attempts[shown[position]];
        const QString why = whyText(record, first);
        std::size_t next = position + 1;
        while (next < shown.size() && whyText(record, call.attempts[shown[next]]) == why) {
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

} // namespace

QString attemptsReport(const RunRecord& record, std::size_t callIndex, const TextStyle& style)
{
    const CallRecord& call = record.calls()[callIndex];
    if (call.attempts.empty()) {
        return QStringLiteral("no attempt was made\n");
    }
    return table(record, callIndex, style) + QLatin1Char('\n') + timeLine(call, style) + QLatin1Char('\n') +
           reasons(record, call, style);
}

QString answerText(const RunRecord& record, const AttemptRecord& attempt)
{
    return attempt.isRunning ? QStringLiteral("no answer yet")
                             : text(outcomeLabel(*record.header().policy, attempt.facts));
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

} // namespace retryscope::cli
