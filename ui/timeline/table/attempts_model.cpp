// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/table/attempts_model.h"

#include "core/explain/attempt_columns.h"
#include "core/io/text/utf8.h"
#include "ui/timeline/rows/attempt_texts.h"

#include <QAbstractProxyModel>
#include <QCoreApplication>

#include <algorithm>
#include <optional>

namespace retryscope::ui {

namespace {

const AttemptColumns& columns()
{
    static const AttemptColumns kColumns = columnsIn(&AttemptColumn::table);
    return kColumns;
}

const AttemptColumn& columnAt(int section)
{
    return *columns()[static_cast<std::size_t>(section)];
}

constexpr int kReadable = 12; ///< characters of an error name in a narrow table

int sectionOf(std::string_view id)
{
    const auto found = std::find_if(columns().begin(), columns().end(),
                                    [id](const AttemptColumn* column) { return column->id == id; });
    return static_cast<int>(found - columns().begin());
}

/// Numbers stand at the right, one below the other.
Qt::Alignment alignmentOf(int section)
{
    const bool isNumber = columnAt(section).table.sortBy != nullptr || section == AttemptsModel::Number;
    return (isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter;
}

} // namespace

const int AttemptsModel::Number = sectionOf("number");
const int AttemptsModel::Verdict = sectionOf("verdict");
const int AttemptsModel::Took = sectionOf("took");
const int AttemptsModel::Kind = sectionOf("kind");
const int AttemptsModel::Name = sectionOf("name");
const int AttemptsModel::Window = sectionOf("window");
const int AttemptsModel::MeasuredDelay = sectionOf("measuredDelay");
const int AttemptsModel::Hint = sectionOf("hint");
const int AttemptsModel::Wait = sectionOf("wait");
const int AttemptsModel::SendRate = sectionOf("sendRate");
const int AttemptsModel::InFlight = sectionOf("inFlight");
const int AttemptsModel::LastSecond = sectionOf("lastSecond");
const int AttemptsModel::kFirstOptional = sectionOf("sendDelay");
const int AttemptsModel::ColumnCount = static_cast<int>(columns().size());

AttemptsModel::AttemptsModel(QObject* parent) : QAbstractTableModel(parent) {}

void AttemptsModel::attach(const RunRecord* record)
{
    m_record = record;
    onReplaced();
}

void AttemptsModel::onRecorded(Place place)
{
    if (m_record != nullptr && m_load) {
        m_load->append(*m_record, place.call, place.attempt);
    }
    if (m_record == nullptr || place.attempt < 0) {
        return;
    }
    const int known = m_rows.rowOf(place);
    if (known >= 0) {
        Q_EMIT dataChanged(index(known, 0), index(known, ColumnCount - 1));
        return;
    }
    m_mostAttempts = std::max(m_mostAttempts, place.attempt + 1);
    beginInsertRows({}, m_rows.count(), m_rows.count());
    m_rows.append(place);
    endInsertRows();
}

void AttemptsModel::onReplaced()
{
    beginResetModel();
    m_mostAttempts = 1;
    m_load.reset();
    if (m_record == nullptr) {
        m_rows.clear();
    } else {
        m_rows.assign(*m_record);
        for (const CallRecord& call : m_record->calls()) {
            m_mostAttempts = std::max(m_mostAttempts, static_cast<int>(call.attempts.size()));
        }
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
    const Place place = m_rows.at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return textAt(index);
    case Qt::ToolTipRole:
        return AttemptTexts(*m_record, place).card();
    case Qt::AccessibleTextRole:
        return index.column() == Number ? AttemptTexts(*m_record, place).summary() : textAt(index);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(alignmentOf(index.column()));
    case CellRole::Sign:
        return index.column() == Verdict ? QVariant(static_cast<int>(AttemptTexts(*m_record, place).sign()))
                                         : QVariant();
    case CellRole::Sort:
        return index.column() == Number ? QVariant(index.row()) : sortValueAt(index);
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
        return QVariant::fromValue(alignmentOf(section));
    }
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == CellRole::ColumnId) {
        return toQString(columnAt(section).id);
    }
    if (role == CellRole::WidestText && section == Number && m_record != nullptr) {
        return widestNumber();
    }
    if (role == CellRole::WhenNarrow) {
        return static_cast<int>(columnAt(section).table.whenNarrow);
    }
    if (role == CellRole::Readable) {
        return kReadable;
    }
    const char* about = columnAt(section).table.about;
    if (role == Qt::ToolTipRole && about != nullptr) {
        return QCoreApplication::translate("AttemptsModel", about);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    return QCoreApplication::translate("AttemptsModel", columnAt(section).table.title);
}

/// Measuring a hundred thousand of them would take too long.
QString AttemptsModel::widestNumber() const
{
    const auto digits = [](int number) {
        return QString(QString::number(number).size(), QLatin1Char('8'));
    };
    const RunHeader& header = m_record->header();
    QString text = digits(m_mostAttempts);
    if (header.clients > 1 || header.callsPerClient > 1) {
        text = digits(header.callsPerClient) + QLatin1Char('.') + text;
    }
    return header.clients > 1 ? digits(header.clients) + QLatin1Char('/') + text : text;
}

const LoadCurves& AttemptsModel::load() const
{
    if (!m_load) {
        m_load.emplace();
        m_load->assign(*m_record);
    }
    return *m_load;
}

AttemptContext AttemptsModel::contextAt(const QModelIndex& index) const
{
    AttemptContext at = contextOf(*m_record, m_rows.at(index.row()));
    at.load = columnAt(index.column()).table.needsLoad ? &load() : nullptr;
    return at;
}

QString AttemptsModel::textAt(const QModelIndex& index) const
{
    const AttemptColumn& column = columnAt(index.column());
    const std::string text = cellText(column, &AttemptColumn::table, contextAt(index));
    return toQString(text.empty() ? column.table.whenEmpty : text);
}

QVariant AttemptsModel::sortValueAt(const QModelIndex& index) const
{
    const CellNumber sortBy = columnAt(index.column()).table.sortBy;
    if (sortBy == nullptr) {
        return textAt(index);
    }
    const std::optional<double> number = sortBy(contextAt(index));
    return number ? QVariant(*number) : QVariant();
}

QModelIndex indexOfAttempt(const QAbstractItemModel* model, Place place)
{
    if (const auto* attempts = qobject_cast<const AttemptsModel*>(model)) {
        return attempts->index(attempts->rowOf(place), 0);
    }
    const auto* proxy = qobject_cast<const QAbstractProxyModel*>(model);
    const auto* attempts =
        proxy == nullptr ? nullptr : qobject_cast<const AttemptsModel*>(proxy->sourceModel());
    return attempts == nullptr ? QModelIndex()
                               : proxy->mapFromSource(attempts->index(attempts->rowOf(place), 0));
}

} // namespace retryscope::ui
