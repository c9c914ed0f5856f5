// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/probe/bench.h"
#include "core/probe/bench_difference.h"
#include "core/simulate/scenario.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace retryscope::ui {

/// A bench as a table: a row for each behaviour of the origin, a column for each client. Rows of a probe that
/// is under way are there from its start, and empty until they were probed.
class BenchModel : public QAbstractTableModel
{
    Q_OBJECT
public:
    enum Column { Behaviour, Status, Name, Body, HeaderFields, Arrivals, FirstPolicy };
    enum Role {
        DetailRole = Qt::UserRole, ///< of a behaviour, in small letters behind it
        IsStrongRole,              ///< the cell tells something that the box did
        MarkRole,                  ///< value of a Mark as int
        DirectRole,                ///< Verdict as int; none while the row was not judged
        ThroughRole,
        DelayRole, ///< DelayChange as int
    };
    /// Against an earlier bench; the last one against a response that is sought.
    enum Mark { Unmarked, Mended, New, Differs, SameBody };

    explicit BenchModel(QObject* parent = nullptr);

    /// A probe begins: its rows, of which none was probed. Policies stay.
    void plan(const Scenario& behaviours);
    void setBench(Bench bench);
    /// Takes the place of the row of the same id; a new id is passed over.
    void setRow(BenchRow row);
    /// All but the rows.
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
    /// The columns, in this order; verdicts are found by the policies' ids.
    void setClients(std::vector<Client> clients);
    [[nodiscard]] const std::vector<Client>& clients() const { return m_clients; }
    /// -1 for columns that are of no client.
    [[nodiscard]] int clientAt(int column) const;
    [[nodiscard]] const BenchVerdict* verdictAt(int row, int column) const;

    /// Marks what became other since then; no bench: nothing is marked.
    void compareWith(std::optional<Bench> earlier);
    [[nodiscard]] const std::optional<Bench>& earlier() const { return m_earlier; }
    [[nodiscard]] const BenchProgress& progress() const { return m_progress; }
    [[nodiscard]] Mark markOf(int row) const;
    /// How many rows bear a mark.
    [[nodiscard]] int markedRows() const;
    /// Verdicts of many rows were set: marks are found again.
    void refreshMarks();

    /// Read backwards: finds the rows that come out like this response; nothing: none is sought.
    void seek(std::optional<AttemptFacts> facts);
    [[nodiscard]] const std::optional<AttemptFacts>& sought() const { return m_sought; }
    [[nodiscard]] const std::vector<Likeness>& likenesses() const { return m_likenesses; }
    [[nodiscard]] bool isLikeSought(int row) const;

    /// Body and headers share a column, where there is little room.
    void setJoined(bool isJoined);

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
    bool m_isJoined = false;
};

} // namespace retryscope::ui
