// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/rows/attempt_rows.h"

#include <QAbstractProxyModel>
#include <QStringList>

#include "core/run/run_record.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace retryscope::ui {

class AttemptsModel;

/// Shows the attempts of an AttemptsModel that match words and a choice. Attempts with the same outcome share
/// one table entry, so that words are compared once per outcome, not once per attempt.
class AttemptFilter : public QAbstractProxyModel
{
    Q_OBJECT
public:
    enum class Choice {
        All,
        Failed, ///< no success, retried or not
        Retried,
        Throttled, ///< of kind throttling
    };

    /// The model must outlive the filter.
    explicit AttemptFilter(AttemptsModel& attempts, QObject* parent = nullptr);

    /// Sets the words; each must hold. A word occurs in status, fault, error name, kind, verdict or reason,
    /// in any letter case; a number is also that of a call or attempt. `>2s`, `<50ms`, `took>1s`, `delay<=1s`
    /// compare the time of the attempt or the delay after it; without a unit they are milliseconds.
    void setWords(const QString& words);
    void setChoice(Choice choice);
    [[nodiscard]] bool isActive() const
    {
        return m_choice != Choice::All || !m_words.isEmpty() || !m_numbers.isEmpty() || !m_limits.empty();
    }

    [[nodiscard]] QModelIndex mapToSource(const QModelIndex& index) const override;
    [[nodiscard]] QModelIndex mapFromSource(const QModelIndex& index) const override;
    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

private:
    /// A comparison of durations.
    struct Limit
    {
        bool isOfAttempt = true;
        bool isOfDelay = true;
        bool isAbove = true;
        bool includesEqual = false;
        Duration value{0};
        bool operator==(const Limit&) const = default;
    };
    struct Outcome
    {
        QString facts; ///< lower case, without the reason, whose numbers are those of the rule
        QString text;  ///< with it
        bool isFailure = false;
        bool isRetry = false;
        bool isThrottling = false;
    };

    void beginAgain();
    void apply();
    void readOutcomes();
    [[nodiscard]] std::uint32_t outcomeOf(int sourceRow);
    /// Whether the choice and the words hold that attempts with the same outcome share.
    [[nodiscard]] bool matches(const Outcome& outcome) const;
    [[nodiscard]] bool matches(int sourceRow) const;
    [[nodiscard]] bool holds(const Limit& limit, const AttemptRecord& attempt) const;
    void onInserted(int first, int last);
    void onChanged(int first, int last);
    void setShown(int sourceRow, bool shown);

    AttemptsModel& m_attempts;
    Choice m_choice = Choice::All;
    QStringList m_words;
    QStringList m_numbers; ///< words that are also looked for as a call's or an attempt's number
    std::vector<Limit> m_limits;
    std::vector<Outcome> m_outcomes;
    std::unordered_map<std::string, std::uint32_t> m_known; ///< outcomes by what makes them up
    std::vector<std::uint32_t> m_outcomeOfRow;              ///< only as far as a filter needed it
    std::vector<bool> m_matches;                            ///< by outcome
    std::vector<int> m_rows;                                ///< shown source rows, in order, while active
};

} // namespace retryscope::ui
