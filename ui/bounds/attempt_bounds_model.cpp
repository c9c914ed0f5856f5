// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/bounds/attempt_bounds_model.h"

#include "core/explain/bounds_text.h"
#include "core/explain/units.h"
#include "core/io/text/utf8.h"

namespace retryscope::ui {

namespace {

QString windowOf(Duration best, Duration worst)
{
    return toQString(windowText(best, worst));
}

} // namespace

AttemptBoundsModel::AttemptBoundsModel(QObject* parent) : QAbstractTableModel(parent) {}

void AttemptBoundsModel::display(const CallBounds& bounds)
{
    beginResetModel();
    m_bounds = bounds;
    endResetModel();
}

int AttemptBoundsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_bounds.schedule.size());
}

int AttemptBoundsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString AttemptBoundsModel::cell(int row, int column) const
{
    const AttemptBounds& attempt = m_bounds.schedule[static_cast<std::size_t>(row)];
    switch (static_cast<Column>(column)) {
    case Number:
        return QString::number(row + 1);
    case DelayBefore:
        return windowOf(attempt.delayBefore.low, attempt.delayBefore.high);
    case Begins:
        return windowOf(attempt.start.best, attempt.start.worst);
    case Ends:
        return windowOf(attempt.end.best, attempt.end.worst);
    case InTime:
        return attempt.madeIn < 1
                   ? tr("%1, reached in %2 of calls")
                         .arg(textOf(arrivalOf(attempt)), toQString(percentText(attempt.madeIn)))
                   : textOf(arrivalOf(attempt));
    case ColumnCount:
        break;
    }
    return {};
}

AttemptBoundsModel::Arrival AttemptBoundsModel::arrivalOf(const AttemptBounds& attempt) const
{
    if (!m_bounds.deadline) {
        return Arrival::NoDeadline;
    }
    if (attempt.end.worst < m_bounds.deadline->deadline) {
        return Arrival::InTime;
    }
    return attempt.end.best < m_bounds.deadline->deadline ? Arrival::WithShortDelays : Arrival::TooLate;
}

QString AttemptBoundsModel::textOf(Arrival arrival)
{
    switch (arrival) {
    case Arrival::NoDeadline:
        return tr("no deadline");
    case Arrival::InTime:
        return tr("in time");
    case Arrival::WithShortDelays:
        return tr("with short delays only");
    case Arrival::TooLate:
        break;
    }
    return tr("too late");
}

QVariant AttemptBoundsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const QString text = cell(index.row(), index.column());
    if (role == Qt::ToolTipRole && index.column() == InTime) {
        const AttemptBounds& attempt = m_bounds.schedule[static_cast<std::size_t>(index.row())];
        QStringList tips;
        if (arrivalOf(attempt) == Arrival::WithShortDelays) {
            tips += tr("The attempt ends before the deadline only if the random delays are short.");
        }
        if (attempt.madeIn < 1) {
            tips += tr("The client makes this attempt only if it begins before the client's own time limit.");
        }
        return tips.isEmpty() ? QVariant() : QVariant(tips.join(QLatin1Char(' ')));
    }
    return role == Qt::DisplayRole ? QVariant(text) : QVariant();
}

QVariant AttemptBoundsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::ToolTipRole) {
        const QStringList tips{tr("Attempt of one call, the first one included"),
                               tr("Shortest and longest delay before the attempt"),
                               tr("Earliest and latest time since the start of the call"),
                               tr("Earliest and latest time since the start of the call"),
                               tr("Whether the attempt ends before the caller's deadline")};
        return tips.value(section);
    }
    const QStringList titles{tr("Attempt"), tr("Delay before"), tr("Begins"), tr("Ends"), tr("Deadline")};
    return role == Qt::DisplayRole ? titles.value(section) : QVariant();
}

} // namespace retryscope::ui
