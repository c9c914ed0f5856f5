// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/comparison_columns.h"

#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/tr.h"

namespace retryscope::ui {

namespace {

constexpr QChar kMinus(0x2212);

QString signedNumber(int difference)
{
    return difference == 0  ? QStringLiteral("=")
           : difference > 0 ? QStringLiteral("+%1").arg(difference)
                            : kMinus + QString::number(-difference);
}

QString signedDuration(Duration difference)
{
    if (difference == Duration::zero()) {
        return QStringLiteral("=");
    }
    return (difference > Duration::zero() ? QStringLiteral("+") : QString()) +
           toQString(durationText(difference));
}

QString verdictText(const RunTotals& totals)
{
    if (totals.calls == 0) {
        return {};
    }
    if (totals.calls > 1) {
        return tr("%1 of %2 calls succeeded").arg(totals.succeeded).arg(totals.calls);
    }
    if (totals.succeeded == 1) {
        return tr("succeeded");
    }
    if (totals.failed == 0) {
        return tr("no result: the recorded responses end here");
    }
    return totals.stopReason
               ? tr("failed: %1").arg(toQString(std::string(stopReasonText(*totals.stopReason))))
               : tr("failed");
}

QString attemptsText(const ComparisonRow& row)
{
    const RunTotals& totals = row.totals;
    return totals.assumed == 0 ? QString::number(totals.attempts)
                               : tr("%1 (%2 assumed)").arg(totals.attempts).arg(totals.assumed);
}

QString moreAttemptsText(const ComparisonRow& row)
{
    return row.reference ? signedNumber(row.totals.attempts - row.reference->attempts) : QString();
}

QString timeText(const ComparisonRow& row)
{
    return toQString(durationText(row.totals.plannedTime));
}

QString moreTimeText(const ComparisonRow& row)
{
    return row.reference ? signedDuration(row.totals.plannedTime - row.reference->plannedTime) : QString();
}

QString tokensText(const ComparisonRow& row)
{
    return row.totals.tokensSpent    ? QString::number(*row.totals.tokensSpent)
           : row.totals.isQuotaKnown ? tr("no quota")
                                     : tr("unknown");
}

/// A single call ended in one way, and all of many calls succeeded.
Sign verdictSign(const ComparisonRow& row)
{
    const RunTotals& totals = row.totals;
    return totals.calls == 0                  ? Sign::None
           : totals.succeeded == totals.calls ? Sign::Done
           : totals.failed > 0                ? Sign::Failed
                                              : Sign::None;
}

} // namespace

TableModel<ComparisonRow>::Columns comparisonColumns()
{
    return {{.id = "policy",
             .title = tr("Policy"),
             .text = [](const ComparisonRow& row) { return row.policy; },
             .whenNarrow = WhenNarrow::Shorten,
             .readable = 42},
            {.id = "attempts", .title = tr("Attempts"), .text = attemptsText, .isNumber = true},
            {.id = "moreAttempts", .title = tr("Δ attempts"), .text = moreAttemptsText, .isNumber = true},
            {.id = "time", .title = tr("Time in calls"), .text = timeText, .isNumber = true},
            {.id = "moreTime", .title = tr("Δ time"), .text = moreTimeText, .isNumber = true},
            {.id = "tokens", .title = tr("Tokens"), .text = tokensText, .isNumber = true},
            {.id = "verdict",
             .title = tr("Verdict"),
             .text = [](const ComparisonRow& row) { return verdictText(row.totals); },
             .sign = verdictSign},
            {.id = "evidence",
             .title = tr("Evidence"),
             .text = [](const ComparisonRow& row) { return row.evidence; },
             .whenNarrow = WhenNarrow::Drop}};
}

std::vector<ComparisonRow> comparedWithTheFirst(std::vector<ComparisonRow> rows)
{
    for (std::size_t row = 1; row < rows.size(); ++row) {
        rows[row].reference = rows.front().totals;
    }
    return rows;
}

QString numbersOf(const ComparisonRow& run)
{
    const RunTotals& totals = run.totals;
    const auto with = [&run](const QString& value, const QString& more, auto RunTotals::*compared) {
        const bool isEqual = !run.reference || run.totals.*compared == *run.reference.*compared;
        return isEqual ? value : QStringLiteral("%1 (%2)").arg(value, more);
    };
    const bool isGood = totals.calls > 0 && totals.succeeded == totals.calls;
    const QString sign = isGood ? QStringLiteral("✓ ") : QStringLiteral("✕ ");
    QStringList parts{
        sign + with(totals.attempts == 1 ? tr("1 attempt") : tr("%1 attempts").arg(totals.attempts),
                    moreAttemptsText(run), &RunTotals::attempts),
        with(timeText(run), moreTimeText(run), &RunTotals::plannedTime)};
    if (totals.tokensSpent) {
        parts += *totals.tokensSpent == 1 ? tr("1 token") : tr("%1 tokens").arg(*totals.tokensSpent);
    }
    parts += verdictText(totals);
    return parts.join(QStringLiteral(" · "));
}

} // namespace retryscope::ui
