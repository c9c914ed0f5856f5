// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>

#include <string>

namespace retryscope::ui {

class BenchModel;

/// Filters the rows by kind.
class BenchFilter : public QSortFilterProxyModel
{
    Q_OBJECT
public:
    enum Show {
        All,
        Flips,       ///< at least one client decides differently through the proxy
        Duplicates,  ///< the proxy itself sent the request again
        HeadersLost, ///< lost headers, except those about the proxy itself
        Changed,     ///< changed since the earlier probe result
        Alike,       ///< come out like the response searched for
    };

    explicit BenchFilter(BenchModel* model, QObject* parent = nullptr);

    void show(Show rows);
    [[nodiscard]] Show shown() const { return m_shown; }
    /// Keeps this row visible even if it no longer matches, until the filter changes.
    void keep(std::string id);
    /// Call this after rows have changed.
    void refresh() { invalidateFilter(); }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const BenchModel& m_model;
    Show m_shown = All;
    std::string m_kept; ///< id; empty: none
};

} // namespace retryscope::ui
