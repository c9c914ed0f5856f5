// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/endpoint/endpoint_steps_model.h"

#include "core/explain/units.h"
#include "core/io/text/utf8.h"
#include "ui/endpoint/step_text.h"

#include <algorithm>
#include <utility>

namespace retryscope::ui {

namespace {

EndpointStepsModel::StepTone toneOf(const EndpointStep& step)
{
    using Tone = EndpointStepsModel::StepTone;
    if (step.fault != Misbehaviour::None) {
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

EndpointStepsModel::EndpointStepsModel(QObject* parent) : QAbstractTableModel(parent) {}

void EndpointStepsModel::showSteps(std::shared_ptr<const Steps> steps)
{
    beginResetModel();
    m_own.reset();
    m_steps = std::move(steps);
    endResetModel();
}

EndpointStepsModel::Steps& EndpointStepsModel::ownSteps()
{
    if (!m_own) {
        m_own = std::make_shared<Steps>(*m_steps);
        m_steps = m_own;
    }
    return *m_own;
}

void EndpointStepsModel::setStep(int row, EndpointStep step)
{
    ownSteps()[static_cast<std::size_t>(row)] = std::move(step);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
    Q_EMIT edited();
}

void EndpointStepsModel::insertStep(int row, EndpointStep step)
{
    beginInsertRows({}, row, row);
    ownSteps().insert(ownSteps().begin() + row, std::move(step));
    endInsertRows();
    refreshAll();
}

void EndpointStepsModel::duplicate(int row)
{
    insertStep(row + 1, step(row));
}

void EndpointStepsModel::moveStep(int from, int to)
{
    moveRows({}, from, 1, {}, to > from ? to + 1 : to);
}

int EndpointStepsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : stepCount();
}

int EndpointStepsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(ColumnCount);
}

QString EndpointStepsModel::cell(int row, int column) const
{
    const EndpointStep& shownStep = step(row);
    switch (static_cast<Column>(column)) {
    case Response:
        return stepTitle(shownStep);
    case Detail:
        return stepDetail(shownStep);
    case Delay:
        return toQString(durationText(shownStep.delay));
    case Repeat:
        return tr("×%1").arg(shownStep.repeat);
    case ColumnCount:
        break;
    }
    return {};
}

QVariant EndpointStepsModel::data(const QModelIndex& index, int role) const
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
        return isLast ? tr("The last step responds to all further requests") : QVariant();
    case Qt::AccessibleTextRole:
        return tr("Step %1: %2, %3").arg(row + 1).arg(stepTitle(step(row)), stepDetail(step(row)));
    default:
        return {};
    }
}

QVariant EndpointStepsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole) {
        return {};
    }
    if (orientation == Qt::Vertical) {
        return section + 1;
    }
    const QStringList titles{tr("Response"), tr("Content"), tr("Delay"), tr("Times")};
    return titles.value(section);
}

Qt::ItemFlags EndpointStepsModel::flags(const QModelIndex& index) const
{
    if (!index.isValid()) {
        return Qt::ItemIsDropEnabled;
    }
    return QAbstractTableModel::flags(index) | Qt::ItemIsDragEnabled;
}

bool EndpointStepsModel::moveRows(const QModelIndex& sourceParent, int sourceRow, int count,
                                  const QModelIndex& destinationParent, int destinationChild)
{
    const bool isInside = sourceRow >= 0 && count >= 1 && sourceRow + count <= stepCount() &&
                          destinationChild >= 0 && destinationChild <= stepCount();
    if (!isInside ||
        !beginMoveRows(sourceParent, sourceRow, sourceRow + count - 1, destinationParent, destinationChild)) {
        return false;
    }
    const auto first = ownSteps().begin() + sourceRow;
    const auto target = ownSteps().begin() + destinationChild;
    if (destinationChild > sourceRow) {
        std::rotate(first, first + count, target);
    } else {
        std::rotate(target, first, first + count);
    }
    endMoveRows();
    refreshAll();
    return true;
}

bool EndpointStepsModel::removeRows(int row, int count, const QModelIndex& parent)
{
    if (parent.isValid() || row < 0 || count < 1 || row + count > stepCount()) {
        return false;
    }
    beginRemoveRows({}, row, row + count - 1);
    ownSteps().erase(ownSteps().begin() + row, ownSteps().begin() + row + count);
    endRemoveRows();
    refreshAll();
    return true;
}

/// Positions are part of what every row shows.
void EndpointStepsModel::refreshAll()
{
    if (!steps().empty()) {
        Q_EMIT dataChanged(index(0, 0), index(stepCount() - 1, ColumnCount - 1));
    }
    Q_EMIT edited();
}

} // namespace retryscope::ui
