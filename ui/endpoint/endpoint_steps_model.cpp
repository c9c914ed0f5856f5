// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/endpoint/endpoint_steps_model.h"

#include "ui/endpoint/step_text.h"

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

EndpointStepsModel::EndpointStepsModel(QObject* parent)
    : EditableTable({{.title = tr("Response"), .text = stepTitle}}, parent)
{
}

QVariant EndpointStepsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const EndpointStep& step = at(index.row());
    const bool isLast = index.row() + 1 == rowCount();
    switch (role) {
    case MarkRole:
        return isLast            ? QStringLiteral("∞")
               : step.repeat > 1 ? tr("×%1").arg(step.repeat)
                                 : QString::number(index.row() + 1);
    case DetailRole:
        return stepDetail(step);
    case ToneRole:
        return static_cast<int>(toneOf(step));
    case Qt::ToolTipRole:
        return isLast ? tr("The last step responds to all further requests") : QVariant();
    case Qt::AccessibleTextRole:
        return tr("Step %1: %2, %3").arg(index.row() + 1).arg(stepTitle(step), stepDetail(step));
    default:
        return EditableTable::data(index, role);
    }
}

Qt::ItemFlags EndpointStepsModel::flags(const QModelIndex& index) const
{
    return index.isValid() ? EditableTable::flags(index) | Qt::ItemIsDragEnabled : Qt::ItemIsDropEnabled;
}

/// Positions are part of what every row shows.
void EndpointStepsModel::onEdited()
{
    if (rowCount() > 0) {
        onChanged(0, rowCount() - 1);
    }
    Q_EMIT edited();
}

} // namespace retryscope::ui
