// SPDX-FileCopyrightText: 2026 Retryscope contributors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/strips/quota_curve.h"
#include "ui/timeline/strips/strip.h"

namespace retryscope::ui {

/// The retry quota over time, with a mark for each charge and refund. A policy without a quota gets one line
/// that says so.
class QuotaChart : public Strip
{
    Q_OBJECT
public:
    explicit QuotaChart(QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString absence() const override;
    [[nodiscard]] bool namesItsAbsence() const override { return policy() != nullptr; }
    [[nodiscard]] QString statement() const override;
    [[nodiscard]] QString valueText(Instant at) const override;
    void paintCurve(QPainter& painter, const StripScene& scene) const override;

protected:
    void takeRecord() override;
    void takeCall() override;
    void takeAttempt(Place place) override;
    [[nodiscard]] Place attemptAt(Instant moment, Duration within) const override;

private:
    /// Each call has a quota of its own.
    [[nodiscard]] bool isPerCall() const;

    QuotaCurve m_curve;
};

} // namespace retryscope::ui
