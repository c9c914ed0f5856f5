// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/faults/fault_steps_model.h"

#include "core/explain/units.h"
#include "ui/faults/step_text.h"
#include "ui/text.h"

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

FaultStepsModel::StepTone toneOf(const FaultStep& step)
{
    using Tone = FaultStepsModel::StepTone;
    if (step.fault != StepFault::None) {
        return Tone::Fault;
    }
    if (step.status >= 500) {
        return Tone::ServerError;
    }
    if (step.status >= 400) {
        return Tone::ClientError;
    }
    return step.status >= 300 ? Tone::Redirect : Tone::Success;
}

} // namespace

FaultStepsModel::FaultStepsModel(QObject* parent) : QAbstractTableModel(parent) {}

void FaultStepsModel::setSteps(std::vector<FaultStep> steps)
{
    beginResetModel();
    m_steps = std::move(steps);
    endResetModel();
}

void FaultStepsModel::setStep(int row, FaultStep step)
{
    m_steps[static_cast<std::size_t>(row)] = std::move(step);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    Q_EMIT edited();
}

void FaultStepsModel::insertStep(int row, FaultStep step)
{
    beginInsertRows({}, row, row);
    m_steps.insert(m_steps.begin() + row, std::move(step));
    endInsertRows();
    refreshAll();
}

void FaultStepsModel::duplicate(int row)
{
    insertStep(row + 1, step(row));
}

void FaultStepsModel::moveStep(int from, int to)
{
    moveRows({}, from, 1, {}, to > from ? to + 1 : to);
}

int FaultStepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : stepCount();
}

int FaultStepsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString FaultStepsModel::cell(int row, int column) const
{
    const FaultStep& shownStep = step(row);
    switch (static_cast<Column>(column)) {
    case Answer:
        return stepTitle(shownStep);
    case Detail:
        return stepDetail(shownStep);
    case Delay:
        return shown(durationText(shownStep.delay));
    case Repeat:
        return tr("×%1").arg(shownStep.repeat);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant FaultStepsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const int row = index.row();
    const bool isLast = row + 1 == stepCount();
    switch (role) {
    case Qt::DisplayRole:
        return cell(row, index.column());
    case MarkRole:
        if (isLast) {
            return QStringLiteral("∞");
        }
        return step(row).repeat > 1 ? tr("×%1").arg(step(row).repeat) : QString::number(row + 1);
    case DetailRole:
        return stepDetail(step(row));
    case ToneRole:
        return static_cast<int>(toneOf(step(row)));
    case Qt::ToolTipRole:
        return isLast ? tr("The last step answers every further request") : QVariant();
    case Qt::AccessibleTextRole:
        return tr("Step %1: %2, %3").arg(row + 1).arg(stepTitle(step(row)), stepDetail(step(row)));
    default:
        return {};
    }
}

QVariant FaultStepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (orientation == Qt::Vertical) {
        return section + 1;
    }
    const QStringList titles{tr("Answer"), tr("Content"), tr("Delay"), tr("Times")};
    return titles.value(section);
}

Qt::ItemFlags FaultStepsModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::ItemIsDropEnabled;
    }
    return QAbstractTableModel::flags(index) | Qt::ItemIsDragEnabled;
}

bool FaultStepsModel::moveRows(const QModelIndex& sourceParent, int sourceRow, int count,
                               const QModelIndex& destinationParent, int destinationChild)
{
    const bool isInside = sourceRow >= 0 && count >= 1 && sourceRow + count <= stepCount() &&
                          destinationChild >= 0 && destinationChild <= stepCount();
    if (!isInside ||
        !beginMoveRows(sourceParent, sourceRow, sourceRow + count - 1, destinationParent, destinationChild)) {
        return false;
    }
    const auto first = m_steps.begin() + sourceRow;
    const auto target = m_steps.begin() + destinationChild;
    if (destinationChild > sourceRow) {
        std::rotate(first, first + count, target);
    } else {
        std::rotate(target, first, first + count);
    }
    endMoveRows();
    refreshAll();
    return true;
}

bool FaultStepsModel::removeRows(int row, int count, const QModelIndex& parent)
{
    if (parent.isValid() || row < 0 || count < 1 || row + count > stepCount()) {
        return false;
    }
    beginRemoveRows({}, row, row + count - 1);
    m_steps.erase(m_steps.begin() + row, m_steps.begin() + row + count);
    endRemoveRows();
    refreshAll();
    return true;
}

/// Positions are part of what every row shows.
void FaultStepsModel::refreshAll()
{
    if (!m_steps.empty()) {
        Q_EMIT dataChanged(index(0, 0), index(stepCount() - 1, ColumnCount - 1));
    }
    Q_EMIT edited();
}

} // namespace retryscope::ui
