// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/policies/presets_model.h"

#include "core/explain/units.h"
#include "core/io/files/library.h"
#include "core/io/text/utf8.h"
#include "ui/parts/foreign_text.h"

#include <algorithm>

namespace retryscope::ui {

PresetsModel::PresetsModel(QObject* parent) : QAbstractTableModel(parent) {}

void PresetsModel::load(const io::Library& library)
{
    beginResetModel();
    m_presets.clear();
    m_summaries.clear();
    m_keys.clear();
    for (const io::Library::Entry& entry : library.policyEntries()) {
        const QString& key = entry.isBuiltIn ? entry.id : entry.path;
        if (const io::Result<Policy> policy = library.policy(key)) {
            m_presets.push_back(policy.value());
            m_summaries.push_back(summaryOf(policy.value()));
            m_keys.push_back(key);
        }
    }
    endResetModel();
}

int PresetsModel::rowOf(const QString& key) const
{
    const auto found = std::find(m_keys.begin(), m_keys.end(), key);
    return found == m_keys.end() ? -1 : static_cast<int>(found - m_keys.begin());
}

int PresetsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_presets.size());
}

int PresetsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString PresetsModel::cell(int row, int column) const
{
    const Policy& preset = m_presets[static_cast<std::size_t>(row)];
    const PolicySummary& summary = m_summaries[static_cast<std::size_t>(row)];
    switch (static_cast<Column>(column)) {
    case Client:
        return toQString(summary.client);
    case Title:
        return toQString(shortNameOf(preset));
    case Version:
        return toQString(preset.version);
    case Mode:
        return toQString(preset.mode);
    case Origin:
        return toQString(evidenceText(summary.evidence));
    case Attempts:
        return QString::number(summary.attempts);
    case FirstDelay:
        return toQString(windowText(summary.firstDelayLow, summary.firstDelayHigh));
    case Cap:
        return summary.cap ? toQString(durationText(*summary.cap)) : tr("none");
    case Jitter:
        return toQString(summary.jitter);
    case Quota:
        return toQString(summary.quota);
    case Hints:
        return toQString(summary.hints);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant PresetsModel::sortValue(int row, int column) const
{
    const PolicySummary& summary = m_summaries[static_cast<std::size_t>(row)];
    switch (column) {
    case Attempts:
        return summary.attempts;
    case FirstDelay:
        return toMilliseconds(summary.firstDelayHigh);
    case Cap:
        return toMilliseconds(summary.cap.value_or(Duration::max()));
    default:
        return cell(row, column);
    }
}

QVariant PresetsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    switch (role) {
    case Qt::DisplayRole:
        return cell(index.row(), index.column());
    case Qt::ToolTipRole:
        return plainToolTip(cell(index.row(), index.column()));
    case SortRole:
        return sortValue(index.row(), index.column());
    default:
        return {};
    }
}

QVariant PresetsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal) {
        return {};
    }
    const QStringList titles{tr("Client"),   tr("Preset"),      tr("Version"),     tr("Mode"),
                             tr("Evidence"), tr("Attempts"),    tr("First delay"), tr("Cap"),
                             tr("Jitter"),   tr("Retry quota"), tr("Delay hints")};
    return titles.value(section);
}

} // namespace retryscope::ui
