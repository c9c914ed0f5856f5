// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/timeline/table/attempt_filter.h"

#include "core/facts/error_name.h"
#include "ui/timeline/rows/attempt_texts.h"
#include "ui/timeline/table/attempts_model.h"

#include <algorithm>

namespace retryscope::ui {

namespace {

/// Equal for attempts that the filter cannot tell apart.
std::string keyOf(const RunRecord& record, const AttemptRecord& attempt)
{
    std::string key;
    if (attempt.isRunning) {
        return key;
    }
    const AttemptFacts& facts = attempt.facts;
    key += static_cast<char>('a' + static_cast<int>(attempt.decision.verdict));
    key += static_cast<char>('a' + static_cast<int>(attempt.decision.kind));
    key += static_cast<char>(facts.fault ? 'a' + static_cast<int>(facts.fault->kind) : ' ');
    if (facts.response) {
        key += std::to_string(facts.response->status);
        key += ' ';
        if (record.header().policy) {
            key += nameOf(record.header().policy->reading, facts).name;
        }
    }
    return key;
}

} // namespace

AttemptFilter::AttemptFilter(AttemptsModel& attempts, QObject* parent)
    : QAbstractProxyModel(parent), m_attempts(attempts)
{
    connect(&attempts, &QAbstractItemModel::modelAboutToBeReset, this, &AttemptFilter::beginResetModel);
    connect(&attempts, &QAbstractItemModel::modelReset, this, &AttemptFilter::beginAgain);
    connect(&attempts, &QAbstractItemModel::rowsAboutToBeInserted, this,
            [this](const QModelIndex& /*parent*/, int first, int last) {
                if (!isActive()) {
                    beginInsertRows({}, first, last);
                }
            });
    connect(&attempts, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex& /*parent*/, int first, int last) { onInserted(first, last); });
    connect(
        &attempts, &QAbstractItemModel::dataChanged, this,
        [this](const QModelIndex& first, const QModelIndex& last) { onChanged(first.row(), last.row()); });
    // After the connections: it makes one that has views look at the rows before they were told of them.
    setSourceModel(&attempts);
}

/// Another record. The words stay.
void AttemptFilter::beginAgain()
{
    m_outcomes.clear();
    m_known.clear();
    m_outcomeOfRow.clear();
    apply();
    endResetModel();
}

void AttemptFilter::setWords(const QString& words)
{
    const QStringList wanted = words.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (wanted != m_words) {
        beginResetModel();
        m_words = wanted;
        apply();
        endResetModel();
    }
}

void AttemptFilter::setChoice(Choice choice)
{
    if (choice != m_choice) {
        beginResetModel();
        m_choice = choice;
        apply();
        endResetModel();
    }
}

void AttemptFilter::apply()
{
    m_rows.clear();
    m_matches.clear();
    if (!isActive()) {
        return;
    }
    readOutcomes();
    for (std::size_t row = 0; row < m_outcomeOfRow.size(); ++row) {
        if (m_matches[m_outcomeOfRow[row]]) {
            m_rows.push_back(static_cast<int>(row));
        }
    }
}

void AttemptFilter::readOutcomes()
{
    const auto count = static_cast<std::size_t>(m_attempts.rowCount());
    m_outcomeOfRow.reserve(count);
    while (m_outcomeOfRow.size() < count) {
        m_outcomeOfRow.push_back(outcomeOf(static_cast<int>(m_outcomeOfRow.size())));
    }
    for (std::size_t outcome = m_matches.size(); outcome < m_outcomes.size(); ++outcome) {
        m_matches.push_back(matches(m_outcomes[outcome]));
    }
}

std::uint32_t AttemptFilter::outcomeOf(int sourceRow)
{
    const RunRecord& record = *m_attempts.record();
    const AttemptTexts texts(record, m_attempts.placeAt(sourceRow));
    const AttemptRecord& attempt = texts.attempt();
    const auto [known, isNew] =
        m_known.try_emplace(keyOf(record, attempt), static_cast<std::uint32_t>(m_outcomes.size()));
    if (isNew) {
        const QStringList words{texts.result(), texts.name(), texts.caption(), texts.kind(), texts.verdict()};
        m_outcomes.push_back(
            {.text = words.join(QLatin1Char(' ')).toLower(),
             .isFailure = !attempt.isRunning && attempt.decision.verdict != Verdict::Succeed,
             .isRetry = !attempt.isRunning && attempt.decision.verdict == Verdict::Retry,
             .isThrottling = !attempt.isRunning && attempt.decision.kind == ErrorKind::Throttling});
    }
    return known->second;
}

bool AttemptFilter::matches(const Outcome& outcome) const
{
    switch (m_choice) {
    case Choice::All:
        break;
    case Choice::Failed:
        if (!outcome.isFailure) {
            return false;
        }
        break;
    case Choice::Retried:
        if (!outcome.isRetry) {
            return false;
        }
        break;
    case Choice::Throttled:
        if (!outcome.isThrottling) {
            return false;
        }
        break;
    }
    return std::all_of(m_words.begin(), m_words.end(),
                       [&outcome](const QString& word) { return outcome.text.contains(word); });
}

void AttemptFilter::onInserted(int first, int last)
{
    if (!isActive()) {
        endInsertRows();
        return;
    }
    for (int row = first; row <= last; ++row) {
        readOutcomes();
        setShown(row, m_matches[m_outcomeOfRow[static_cast<std::size_t>(row)]]);
    }
}

void AttemptFilter::onChanged(int first, int last)
{
    for (int row = first; row <= last; ++row) {
        const auto index = static_cast<std::size_t>(row);
        if (index < m_outcomeOfRow.size()) {
            m_outcomeOfRow[index] = outcomeOf(row);
        }
        if (isActive()) {
            readOutcomes();
            setShown(row, m_matches[m_outcomeOfRow[index]]);
        }
        const QModelIndex shown = mapFromSource(m_attempts.index(row, 0));
        if (shown.isValid()) {
            Q_EMIT dataChanged(shown, shown.siblingAtColumn(columnCount() - 1));
        }
    }
}

void AttemptFilter::setShown(int sourceRow, bool shown)
{
    const auto at = std::lower_bound(m_rows.begin(), m_rows.end(), sourceRow);
    const bool isShown = at != m_rows.end() && *at == sourceRow;
    const auto row = static_cast<int>(at - m_rows.begin());
    if (shown && !isShown) {
        beginInsertRows({}, row, row);
        m_rows.insert(at, sourceRow);
        endInsertRows();
    } else if (!shown && isShown) {
        beginRemoveRows({}, row, row);
        m_rows.erase(at);
        endRemoveRows();
    }
}

QModelIndex AttemptFilter::mapToSource(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return {};
    }
    const int row = isActive() ? m_rows[static_cast<std::size_t>(index.row())] : index.row();
    return m_attempts.index(row, index.column());
}

QModelIndex AttemptFilter::mapFromSource(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return {};
    }
    if (!isActive()) {
        return createIndex(index.row(), index.column());
    }
    const auto at = std::lower_bound(m_rows.begin(), m_rows.end(), index.row());
    return at != m_rows.end() && *at == index.row()
               ? createIndex(static_cast<int>(at - m_rows.begin()), index.column())
               : QModelIndex();
}

QModelIndex AttemptFilter::index(int row, int column, const QModelIndex& parent) const
{
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex AttemptFilter::parent(const QModelIndex& /*child*/) const
{
    return {};
}

int AttemptFilter::rowCount(const QModelIndex& parent) const
{
    if (parent.isValid()) {
        return 0;
    }
    return isActive() ? static_cast<int>(m_rows.size()) : m_attempts.rowCount();
}

int AttemptFilter::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : m_attempts.columnCount();
}

QVariant AttemptFilter::headerData(int section, Qt::Orientation orientation, int role) const
{
    return m_attempts.headerData(section, orientation, role);
}

} // namespace retryscope::ui
