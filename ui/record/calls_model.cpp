// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/record/calls_model.h"

#include "ui/record/call_line.h"

#include <algorithm>

namespace retryscope::ui {

CallsModel::CallsModel(QObject* parent) : QAbstractListModel(parent) {}

void CallsModel::setRecord(const RunRecord* record)
{
    beginResetModel();
    m_record = record;
    m_facts.clear();
    m_counts = {};
    m_longest = {};
    m_clients = 0;
    if (record != nullptr) {
        for (int call = 0; call < static_cast<int>(record->calls().size()); ++call) {
            m_facts.push_back(factsOf(call));
            count(m_facts.back(), 1);
            noteSpan(call);
        }
    }
    reset();
    endResetModel();
}

void CallsModel::noteSpan(int call)
{
    const CallRecord& made = m_record->callAt(call);
    m_clients = std::max(m_clients, made.client);
    const Duration took = made.attempts.empty() || made.attempts.back().isRunning
                              ? Duration::zero()
                              : made.attempts.back().end - made.start;
    m_longest = std::max(m_longest, std::min<Duration>(took, kLongestSpan));
}

void CallsModel::reset()
{
    m_rows.clear();
    for (std::size_t call = 0; call < m_facts.size(); ++call) {
        if (isShown(m_facts[call])) {
            m_rows.push_back(static_cast<int>(call));
        }
    }
}

std::uint8_t CallsModel::factsOf(int call) const
{
    const CallRecord& made = m_record->callAt(call);
    return static_cast<std::uint8_t>((made.attempts.size() > 1 ? IsRetried : 0) |
                                     (hasFailed(made) ? HasFailed : 0));
}

bool CallsModel::isShown(std::uint8_t facts) const
{
    return m_show == All || (m_show == Retried ? facts & IsRetried : facts & HasFailed) != 0;
}

void CallsModel::count(std::uint8_t facts, int sign)
{
    m_counts.calls += sign;
    m_counts.retried += (facts & IsRetried) != 0 ? sign : 0;
    m_counts.failed += (facts & HasFailed) != 0 ? sign : 0;
}

void CallsModel::update(const std::set<int>& calls)
{
    if (m_record == nullptr) {
        return;
    }
    const int known = static_cast<int>(m_facts.size());
    std::vector<int> added;
    bool isOther = false; // a call that is known is to be shown, or no longer
    for (const int call : calls) {
        if (call < 0 || call >= static_cast<int>(m_record->calls().size())) {
            continue;
        }
        noteSpan(call);
        if (call >= known) {
            continue; // below, with any that were left out
        }
        std::uint8_t& facts = m_facts[static_cast<std::size_t>(call)];
        const std::uint8_t now = factsOf(call);
        count(facts, -1);
        count(now, 1);
        isOther = isOther || isShown(facts) != isShown(now);
        facts = now;
    }
    for (int call = known; call < static_cast<int>(m_record->calls().size()); ++call) {
        m_facts.push_back(factsOf(call));
        count(m_facts.back(), 1);
        if (isShown(m_facts.back())) {
            added.push_back(call);
        }
    }
    if (isOther) {
        beginResetModel();
        reset();
        endResetModel();
        return;
    }
    if (!added.empty()) {
        beginInsertRows({}, 0, static_cast<int>(added.size()) - 1);
        m_rows.insert(m_rows.end(), added.begin(), added.end());
        endInsertRows();
    }
    if (const int rows = rowCount(); rows > 0) {
        Q_EMIT dataChanged(index(0), index(rows - 1)); // a view draws again what is in sight
    }
}

void CallsModel::show(Show calls)
{
    beginResetModel();
    m_show = calls;
    reset();
    endResetModel();
}

int CallsModel::callAt(const QModelIndex& index) const
{
    const auto row = static_cast<std::size_t>(index.row());
    return index.isValid() && row < m_rows.size() ? m_rows[m_rows.size() - 1 - row] : -1;
}

int CallsModel::rowOf(int call) const
{
    const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), call);
    return found == m_rows.end() || *found != call ? -1 : static_cast<int>(m_rows.end() - found) - 1;
}

QModelIndex CallsModel::indexOfCall(int call) const
{
    const int row = rowOf(call);
    return row < 0 ? QModelIndex() : index(row);
}

int CallsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant CallsModel::data(const QModelIndex& index, int role) const
{
    const int call = callAt(index);
    if (call < 0 || (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)) {
        return {};
    }
    return callLine(*m_record, call, hasSeveralClients()).summary();
}

} // namespace retryscope::ui
