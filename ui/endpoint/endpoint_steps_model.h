// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/simulate/scenario.h"

#include <QAbstractTableModel>

#include <memory>
#include <utility>
#include <vector>

namespace retryscope::ui {

/// The steps of a scenario as a table that can be edited and put in another order.
class EndpointStepsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Response, Detail, Delay, Repeat, ColumnCount };
    enum Role {
        MarkRole = Qt::UserRole, ///< position as text: `1`, or `∞` for the last step, which repeats
        DetailRole,
        ToneRole, ///< StepTone as int
    };
    /// The kind of a step; a view gives each kind its own colour.
    enum class StepTone { Success, Redirect, ClientError, ServerError, Fault };

    explicit EndpointStepsModel(QObject* parent = nullptr);

    using Steps = std::vector<EndpointStep>;
    [[nodiscard]] const Steps& steps() const { return *m_steps; }
    void setSteps(Steps steps) { showSteps(std::make_shared<const Steps>(std::move(steps))); }
    /// Shows these steps (not nullptr). There can be very many, so they are copied only when one is edited.
    void showSteps(std::shared_ptr<const Steps> steps);
    [[nodiscard]] const EndpointStep& step(int row) const { return steps()[static_cast<std::size_t>(row)]; }
    void setStep(int row, EndpointStep step);
    void insertStep(int row, EndpointStep step);
    void duplicate(int row);
    /// Moves one step; `to` is its row afterwards.
    void moveStep(int from, int to);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    bool moveRows(const QModelIndex& sourceParent, int sourceRow, int count,
                  const QModelIndex& destinationParent, int destinationChild) override;
    bool removeRows(int row, int count, const QModelIndex& parent = {}) override;

Q_SIGNALS:
    /// The user changed the steps; not emitted by setSteps() or showSteps().
    void edited();

private:
    [[nodiscard]] int stepCount() const { return static_cast<int>(steps().size()); }
    [[nodiscard]] QString cell(int row, int column) const;
    void refreshAll();

    [[nodiscard]] Steps& ownSteps();

    std::shared_ptr<const Steps> m_steps = std::make_shared<const Steps>();
    std::shared_ptr<Steps> m_own; ///< the copy, once a step was edited
};

} // namespace retryscope::ui
