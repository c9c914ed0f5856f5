// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include <string>

namespace retryscope::ui {

class BenchModel;

/// The rows of one sort.
class BenchFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    enum Show {
        All,
        Flips,       ///< some client decides otherwise
        Duplicates,  ///< the box sent again by itself
        HeadersLost, ///< of those that are not about the box
        Changed,     ///< since the bench that is compared
        Alike,       ///< come out like the response that is sought
    };

    explicit BenchFilter(BenchModel* model, QObject* parent = nullptr);

    void show(Show rows);
    [[nodiscard]] Show shown() const { return m_shown; }
    /// The row of this id stays in sight, whatever sort it is of now, until other rows are asked for.
    void keep(std::string id);
    /// Rows became others.
    void refresh() { invalidateFilter(); }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const BenchModel& m_model;
    Show m_shown = All;
    std::string m_kept; ///< id; empty: none
};

} // namespace retryscope::ui
