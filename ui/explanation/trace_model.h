// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/explain.h"
#include "core/run/run_record.h"
#include "ui/parts/table_model.h"

#include <optional>

namespace retryscope::ui {

/// A finding, or the caption of those below it, which is the title of its sentence.
struct TraceRow
{
    bool isCaption = false;
    bool isDeciding = false;
    bool endsCall = false; ///< of the deciding row: it stopped the call
    Sentence sentence;
};

/// All findings that led to one decision, in order: who responded, what was read, each rule, delay, tokens,
/// limits. Captions between the groups are rows too.
class TraceModel : public TableModel<TraceRow>
{
    Q_OBJECT
public:
    explicit TraceModel(QObject* parent = nullptr);

    void display(const ResolvedPolicy& policy, const AttemptRecord& attempt,
                 std::optional<WallTime> wallTime = {});
    void clear();
    /// The row that decided; -1 if there is none.
    [[nodiscard]] int decidingRow() const { return m_deciding; }
    /// Id of the deciding rule; empty if no rule decided.
    [[nodiscard]] const QString& decidingRule() const { return m_decidingRule; }
    /// The number of rows, captions not counted.
    [[nodiscard]] int findings() const;

    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    int m_deciding = -1;
    QString m_decidingRule;
};

} // namespace retryscope::ui
