// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/judge/verdicts_model.h"

#include "core/io/text/utf8.h"
#include "ui/explanation/changes_list.h"
#include "ui/parts/foreign_text.h"

#include <limits>
#include <utility>

namespace retryscope::ui {

namespace {

QString clientTitle(const VerdictRow& row)
{
    return row.client == "document" ? VerdictsModel::tr("Documents") : toQString(row.client);
}

QString hintToolTip(const VerdictRow& row)
{
    QStringList lines;
    for (const ServerHint& hint : row.hints) {
        lines += toQString(hintSentences(hint));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

VerdictsModel::VerdictsModel(QObject* parent) : QAbstractTableModel(parent) {}

void VerdictsModel::display(std::vector<VerdictRow> rows)
{
    if (rows.size() != m_rows.size()) {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
        return;
    }
    m_rows = std::move(rows);
    if (!m_rows.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

void VerdictsModel::setTrialRow(int row)
{
    for (const int touched : {std::exchange(m_trialRow, row), row}) {
        if (touched >= 0 && touched < rowCount()) {
            Q_EMIT dataChanged(index(touched, 0), index(touched, ColumnCount - 1), {IsTriedRole});
        }
    }
}

int VerdictsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int VerdictsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString VerdictsModel::cell(int row, int column) const
{
    const VerdictRow& verdict = m_rows[static_cast<std::size_t>(row)];
    switch (static_cast<Column>(column)) {
    case Client:
        return clientTitle(verdict);
    case Preset:
        return toQString(verdict.shortName);
    case Judgement:
        return signedVerdict(verdict.verdict);
    case Kind:
        return verdict.verdict == Verdict::Succeed ? QString() : toQString(toString(verdict.kind));
    case Name:
        return toQString(nameCell(verdict));
    case DecidingRule:
        return verdict.rule.empty() ? tr("no rule matched") : toQString(verdict.ruleTitle);
    case FirstDelay:
        return toQString(delayCell(verdict));
    case Attempts:
        return toQString(attemptsCell(verdict));
    case Tokens:
        return toQString(tokensCell(verdict));
    case Hint:
        return toQString(hintCell(verdict));
    case Evidence:
        return toQString(wordOf(verdict.evidence));
    case ColumnCount:
        break;
    }
    return {};
}

QVariant VerdictsModel::sortValue(int row, int column) const
{
    const VerdictRow& verdict = m_rows[static_cast<std::size_t>(row)];
    switch (column) {
    case Client: // in the order of the presets within each client
        return QStringLiteral("%1\n%2").arg(cell(row, column).toLower()).arg(row, 6, 10, QLatin1Char('0'));
    case Judgement: // what is retried first
        return verdict.verdict == Verdict::Retry ? 0 : static_cast<int>(verdict.verdict) + 1;
    case FirstDelay:
        return verdict.window ? static_cast<qlonglong>(verdict.window->high.count()) : qlonglong{-1};
    case Attempts:
        return verdict.attempts.value_or(std::numeric_limits<int>::max());
    case Tokens:
        return verdict.tokens ? verdict.tokens->after : -1;
    case Evidence: // what is surest first
        return static_cast<int>(verdict.evidence);
    default:
        return cell(row, column).toLower();
    }
}

QString VerdictsModel::toolTip(int row, int column) const
{
    const VerdictRow& verdict = m_rows[static_cast<std::size_t>(row)];
    const QString text = cell(row, column);
    switch (column) {
    case Preset:
        return toQString(verdict.title + " (" + verdict.policy + ")");
    case Judgement:
        return toQString(verdict.why);
    case Name:
        return verdict.whyNoName.empty() ? text : toQString(verdict.whyNoName);
    case FirstDelay:
        return verdict.waitMark == WaitMark::None
                   ? text
                   : text + QLatin1Char('\n') + toQString(waitMarkText(verdict.waitMark, verdict.window));
    case Hint:
        return hintToolTip(verdict);
    case DecidingRule:
        return verdict.source.empty() ? text : tr("%1\nSource: %2").arg(text, toQString(verdict.source));
    default:
        return text;
    }
}

QVariant VerdictsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return cell(index.row(), index.column());
    case Qt::ToolTipRole:
        return plainToolTip(toolTip(index.row(), index.column()));
    case SortRole:
        return sortValue(index.row(), index.column());
    case VerdictRole:
        return static_cast<int>(m_rows[static_cast<std::size_t>(index.row())].verdict);
    case IsTriedRole:
        return index.row() == m_trialRow;
    default:
        return {};
    }
}

QVariant VerdictsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::ToolTipRole) {
        const QStringList tips{
            tr("SDK, library or document that the preset describes"),
            tr("Version and mode. “2026 rules” are the rules that AWS SDKs adopt in 2026."),
            tr("What the client does with this response"),
            tr("How the client classifies the error"),
            tr("Error name (exception name) and where the client finds it"),
            tr("The rule behind the verdict; the tool tip of a cell names its source"),
            tr("Shortest and longest possible delay before the next attempt"),
            tr("Most attempts that the client makes, including the first"),
            tr("Retry quota (token bucket): tokens before this retry, minus its cost"),
            tr("Whether the client obeys the server's delay hint, for example Retry-After"),
            tr("What the preset rests on: a recording or measurement of the client, its source code, or a "
               "document")};
        return tips.value(section);
    }
    const QStringList titles{tr("Client"),     tr("Preset"),        tr("Verdict"),     tr("Kind"),
                             tr("Error name"), tr("Deciding rule"), tr("First delay"), tr("Attempts"),
                             tr("Tokens"),     tr("Server's hint"), tr("Evidence")};
    return role == Qt::DisplayRole ? titles.value(section) : QVariant();
}

} // namespace retryscope::ui
