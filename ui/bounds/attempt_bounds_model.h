// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"

#include <QAbstractTableModel>

namespace retryscope::ui {

/// The attempts of a call with the shortest and longest delays and times that the random draws allow, and
/// whether each ends before a deadline.
class AttemptBoundsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Number, DelayBefore, Begins, Ends, InTime, ColumnCount };

    explicit AttemptBoundsModel(QObject* parent = nullptr);

    void display(const CallBounds& bounds);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    /// How the end of an attempt compares with the caller's deadline.
    enum class Arrival { NoDeadline, InTime, WithShortDelays, TooLate };

    [[nodiscard]] QString cell(int row, int column) const;
    [[nodiscard]] Arrival arrivalOf(const AttemptBounds& attempt) const;
    [[nodiscard]] static QString textOf(Arrival arrival);

    CallBounds m_bounds;
};

} // namespace retryscope::ui
