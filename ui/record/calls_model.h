// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QAbstractListModel>

#include <cstdint>
#include <set>
#include <vector>

namespace retryscope::ui {

struct CallLine;

/// The calls of a growing record, newest first: all calls, or only the retried or failed ones. An update
/// costs time only for the calls it changes. The texts of a call are built when it is painted.
class CallsModel : public QAbstractListModel
{
    Q_OBJECT
public:
    enum Show { All, Retried, Failed };
    struct Counts
    {
        int calls = 0;
        int retried = 0;
        int failed = 0;
    };

    explicit CallsModel(QObject* parent = nullptr);

    /// record: must outlive the model or be replaced before it is destroyed; nullptr: no record.
    void setRecord(const RunRecord* record);
    /// Applies changed and added calls at once.
    void update(const std::set<int>& calls);
    void show(Show calls);
    [[nodiscard]] Show shown() const { return m_show; }
    [[nodiscard]] const Counts& counts() const { return m_counts; }
    /// Duration of the longest call, at most kLongestSpan; the scale of the small pictures.
    [[nodiscard]] Duration longest() const { return m_longest; }
    /// If true, each row names its client.
    [[nodiscard]] bool hasSeveralClients() const { return m_clients > 1; }

    [[nodiscard]] const RunRecord* record() const { return m_record; }
    /// Index in the record; -1 for an invalid one.
    [[nodiscard]] int callAt(const QModelIndex& index) const;
    /// Invalid if the call is not shown.
    [[nodiscard]] QModelIndex indexOfCall(int call) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// Qt::DisplayRole: one line about the call. The delegate draws everything else.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

    static constexpr Duration kLongestSpan = std::chrono::seconds{60};

private:
    enum Fact : std::uint8_t { IsRetried = 1, HasFailed = 2 };
    [[nodiscard]] std::uint8_t factsOf(int call) const;
    [[nodiscard]] bool isShown(std::uint8_t facts) const;
    void count(std::uint8_t facts, int sign);
    void noteSpan(int call);
    void reset();
    [[nodiscard]] int rowOf(int call) const; ///< -1: not shown

    const RunRecord* m_record = nullptr;
    std::vector<std::uint8_t> m_facts; ///< by call
    std::vector<int> m_rows;           ///< calls that are shown, ascending; the last is on top
    Show m_show = All;
    Counts m_counts;
    Duration m_longest{0};
    int m_clients = 0; ///< the highest number of one
};

} // namespace retryscope::ui
