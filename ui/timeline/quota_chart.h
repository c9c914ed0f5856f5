// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/run/run_record.h"

#include <QFrame>

#include <memory>

namespace retryscope::ui {

struct QuotaCurve;
struct TimeScale;

/// The retry quota (and the adaptive send rate) over time, under the timeline and on its axis.
/// Says so in one line when the policy has no quota.
class QuotaChart : public QFrame
{
    Q_OBJECT
public:
    explicit QuotaChart(QWidget* parent = nullptr);
    ~QuotaChart() override;

    /// The record must outlive the chart or be taken away with nullptr.
    void setRecord(const RunRecord* record);
    void onRecorded(int call, int attempt);
    void onReplaced();

    /// Time range of the plot; the timeline calls it.
    void setScale(const TimeScale& scale);
    /// The curve is drawn up to this moment of a live run.
    void setNow(Instant now);
    /// Moves the cursor line to this attempt and shows its client's quota; -1: no cursor.
    void setCurrentAttempt(int call, int attempt);

    /// What the chart says, in one line.
    [[nodiscard]] QString statement() const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] bool hasCurve() const;
    [[nodiscard]] const QuotaCurve& currentCurve() const;

    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace retryscope::ui
