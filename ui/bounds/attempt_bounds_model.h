// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/read/call_bounds.h"

#include <QAbstractTableModel>

namespace retryscope::ui {

/// The attempts of a call with what lies before each: delays and times from the least to the most, as draws
/// make them, and whether a deadline leaves room for it.
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
    [[nodiscard]] QString cell(int row, int column) const;

    [[nodiscard]] QString inTime(const AttemptBounds& attempt) const;

    CallBounds m_bounds;
};

} // namespace retryscope::ui
