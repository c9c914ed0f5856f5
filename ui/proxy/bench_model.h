// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/row_difference.h"
#include "core/probe/bench.h"
#include "core/probe/bench_difference.h"
#include "core/simulate/scenario.h"

#include "ui/parts/cell_delegate.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace retryscope::ui {

/// A probe result as a table: one row for each origin response, one column for each client. A running probe
/// has all its rows from the start; they stay empty until probed.
class BenchModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Behaviour, Status, Name, Body, HeaderFields, Arrivals, FirstPolicy };
    enum Role {
        DetailRole = CellRole::FirstOwnRole, ///< detail of an origin response, in small letters after it
        IsStrongRole,                        ///< the cell shows a change by the proxy
        MarkRole,                            ///< value of a Mark as int
        DirectRole,                          ///< Verdict as int; none while the row was not judged
        ThroughRole,
        DelayRole, ///< DelayChange as int
    };
    /// Marks of a comparison with an earlier probe result; SameBody: of a search for a response.
    enum Mark { Unmarked, Mended, New, Differs, SameBody };

    explicit BenchModel(QObject* parent = nullptr);

    /// Begins a probe with empty rows for these origin responses. Keeps the policies.
    void plan(const Scenario& behaviours);
    void setBench(Bench bench);
    /// Replaces the row with the same id; ignores an unknown id.
    void setRow(BenchRow row);
    /// Sets everything except the rows.
    void setHead(const Bench& bench);
    [[nodiscard]] const Bench& bench() const { return m_bench; }
    [[nodiscard]] const BenchRow& row(int index) const
    {
        return m_bench.rows[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] bool isProbed(int index) const { return m_isProbed[static_cast<std::size_t>(index)]; }
    [[nodiscard]] int probedRows() const;

    struct Client
    {
        std::string policy; ///< its id
        QString name;       ///< the column's
        QString title;      ///< whole, for the tool tip
        bool operator==(const Client&) const = default;
    };
    /// Sets the client columns in this order; finds verdicts by policy id.
    void setClients(std::vector<Client> clients);
    [[nodiscard]] const std::vector<Client>& clients() const { return m_clients; }
    /// Index of the client of this column; -1: not a client column.
    [[nodiscard]] int clientAt(int column) const;
    [[nodiscard]] const BenchVerdict* verdictAt(int row, int column) const;

    /// Marks the rows that have changed since then; nullopt removes the marks.
    void compareWith(std::optional<Bench> earlier);
    /// Judges the earlier one under these policies, too, and renews the marks.
    void judgeEarlier(const std::vector<Policy>& policies);
    [[nodiscard]] const std::optional<Bench>& earlier() const { return m_earlier; }
    [[nodiscard]] const BenchProgress& progress() const { return m_progress; }
    [[nodiscard]] Mark markOf(int row) const;
    /// Number of marked rows.
    [[nodiscard]] int markedRows() const;
    /// Recomputes the marks after verdicts of many rows have been set.
    void refreshMarks();

    /// Searches for rows that come out like this response; nullopt ends the search.
    void seek(std::optional<AttemptFacts> facts);
    [[nodiscard]] const std::optional<AttemptFacts>& sought() const { return m_sought; }
    [[nodiscard]] const std::vector<Likeness>& likenesses() const { return m_likenesses; }
    [[nodiscard]] bool isLikeSought(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(int row, int column) const;
    [[nodiscard]] QString toolTip(int row, int column) const;
    [[nodiscard]] bool isStrong(int row, int column) const;
    [[nodiscard]] Mark shownMark(int row) const;

    Bench m_bench;
    std::vector<bool> m_isProbed;
    std::vector<Client> m_clients;
    std::optional<Bench> m_earlier;
    BenchProgress m_progress;
    std::set<std::string> m_different; ///< ids of rows that the earlier bench has otherwise
    std::optional<AttemptFacts> m_sought;
    std::vector<Likeness> m_likenesses; ///< of rows that were probed
};

} // namespace retryscope::ui
