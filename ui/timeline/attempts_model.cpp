// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/attempts_model.h"

#include "ui/timeline/attempt_texts.h"

#include <QAbstractProxyModel>

namespace retryscope::ui {

AttemptsModel::AttemptsModel(QObject* parent) : QAbstractTableModel(parent) {}

void AttemptsModel::attach(const RunRecord* record)
{
    m_record = record;
    onReplaced();
}

void AttemptsModel::onRecorded(int call, int attempt)
{
    if (m_record == nullptr || attempt < 0) {
        return;
    }
    const int known = m_rows.rowOf({call, attempt});
    if (known >= 0) {
        Q_EMIT dataChanged(index(known, 0), index(known, ColumnCount - 1));
        return;
    }
    beginInsertRows({}, m_rows.count(), m_rows.count());
    m_rows.append({call, attempt});
    endInsertRows();
}

void AttemptsModel::onReplaced()
{
    beginResetModel();
    if (m_record == nullptr) {
        m_rows.clear();
    } else {
        m_rows.assign(*m_record);
    }
    endResetModel();
}

int AttemptsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_rows.count();
}

int AttemptsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant AttemptsModel::data(const QModelIndex& index, int role) const
{
    if (m_record == nullptr || !checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const AttemptRows::Place place = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return textAt(place, index.column());
    case Qt::ToolTipRole:
        return AttemptTexts(*m_record, place).card();
    case Qt::AccessibleTextRole:
        return index.column() == Number ? AttemptTexts(*m_record, place).summary()
                                        : textAt(place, index.column());
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    case SortRole:
        return index.column() == Number ? QVariant(index.row()) : sortValueAt(place, index.column());
    case CallIndexRole:
        return place.call;
    case AttemptIndexRole:
        return place.attempt;
    default:
        return {};
    }
}

QVariant AttemptsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter));
    }
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (static_cast<Column>(section)) {
    case Number:
        return tr("#");
    case Start:
        return tr("start");
    case Took:
        return tr("took");
    case Result:
        return tr("result");
    case Name:
        return tr("name");
    case Kind:
        return tr("kind");
    case VerdictColumn:
        return tr("verdict");
    case Delay:
        return tr("delay");
    case Tokens:
        return tr("tokens");
    case ColumnCount:
        break;
    }
    return {};
}

QString AttemptsModel::textAt(AttemptRows::Place place, int column) const
{
    const AttemptTexts texts(*m_record, place);
    switch (static_cast<Column>(column)) {
    case Number:
        return texts.number();
    case Start:
        return texts.start();
    case Took:
        return texts.took();
    case Result:
        return texts.result();
    case Name:
        return texts.name();
    case Kind:
        return texts.kind();
    case VerdictColumn:
        return texts.verdict();
    case Delay:
        return texts.delay();
    case Tokens:
        return texts.tokens();
    case ColumnCount:
        break;
    }
    return {};
}

QVariant AttemptsModel::sortValueAt(AttemptRows::Place place, int column) const
{
    const AttemptTexts texts(*m_record, place);
    const AttemptRecord& attempt = texts.attempt();
    switch (static_cast<Column>(column)) {
    case Start:
        return toMilliseconds(attempt.start.time_since_epoch());
    case Took:
        return attempt.isRunning ? QVariant() : toMilliseconds(attempt.end - attempt.start);
    case Delay:
        return texts.hasDelay() ? QVariant(toMilliseconds(attempt.decision.delay)) : QVariant(-1.0);
    case Tokens:
        return texts.quotaAfter().value_or(-1);
    case Number:
    case Result:
    case Name:
    case Kind:
    case VerdictColumn:
    case ColumnCount:
        break;
    }
    return textAt(place, column);
}

QModelIndex indexOfAttempt(const QAbstractItemModel* model, int call, int attempt)
{
    if (const auto* attempts = qobject_cast<const AttemptsModel*>(model)) {
        return attempts->index(attempts->rowOf(call, attempt), 0);
    }
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model);
    const auto* attempts =
        proxy == nullptr ? nullptr : qobject_cast<const AttemptsModel*>(proxy->sourceModel());
    return attempts == nullptr ? QModelIndex()
                               : proxy->mapFromSource(attempts->index(attempts->rowOf(call, attempt), 0));
}

} // namespace retryscope::ui
