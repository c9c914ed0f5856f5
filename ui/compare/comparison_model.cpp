// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/compare/comparison_model.h"

#include "core/explain/escape.h"
#include "core/explain/stop_text.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"

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
        return ComparisonModel::tr("%1 of %2 calls succeeded").arg(totals.succeeded).arg(totals.calls);
    }
    if (totals.succeeded == 1) {
        return ComparisonModel::tr("succeeded");
    }
    if (totals.failed == 0) {
        return ComparisonModel::tr("no result: the recorded responses end here");
    }
    return totals.stopReason ? ComparisonModel::tr("failed: %1")
                                   .arg(toQString(std::string(stopReasonText(*totals.stopReason))))
                             : ComparisonModel::tr("failed");
}

} // namespace

ComparisonModel::ComparisonModel(QObject* parent) : QAbstractTableModel(parent) {}

void ComparisonModel::setRows(std::vector<Row> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

QString ComparisonModel::numbersOf(int row) const
{
    const RunTotals& totals = m_rows[static_cast<std::size_t>(row)].totals;
    const RunTotals& reference = m_rows.front().totals;
    const auto with = [this, row](const QString& value, Column difference, bool isEqual) {
        return row == 0 || isEqual ? value : QStringLiteral("%1 (%2)").arg(value, cell(row, difference));
    };
    const bool isGood = totals.calls > 0 && totals.succeeded == totals.calls;
    const QString sign = isGood ? QStringLiteral("✓ ") : QStringLiteral("✕ ");
    QStringList parts{
        sign + with(totals.attempts == 1 ? tr("1 attempt") : tr("%1 attempts").arg(totals.attempts),
                    MoreAttempts, totals.attempts == reference.attempts),
        with(cell(row, Time), MoreTime, totals.plannedTime == reference.plannedTime)};
    if (totals.tokensSpent) {
        parts += *totals.tokensSpent == 1 ? tr("1 token") : tr("%1 tokens").arg(*totals.tokensSpent);
    }
    parts += cell(row, VerdictColumn);
    return parts.join(QStringLiteral(" · "));
}

int ComparisonModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ComparisonModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString ComparisonModel::cell(int row, int column) const
{
    const Row& content = m_rows[static_cast<std::size_t>(row)];
    const RunTotals& totals = content.totals;
    const RunTotals& reference = m_rows.front().totals;
    switch (static_cast<Column>(column)) {
    case PolicyColumn:
        return content.policy;
    case Attempts:
        return totals.assumed == 0 ? QString::number(totals.attempts)
                                   : tr("%1 (%2 assumed)").arg(totals.attempts).arg(totals.assumed);
    case MoreAttempts:
        return row == 0 ? QString() : signedNumber(totals.attempts - reference.attempts);
    case Time:
        return toQString(durationText(totals.plannedTime));
    case MoreTime:
        return row == 0 ? QString() : signedDuration(totals.plannedTime - reference.plannedTime);
    case Tokens:
        return totals.tokensSpent    ? QString::number(*totals.tokensSpent)
               : totals.isQuotaKnown ? tr("no quota")
                                     : tr("unknown");
    case VerdictColumn:
        return verdictText(totals);
    case Evidence:
        return content.evidence;
    case ColumnCount:
        break;
    }
    return {};
}

QVariant ComparisonModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    if (role == Qt::DisplayRole) {
        return cell(index.row(), index.column());
    }
    return role == Qt::ToolTipRole ? plainToolTip(cell(index.row(), index.column())) : QVariant();
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section >= ColumnCount) {
        return {};
    }
    return titles().at(section);
}

QStringList ComparisonModel::titles() const
{
    return {tr("Policy"), tr("Attempts"), tr("Δ attempts"), tr("Time in calls"),
            tr("Δ time"), tr("Tokens"),   tr("Verdict"),    tr("Evidence")};
}

QStringList ComparisonModel::cells(int row) const
{
    QStringList result;
    for (int column = 0; column < ColumnCount; ++column) {
        result += cell(row, column);
    }
    return result;
}

QString ComparisonModel::markdown() const
{
    const auto line = [](QStringList texts) {
        for (QString& text : texts) {
            text = toQString(markdownEscaped(fromQString(text), "|"));
        }
        return QStringLiteral("| %1 |\n").arg(texts.join(QStringLiteral(" | ")));
    };
    QString result = line(titles()) + line(QStringList(ColumnCount, QStringLiteral("---")));
    for (int row = 0; row < rowCount(); ++row) {
        result += line(cells(row));
    }
    return result;
}

QString ComparisonModel::csv() const
{
    const auto line = [](const QStringList& texts) {
        std::string result;
        const char* separator = "";
        for (const QString& text : texts) {
            result += separator;
            appendCsvCell(result, fromQString(text));
            separator = ",";
        }
        return toQString(result) + QLatin1Char('\n');
    };
    QString result = line(titles());
    for (int row = 0; row < rowCount(); ++row) {
        result += line(cells(row));
    }
    return result;
}

} // namespace retryscope::ui
