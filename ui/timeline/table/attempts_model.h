// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/attempt_words.h"
#include "ui/timeline/rows/attempt_rows.h"

#include "ui/parts/cell_delegate.h"

#include <QAbstractTableModel>

#include <optional>

namespace retryscope::ui {

/// The attempts of a record as a table, one row per attempt over all calls; rows are only appended. The
/// tabular form of the timeline for screen readers, the clipboard and sorting.
class AttemptsModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    using Column = int;
    /// Positions of the columns that code refers to by name; the others have ids only.
    static const Column Number;
    static const Column Verdict;
    static const Column Took;
    static const Column Kind;
    static const Column Name;
    static const Column Window;
    static const Column MeasuredDelay;
    static const Column Hint;
    static const Column Wait;
    static const Column SendRate;
    static const Column InFlight;
    static const Column LastSecond;
    static const Column kFirstOptional; ///< first of the optional columns, which few tables have room for
    static const int ColumnCount;
    enum Role {
        CallIndexRole = CellRole::FirstOwnRole, ///< int, index into record.calls()
        AttemptIndexRole,                       ///< int, index into its attempts
    };

    explicit AttemptsModel(QObject* parent = nullptr);

    /// The record must outlive the model or be detached with nullptr.
    void attach(const RunRecord* record);
    /// One event was appended to the record.
    void onRecorded(Place place);
    /// The record was replaced as a whole.
    void onReplaced();

    [[nodiscard]] const RunRecord* record() const { return m_record; }
    /// -1 when there is no such attempt.
    [[nodiscard]] int rowOf(Place place) const { return m_rows.rowOf(place); }
    /// Of the attempt in this row.
    [[nodiscard]] Place placeAt(int row) const { return m_rows.at(row); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    /// The context of an attempt with all data that the column needs.
    [[nodiscard]] AttemptContext contextAt(const QModelIndex& index) const;
    [[nodiscard]] QString textAt(const QModelIndex& index) const;
    [[nodiscard]] QVariant sortValueAt(const QModelIndex& index) const;
    [[nodiscard]] const LoadCurves& load() const;
    [[nodiscard]] QString widestNumber() const;

    const RunRecord* m_record = nullptr;
    AttemptRows m_rows;
    int m_mostAttempts = 1;                   ///< of one call
    mutable std::optional<LoadCurves> m_load; ///< made when a column first asks for it
};

/// Finds the attempt in any model that shows an AttemptsModel, directly or through one sorting or filtering
/// proxy. Invalid when it is not shown there.
[[nodiscard]] QModelIndex indexOfAttempt(const QAbstractItemModel* model, Place place);

} // namespace retryscope::ui
