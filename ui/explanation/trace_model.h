// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/explain.h"
#include "core/run/run_record.h"

#include <QAbstractListModel>

#include <vector>

namespace retryscope::ui {

/// All findings that led to one decision, in order: who responded, what was read, each rule, delay, tokens,
/// limits. Captions between the groups are rows too.
class TraceModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Role {
        IsCaptionRole = Qt::UserRole,
        EvidenceRole, ///< the evidence, with its numbers
        SourceRole,
        MarkRole, ///< SentenceMark as int
        IsDecidingRole,
        EndsCallRole, ///< of the deciding row: true when it stopped the call
    };

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

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    struct Row
    {
        bool isCaption = false;
        Sentence sentence;
    };
    void append(const QString& caption, const Sentence& sentence);
    [[nodiscard]] QString ruleAt(const ResolvedPolicy& policy, const Decision& decision) const;
    [[nodiscard]] int findDeciding(const Decision& decision) const;

    std::vector<Row> m_rows;
    QString m_lastCaption;
    int m_deciding = -1;
    QString m_decidingRule;
    bool m_endsCall = false;
};

} // namespace retryscope::ui
